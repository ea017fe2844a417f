package tree

import (
	"errors"
	"slices"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
)

// ErrOver is the error of a turn after the end of a game.
var ErrOver = errors.New("the game is over here")

// Cursor stands at a node of a game and knows the position there. What it plays
// is checked.
type Cursor struct {
	game  *Game
	node  *Node
	line  *rules.Line
	steps [][]rules.Delta // of each turn on the way here
}

// Cursor returns a cursor at the start.
func (g *Game) Cursor() *Cursor {
	return &Cursor{game: g, node: g.Root, line: rules.NewLine(g.Start, nil)}
}

// Node returns where the cursor stands.
func (c *Cursor) Node() *Node { return c.node }

// Line returns the position with its past. It belongs to the cursor: ask it, and
// Clone it to play on.
func (c *Cursor) Line() *rules.Line { return c.line }

// Steps returns what the turn that led here did, nothing at the start. It is kept
// for as long as the cursor does not go on.
func (c *Cursor) Steps() []rules.Delta {
	if len(c.steps) == 0 {
		return nil
	}
	return c.steps[len(c.steps)-1]
}

// Record returns the turns that led here.
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

// Over returns how the game has ended by the board, if it has. The start never is
// an end, as in a match.
func (c *Cursor) Over() game.Outcome {
	if c.node.parent == nil && !c.game.Rules().Lines() {
		return game.Outcome{}
	}
	return c.line.Judge()
}

// Closed reports whether nothing can follow: the game has ended by a capture, an
// escape or the like. Behind a repetition, a count of quiet turns, a closed ring or
// fort a game can go on, since people and sites often play on there.
func (c *Cursor) Closed() bool {
	switch c.Over().Cause {
	case game.None, game.Repetition, game.NoCapture, game.QuietTurns, game.DrawFort, game.Encirclement:
		return false
	}
	return true
}

// Back takes the newest turn back; false at the start.
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

// forward goes to a node after the present one.
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

// Play plays a whole turn: it goes to the node of that turn, and adds one as the
// last variation if there is none. The error is ErrOver, an *rules.Illegal or
// rules.ErrTurn; the cursor then stands where it stood.
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

// Text plays a turn that is written in notation, as Play does. The error may also
// be one of package notation.
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

// Settle sets the outcome of g to that of the board where the main line ends in
// one, and returns it.
func (g *Game) Settle() game.Outcome {
	c := g.Cursor()
	c.To(g.Root.Last())
	if end := c.Over(); end.Over() {
		g.Outcome = end
	}
	return g.Outcome
}
