package search

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
)

// TestMarkTargets: on boards without bitboards, no move to a square that is not marked captures, and the moves to the
// marked squares come in the order of all moves.
func TestMarkTargets(t *testing.T) {
	for _, id := range []string{"alea-evangelii-19x19", "alea-citadels-19x19", "haven-great-19x19"} {
		v, err := variant.Get(id)
		if err != nil {
			t.Fatal(err)
		}
		s, captures := New(v.Rules), 0
		for turns := range 120 {
			p, h := wander(v.Rules, rand.New(rand.NewPCG(5, uint64(turns))), turns)
			w := newWorker(s)
			w.pos = *rules.NewLine(p, h)
			legal := p.Legal(nil, h)
			men := w.markTargets()
			var arriving []game.Move
			for _, m := range legal {
				n, king := w.hints.captures(&w.pos.Position, m)
				if (n > 0 || king) && !w.targets.Has(m.To) || n > 0 && !men {
					t.Fatalf("%s: %v captures %d men, king %v, but is not marked", id, m, n, king)
				}
				captures += n
				if w.targets.Has(m.To) {
					arriving = append(arriving, m)
				}
			}
			got := p.Fast().LegalOn(nil, &w.targets, h)
			if sortAsLegal(got); !slices.Equal(got, arriving) {
				t.Fatalf("%s: moves to the marked squares: %v, want %v", id, got, arriving)
			}
		}
		if captures == 0 {
			t.Errorf("%s: no position with a capture", id)
		}
	}
}
