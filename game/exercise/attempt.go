package exercise

import (
	"slices"

	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/tree"
)

// Answer is the judgement of a move of the solver.
type Answer uint8

// The answers.
const (
	Wrong  Answer = iota // does not solve the exercise
	Right                // correct, and a reply follows
	Solved               // correct, and the exercise is finished
)

// Attempt is the state of solving an exercise. It must be used by one goroutine at a time.
type Attempt struct {
	x *Exercise
	c *tree.Cursor
}

// Begin returns an attempt at the start position of the exercise.
func (x *Exercise) Begin() *Attempt { return &Attempt{x, x.Game.Cursor()} }

// Line returns the position with its history; see tree.Cursor.Line.
func (a *Attempt) Line() *rules.Line { return a.c.Line() }

// Node returns the current node in the game of the exercise.
func (a *Attempt) Node() *tree.Node { return a.c.Node() }

// Play judges a complete move of the solver. After a Right move the reply is played, too, and returned. A wrong move
// changes nothing. A move other than the solution's that wins in the same number of moves, which is possible only
// after the first, ends the exercise. In a puzzle a variation that wins is right, and a move that wins at once solves
// it.
func (a *Attempt) Play(turn []game.Move) (answer Answer, reply []game.Move) {
	n := a.Known(turn)
	switch {
	case n == nil && a.x.Puzzle && winsAtOnce(a.c.Line(), turn):
		if _, err := a.c.Play(turn); err != nil {
			return Wrong, nil
		}
		return Solved, nil
	case n == nil:
		return Wrong, nil
	}
	other := n != a.c.Node().Main()
	if won, _ := a.x.wins(n); other && a.x.Puzzle && !won {
		return Wrong, nil
	}
	a.c.To(n)
	if other && !a.x.Puzzle || n.Main() == nil {
		return Solved, nil
	}
	a.c.To(n.Main())
	if a.c.Node().Main() == nil { // every reply loses at once
		return Solved, a.c.Node().Turn
	}
	return Right, a.c.Node().Turn
}

// Known returns the node of a move in the game of the exercise, nil if it has no such move here.
func (a *Attempt) Known(turn []game.Move) *tree.Node {
	for _, n := range a.c.Node().Next() {
		if slices.Equal(n.Turn, turn) {
			return n
		}
	}
	return nil
}

// Hint returns the next move of the solution, nil if the exercise is finished.
func (a *Attempt) Hint() []game.Move {
	if n := a.c.Node().Main(); n != nil {
		return n.Turn
	}
	return nil
}
