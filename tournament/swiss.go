package tournament

import (
	"cmp"
	"slices"

	"tafl3d/game"
	"tafl3d/matching"
)

// pairingHistory holds the players' history that pairing needs, indexed by id.
type pairingHistory struct {
	points  []Points
	balance []int       // games as the attackers minus games as the defenders
	last    []game.Side // of the latest game; undefined before the first
	games   []int
	byes    []int
	asked   []int // half-point byes
	rival   []int // the latest opponent
	met     map[[2]int]bool
}

func (pr pairer) record() pairingHistory {
	t := pr.t
	n := len(t.entrants) + 1
	r := pairingHistory{t.points(), make([]int, n), make([]game.Side, n), make([]int, n), make([]int, n),
		make([]int, n),
		make([]int, n), map[[2]int]bool{}}
	for i := range t.pairings {
		p := &t.pairings[i]
		a, b := p.Players[0], p.Players[1]
		switch p.Bye {
		case OddBye:
			r.byes[a]++
		case AskedBye:
			r.asked[a]++
		}
		if b == 0 {
			continue
		}
		r.met[[2]int{a, b}], r.met[[2]int{b, a}] = true, true
		r.rival[a], r.rival[b] = b, a
		for k := range p.Legs {
			x, y := p.Legs[k].Players[game.Attackers], p.Legs[k].Players[game.Defenders]
			r.balance[x]++
			r.balance[y]--
			r.last[x], r.last[y] = game.Attackers, game.Defenders
			r.games[x]++
			r.games[y]++
		}
	}
	return r
}

// first returns which of two players has the attackers: the one who has had them less often, else the one who did not
// have them last, else lot decides.
func (r *pairingHistory) first(a, b int, lot bool) int {
	switch x, y := r.balance[a], r.balance[b]; {
	case x < y:
		return a
	case y < x:
		return b
	}
	attacked := func(id int) bool { return r.games[id] > 0 && r.last[id] == game.Attackers }
	switch x, y := attacked(a), attacked(b); {
	case x && !y:
		return b
	case y && !x:
		return a
	case lot:
		return b
	}
	return a
}

// imbalance returns how far the sides of two players get out of balance if they meet in a single game: 0 for not at
// all, 2 and more for beyond one game.
func (r *pairingHistory) imbalance(a, b int) int64 {
	x, y := r.balance[a], r.balance[b]
	if x > y {
		x, y = y, x
	}
	return int64(max(abs(x+1), abs(y-1)))
}

func abs(x int) int { return max(x, -x) }

// Weights of the defects of a pairing. One unit of a weight outweighs all smaller weights together, up to MaxEntrants
// players.
const (
	slideUnit  = 1                // distance in places from the ideal opponent in the score group
	strainUnit = 1 << 17          // imbalance of sides up to one game
	scoreUnit  = strainUnit << 10 // difference in half points, squared
	tiltUnit   = scoreUnit << 20  // imbalance of sides beyond one game
	fullMatch  = tiltUnit << 10   // one pairing fewer
	maxApart   = 60               // half points; a greater difference counts as this
)

// swissRound drafts a round: players meet opponents with the same score, or the nearest possible, whom they have not
// met. In each score group the upper half meets the lower half in order. With one game per pairing, the sides stay
// within one game of balance before scores are considered.
//
// With an odd number of players one has a bye, which counts as a win: of the players with the fewest byes the lowest
// one such that the others can be paired. If no complete pairing exists, as many players as possible are paired and
// the rest have byes.
func (pr pairer) swissRound() ([]draft, error) {
	r := pr.record()
	players, list := pr.present(&r)
	if len(players) < 2 {
		return nil, ErrFew
	}
	mates, out := pr.swissMates(&r, players)
	pairs := 0
	for i, j := range mates {
		switch {
		case i == out:
		case j < 0:
			list = append(list, draft{a: players[i], bye: OddBye})
		case i < j:
			list = append(list, draft{a: players[i], b: players[j]})
			pairs++
		}
	}
	if out >= 0 {
		list = append(list, draft{a: players[out], bye: OddBye})
	}
	if pairs == 0 {
		return nil, ErrNobody
	}
	slices.SortStableFunc(list, func(a, b draft) int { return cmp.Compare(len(a.bye), len(b.bye)) })
	return list, nil
}

// present returns the players in the order of the standings, and the byes of those who sit out.
func (pr pairer) present(r *pairingHistory) (players []int, byes []draft) {
	t := pr.t
	for _, id := range t.order {
		switch e := &t.entrants[id-1]; {
		case e.Withdrawn:
		case e.Away:
			byes = append(byes, draft{a: id, bye: t.byeFor(r, id)})
		default:
			players = append(players, id)
		}
	}
	slices.SortStableFunc(players, func(a, b int) int { return cmp.Compare(r.points[b], r.points[a]) })
	return players, byes
}

