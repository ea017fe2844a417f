package rules

import (
	"tafl3d/game"
	"tafl3d/game/rules/internal/tafl"
)

// LegalTo appends those of the Legal steps that arrive on a square of to, in
// no particular order: for those who look for few of them. Only positions that
// have bitboards may be asked.
func (p *Position) LegalTo(ms []game.Move, to game.Bitboard, h *History) []game.Move {
	if !p.lines() {
		return p.tafl().LegalTo(ms, to, h.in())
	}
	keep := ms
	for _, m := range p.Legal(ms, h)[len(ms):] {
		if m.To >= 0 && to.Has(m.To) {
			keep = append(keep, m)
		}
	}
	return keep
}

// Calm finds the quiet steps of p, whose past is h. It returns false if no step
// is sure to be quiet.
func (p *Position) Calm(c *tafl.Calm, h *History) bool { return !p.lines() && p.tafl().Calm(c, h.in()) }

// Quiet reports whether a legal step of the position is quiet. It may say no
// of one that is.
func (p *Position) Quiet(c *tafl.Calm, m game.Move, h *History) bool {
	return p.tafl().Quiet(c, m, h.in())
}

// Slip makes a quiet step on the board and in the hash, and describes it in d.
// It leaves out what Play keeps up besides: the king's way, the open steps, the
// state of the ring. So the position may be looked at and hashed, but not played
// on, until Unslip takes the step back.
func (p *Position) Slip(m game.Move, d *Delta) {
	d.lines = false
	p.tafl().Slip(m, &d.at.Delta)
}

// Unslip takes back the step that Slip described in d, the newest one.
func (p *Position) Unslip(d *Delta) { p.tafl().Unslip(&d.at.Delta) }
