package tafl

import (
	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
)

// Calm tells which steps of one position are quiet: they take nothing and end
// nothing but the turn. A search makes them with Slip, which costs a fraction
// of Play and Judge, where it wants no more of the position than its worth.
type Calm struct{ core.Stirring }

// Calm fills c for the position p, whose past is h. It returns false if no
// step is sure to be quiet.
func (p *Position) Calm(c *Calm, h *core.History) bool {
	r := p.Rules
	c.Stirring = core.Stirring{}
	if p.End.Over() || !p.Stir(&c.Stirring) {
		return false
	}
	if r.Set.NoCapture > 0 && h.Quiet()+1 >= 2*r.Set.NoCapture || r.Set.DrawFort > 0 && p.Turn == game.Defenders {
		return false
	}
	p.Turn ^= 1
	open := p.isOpen() || p.someIsFree()
	free := p.Open[p.Turn&1].To
	p.Turn ^= 1
	if open {
		c.To.Set(free) // whoever steps there may leave the other side without a move
	}
	return open
}

// Quiet reports whether a legal step of the position is quiet. It may say no
// of one that is.
func (p *Position) Quiet(c *Calm, m game.Move, h *core.History) bool {
	return c.Quiet(m) && !h.Stood(p.Hash^p.Rules.Moved(m.From, m.To, p.Cell[m.From&core.Slot])^p.Rules.Turn)
}

// Slip makes a quiet step on the board and in the hash, and describes it in d.
// It leaves out what Play keeps up besides: the king's way, the open steps, the
// state of the ring. So the position may be looked at and hashed, but not played
// on, until Unslip takes the step back.
func (p *Position) Slip(m game.Move, d *core.Delta) {
	d.Move, d.Piece, d.N, d.Lost, d.Ends, d.Turn = m, p.Cell[m.From&core.Slot], 0, false, true, p.Turn
	p.core().Slip(m.From, m.To, p.Turn)
}

// Unslip takes back the step that Slip described in d, the newest one.
func (p *Position) Unslip(d *core.Delta) { p.core().Slip(d.Move.To, d.Move.From, d.Turn) }
