package tree

import (
	"errors"
	"slices"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
)

// ErrOver is returned for a move after the end of a game.
var ErrOver = errors.New("the game is over here")

// Cursor is a place in a game with the position there. Moves played through it are checked.
type Cursor struct {
	game  *Game
	node  *Node
	line  *rules.Line
	steps [][]rules.Delta // of each move from the start to here
}

// Cursor returns a cursor at the start.
func (g *Game) Cursor() *Cursor {
	return &Cursor{game: g, node: g.Root, line: rules.NewLine(g.Start, nil)}
}

// Node returns the current node.
func (c *Cursor) Node() *Node { return c.node }

// Line returns the position with its history. The cursor owns it; use Clone to play on.
func (c *Cursor) Line() *rules.Line { return c.line }

// Steps returns the steps of the move to the current node, nil at the start. The slice is valid until the cursor
// moves.
func (c *Cursor) Steps() []rules.Delta {
	if len(c.steps) == 0 {
		return nil
	}
	return c.steps[len(c.steps)-1]
}

// Record returns the moves from the start to the current node.
func (c *Cursor) Record() match.Record {
	turns := make([]match.Turn, 0, len(c.steps))
	side := c.game.Start.Turn()
	for i, n := range c.node.Path() {
		t := match.Turn{Side: side, Steps: c.steps[i], Text: n.Text}
		if n.Left != nil {
			t.Left = *n.Left
		}
		turns = append(turns, t)
		side = side.Other()
	}
	return match.NewRecord(turns, len(turns))
}

// Over returns the outcome on the board, if the game has ended here. The start is never an end, as in a match.
func (c *Cursor) Over() game.Outcome {
	if c.node.parent == nil && !c.game.Rules().Lines() {
		return game.Outcome{}
	}
	return c.line.Judge()
}

// Closed reports whether no move can follow, because the game has ended by a capture, an escape or the like. After a
// repetition, a count of quiet moves, a closed ring or a fort, moves may follow, because people and sites often play
// on.
func (c *Cursor) Closed() bool {
	switch c.Over().Cause {
	case game.None, game.Repetition, game.NoCapture, game.QuietTurns, game.DrawFort, game.Encirclement:
		return false
	}
	return true
}

// Back goes back one move. It returns false at the start.
func (c *Cursor) Back() bool {
	if c.node.parent == nil {
		return false
	}
	last := c.steps[len(c.steps)-1]
	for i := range slices.Backward(last) {
		c.line.Undo(&last[i])
	}
	c.steps = c.steps[:len(c.steps)-1]
	c.node = c.node.parent
	return true
}

// forward goes to a child of the current node.
func (c *Cursor) forward(n *Node) {
	steps := make([]rules.Delta, len(n.Turn))
	for i, m := range n.Turn {
		c.line.Step(m, &steps[i])
	}
	c.steps = append(c.steps, steps)
	c.node = n
}

// To goes to a node of the same game.
func (c *Cursor) To(n *Node) {
	if n.parent == c.node && n.parent != nil {
		c.forward(n)
		return
	}
	path, here := n.Path(), c.node.Path()
	common := 0
	for common < min(len(path), len(here)) && path[common] == here[common] {
		common++
	}
	for range here[common:] {
		c.Back()
	}
	for _, n := range path[common:] {
		c.forward(n)
	}
}

// Play plays a complete move: it goes to the child with that move, or adds one as the last variation. The error is
// ErrOver, an *rules.Illegal or rules.ErrTurn; the cursor then stays where it was.
func (c *Cursor) Play(turn []game.Move) (*Node, error) {
	if next := c.node.find(turn); next != nil {
		c.forward(next)
		return next, nil
	}
	if c.Closed() {
		return nil, ErrOver
	}
	steps, _, err := c.line.Play(turn)
	if err != nil {
		return nil, err
	}
	n := &Node{Turn: slices.Clone(turn), Text: notation.Turn(c.game.Rules(), steps), parent: c.node}
	c.steps = append(c.steps, steps)
	c.node.next = append(c.node.next, n)
	c.node = n
	return n, nil
}

// Text plays a move given in notation, like Play. The error may also be one of package notation.
func (c *Cursor) Text(text string) (*Node, error) {
	if c.Closed() {
		return nil, ErrOver
	}
	turn, err := notation.ParseTurn(&c.line.Position, c.line.History(), text)
	if err != nil {
		return nil, err
	}
	return c.Play(turn)
}

// Settle sets the outcome of g to that of the board, if the main line ends in one, and returns it.
func (g *Game) Settle() game.Outcome {
	c := g.Cursor()
	c.To(g.Root.Last())
	if end := c.Over(); end.Over() {
		g.Outcome = end
	}
	return g.Outcome
}
