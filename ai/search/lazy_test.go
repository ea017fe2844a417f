package search

import (
	"math/rand/v2"
	"testing"

	"tafl3d/game/notation"
	"tafl3d/game/variant"
)

// TestGlance: what is seen of a step at a glance is what the search finds when
// it plays the step and looks no further than the horizon.
func TestGlance(t *testing.T) {
	chance := rand.New(rand.NewPCG(9, 9))
	seen := 0
	for _, x := range variant.Of("tafl") {
		s := New(x.Rules)
		for range 8 {
			p, h := wander(x.Rules, chance, chance.IntN(40))
			moves := p.Legal(nil, h)
			if p.Judge(h).Over() || len(moves) == 0 {
				continue
			}
			s.prepare(Limits{Hash: 1})
			w := s.workers[0]
			w.reset(p, h, moves, 0, 0)
			w.turns, w.target = 2, 4
			f := &w.frames[0]
			for _, m := range moves {
				f.lazy = lazyUnknown
				v, ok := w.lazyScore(f, m, 0)
				if !ok {
					continue
				}
				seen++
				f.lazy = lazyNever
				if full := w.searchMove(f, m, 0, 1, v, v+1, 0); full != v {
					t.Fatalf("%s: %s: %s is worth %d at a glance, %d", x.ID, notation.Position(&p),
						words(p, m), v, full)
				}
			}
		}
	}
	if seen < 10_000 {
		t.Errorf("only %d steps were judged at a glance", seen)
	}
}
