package tournament

import (
	"cmp"
	"slices"

	"tafl3d/game"
)

// Tally counts results.
type Tally struct {
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
}

// Row is a player's row of the standings.
type Row struct {
	Rank    int               `json:"rank"` // tied players share a rank
	Entrant int               `json:"entrant"`
	Name    string            `json:"name"`
	Points  Points            `json:"points"`
	Games   int               `json:"games"` // with a result, forfeits included
	All     Tally             `json:"all"`
	Sides   [game.Sides]Tally `json:"sides"` // of All, by the side played
	Byes    int               `json:"byes,omitempty"`
	Breaks  []Figure          `json:"tiebreaks"`         // in the order of the configuration
	Reached string            `json:"reached,omitempty"` // of a knock-out: "winner", "final", "out in round 2"
	// the round in which the player was eliminated, as Reached says; 0: not eliminated, or placed
	Out       int  `json:"-"`
	Withdrawn bool `json:"withdrawn,omitempty"`
	// withdrew from a round robin so early that none of their games count
	Annulled bool `json:"annulled,omitempty"`

	key []int // compared before points; greater is better
}

// Standings returns the table, ordered by the round reached in formats with elimination, then by points, then by the
// tie-breaks in their order. Players who are still equal share a rank and are listed by id.
func (t *Tournament) Standings() []Row {
	var ids []int
	for _, e := range t.entrants {
		if !e.Withdrawn || t.appeared(e.ID) {
			ids = append(ids, e.ID)
		}
	}
	return t.table(ids, func(*Pairing) bool { return true }, true)
}

// GroupStandings returns the table of a group, from 1, computed from the group's games only.
func (t *Tournament) GroupStandings(group int) []Row {
	var ids []int
	for _, e := range t.entrants {
		if e.Group == group {
			ids = append(ids, e.ID)
		}
	}
	return t.table(ids, func(p *Pairing) bool { return p.Group == group }, false)
}

// appeared reports whether a player was ever paired.
func (t *Tournament) appeared(id int) bool {
	return slices.ContainsFunc(t.pairings, func(p Pairing) bool { return slices.Contains(p.Players[:], id) })
}

// table holds the players and pairings of which standings are computed.
type table struct {
	t      *Tournament
	meets  map[int][]*Pairing // the counted pairings of each player
	rows   map[int]*Row
	harder map[string]int // game.Side by variant, -1 for none
}

// table computes the standings of players ids from the pairings that keep accepts. With keyed, it sorts by keys
// first.
func (t *Tournament) table(ids []int, keep func(*Pairing) bool, keyed bool) []Row {
	v := &table{t: t, meets: map[int][]*Pairing{}, rows: map[int]*Row{}, harder: map[string]int{}}
	rows := make([]Row, len(ids))
	for i, id := range ids {
		e := &t.entrants[id-1]
		rows[i] = Row{Entrant: id, Name: e.Name, Withdrawn: e.Withdrawn, Annulled: t.annulled(id)}
		v.rows[id] = &rows[i]
	}
	for i := range t.pairings {
		if p := &t.pairings[i]; keep(p) {
			v.add(p)
		}
	}
	for _, c := range t.config.Variants {
		v.harder[c.ID] = -1
		if side, ok := t.Harder(c.ID); ok {
			v.harder[c.ID] = int(side)
		}
	}
	if keyed {
		v.keys()
	}
	order := make([]*Row, len(rows))
	for i := range rows {
		order[i] = &rows[i]
	}
	slices.SortStableFunc(order, func(a, b *Row) int {
		return cmp.Or(slices.Compare(b.key, a.key), cmp.Compare(b.Points, a.Points))
	})
	v.ranks(order)
	list := make([]Row, len(order))
	for i, r := range order {
		list[i] = *r
	}
	return list
}

