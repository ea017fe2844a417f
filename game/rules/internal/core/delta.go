package core

import (
	"tafl3d/game"
)

// inline is how many captures a Delta holds without allocating.
const inline = 8

type Taken struct {
	At    game.Square
	Piece game.Piece
	By    game.Means
}

// Delta is what one step changed: undo, animation and the wire are all made
// from it. Its memory may be used again for another step.
type Delta struct {
	Move   game.Move
	Piece  game.Piece
	N      uint8 // captures
	Lost   bool  // the mover itself was taken, and is the last capture
	Ends   bool  // the turn ended
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

// Take notes a capture unless it is noted already.
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

// Stirring tells the quiet steps and drops of one position from the others. A
// quiet one takes nothing and ends nothing, except that the other side may be left
// without a move. A step is surely quiet if it neither arrives on a square of To
// nor leaves one of From. Both sets are found once for a position, which is much
// cheaper than to play each step and look.
type Stirring struct {
	To, From SquareSet
	Leaps    bool // leaps are plain
	Drops    bool // drops are quiet, but to some squares
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
