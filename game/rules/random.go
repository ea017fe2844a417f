package rules

import (
	"math/rand/v2"

	"tafl3d/game"
	"tafl3d/game/ruleset"
)

// RandomStep returns one of the legal steps, each with the same probability;
// false if there is none. It is much quicker than choosing from Legal, because
// most steps are never looked at: between turns a piece and one of its ways to
// go are drawn until they make a legal step.
func (p *Position) RandomStep(rng *rand.PCG, h *History) (game.Move, bool) {
	if p.end.Over() {
		return game.NoMove, false
	}
	switch {
	case p.rules.line != nil:
		if p.atLarge() {
			if m, ok := p.drawWay(rng, h); ok {
				return m, true
			}
		}
	case p.chain == game.NoSquare:
		if m, ok := p.drawStep(rng, h); ok {
			return m, true
		}
	}
	return p.drawListed(rng, h)
}

// drawListed draws from the list of all steps. Rules that look beyond the
// board are only put to those that are drawn.
func (p *Position) drawListed(rng *rand.PCG, h *History) (game.Move, bool) {
	var buf [2 * game.MaxSquares]game.Move
	ms := p.unfiltered(buf[:0])
	for n := len(ms); n > 0; n-- {
		i := below(rng.Uint64(), n)
		if m := ms[i]; p.passes(m, h) {
			return m, true
		}
		ms[i] = ms[n-1]
	}
	return game.NoMove, false
}

// passes reports whether a step of unfiltered is legal.
func (p *Position) passes(m game.Move, h *History) bool {
	if p.rules.line != nil {
		return !p.filtered() || p.completable(m, h)
	}
	return p.lawful(m, h)
}

// draws is how often a step is drawn in vain before all are listed.
const draws = 200

// drawStep draws a piece, a direction and a distance, 0 for a leap where there
// are leaps, until they make a legal step.
func (p *Position) drawStep(rng *rand.PCG, h *History) (game.Move, bool) {
	r := p.rules
	var buf [slots]game.Square
	own := p.standing(&buf)
	reach := r.board.Size() - 1
	shortest := 1
	if r.leaps {
		shortest = 0
		reach++
	}
	for range draws {
		x := rng.Uint64()
		from := own[below(x<<32, len(own))]
		dir := game.Dir(x >> 62)
		steps := shortest + int(uint64(uint32(x>>30))*uint64(reach)>>32)
		k := &r.kind[p.cell[from&slot]&kindMask]
		if steps > k.reach {
			continue
		}
		if m, ok := p.stepTowards(from, dir, steps, k); ok && (!r.filters || p.lawful(m, h)) {
			return m, true
		}
	}
	return game.NoMove, false
}

// standing lists the squares of the pieces of the side to move.
func (p *Position) standing(buf *[slots]game.Square) []game.Square {
	n := 0
	for i := range p.rules.words {
		for b := p.side[p.turn&1][i&7]; b != 0; b &= b - 1 {
			buf[n&slot] = squareOf(i, b)
			n++
		}
	}
	return buf[:n]
}

// stepTowards returns the slide of so many squares, or the leap if they are
// none; false if the board does not allow it. Of a piece in its home, whose
// slides may have gaps, it is the slide of that number.
func (p *Position) stepTowards(from game.Square, dir game.Dir, steps int, k *kind) (game.Move, bool) {
	if steps == 0 {
		return p.leapTowards(from, dir, k)
	}
	if !p.rules.slides {
		if home := p.rules.home(k, from); home != 0 {
			var buf [game.MaxSize]game.Move
			ms := p.slidesFromHome(buf[:0], from, dir, k, home)
			if steps > len(ms) {
				return game.NoMove, false
			}
			return ms[steps-1], true
		}
	}
	to, ok := p.slide(from, dir, steps, k.class)
	return game.Move{From: from, To: to}, ok
}

// slide follows a slide of so many squares; false if it is not legal.
func (p *Position) slide(s game.Square, dir game.Dir, steps int, class ruleset.Classes) (game.Square, bool) {
	r := p.rules
	for {
		s = r.next[s&slot][dir&3]
		q := &r.sq[s&slot]
		if p.cell[s&slot] != game.Empty {
			return s, false
		}
		if steps--; steps == 0 {
			return s, q.enter&class != 0
		}
		if q.pass&class == 0 {
			return s, false
		}
	}
}

// below maps 64 random bits to a number from 0 to n-1 (Lemire's multiplication;
// the upper half of x decides).
func below(x uint64, n int) int { return int(x >> 32 * uint64(n) >> 32) }
