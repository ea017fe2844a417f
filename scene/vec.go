// Package scene says what stands where at a moment: actors, paths, timeline,
// marks, camera and picking. It computes; the renderer draws. World units are
// squares; the middle of the board's upper face is the origin, x points along
// the files, y up, and z towards rank 1.
package scene

import "tafl3d/game"

// Vec is a point or a direction in the world.
type Vec struct{ X, Y, Z float32 }

// Marks are the squares that the controller wants pointed out. NoSquare stands
// for none.
type Marks struct {
	Hover    game.Square    // under the pointer
	Cursor   game.Square    // of the keyboard
	Selected game.Square    // the piece that was picked up
	Targets  []game.Square  // where the selected piece may go
	Places   []game.Square  // where a piece from the hand may be put
	Movers   []game.Square  // the pieces that may be picked up, where there are few
	Last     [2]game.Square // the last move, from and to
	Hint     [2]game.Square // the engine's choice, from and to
	Threats  []game.Square  // squares that make a threat
	Causes   []game.Square  // squares that made a refusal
	Captors  []game.Square  // squares that made a capture or an ending
	Drawn    []Drawn        // what a student of the game has drawn
}

// Drawn is an arrow from one square to another, or a coloured square where they are
// the same.
type Drawn struct {
	Colour   int // 0 green, 1 red, 2 blue, 3 yellow
	From, To game.Square
}

// NoMarks points nothing out.
func NoMarks() Marks {
	n := game.NoSquare
	return Marks{Hover: n, Cursor: n, Selected: n, Last: [2]game.Square{n, n}, Hint: [2]game.Square{n, n}}
}

// Stage is what a scene is played on: the board, the kinds of pieces and the
// marked squares.
type Stage struct {
	Variant string // id of the variant, seeds small variations of carving
	Board   *game.Board
	Kinds   []game.Kind
	Throne  []game.Square
	Corners []game.Square
	Camps   [][]game.Square
	Marks   []Region        // further places with a meaning, for the carver
	Hands   [game.Sides]int // how many men of a side begin beside the board
}

// Region is a set of squares with a name, such as the paddock of the foxes.
type Region struct {
	Name    string
	Squares []game.Square
}
