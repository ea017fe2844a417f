// Package game defines the basic types of board games: squares, sides, kinds of pieces, moves, events and outcomes.
// It contains no rules and imports no other package of this module.
package game

// Side is one of the two players of a game.
type Side uint8

// The two sides. In families other than tafl, Attackers is the side with more pieces (geese, sheep, goats: "A" in
// records).
const (
	Attackers Side = iota
	Defenders
)

// Sides is the number of sides.
const Sides = 2

// Other returns the opponent.
func (s Side) Other() Side { return s ^ 1 }

// String returns "attackers" or "defenders".
func (s Side) String() string {
	if s == Attackers {
		return "attackers"
	}
	return "defenders"
}

// Piece is the content of a square: an index into the kinds of the rules. Zero is an empty square.
type Piece uint8

// Empty is the piece of an empty square.
const Empty Piece = 0

// Kind describes one kind of piece. Kinds[p] belongs to Piece p; Kinds[0] is
// the empty square and is never drawn.
type Kind struct {
	Letter byte   // in diagrams and records: t c T N K; '.' for an empty square
	Name   string // "man", "commander", "knight", "king"
	Side   Side
	Royal  bool
}

// Setup is a placement of pieces that has not been checked. The fields after Turn are used only by games that need
// them and may be left out.
type Setup struct {
	Pieces   []Piece // by square
	Turn     Side
	Hand     []int    // numbers of pieces not yet on the board, by Piece
	Flagged  []Square // squares of pieces that have retreated
	Huff     []Square // squares of pieces that the side to move may remove for not capturing
	Castling string   // letters of the wings on which castling is still allowed: k, q
}

// Op is the kind of a step.
type Op uint8

// The kinds of steps.
const (
	Step   Op = iota // slide along a line from From to To
	Leap             // jump over a neighbour, two squares along a line
	Drop             // put a piece of Kind on To
	Remove           // remove the piece on From from the board
	Castle           // move the king and another piece together
	End              // end a move that could be continued
)

// Move is one step of a complete move. Moves are comparable.
type Move struct {
	Op       Op
	Kind     Piece // only for Drop
	From, To Square
}

// NoMove is the absence of a move.
var NoMove = Move{Op: End, From: NoSquare, To: NoSquare}
