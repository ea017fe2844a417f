package tournament

import (
	"math/bits"
	"slices"
)

// source says where a player of a bracket match comes from: a seed, or the winner or loser of an earlier node.
type source struct {
	seed  int // from 1; 0: from a node
	node  int
	loser bool
}

// node is a match of a bracket. A bracket lists every node after the nodes its players come from.
type node struct {
	stage Stage
	round int // from 1: one more than the latest round of its sources
	from  [2]source
}

// depth returns the number of rounds in a knock-out of n players.
func depth(n int) int { return bits.Len(uint(max(n, 1) - 1)) }

// seeding returns the seeds of a knock-out from top to bottom: the best two players can only meet in the final, the
// best four not before the semi-finals.
func seeding(rounds int) []int {
	list := []int{1}
	for range rounds {
		next := make([]int, 0, 2*len(list))
		for _, s := range list {
			next = append(next, s, 2*len(list)+1-s)
		}
		list = next
	}
	return list
}

// builder collects the nodes of a bracket.
type builder []node

// add appends a match and returns its number, from 1.
func (b *builder) add(stage Stage, x, y source) int {
	round := 1
	for _, s := range []source{x, y} {
		if s.seed == 0 {
			round = max(round, (*b)[s.node].round+1)
		}
	}
	*b = append(*b, node{stage, round, [2]source{x, y}})
	return len(*b) - 1
}

// knockOut adds the bracket of the players without a loss and returns the nodes of each round.
func (b *builder) knockOut(n int, last Stage) [][]int {
	var level []source
	for _, s := range seeding(depth(n)) {
		level = append(level, source{seed: s})
	}
	var rounds [][]int
	for len(level) > 1 {
		stage := Winners
		if len(level) == 2 {
			stage = last
		}
		var nodes []int
		var next []source
		for i := 0; i < len(level); i += 2 {
			k := b.add(stage, level[i], level[i+1])
			nodes = append(nodes, k)
			next = append(next, source{node: k})
		}
		rounds = append(rounds, nodes)
		level = next
	}
	return rounds
}

// single returns the bracket of a single elimination of n players. With third, the losers of the semi-finals play for
// third place.
func single(n int, third bool) []node {
	var b builder
	rounds := b.knockOut(n, Final)
	if third && len(rounds) > 1 {
		semi := rounds[len(rounds)-2]
		b.add(Third, source{node: semi[0], loser: true}, source{node: semi[1], loser: true})
	}
	return b
}

// double returns the bracket of a double elimination of n players. The losers of each round drop into the second
// bracket, in reverse order every other time, so that players do not soon meet an opponent they lost to. The winner
// of the second bracket must win two finals.
func double(n int) []node {
	var b builder
	rounds := b.knockOut(n, Winners)
	var alive []source
	for i, nodes := range rounds {
		var dropped []source
		for _, k := range nodes {
			dropped = append(dropped, source{node: k, loser: true})
		}
		if i == 0 {
			alive = b.pairUp(dropped)
			continue
		}
		if i%2 == 1 {
			for l, r := 0, len(dropped)-1; l < r; l, r = l+1, r-1 {
				dropped[l], dropped[r] = dropped[r], dropped[l]
			}
		}
		var next []source
		for j := range dropped {
			next = append(next, source{node: b.add(Losers, alive[j], dropped[j])})
		}
		alive = next
		if i < len(rounds)-1 {
			alive = b.pairUp(alive)
		}
	}
	top := rounds[len(rounds)-1][0]
	final := b.add(Final, source{node: top}, alive[0])
	b.add(Reset, source{node: final}, source{node: final, loser: true})
	return b
}

// pairUp pairs neighbours of the second bracket; an odd one out advances without a match.
func (b *builder) pairUp(list []source) []source {
	if len(list) == 1 {
		return list
	}
	var next []source
	for i := 0; i < len(list); i += 2 {
		next = append(next, source{node: b.add(Losers, list[i], list[i+1])})
	}
	return next
}

// Match is a match of a bracket with its current players and result.
type Match struct {
	Node    int    `json:"node"` // its number, from 1
	Stage   Stage  `json:"stage"`
	Round   int    `json:"round"`             // column of the bracket, from 1
	Players [2]int `json:"players"`           // ids; 0: no player, -1: not yet known
	From    [2]int `json:"from"`              // the nodes they come from, negative for their losers, 0 for a seed
	Pairing int    `json:"pairing,omitempty"` // id of the pairing, once it has been made
	Winner  int    `json:"winner"`            // 0: no player, -1: not yet known
	Needed  bool   `json:"needed"`            // false: a walk-over, or a second final that is not played
}

// Special values of Match.Players and Match.Winner.
const (
	noPlayer = 0
	unknown  = -1
)

