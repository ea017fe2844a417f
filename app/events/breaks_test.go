package events

import (
	"slices"
	"testing"

	"tafl3d/tournament"
)

// TestSetBreak sets tie-breaks at places: an existing one swaps places and is not added again.
func TestSetBreak(t *testing.T) {
	all := tournament.Tiebreaks
	for _, tt := range []struct {
		place, choice int
		want          []tournament.Tiebreak
	}{
		{0, 2, []tournament.Tiebreak{all[1], all[0]}},
		{2, 1, all[:2]},
		{2, 2, all[:2]},
		{2, 3, all[:3]},
		{0, 3, []tournament.Tiebreak{all[2], all[1]}},
		{0, 0, all[1:2]},
	} {
		p := &newEvent{config: tournament.Config{Tiebreaks: slices.Clone(all[:2])}}
		if p.setBreak(tt.place, tt.choice); !slices.Equal(p.config.Tiebreaks, tt.want) {
			t.Errorf("choice %d at place %d: %v, want %v", tt.choice, tt.place, p.config.Tiebreaks, tt.want)
		}
	}
}

// TestTips: each state of a game has a different tooltip.
func TestTips(t *testing.T) {
	seen := map[string]bool{}
	for _, tt := range []struct {
		leg  tournament.Leg
		runs bool
	}{
		{}, {runs: true}, {leg: tournament.Leg{Verdict: "draw"}}, {leg: tournament.Leg{Verdict: "draw", Plies: 9}},
	} {
		tip := textTipOf(&tt.leg, tt.runs)
		if seen[tip] {
			t.Errorf("%+v, under way %v: %q stands for another state, too", tt.leg, tt.runs, tip)
		}
		seen[tip] = true
	}
}
