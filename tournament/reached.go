package tournament

import (
	"fmt"
	"slices"
)

// keys sets the sort keys that precede points in formats where points do not determine the order: the round reached
// in a bracket, the place in a group, and in a gauntlet the challenger.
func (v *table) keys() {
	t := v.t
	switch {
	case len(t.bracket) > 0:
		v.bracketKeys()
	case t.config.Format == Gauntlet && len(t.order) > 0:
		for id, r := range v.rows {
			r.key = []int{0}
			if id == t.order[0] {
				r.key[0], r.Reached = 1, "challenger"
			}
		}
	}
	if t.config.Format == Groups && t.drawn {
		for g := range t.config.Groups {
			for _, o := range t.GroupStandings(g + 1) {
				if r := v.rows[o.Entrant]; r != nil {
					r.key = append(r.key, -o.Rank)
				}
			}
		}
	}
}

// Places within a round of a bracket, in ascending order.
const (
	outThere = iota
	lostThird
	wonThird
	lostFinal
	wonFinal
	places
)

// bracketKeys sets the key of every player by the round in which they were eliminated.
func (v *table) bracketKeys() {
	bracket := v.t.Bracket()
	last := 0
	for _, m := range bracket {
		last = max(last, m.Round)
	}
	drawn := func(id int) bool { return slices.Contains(v.t.draw, id) }
	for id, r := range v.rows {
		r.key = []int{-1}
		if drawn(id) {
			// Not eliminated, unless a match below shows otherwise.
			r.key[0], r.Reached = (last+1)*places, "in play"
		}
	}
	set := func(id, round, place int, reached string) {
		if r := v.rows[id]; r != nil && id > 0 {
			r.key[0], r.Reached, r.Out = round*places+place, reached, 0
		}
	}
	out := func(id, round int) {
		set(id, round, outThere, fmt.Sprintf("out in round %d", round))
		if r := v.rows[id]; r != nil {
			r.Out = round
		}
	}
	double := v.t.config.Format == DoubleOut
	for _, m := range bracket {
		if m.Winner == unknown || !m.Needed && m.Stage != Final && m.Stage != Reset {
			continue
		}
		loser := m.loser()
		switch m.Stage {
		case Winners:
			if !double {
				out(loser, m.Round)
			}
		case Losers:
			out(loser, m.Round)
		case Third:
			set(m.Winner, last, wonThird, "third")
			set(loser, last, lostThird, "fourth")
		case Final, Reset:
			if double && m.Stage == Final && bracket[len(bracket)-1].Winner == unknown {
				continue
			}
			set(loser, last, lostFinal, "final")
			set(m.Winner, last, wonFinal, "winner")
		}
	}
}
