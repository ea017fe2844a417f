package ai_test

import (
	"math"
	"testing"

	"tafl3d/ai"
	"tafl3d/ai/search"
	"tafl3d/game"
	"tafl3d/game/variant"
)

// TestChance: more is better, what one side has the other lacks, only proof is certain.
func TestChance(t *testing.T) {
	ids := []string{"no such game"}
	for _, v := range variant.All() {
		ids = append(ids, v.ID)
	}
	scores := []int{-search.Win, 5 - search.Win, -5000, -700, -300, -40, 0, 1, 40, 300, 700, 5000, search.Win - 5, search.Win - 1}
	for _, id := range ids {
		for _, side := range []game.Side{game.Attackers, game.Defenders} {
			last := -1.0
			for _, s := range scores {
				c := ai.Chance(id, s, side)
				_, _, proof := ai.WinIn(s)
				switch {
				case c < last || proof != (c == 0 || c == 1):
					t.Errorf("%s, %v: %d is a chance of %v after %v", id, side, s, c, last)
				case math.Abs(c+ai.Chance(id, -s, side.Other())-1) > 1e-12:
					t.Errorf("%s, %v: %d is %v, and %v for the other side", id, side, s, c, ai.Chance(id, -s, side.Other()))
				case s == 0 && c != 0.5:
					t.Errorf("%s: nothing is a chance of %v", id, c)
				}
				last = c
			}
			if c := ai.Chance(id, 300, side); c < 0.55 || c > 0.995 {
				t.Errorf("%s, %v: three men are a chance of %v", id, side, c)
			}
		}
	}
}
