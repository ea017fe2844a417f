package lines

import (
	"tafl3d/game"
)

// Pending is what the side to move must do next in the current move.
type Pending uint8

// The values of Pending.
const (
	PendingNothing Pending = iota // no move has begun
	PendingChain                  // the piece on Chain may continue
	PendingRemoval                // an enemy must be removed for a mill
	PendingAmbush                 // other pieces must leap over the same enemy
	PendingAction                 // there are actions left
	PendingDrop                   // pieces must still be dropped
	// the move began with a piece removed for not capturing, or with drops before the first move
	PendingMove
)

// Pending returns what the current move is waiting for.
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

// limit returns the maximum number of actions in the move.
func (p *Position) limit() uint8 {
	a := &p.Game.Set.Actions
	if p.State.first && a.First > 0 {
		return uint8(min(a.First, a.Number))
	}
	return uint8(a.Number)
}

// ActionsLeft returns how many more actions the move may have.
func (p *Position) ActionsLeft() int {
	return int(p.limit()) - int(p.State.acted)
}