// Bracket returns the matches of a knock-out, each after the matches its players come from. It is nil before the
// bracket is drawn.
func (t *Tournament) Bracket() []Match {
	if len(t.bracket) == 0 {
		return nil
	}
	list := make([]Match, len(t.bracket))
	made := map[int]*Pairing{}
	for i := range t.pairings {
		if p := &t.pairings[i]; p.Node > 0 {
			made[p.Node] = p
		}
	}
	for i, n := range t.bracket {
		m := Match{Node: i + 1, Stage: n.stage, Round: n.round}
		for k, s := range n.from {
			m.Players[k], m.From[k] = t.playerFrom(list, s)
		}
		m.setWinner(made[i+1], list)
		list[i] = m
	}
	return list
}

// playerFrom returns the player from a source, and the number of the source's node (see Match.From).
func (t *Tournament) playerFrom(list []Match, s source) (player, from int) {
	if s.seed > len(t.draw) {
		return noPlayer, 0
	}
	if s.seed > 0 {
		return t.draw[s.seed-1], 0
	}
	m := &list[s.node]
	if !s.loser {
		return m.Winner, s.node + 1
	}
	return m.loser(), -(s.node + 1)
}

// loser returns the loser of the match, with the same special values as Match.Winner.
func (m *Match) loser() int {
	switch {
	case m.Winner == unknown:
		return unknown
	case m.Winner == m.Players[0]:
		return m.Players[1]
	}
	return m.Players[0]
}

// setWinner sets the winner of a match whose players have been filled in.
func (m *Match) setWinner(p *Pairing, list []Match) {
	a, b := m.Players[0], m.Players[1]
	m.Winner = unknown
	if m.Stage == Reset {
		// The second final is needed only if the player with one loss wins the first.
		final := &list[m.Node-2]
		m.Players = final.Players
		a, b = m.Players[0], m.Players[1]
		if final.Winner == unknown {
			m.Needed = true
			return
		}
		if final.Winner == a || b == noPlayer {
			m.Winner = final.Winner
			return
		}
	}
	switch {
	case p != nil:
		m.Pairing, m.Needed = p.ID, true
		if p.Winner != 0 {
			m.Winner = p.Winner
		}
	case a == unknown || b == unknown:
		m.Needed = a != noPlayer && b != noPlayer
	case a == noPlayer || b == noPlayer:
		m.Winner = a + b
	default:
		m.Needed = true
	}
}

// readyMatches drafts the matches of the earliest round whose players are known.
func (t *Tournament) readyMatches() []draft {
	var list []draft
	round := 0
	for _, m := range t.Bracket() {
		if m.Pairing != 0 || m.Winner != unknown || m.Players[0] < 1 || m.Players[1] < 1 {
			continue
		}
		if round == 0 || m.Round < round {
			round, list = m.Round, nil
		}
		if m.Round == round {
			list = append(list, draft{a: m.Players[0], b: m.Players[1], stage: m.Stage, node: m.Node})
		}
	}
	return list
}

// bracketSize returns the number of players in a knock-out after groups.
func (t *Tournament) bracketSize() int { return t.config.Groups * t.config.Advance }

// drawKnockOut draws the knock-out after the groups: all group winners, then all second places, ordered by their
// standings. Withdrawn players are skipped. Where two players of one group would meet in the first round, the lower
// one changes places with the nearest player of the same rank.
func (t *Tournament) drawKnockOut() {
	tables := make([][]Row, t.config.Groups)
	for g := range tables {
		tables[g] = t.GroupStandings(g + 1)
		tables[g] = slices.DeleteFunc(tables[g], func(r Row) bool { return r.Withdrawn })
	}
	t.draw, t.drawn = nil, true
	for place := range t.config.Advance {
		for _, table := range tables {
			if place < len(table) {
				t.draw = append(t.draw, table[place].Entrant)
			}
		}
	}
	t.separateGroups()
	t.bracket = single(len(t.draw), t.config.Third)
}

// separateGroups swaps players of the same rank until, where possible, no match of the first round is between two
// players of one group.
func (t *Tournament) separateGroups() {
	n, size := len(t.draw), 1<<depth(len(t.draw))
	group := func(i int) int { return t.entrants[t.draw[i]-1].Group }
	clash := func(i int) bool {
		j := size - 1 - i
		return j < n && j != i && group(i) == group(j)
	}
	for i := size / 2; i < n; i++ {
		for _, d := range []int{-1, 1, -2, 2, -3, 3} {
			if !clash(i) {
				break
			}
			j := i + d
			if j < size/2 || j >= n || i/t.config.Groups != j/t.config.Groups {
				continue
			}
			t.draw[i], t.draw[j] = t.draw[j], t.draw[i]
			if clash(i) || clash(j) {
				t.draw[i], t.draw[j] = t.draw[j], t.draw[i]
			}
		}
	}
}
