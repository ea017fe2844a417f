// Package scene models the picture over time: actors, paths, timeline, marks, camera and picking. It
// computes; the renderer draws. World units are squares. The origin is the middle of the board's upper face;
// x points along the files, y up, and z towards rank 1.
package scene

import "tafl3d/game"

// Vec is a point or a direction in the world.
type Vec struct{ X, Y, Z float32 }

// Marks are the squares to highlight. NoSquare means none.
type Marks struct {
	Hover    game.Square    // under the pointer
	Cursor   game.Square    // keyboard cursor
	Selected game.Square    // the selected piece
	Targets  []game.Square  // destinations of the selected piece
	Places   []game.Square  // where a piece from the hand may be dropped
	Movers   []game.Square  // pieces that may move, if they are few
	Last     [2]game.Square // the last move, from and to
	Hint     [2]game.Square // the move that the engine suggests, from and to
	Threats  []game.Square  // squares that make a threat
	Causes   []game.Square  // squares that explain an illegal move
	Captors  []game.Square  // squares that explain a capture or a result
	Drawn    []Drawn        // arrows and circles drawn by the player
}

// Drawn is an arrow between two squares or, if they are equal, a coloured square.
type Drawn struct {
	Colour   int // 0 green, 1 red, 2 blue, 3 yellow
	From, To game.Square
}

// NoMarks returns marks without any square.
func NoMarks() Marks {
	n := game.NoSquare
	return Marks{Hover: n, Cursor: n, Selected: n, Last: [2]game.Square{n, n}, Hint: [2]game.Square{n, n}}
}

// Stage is the board, the kinds of pieces and the marked squares of a scene.
type Stage struct {
	Variant string // id of the variant; seed for small variations of carving
	Board   *game.Board
	Kinds   []game.Kind
	Throne  []game.Square
	Corners []game.Square
	Camps   [][]game.Square
	Marks   []Region        // further named squares, for the carver
	Hands   [game.Sides]int // size of the hand of each side at the start
}

// Region is a set of squares with a name, such as the paddock of the foxes.
type Region struct {
	Name    string
	Squares []game.Square
}
