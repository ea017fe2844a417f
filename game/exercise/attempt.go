package exercise

import (
	"slices"

	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/tree"
)

// Answer is what a turn of the solver is worth.
type Answer uint8

// The answers.
const (
	Wrong  Answer = iota // it does not solve the exercise
	Right                // it does, and there is a reply
	Solved               // it does, and the exercise is at its end
)

// Attempt is somebody's way through an exercise. One goroutine owns it.
type Attempt struct {
	x *Exercise
	c *tree.Cursor
}

// Begin returns an attempt that stands at the position of the exercise.
func (x *Exercise) Begin() *Attempt { return &Attempt{x, x.Game.Cursor()} }

// Line returns the position with its past; see tree.Cursor.Line.
func (a *Attempt) Line() *rules.Line { return a.c.Line() }

// Node returns where the attempt stands in the game of the exercise.
func (a *Attempt) Node() *tree.Node { return a.c.Node() }

// Play answers a whole turn of the solver. Where it is Right the reply is played too and
// returned. A wrong turn changes nothing. A turn that wins as soon as that of the solution
// but stands beside it, which only later turns may, ends the exercise.
func (a *Attempt) Play(turn []game.Move) (answer Answer, reply []game.Move) {
	for i, n := range a.c.Node().Next() {
		if !slices.Equal(n.Turn, turn) {
			continue
		}
		a.c.To(n)
		if i > 0 || n.Main() == nil {
			return Solved, nil
		}
		a.c.To(n.Main())
		if a.c.Node().Main() == nil { // whatever is replied loses at once
			return Solved, a.c.Node().Turn
		}
		return Right, a.c.Node().Turn
	}
	return Wrong, nil
}

// Hint returns the next turn of the solution, nil where the exercise is solved.
func (a *Attempt) Hint() []game.Move {
	if n := a.c.Node().Main(); n != nil {
		return n.Turn
	}
	return nil
}
