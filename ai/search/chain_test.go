package search

import (
	"testing"

	"tafl3d/game"
	"tafl3d/game/gametest"
	"tafl3d/game/rules"
)

// TestChainEnded: a turn that took a piece is no quiet one because its chain was
// stopped with a step that takes nothing.
func TestChainEnded(t *testing.T) {
	r, err := rules.Compile(gametest.Changed(t, load(t, "brandubh-gorrion").Ruleset(), "chain=optional; noCapture=1"))
	if err != nil {
		t.Fatal(err)
	}
	p := position(t, r, "7/7/3tT2/3K3/T2tT2/7/t6 d")
	h := rules.NewHistory(&p)
	s := New(r)
	s.prepare(Limits{Hash: 1})
	w := s.workers[0]
	w.reset(p, h, p.Legal(nil, h), 0, 0)
	a3, c3 := square(t, r, "a3"), square(t, r, "c3")
	for i, m := range []game.Move{{From: a3, To: c3}, {Op: game.End, From: c3, To: c3}} {
		if o, _ := w.make(&w.frames[i], m); o.Over() {
			t.Errorf("the game ended after step %d: %v", i+1, o)
		}
	}
	if n := w.pos.History().Quiet(); n != 0 {
		t.Errorf("%d turns without a capture after a capture", n)
	}
}

func square(t *testing.T, r *rules.Rules, name string) game.Square {
	t.Helper()
	s, ok := r.Board().Named(name)
	if !ok {
		t.Fatalf("no square %s", name)
	}
	return s
}
