package rules_test

import (
	"math/rand/v2"
	"testing"

	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
)

// TestBeneath counts two turns deep in random games of all families on lines,
// as Perft does past quiet steps and drops, and turn by turn.
func TestBeneath(t *testing.T) {
	for _, v := range variant.All() {
		if !v.Rules.Lines() || v.Rules.Ruleset().Lines.Actions.Number > 1 {
			continue
		}
		games(v.Rules, rand.NewPCG(10, 11), 4, 40, func(w *walk) {
			before := w.pos
			if got, want := rules.Perft(&w.pos, 2), turnByTurn(&w.pos, 2); got != want {
				t.Fatalf("%s: %d sequences of two turns, want %d: %v", v.ID, got, want, before.Setup())
			}
		})
	}
}

// turnByTurn is Perft by whole turns that are all played and judged in full.
func turnByTurn(p *rules.Position, depth int) (n int64) {
	p.EachTurn(nil, func([]rules.Delta, game.Move) bool {
		switch {
		case depth == 1:
			n++
		case !p.Judge(nil).Over():
			q := *p
			n += turnByTurn(&q, depth-1)
		}
		return true
	})
	return n
}
