package rules

import (
	"tafl3d/game"
	"tafl3d/game/rules/internal/lines"
	"tafl3d/game/rules/internal/tafl"
)

// Delta is what one step changed: undo, animation and the wire are all made
// from it. Its memory may be used again for another step.
type Delta struct {
	at    lines.Delta
	lines bool // it is a step of the games on lines
}

// Move returns the step.
func (d *Delta) Move() game.Move { return d.at.Move }

// Piece returns the piece that moved.
func (d *Delta) Piece() game.Piece { return d.at.Piece }

// Side returns the side that moved.
func (d *Delta) Side() game.Side { return d.at.Turn }

// Captures returns how many pieces were taken.
func (d *Delta) Captures() int { return int(d.at.N) }

// Captured returns the i-th piece that was taken, where, and by what.
func (d *Delta) Captured(i int) (game.Square, game.Piece, game.Means) {
	t := d.at.At(i)
	return t.At, t.Piece, t.By
}

// LostMover reports whether the piece that moved was itself taken, by the
// strict rule. It is then the last of the captures.
func (d *Delta) LostMover() bool { return d.at.Lost }

// EndsTurn reports whether the turn ended with the step.
func (d *Delta) EndsTurn() bool { return d.at.Ends }

// Events lists what d shows. Whoever judges the game adds the end.
func (d *Delta) Events() []game.Event {
	if d.lines {
		return d.at.Events()
	}
	return tafl.Events(&d.at.Delta)
}

// UndoEvents lists what taking d back shows.
func (d *Delta) UndoEvents() []game.Event {
	if d.lines {
		return d.at.UndoEvents()
	}
	return tafl.UndoEvents(&d.at.Delta)
}

// Link returns how the step hangs on the one before it.
func (d *Delta) Link() lines.Link { return d.at.Link }

// Promoted returns the square on which a piece was promoted and what it was
// and is; false if none was.
func (d *Delta) Promoted() (at game.Square, was, is game.Piece, ok bool) {
	return d.at.PromotedAt, d.at.Was, d.at.Is, d.at.Is != game.Empty
}

// NamesDrop reports whether the text of a drop must name the piece, because
// the side held several kinds.
func (d *Delta) NamesDrop(r *Rules) bool { return r.line != nil && d.at.NamesDrop(r.line) }

// Short reports whether a castling move goes to the king's wing.
func (d *Delta) Short() bool { return d.at.Rook[0] > d.at.Move.From }
