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

// Row is a line of the standings.
type Row struct {
	Rank    int               `json:"rank"` // equals share one
	Entrant int               `json:"entrant"`
	Name    string            `json:"name"`
	Points  Points            `json:"points"`
	Games   int               `json:"games"` // with a result, forfeits included
	All     Tally             `json:"all"`
	Sides   [game.Sides]Tally `json:"sides"` // of All, by the side that he had
	Byes    int               `json:"byes,omitempty"`
	Breaks  []Figure          `json:"tiebreaks"`         // in the order of the configuration
	Reached string            `json:"reached,omitempty"` // of a knock-out: "winner", "final", "out in round 2"
	// the round in which he went out, as Reached says; 0: he did not, or won a place
	Out       int  `json:"-"`
	Withdrawn bool `json:"withdrawn,omitempty"`
	// withdrew from a round robin so early that his games do not count
	Annulled bool `json:"annulled,omitempty"`

	key []int // what goes before points, greater is better
}

// Standings returns the table: by how far a player came where players go out,
// then by points, then by the tie-breaks in their order. Who is still equal
// shares a rank and is listed by number.
func (t *Tournament) Standings() []Row {
	var ids []int
	for _, e := range t.entrants {
		if !e.Withdrawn || t.appeared(e.ID) {
			ids = append(ids, e.ID)
		}
	}
	return t.table(ids, func(*Pairing) bool { return true }, true)
}

// GroupStandings returns the table of a group, from 1, by the group's games.
func (t *Tournament) GroupStandings(group int) []Row {
	var ids []int
	for _, e := range t.entrants {
		if e.Group == group {
			ids = append(ids, e.ID)
		}
	}
	return t.table(ids, func(p *Pairing) bool { return p.Group == group }, false)
}

// appeared reports whether somebody was ever paired.
func (t *Tournament) appeared(id int) bool {
	return slices.ContainsFunc(t.pairings, func(p Pairing) bool { return slices.Contains(p.Players[:], id) })
}

// table is a view of some players and pairings, whose standings are wanted.
type table struct {
	t      *Tournament
	meets  map[int][]*Pairing // by player: what counts
	rows   map[int]*Row
	harder map[string]int // side by variant, -1 for none
}

// table computes standings of players from the pairings that keep holds.
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

// annulled reports whether a player has withdrawn from a round robin before he
// had played half of his games: then they count for nobody, as opponents who
// met him would otherwise have an advantage or lack one by chance.
func (t *Tournament) annulled(id int) bool {
	f := t.config.Format
	if !t.entrants[id-1].Withdrawn || f != RoundRobin && f != Groups || t.phase == Entry {
		return false
	}
	n := len(t.order)
	if f == Groups {
		n = len(t.groups()[max(t.entrants[id-1].Group, 1)-1])
	}
	played := 0
	for i := range t.pairings {
		p := &t.pairings[i]
		if p.Node > 0 {
			continue // of the knock-out after the groups
		}
		for k := range p.Legs {
			if l := &p.Legs[k]; slices.Contains(l.Players[:], id) && l.Verdict != "" && !l.Forfeit {
				played++
			}
		}
	}
	return 2*played < (n-1)*t.config.Rounds*t.config.Games
}

// add counts a pairing.
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

// ranks orders rows, sorted by key and points already, by the tie-breaks, and
// numbers them.
func (v *table) ranks(order []*Row) {
	same := func(a, b *Row) bool { return slices.Equal(a.key, b.key) && a.Points == b.Points }
	for from := 0; from < len(order); {
		to := from + 1
		for to < len(order) && same(order[from], order[to]) {
			to++
		}
		v.split(order[from:to], 0, from+1)
		from = to
	}
}

// split orders a group of equals by the tie-breaks from number k on.
func (v *table) split(group []*Row, k, rank int) {
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
		v.split(group[from:to], k+1, rank+from)
		from = to
	}
}

// Harder returns the side of a variant that is harder to win with: as
// configured, or that which has won fewer of the event's games. It is false
// while both have won the same number.
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
