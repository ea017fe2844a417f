package ai_test

import (
	"math"
	"testing"

	"tafl3d/ai"
	"tafl3d/ai/search"
	"tafl3d/game"
	"tafl3d/game/variant"
)

// TestWinChance: the chance grows strictly with the score, both sides' chances add up to
// 1, and only proof is certain.
func TestWinChance(t *testing.T) {
	ids := []string{"no such game"}
	for _, v := range variant.All() {
		ids = append(ids, v.ID)
	}
	scores := []int{5 - search.Win, -4000, -2372, -1233, -700, -300, -40, 0,
		1, 40, 300, 700, 1233, 2372, 4000, search.Win - 5}
	for _, id := range ids {
		for _, side := range []game.Side{game.Attackers, game.Defenders} {
			last := -1.0
			for _, s := range scores {
				c := ai.WinChance(id, s, side)
				_, _, proof := ai.WinIn(s)
				if c < last || proof != (c == 0 || c == 1) {
					t.Errorf("%s, %v: %d is a chance of %v after %v", id, side, s, c, last)
				}
				if o := ai.WinChance(id, -s, side.Other()); math.Abs(c+o-1) > 1e-12 {
					t.Errorf("%s, %v: %d is %v, and %v for the other side", id, side, s, c, o)
				}
				last = c
			}
		}
	}
}
