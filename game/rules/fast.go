package rules

import (
	"tafl3d/game"
	"tafl3d/game/rules/internal/tafl"
)

// Fast is a position as a search asks it: for few of its moves, and for steps made
// at a fraction of the price. Nobody else needs these questions.
type Fast Position

// Fast returns p for a search.
func (p *Position) Fast() *Fast { return (*Fast)(p) }

func (p *Fast) position() *Position { return (*Position)(p) }

// LegalTo appends those of the Legal steps that arrive on a square of to, in
// no particular order: for those who look for few of them. Only positions that
// have bitboards may be asked.
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

// Evasions appends the legal steps of the attackers of a tafl game that may
// answer the threat of the king to win with his next step: all that stop it,
// capture the king, or end the game with a win or a draw, and a few others. It
// returns false, with nothing appended, where he has no such threat or where
// the rules leave open what answers it.
func (p *Fast) Evasions(ms []game.Move, h *History) ([]game.Move, bool) {
	if p.position().lines() {
		return ms, false
	}
	return p.position().tafl().Evasions(ms, h.in())
}

// Calm finds the quiet steps of p, whose past is h. It returns false if no step
// is sure to be quiet.
func (p *Fast) Calm(c *tafl.Calm, h *History) bool {
	return !p.position().lines() && p.position().tafl().Calm(c, h.in())
}

// Quiet reports whether a legal step of the position is quiet. It may say no
// of one that is.
func (p *Fast) Quiet(c *tafl.Calm, m game.Move, h *History) bool {
	return p.position().tafl().Quiet(c, m, h.in())
}

// Slip makes a quiet step on the board and in the hash, and describes it in d.
// It leaves out what Play keeps up besides: the king's way, the open steps, the
// state of the ring. So the position may be looked at and hashed, but not played
// on, until Unslip takes the step back.
func (p *Fast) Slip(m game.Move, d *Delta) {
	d.lines = false
	p.position().tafl().Slip(m, &d.at.Delta)
}

// Unslip takes back the step that Slip described in d, the newest one.
func (p *Fast) Unslip(d *Delta) { p.position().tafl().Unslip(&d.at.Delta) }
