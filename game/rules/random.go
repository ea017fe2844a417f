package rules

import (
	"math/rand/v2"

	"tafl3d/game"
)

// RandomStep returns one of the legal steps, each with the same probability;
// false if there is none. It is much quicker than choosing from Legal, because
// most steps are never looked at: between turns a piece and one of its ways to
// go are drawn until they make a legal step.
func (p *Position) RandomStep(rng *rand.PCG, h *History) (game.Move, bool) {
	if p.lines() {
		return p.at.Random(rng, h.in())
	}
	return p.tafl().Random(rng, h.in())
}
