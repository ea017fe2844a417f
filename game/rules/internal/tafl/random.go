package tafl

import (
	"math/rand/v2"

	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
	"tafl3d/game/ruleset"
)

// drawStep draws a piece, a direction and a distance (0 means a leap, if there are leaps) until they make a legal
// step.
func drawStep(p *Position, rng *rand.PCG, h *core.History) (game.Move, bool) {
	r := p.Rules
	var buf [core.Slots]game.Square
	own := p.core().Standing(&buf)
	reach := r.Board.Size() - 1
	shortest := 1
	if r.Leaps {
		shortest = 0
		reach++
	}
	for range core.Draws {
		x := rng.Uint64()
		from := own[core.Below(x<<32, len(own))]
		dir := game.Dir(x >> 62)
		steps := shortest + int(uint64(uint32(x>>30))*uint64(reach)>>32)
		k := &r.Kind[p.Cell[from&core.Slot]&core.KindMask]
		if steps > k.Reach {
			continue
		}
		if m, ok := stepTowards(p, from, dir, steps, k); ok && (!r.Filters || lawful(p, m, h)) {
			return m, true
		}
	}
	return game.NoMove, false
}

// stepTowards returns the slide of a number of squares, or for 0 the leap. It returns false if the board does not
// allow it. For a piece in its own group, whose slides may have gaps, it returns the slide with that number in order.
func stepTowards(p *Position, from game.Square, dir game.Dir, steps int, k *core.Kind) (game.Move, bool) {
	if steps == 0 {
		return p.leapTowards(from, dir, k)
	}
	if !p.Rules.Slides {
		if home := home(p.Rules, k, from); home != 0 {
			var buf [game.MaxSize]game.Move
			ms := p.slidesFromHome(buf[:0], from, dir, k, home)
			if steps > len(ms) {
				return game.NoMove, false
			}
			return ms[steps-1], true
		}
	}
	to, ok := slide(p, from, dir, steps, k.Class)
	return game.Move{From: from, To: to}, ok
}

// slide follows a slide of a number of squares. It returns false if it is illegal.
func slide(p *Position, s game.Square, dir game.Dir, steps int, class ruleset.Classes) (game.Square, bool) {
	r := p.Rules
	for {
		s = r.Next[s&core.Slot][dir&3]
		q := &r.Sq[s&core.Slot]
		if p.Cell[s&core.Slot] != game.Empty {
			return s, false
		}
		if steps--; steps == 0 {
			return s, q.Enter&class != 0
		}
		if q.Pass&class == 0 {
			return s, false
		}
	}
}

// Random returns a random legal step with uniform probability. It returns false if there is none.
func (p *Position) Random(rng *rand.PCG, h *core.History) (game.Move, bool) {
	if p.Chain == game.NoSquare && !p.End.Over() {
		if m, ok := drawStep(p, rng, h); ok {
			return m, true
		}
	}
	var buf [2 * game.MaxSquares]game.Move
	return core.DrawListed(rng, p.candidates(buf[:0]), func(m game.Move) bool { return lawful(p, m, h) })
}
