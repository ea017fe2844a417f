package rules

import "tafl3d/game"

// Calm tells which steps of one position are quiet: they take nothing and end
// nothing but the turn. A search makes them with Slip, which costs a fraction
// of Play and Judge, where it wants no more of the position than its worth.
type Calm struct{ stirring }

// Calm finds them for the position p, whose past is h. It returns false if no
// step is sure to be quiet.
func (p *Position) Calm(c *Calm, h *History) bool {
	r := p.rules
	c.stirring = stirring{}
	if r.line != nil || p.end.Over() || !p.stir(&c.stirring) {
		return false
	}
	if r.set.NoCapture > 0 && h.Quiet()+1 >= 2*r.set.NoCapture || r.set.DrawFort > 0 && p.turn == game.Defenders {
		return false
	}
	p.turn ^= 1
	open := p.isOpen() || p.someIsFree()
	free := p.open[p.turn&1].To
	p.turn ^= 1
	if open {
		c.to.set(free) // whoever steps there may leave the other side without a move
	}
	return open
}

// Quiet reports whether a legal step of the position is quiet. It may say no
// of one that is.
func (p *Position) Quiet(c *Calm, m game.Move, h *History) bool {
	return c.quiet(m) && !h.stood(p.hash^p.rules.moved(m.From, m.To, p.cell[m.From&slot])^p.rules.turn)
}

// Slip makes a quiet step on the board and in the hash, and describes it in d.
// It leaves out what Play keeps up besides: the king's way, the open steps, the
// state of the ring. So the position may be looked at and hashed, but not played
// on, until Unslip takes the step back.
func (p *Position) Slip(m game.Move, d *Delta) {
	d.move, d.piece, d.n, d.lost, d.ends, d.lines, d.turn = m, p.cell[m.From&slot], 0, false, true, false, p.turn
	p.slip(m.From, m.To, p.turn)
}

// Unslip takes back the step that Slip described in d, the newest one.
func (p *Position) Unslip(d *Delta) { p.slip(d.move.To, d.move.From, d.turn) }
