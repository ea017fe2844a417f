package rules

import (
	"math/rand/v2"

	"tafl3d/game"
)

// RandomStep returns a random legal step with uniform probability. It returns false if there is none. It is much
// faster than choosing from Legal, because most steps are never examined: between moves it draws a piece and one of
// its ways until they make a legal step.
func (p *Position) RandomStep(rng *rand.PCG, h *History) (game.Move, bool) {
	if p.lines() {
		return p.at.Random(rng, h.in())
	}
	return p.tafl().Random(rng, h.in())
}
