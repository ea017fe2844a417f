package rules

import (
	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
	"tafl3d/game/rules/internal/tafl"
)

// Fast provides operations on a position for searches: generating only some of the moves, and playing steps at a
// fraction of the cost.
type Fast Position

// Fast returns p for use by a search. It shares memory with p.
func (p *Position) Fast() *Fast { return (*Fast)(p) }

func (p *Fast) position() *Position { return (*Position)(p) }

// LegalTo appends the legal steps that arrive on a square of to, in no particular order. The position must have
// bitboards.
func (p *Fast) LegalTo(ms []game.Move, to game.Bitboard, h *History) []game.Move {
	if !p.position().lines() {
		return p.position().tafl().LegalTo(ms, to, h.in())
	}
	keep := ms
	for _, m := range p.position().Legal(ms, h)[len(ms):] {
		if m.To >= 0 && to.Has(m.To) {
			keep = append(keep, m)
		}
	}
	return keep
}

// SquareSet is a set of squares of any board.
type SquareSet = core.SquareSet

// LegalOn is LegalTo for a tafl board of any size.
func (p *Fast) LegalOn(ms []game.Move, to *SquareSet, h *History) []game.Move {
	return p.position().tafl().LegalOn(ms, to, h.in())
}

// Each calls f for the square of every piece of a side until f returns false.
func (p *Fast) Each(side game.Side, f func(game.Square) bool) { p.at.Each(side, f) }

// Evasions appends the legal steps of the attackers in a tafl game that may answer the king's threat to win with his
// next step: all that stop it, capture the king, or end the game with a win or a draw, and a few others. It returns
// false and appends nothing if there is no such threat, or if the rules leave open what answers it.
func (p *Fast) Evasions(ms []game.Move, h *History) ([]game.Move, bool) {
	if p.position().lines() {
		return ms, false
	}
	return p.position().tafl().Evasions(ms, h.in())
}

// Calm computes the quiet steps of p, whose history is h. It returns false if no step is certain to be quiet.
func (p *Fast) Calm(c *tafl.Calm, h *History) bool {
	return !p.position().lines() && p.position().tafl().Calm(c, h.in())
}

// Quiet reports whether a legal step of the position is quiet. It may return false for a quiet step.
func (p *Fast) Quiet(c *tafl.Calm, m game.Move, h *History) bool {
	return p.position().tafl().Quiet(c, m, h.in())
}

// Slip plays a quiet step on the board and in the hash, and describes it in d. It does not update what Play updates
// besides: the king's way, the open steps, the state of the ring. So the position may be read and hashed, but not
// played on, until Unslip undoes the step.
func (p *Fast) Slip(m game.Move, d *Delta) {
	d.lines = false
	p.position().tafl().Slip(m, &d.at.Delta)
}

// Unslip undoes the last step, which Slip described in d.
func (p *Fast) Unslip(d *Delta) { p.position().tafl().Unslip(&d.at.Delta) }
