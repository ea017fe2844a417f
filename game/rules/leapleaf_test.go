package rules_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
)

// TestLeapLeaves counts at every position of random games of all families on
// lines the turns that begin with each leap, as Perft does at its leaves and
// one by one, and all turns. The look leaves the position as it was.
func TestLeapLeaves(t *testing.T) {
	changed := map[string][][2]string{
		"halatafl-old": {{"noRest", "none"}, {"W.leap.chain", "mandatory"}, {"B.leap.chain", "none"},
			{"minPieces.A", "20"}},
		"halatafl-winther": {{"W.leap.chain", "optional"}, {"B.leap.chain", "none"}, {"compelled", "W"}},
		"dablot-mini":      {{"royalLost", "on"}, {"S.leap.chain", "mandatory"}},
	}
	for _, v := range variant.All() {
		if !v.Rules.Lines() {
			continue
		}
		set := v.Rules.Ruleset()
		counted := leapLeaves(t, v.ID, v.Rules)
		if (v.ID == "halatafl-old" || v.ID == "dablot-mini" || v.ID == "fox-geese-13") && counted == 0 {
			t.Errorf("%s: no leap is plain", v.ID)
		}
		for _, c := range changed[v.ID] {
			if err := set.Set(c[0], c[1]); err != nil {
				t.Fatal(err)
			}
			r, err := rules.Compile(set)
			if err != nil {
				t.Fatal(err)
			}
			leapLeaves(t, v.ID+" "+c[0]+"="+c[1], r)
		}
	}
}

// leapLeaves compares in a few random games. It returns how many leaps are
// plain.
func leapLeaves(t *testing.T, name string, r *rules.Rules) (plain int) {
	t.Helper()
	games(r, rand.NewPCG(8, 9), 3, 60, func(w *walk) {
		turns, all := map[game.Move]int64{}, int64(0)
		w.pos.EachTurn(nil, func(steps []rules.Delta, last game.Move) bool {
			m := last
			if len(steps) > 0 {
				m = steps[0].Move()
			}
			turns[m]++
			all++
			return true
		})
		if got := rules.Perft(&w.pos, 1); got != all {
			t.Fatalf("%s: %d turns are counted, want %d: %v", name, got, all, w.pos.Setup())
		}
		before := w.pos
		for _, m := range w.pos.Legal(nil, nil) {
			got, ok := w.pos.LeapLeaves(m)
			if !ok {
				continue
			}
			plain++
			if got != turns[m] {
				t.Fatalf("%s: %d turns are counted that begin with %v, want %d: %v", name, got, m, turns[m],
					before.Setup())
			}
			if !slices.Equal(w.pos.Setup().Pieces, before.Setup().Pieces) || w.pos.Hash() != before.Hash() ||
				w.pos.MidTurn() != before.MidTurn() || w.pos.Turn() != before.Turn() {
				t.Fatalf("%s: the look at %v changes the position %v", name, m, before.Setup())
			}
		}
	})
	return plain
}
