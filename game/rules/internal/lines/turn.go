package lines

import (
	"tafl3d/game"
)

// Pending says what the side to move has to do in the turn under way.
type Pending uint8

// What may be pending.
const (
	PendingNothing Pending = iota // no turn is under way
	PendingChain                  // the piece on Chain may go on
	PendingRemoval                // an enemy has to be removed for a mill
	PendingAmbush                 // others have to leap over the same enemy
	PendingAction                 // there are actions left
	PendingDrop                   // pieces are still to be dropped
	// the turn began with a piece taken off for not capturing, or with drops before the first move
	PendingMove
)

// Pending returns what the turn under way waits for.
func (p *Position) Pending() Pending {
	s := &p.State
	switch {
	case p.Chain != game.NoSquare:
		return PendingChain
	case !s.Busy:
		return PendingNothing
	case s.removes > 0:
		return PendingRemoval
	case s.victim != game.NoSquare:
		return PendingAmbush
	case p.Game.prephase != game.Empty && s.Hand[p.Game.prephase] > 0:
		return PendingDrop
	case s.acted == 0:
		return PendingMove
	}
	return PendingAction
}

// limit returns how many actions the turn may have.
func (p *Position) limit() uint8 {
	a := &p.Game.Set.Actions
	if p.State.first && a.First > 0 {
		return uint8(min(a.First, a.Number))
	}
	return uint8(a.Number)
}

// ActionsLeft returns how many actions the turn may still have.
func (p *Position) ActionsLeft() int {
	return int(p.limit()) - int(p.State.acted)
}
