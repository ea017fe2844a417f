package rules

import (
	"math/rand/v2"

	"tafl3d/game"
)

// RandomStep returns one of the legal steps, each with the same probability;
// false if there is none. It is much quicker than choosing from Legal, because
// most steps are never looked at: a piece, a direction and a distance are
// drawn until they make a step, and where rules look beyond the board only
// the steps that are drawn are put to them.
func (p *Position) RandomStep(rng *rand.PCG, h *History) (game.Move, bool) {
	if p.rules.plain && p.chain == game.NoSquare && !p.end.Over() {
		if m, ok := p.drawStep(rng); ok {
			return m, true
		}
	}
	if p.end.Over() {
		return game.NoMove, false
	}
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
		return !p.rules.filters || p.completable(m, h)
	}
	return p.lawful(m, h)
}

// draws is how often drawStep tries before it gives up.
const draws = 200

// drawStep draws slides until one is legal. Only rules without leaps, camps
// and looks beyond the board have nothing but slides.
func (p *Position) drawStep(rng *rand.PCG) (game.Move, bool) {
	r := p.rules
	var own [slots]game.Square
	n := 0
	for i := range r.words {
		for b := p.side[p.turn&1][i&7]; b != 0; b &= b - 1 {
			own[n&slot] = squareOf(i, b)
			n++
		}
	}
	reach := r.board.Size() - 1
	for range draws {
		x := rng.Uint64()
		from := own[below(x<<32, n)&slot]
		dir := game.Dir(x >> 62)
		steps := 1 + int(uint64(uint32(x>>30))*uint64(reach)>>32)
		k := &r.kind[p.cell[from&slot]&kindMask]
		if k.reach > 0 && steps > k.reach {
			continue
		}
		if to, ok := p.slide(from, dir, steps, k.class); ok {
			return game.Move{From: from, To: to}, true
		}
	}
	return game.NoMove, false
}

// slide follows a slide of so many squares; false if it is not legal.
func (p *Position) slide(s game.Square, dir game.Dir, steps int, class Classes) (game.Square, bool) {
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
