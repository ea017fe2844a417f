package rules

import (
	"errors"
	"fmt"

	"tafl3d/game"
)

// ErrTurn is returned for steps that do not form one complete move.
var ErrTurn = errors.New("not a whole turn")

// Line is a position with its history. It records what is played, for repetitions and for counting moves without
// capture. Play and Try check moves and steps; Step, for engines, does not. Change the position only by these
// methods. A Line must be used by one goroutine at a time.
type Line struct {
	Position
	past *History
}

// Line returns a line at the start of a game.
func (r *Rules) Line() *Line { return NewLine(r.Start(), nil) }

// NewLine returns a line at p. It takes ownership of the history h; if h is nil, the history begins with p.
func NewLine(p Position, h *History) *Line {
	l := &Line{Position: p, past: h}
	if h == nil {
		l.past = NewHistory(&p)
	}
	return l
}

// Clone returns an independent copy of l.
func (l *Line) Clone() *Line { return &Line{l.Position, l.past.Clone()} }

// History returns the history before the position, including the position itself between moves. The line continues to
// record in it: use Clone to keep a copy.
func (l *Line) History() *History { return l.past }

// Legal appends the legal steps to ms.
func (l *Line) Legal(ms []game.Move) []game.Move { return l.Position.Legal(ms, l.past) }

// LegalTurns returns the complete legal moves of the side to move.
func (l *Line) LegalTurns() []Turn { return l.Position.LegalTurns(l.past) }

// End returns the outcome and the possible claims.
func (l *Line) End() End { return l.Position.End(l.past) }

// Claims returns what each side may claim: End without the outcome.
func (l *Line) Claims() [game.Sides]Claim { return l.Position.Claims(l.past) }

// Judge returns the outcome, if the game has ended: End without the claims.
func (l *Line) Judge() game.Outcome { return l.Position.Judge(l.past) }

// Play plays a complete move and returns the outcome, if the game has ended. The error is an *Illegal or wraps
// ErrTurn; then nothing is played.
func (l *Line) Play(turn []game.Move) (steps []Delta, end game.Outcome, err error) {
	before := l.Position
	steps = make([]Delta, len(turn))
	for i, m := range turn {
		if i > 0 && !l.MidTurn() {
			err = fmt.Errorf("%w: it is over before step %d", ErrTurn, i+1)
		}
		if err == nil {
			steps[i], err = l.Position.Try(m, l.past)
		}
		if err != nil {
			break
		}
	}
	switch {
	case err == nil && len(turn) > 0 && !l.MidTurn():
		l.past.Push(&l.Position)
		return steps, l.Judge(), nil
	case err == nil:
		err = fmt.Errorf("%w: it is not complete", ErrTurn)
	}
	l.Position = before
	return nil, game.Outcome{}, err
}

// Try plays one step if it is legal. The error is an *Illegal; then the line is unchanged.
func (l *Line) Try(m game.Move) (Delta, error) {
	d, err := l.Position.Try(m, l.past)
	if err == nil && d.at.Ends {
		l.past.Push(&l.Position)
	}
	return d, err
}

// Step plays one legal step, describes it in d and returns the outcome, if the game has ended.
func (l *Line) Step(m game.Move, d *Delta) game.Outcome {
	l.Position.Play(m, d)
	if d.at.Ends {
		l.past.Push(&l.Position)
	}
	return l.Judge()
}

// Undo undoes the last step, which d describes.
func (l *Line) Undo(d *Delta) {
	if d.at.Ends {
		l.past.Pop()
	}
	l.Position.Undo(d)
}

// Pass passes the turn between moves, which is never legal: engines use it to measure the value of a move. The
// position counts as one without history.
func (l *Line) Pass(d *Delta) {
	l.Position.Play(game.Move{Op: game.End}, d)
	l.past.Begin(&l.Position)
}

// Reset clears the history and begins again with p.
func (l *Line) Reset(p Position) {
	l.Position = p
	l.past.Reset(&p)
}
