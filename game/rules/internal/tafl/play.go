package tafl

import (
	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
	"tafl3d/game/ruleset"
)

// Play plays a legal step and describes it in d. It does not check legality: see Try. The order of operations is that
// of tafl 5.
func (p *Position) Play(m game.Move, d *core.Delta) {
	r := p.Rules
	if r.Ring && p.Turn == game.Defenders && p.Ring == ringUnknown {
		findRing(p) // the same for every quiet move of the defenders
	}
	d.Move, d.Piece, d.N, d.Lost, d.Ends = m, game.Empty, 0, false, false
	d.Status = p.Status
	d.More = d.More[:0]
	p.Chain = game.NoSquare
	if m.Op == game.End {
		p.endTurn(d)
		return
	}
	d.Piece = p.Cell[m.From&core.Slot]
	p.Hash ^= r.Moved(m.From, m.To, d.Piece)
	p.core().Place(m.From, m.To, d.Piece, p.Turn)
	if d.Piece == ruleset.King {
		p.King = m.To
	}
	if near := p.adjacentPieces(m.To); near&r.Of[(p.Turn^1)&1] != 0 || r.Mechanics&hasAnyTrigger != 0 ||
		m.Op == game.Leap {
		p.captures(d, near)
	}
	if r.Set.Passive != ruleset.PassiveNone {
		strict(p, d)
	}
	if p.Ring != ringUnknown {
		keepRing(p, d)
	}
	if r.Sq[p.King&core.Slot].Goal || d.N > 0 && r.Set.Chain != ruleset.ChainOff {
		p.endStep(d)
		return
	}
	p.endTurn(d)
}

// captures removes the pieces that the moving piece captures.
func (p *Position) captures(d *core.Delta, near uint32) {
	p.findCaptures(d, near)
	for i := range int(d.N) {
		p.remove(d.At(i))
	}
}

// endStep decides what follows a step: a win, the next step of a chain, or the other side's turn.
func (p *Position) endStep(d *core.Delta) {
	switch {
	case p.King == game.NoSquare:
		p.End = game.Won(game.Attackers, game.KingCaptured)
	case p.Rules.Sq[p.King].Goal:
		p.End = game.Won(game.Defenders, game.KingEscaped)
	case p.Rules.Set.Chain != ruleset.ChainOff && d.N > 0 && !d.Lost:
		p.Chain = d.Move.To
		var buf [4 * game.MaxSize]game.Move
		if len(p.goingOn(buf[:0])) > 0 {
			return
		}
		p.Chain = game.NoSquare
	}
	p.endTurn(d)
}

// endTurn passes the turn. A chain continues only after a capture.
func (p *Position) endTurn(d *core.Delta) {
	d.Ends = true
	p.Took = d.N > 0 || d.Chain != game.NoSquare
	p.core().Pass()
}

// Undo undoes the last step, which d describes.
func (p *Position) Undo(d *core.Delta) {
	if d.Move.Op != game.End {
		for i := int(d.N) - 1; i >= 0; i-- {
			t := d.At(i)
			p.core().Put(t.At, t.Piece)
		}
		p.core().Place(d.Move.To, d.Move.From, d.Piece, d.Turn)
	}
	p.Status = d.Status
}
