package core

import (
	"tafl3d/game"
)

// inline is the number of captures that a Delta holds without allocating.
const inline = 8

type Taken struct {
	At    game.Square
	Piece game.Piece
	By    game.Means
}

// Delta describes the changes made by one step, for undo, animation and transmission. Its memory may be reused for
// another step.
type Delta struct {
	Move   game.Move
	Piece  game.Piece
	N      uint8 // number of captures
	Lost   bool  // the moving piece was captured, as the last capture
	Ends   bool  // the step ended the move
	Status       // before the step
	taken  [inline]Taken
	More   []Taken // captures beyond inline
}

func (d *Delta) At(i int) *Taken {
	if i < inline {
		return &d.taken[i]
	}
	return &d.More[i-inline]
}

// Take records a capture unless it is already recorded.
func (d *Delta) Take(s game.Square, c game.Piece, by game.Means) {
	for i := range int(d.N) {
		if d.At(i).At == s {
			return
		}
	}
	if d.N < inline {
		d.taken[d.N] = Taken{s, c, by}
	} else {
		d.More = append(d.More, Taken{s, c, by})
	}
	d.N++
}

// Stirring distinguishes the quiet steps and drops of a position from others. A quiet step captures nothing and
// ends nothing, except that it may leave the opponent without a legal move. A step is certain to be quiet if it
// neither arrives on a square of To nor leaves one of From. Computing both sets once per position is much cheaper
// than playing each step.
type Stirring struct {
	To, From SquareSet
	Leaps    bool // leaps have no side effects, see leapsPlainly
	Drops    bool // drops are quiet, except on the squares of To
}

func (s *Stirring) Quiet(m game.Move) bool {
	switch m.Op {
	case game.Step:
		return !s.To.Has(m.To) && !s.From.Has(m.From)
	case game.Drop:
		return s.Drops && !s.To.Has(m.To)
	}
	return false
}