// annulled reports whether a player withdrew from a round robin before playing half of their games. Such games do not
// count for any player; otherwise opponents who met this player would gain or lose by chance.
func (t *Tournament) annulled(id int) bool {
	f := t.config.Format
	if !t.entrants[id-1].Withdrawn || f != RoundRobin && f != Groups || t.phase == Entry {
		return false
	}
	n := len(t.order)
	if f == Groups {
		n = len(t.pairer().groups()[max(t.entrants[id-1].Group, 1)-1])
	}
	played := 0
	for i := range t.pairings {
		p := &t.pairings[i]
		if p.Node > 0 {
			continue // belongs to the knock-out after the groups
		}
		for k := range p.Legs {
			if l := &p.Legs[k]; slices.Contains(l.Players[:], id) && l.Verdict != "" && !l.Forfeit {
				played++
			}
		}
	}
	return 2*played < (n-1)*t.config.Rounds*t.config.Games
}

// add adds the results of a pairing to the rows.
func (v *table) add(p *Pairing) {
	if r := v.rows[p.Players[0]]; p.Bye != NoBye {
		if r != nil && p.Bye != RestBye {
			r.Points += v.t.byePoints(p.Bye)
			r.Byes++
			v.meets[r.Entrant] = append(v.meets[r.Entrant], p)
		}
		return
	}
	for _, id := range p.Players {
		if r := v.rows[id]; r == nil || r.Annulled {
			return
		}
	}
	for _, id := range p.Players {
		v.meets[id] = append(v.meets[id], p)
	}
	for i := range p.Legs {
		l := &p.Legs[i]
		if l.Verdict == "" {
			continue
		}
		for side, id := range l.Players {
			r := v.rows[id]
			r.Games++
			r.Points += l.Points(id)
			r.All.add(l, id)
			r.Sides[side].add(l, id)
		}
	}
}

func (c *Tally) add(l *Leg, id int) {
	switch l.Points(id) {
	case 2:
		c.Wins++
	case 1:
		c.Draws++
	default:
		c.Losses++
	}
}

// ranks orders rows, already sorted by key and points, by the tie-breaks and assigns the ranks.
func (v *table) ranks(order []*Row) {
	same := func(a, b *Row) bool { return slices.Equal(a.key, b.key) && a.Points == b.Points }
	for from := 0; from < len(order); {
		to := from + 1
		for to < len(order) && same(order[from], order[to]) {
			to++
		}
		v.breakTies(order[from:to], 0, from+1)
		from = to
	}
}

// breakTies orders a group of tied players by the tie-breaks from index k on. rank is the rank of the first.
func (v *table) breakTies(group []*Row, k, rank int) {
	if k == len(v.t.config.Tiebreaks) {
		for _, r := range group {
			r.Rank = rank
		}
		return
	}
	tb := v.t.config.Tiebreaks[k]
	for _, r := range group {
		r.Breaks = append(r.Breaks, v.figure(tb, r, group))
	}
	better := func(a, b *Row) int { return cmp.Compare(b.Breaks[k].order(), a.Breaks[k].order()) }
	slices.SortStableFunc(group, better)
	for from := 0; from < len(group); {
		to := from + 1
		for to < len(group) && better(group[from], group[to]) == 0 {
			to++
		}
		v.breakTies(group[from:to], k+1, rank+from)
		from = to
	}
}

// Harder returns the side of a variant that is harder to win with: the configured side, or the one that has won fewer
// of the tournament's games. It returns false while both have won the same number.
func (t *Tournament) Harder(variant string) (game.Side, bool) {
	for _, v := range t.config.Variants {
		if v.ID == variant && v.Harder != "" {
			if v.Harder == game.Defenders.String() {
				return game.Defenders, true
			}
			return game.Attackers, true
		}
	}
	more := 0
	for i := range t.pairings {
		for k := range t.pairings[i].Legs {
			switch l := &t.pairings[i].Legs[k]; {
			case l.Variant != variant || l.Forfeit:
			case l.Verdict == Attackers:
				more++
			case l.Verdict == Defenders:
				more--
			}
		}
	}
	switch {
	case more > 0:
		return game.Defenders, true
	case more < 0:
		return game.Attackers, true
	}
	return 0, false
}
