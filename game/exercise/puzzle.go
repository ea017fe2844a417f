package exercise

import (
	"regexp"
	"strconv"
	"strings"

	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/tree"
)

// Puzzles of OpenTafl: a record with the tags puzzle-mode (loose or strict) and puzzle-start, the address of the
// position at which the solver begins. The moves after it are the solution. Comments explain the moves and may contain
// hints, "(Hint: ...)". No search has verified the solution.

// Tags of OpenTafl's puzzles, as package record names them.
const (
	tagMode     = "PuzzleMode"
	tagPrestart = "PuzzlePrestart"
	tagStart    = "PuzzleStart"
)

// Line is the task of a puzzle whose solution does not end with a win on the board.
const Line = "line"

// Is reports whether a game is an exercise or a puzzle of OpenTafl.
func Is(g *tree.Game) bool { return g.Tag(TagTask) != "" || isPuzzle(g) }

// isPuzzle reports whether a game is a puzzle of OpenTafl.
func isPuzzle(g *tree.Game) bool {
	mode := g.Tag(tagMode)
	return strings.EqualFold(mode, "loose") || strings.EqualFold(mode, "strict")
}

// themeOf maps the end of a solution to its theme. Other ends have the theme "win".
var themeOf = map[game.Cause]string{
	game.KingEscaped: "escape", game.KingCaptured: "catch-king", game.Encirclement: "ring", game.ExitFort: "exit-fort",
	game.NoMoves: "smother", game.TooFew: "too-few", game.AttackersGone: "clear-board",
}

// ofPuzzle returns the exercise that a puzzle describes. Its game begins where the solver begins.
func ofPuzzle(g *tree.Game) (*Exercise, error) {
	address := g.Tag(tagStart)
	if address == "" {
		address = g.Tag(tagPrestart)
	}
	start := addressed(g, address)
	if start == nil {
		return nil, game.Faultf("the puzzle starts at move %s, which its record does not have", address)
	}
	if start.Main() == nil {
		return nil, game.Faultf("the puzzle has no solution")
	}
	own, err := from(g, start)
	if err != nil {
		return nil, err
	}
	x := &Exercise{ID: idOf(own), Game: own, Task: Line, Puzzle: true, Themes: []string{"win"},
		Length: own.Root.Last().Ply(), Source: author(g)}
	if won, cause := x.wins(own.Root.Main()); won {
		x.Task = Win
		if theme := themeOf[cause]; theme != "" {
			x.Themes[0] = theme
		}
	}
	return x, nil
}

// from returns the part of a game that follows a node, as a puzzle that starts at once.
func from(g *tree.Game, start *tree.Node) (*tree.Game, error) {
	c := g.Cursor()
	c.To(start)
	own := tree.New(g.Variant, c.Line().Position)
	own.Own, own.Tags, own.Root.Comment = g.Own, g.Tags, start.Comment
	for _, name := range []string{tagStart, tagPrestart} {
		own.SetTag(name, "")
	}
	s := tree.NewStudy(own)
	for _, n := range start.Next() {
		if err := s.Paste(own.Root, n); err != nil {
			return nil, err
		}
	}
	own.Settle()
	return own, nil
}

// author returns the name of the person who made a puzzle, "" if unknown.
func author(g *tree.Game) string {
	for _, name := range []string{"Annotator", "Compiler"} {
		if by := g.Tag(name); by != "" && by != "OpenTafl" {
			return by
		}
	}
	return ""
}

// addressed returns the node with an address of OpenTafl: "0a" is the start, "9a" the position after the first move of
// row 9, "3b.2.1a" the position after the first move of the second variation on the second move of row 3. An empty
// address is the start. It returns nil if the game has no such node.
func addressed(g *tree.Game, address string) *tree.Node {
	address = strings.Trim(address, ". ")
	if address == "" || strings.TrimRight(address, "ab") == "0" {
		return g.Root
	}
	n := g.Root.Main()
	for i, part := range strings.Split(address, ".") {
		number, err := strconv.Atoi(strings.TrimRight(part, "ab"))
		if n == nil || err != nil || number < 1 {
			return nil
		}
		if i%2 == 1 { // a variation on the move n
			if n = variation(n, number); n == nil {
				return nil
			}
			continue
		}
		plies := (number-1)*game.Sides + strings.Count(part, "b")
		for ; n != nil && plies > 0; plies-- {
			n = n.Main()
		}
	}
	return n
}

// variation returns a variation on a move, from 1; nil if there is none.
func variation(n *tree.Node, number int) *tree.Node {
	if all := n.Parent().Next(); number < len(all) {
		return all[number]
	}
	return nil
}

// wins reports whether the main line from n on ends on the board with a win of the side that moves first in the
// exercise, and the cause.
func (x *Exercise) wins(n *tree.Node) (bool, game.Cause) {
	c := x.Game.Cursor()
	solver := c.Line().Turn()
	c.To(n.Last())
	o := c.Over()
	return o.Over() && !o.Draw && o.Winner == solver, o.Cause
}

// winsAtOnce reports whether a move ends the game with a win of the side that makes it.
func winsAtOnce(at *rules.Line, turn []game.Move) bool {
	line, mover := at.Clone(), at.Turn()
	if _, _, err := line.Play(turn); err != nil || line.MidTurn() {
		return false
	}
	o := line.Judge()
	return o.Over() && !o.Draw && o.Winner == mover
}

// hinted is a hint in a comment. It may contain parentheses.
var hinted = regexp.MustCompile(`(?is)\(hint:\s*(.*)\)`)

// Remark returns the comment on a node without its hint.
func Remark(n *tree.Node) string { return strings.TrimSpace(hinted.ReplaceAllString(n.Comment, "")) }

// Clue returns the hint in the comment on the current position, "" if there is none.
func (a *Attempt) Clue() string {
	if m := hinted.FindStringSubmatch(a.c.Node().Comment); m != nil {
		return strings.TrimSpace(m[1])
	}
	return ""
}
