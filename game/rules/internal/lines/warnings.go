package lines

import (
	"tafl3d/game/rules/internal/core"
)

// CheckGiven returns the pieces that attack the royal piece of the side to move, in games with check.
func (p *Position) CheckGiven() (w core.Warnings) {
	side := p.Turn
	if !p.Game.Set.Chess.Check || p.State.Busy || !inCheck(p, side) {
		return w
	}
	w.Checked = true
	for b := p.Own(side.Other()); b.Any(); {
		if at := b.Pop(); strikesFrom(p, at).Has(p.State.royalAt[side&1]) {
			w.Note(at)
		}
	}
	return w
}
