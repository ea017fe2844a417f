package rules

import (
	"errors"
	"fmt"

	"tafl3d/game"
)

// ErrTurn is the error of steps that are not one whole turn.
var ErrTurn = errors.New("not a whole turn")

// Line is a game as the rules see it: a position with what came before it.
// What is played on it is recorded, so that repetitions and turns without a
// capture are known. Play and Try check a turn or a step; Step, for engines,
// does not. Change the position by these alone. A Line is for one goroutine.
type Line struct {
	Position
	past *History
}

// Line returns a line at the start of a game.
func (r *Rules) Line() *Line { return NewLine(r.Start(), nil) }

// NewLine returns a line that stands at p. Its past is h, which it records in
// from now on; without one it begins with p.
func NewLine(p Position, h *History) *Line {
	l := &Line{Position: p, past: h}
	if h == nil {
		l.past = NewHistory(&p)
	}
	return l
}

// Clone returns a line of its own that stands where l does.
func (l *Line) Clone() *Line { return &Line{l.Position, l.past.Clone()} }

// History returns what came before the position, and the position itself
// between turns. It goes on recording: Clone it to keep it as it is.
func (l *Line) History() *History { return l.past }

// Legal appends the legal steps to ms.
func (l *Line) Legal(ms []game.Move) []game.Move { return l.Position.Legal(ms, l.past) }

// LegalTurns returns the legal turns of the side to move.
func (l *Line) LegalTurns() []Turn { return l.Position.LegalTurns(l.past) }

// End returns how the game stands.
func (l *Line) End() End { return l.Position.End(l.past) }

// Claims returns what each side may claim: End without the judgement.
func (l *Line) Claims() [game.Sides]Claim { return l.Position.Claims(l.past) }

// Judge returns how the game has ended, if it has: End without the claims.
func (l *Line) Judge() game.Outcome { return l.Position.Judge(l.past) }

// Play plays a whole turn and returns how the game has ended by it, if it has.
// The error is an *Illegal or wraps ErrTurn; nothing is played then.
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

// Try plays one step if it is legal. The error is an *Illegal; the line is then
// as before.
func (l *Line) Try(m game.Move) (Delta, error) {
	d, err := l.Position.Try(m, l.past)
	if err == nil && d.at.Ends {
		l.past.Push(&l.Position)
	}
	return d, err
}

// Step plays one legal step, describes it in d and returns how the game has
// ended by it, if it has.
func (l *Line) Step(m game.Move, d *Delta) game.Outcome {
	l.Position.Play(m, d)
	if d.at.Ends {
		l.past.Push(&l.Position)
	}
	return l.Judge()
}

// Undo takes back the newest step, which made d.
func (l *Line) Undo(d *Delta) {
	if d.at.Ends {
		l.past.Pop()
	}
	l.Position.Undo(d)
}

// Pass lets the other side move, which no rule allows between turns: it shows
// engines what a move would have to gain. Nothing counts as having stood before.
func (l *Line) Pass(d *Delta) {
	l.Position.Play(game.Move{Op: game.End}, d)
	l.past.Begin(&l.Position)
}

// Reset forgets everything and begins again with p.
func (l *Line) Reset(p Position) {
	l.Position = p
	l.past.Reset(&p)
}
