package tafl

import (
	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
)

// Calm identifies the quiet steps of a position: they capture nothing and end nothing but the move. A search that
// only needs the evaluation of the position after them plays them with Slip, at a fraction of the cost of Play and
// Judge.
type Calm struct{ core.Stirring }

// Calm fills c for the position p, whose history is h. It returns false if no step is certain to be quiet.
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
		c.To.Set(free) // a step to this square may leave the opponent without a legal move
	}
	return open
}

// Quiet reports whether a legal step of the position is quiet. It may return false for a quiet step.
func (p *Position) Quiet(c *Calm, m game.Move, h *core.History) bool {
	return c.Quiet(m) && !h.Stood(p.Hash^p.Rules.Moved(m.From, m.To, p.Cell[m.From&core.Slot])^p.Rules.Turn)
}

// Slip plays a quiet step on the board and in the hash, and describes it in d. It does not update what Play updates
// besides: the king's way, the open steps, the state of the ring. So the position may be read and hashed, but not
// played on, until Unslip undoes the step.
func (p *Position) Slip(m game.Move, d *core.Delta) {
	d.Move, d.Piece, d.N, d.Lost, d.Ends, d.Turn = m, p.Cell[m.From&core.Slot], 0, false, true, p.Turn
	p.core().Slip(m.From, m.To, p.Turn)
}

// Unslip undoes the last step, which Slip described in d.
func (p *Position) Unslip(d *core.Delta) { p.core().Slip(d.Move.To, d.Move.From, d.Turn) }