// byeFor returns the kind of bye of a player who sits out the drafted round. As in FIDE tournaments, half-point byes
// are limited and not available in the last round.
func (t *Tournament) byeFor(r *pairingHistory, id int) Bye {
	last := t.round+1 >= t.rounds // t.round is the previous round
	if limit := t.config.Byes; limit == endlessByes || !last && r.asked[id] < limit {
		return AskedBye
	}
	return ZeroBye
}

// swissMates pairs players, given by their places in the standings. out is the place of the player with the bye, -1
// for none.
func (pr pairer) swissMates(r *pairingHistory, players []int) (mates []int, out int) {
	cost := pr.swissCost(r, players)
	if len(players)%2 == 0 {
		return pr.pairAll(r, players, cost, -1), -1
	}
	candidates := make([]int, len(players))
	for i := range candidates {
		candidates[i] = len(players) - 1 - i
	}
	slices.SortStableFunc(candidates, func(a, b int) int { return cmp.Compare(r.byes[players[a]], r.byes[players[b]]) })
	for _, out := range candidates {
		mates := pr.pairAll(r, players, cost, out)
		if !slices.ContainsFunc(mates, func(m int) bool { return m < 0 && m != byeMate }) {
			return mates, out
		}
	}
	return pr.pairAll(r, players, cost, -1), -1
}

// byeMate marks the player with the bye in the list of mates.
const byeMate = -2

// pairAll returns the cheapest pairing of as many players as possible, except out, such that no pair meets twice.
func (pr pairer) pairAll(r *pairingHistory, players []int, cost func(i, j int) int64, out int) []int {
	mates := matching.Heaviest(len(players), func(i, j int) int64 {
		if i == out || j == out || r.met[[2]int{players[i], players[j]}] {
			return 0
		}
		return fullMatch - cost(i, j)
	})
	if out >= 0 {
		mates[out] = byeMate
	}
	return mates
}

// swissCost returns a function for the cost of pairing the players of two places.
func (pr pairer) swissCost(r *pairingHistory, players []int) func(i, j int) int64 {
	start, size := make([]int, len(players)), make([]int, len(players)) // start and size of the score group, by place
	for i := range players {
		if i > 0 && r.points[players[i]] == r.points[players[i-1]] {
			start[i] = start[i-1]
		} else {
			start[i] = i
		}
		size[start[i]]++
	}
	return func(i, j int) int64 {
		a, b := players[i], players[j]
		apart := int64(min(abs(int(r.points[a]-r.points[b])), maxApart))
		c := apart * apart * scoreUnit
		ideal := 0
		if start[i] == start[j] {
			ideal = size[start[i]] / 2
		}
		c += int64(abs(abs(i-j)-ideal)) * slideUnit
		if pr.t.config.Games == 1 {
			s := r.imbalance(a, b)
			c += min(max(s-1, 0), 2) * tiltUnit
			if r.balance[a] == r.balance[b] && r.games[a] > 0 && r.games[b] > 0 && r.last[a] == r.last[b] {
				c += strainUnit
			}
		}
		return c
	}
}

// arenaRound drafts pairings of the free players: with similar points, a different opponent where possible, and
// balanced sides. If their number is odd, the player with the most games waits.
func (pr pairer) arenaRound() ([]draft, error) {
	t := pr.t
	r := pr.record()
	players, _ := pr.present(&r)
	busy := make([]bool, len(t.entrants)+1)
	for i := range t.pairings {
		if p := &t.pairings[i]; p.Open() > 0 {
			busy[p.Players[0]], busy[p.Players[1]] = true, true
		}
	}
	players = slices.DeleteFunc(players, func(id int) bool { return busy[id] })
	if len(players) < 2 {
		return nil, ErrNobody
	}
	if len(players)%2 == 1 {
		most := len(players) - 1
		for i, id := range players {
			if r.games[id] > r.games[players[most]] {
				most = i
			}
		}
		players = slices.Delete(players, most, most+1)
	}
	mates := matching.Heaviest(len(players), func(i, j int) int64 {
		a, b := players[i], players[j]
		apart := int64(min(abs(int(r.points[a]-r.points[b])), maxApart))
		c := apart*apart*64 + r.imbalance(a, b)*32 + int64(abs(i-j))
		if r.rival[a] == b || r.rival[b] == a {
			c += 1 << 30
		}
		return 1<<45 - c
	})
	var list []draft
	for i, j := range mates {
		if i < j {
			list = append(list, draft{a: players[i], b: players[j]})
		}
	}
	return list, nil
}
