package protocol

import (
	"math/rand/v2"
	"strings"
	"testing"

	"tafl3d/game/notation"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
)

// TestFEN: a FEN leads back to all that its position is, in every tafl game.
func TestFEN(t *testing.T) {
	for _, v := range variant.Of("tafl") {
		line := v.Rules.Line()
		chance := rand.NewPCG(3, 4)
		for range 60 {
			if !line.MidTurn() {
				rows, side, _ := strings.Cut(FEN(&line.Position), " ")
				p, err := ParseFEN(v.Rules, rows, side)
				if err != nil || p.Hash() != line.Hash() {
					t.Fatalf("%s: %s: %s does not lead back: %v", v.ID, notation.Position(&line.Position),
						FEN(&line.Position), err)
				}
			}
			var d rules.Delta
			m, ok := line.RandomStep(chance, line.History())
			if !ok || line.Step(m, &d).Over() || line.Count(0) == 0 {
				break
			}
		}
	}
}
