package rules

import (
	"tafl3d/game"
	"tafl3d/game/rules/internal/lines"
	"tafl3d/game/rules/internal/tafl"
)

// Delta describes the changes made by one step, for undo, animation and transmission. Its memory may be reused for
// another step.
type Delta struct {
	at    lines.Delta
	lines bool // a step of the games on lines
}

// Move returns the step.
func (d *Delta) Move() game.Move { return d.at.Move }

// Piece returns the piece that moved.
func (d *Delta) Piece() game.Piece { return d.at.Piece }

// Side returns the side that moved.
func (d *Delta) Side() game.Side { return d.at.Turn }

// Captures returns the number of captured pieces.
func (d *Delta) Captures() int { return int(d.at.N) }

// Captured returns the i-th captured piece, with its square and the means.
func (d *Delta) Captured(i int) (game.Square, game.Piece, game.Means) {
	t := d.at.At(i)
	return t.At, t.Piece, t.By
}

// LostMover reports whether the moving piece was itself captured, by the strict rule. It is then the last of the
// captures.
func (d *Delta) LostMover() bool { return d.at.Lost }

// EndsTurn reports whether the step ended the move.
func (d *Delta) EndsTurn() bool { return d.at.Ends }

// Events lists the visible changes of d. The caller adds the end of the game.
func (d *Delta) Events() []game.Event {
	if d.lines {
		return d.at.Events()
	}
	return tafl.Events(&d.at.Delta)
}

// UndoEvents lists the visible changes of undoing d.
func (d *Delta) UndoEvents() []game.Event {
	if d.lines {
		return d.at.UndoEvents()
	}
	return tafl.UndoEvents(&d.at.Delta)
}

// Link returns the relation of the step to the previous one.
func (d *Delta) Link() lines.Link { return d.at.Link }

// Promoted returns the square of a promoted piece and its kinds before and after. It returns false if no piece was
// promoted.
func (d *Delta) Promoted() (at game.Square, was, is game.Piece, ok bool) {
	return d.at.PromotedAt, d.at.Was, d.at.Is, d.at.Is != game.Empty
}

// NamesDrop reports whether the notation of a drop must name the piece, because the side had several kinds in hand.
func (d *Delta) NamesDrop(r *Rules) bool { return r.line != nil && d.at.NamesDrop(r.line) }

// Short reports whether a castling move is on the king's side.
func (d *Delta) Short() bool { return d.at.Rook[0] > d.at.Move.From }
