// Package game holds the nouns of the board: squares, sides, kinds of pieces,
// moves, events and outcomes. It knows no rules and imports nothing of ours.
package game

// Side is one of the two players of a game.
type Side uint8

// The two sides. In families other than tafl the numerous side (geese, sheep,
// goats: "A" in the records) sits in the attackers' seat.
const (
	Attackers Side = iota
	Defenders
)

// Sides is how many sides a game has.
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

// Piece is what stands on a square: an index into the kinds of the rules.
// Zero is an empty square.
type Piece uint8

// Empty is the piece of a square on which nothing stands.
const Empty Piece = 0

// Kind describes one kind of piece. Kinds[p] belongs to Piece p; Kinds[0] is
// the empty square and is never drawn.
type Kind struct {
	Letter byte   // in diagrams and records: t c T N K; '.' for the empty square
	Name   string // "man", "commander", "knight", "king"
	Side   Side
	Royal  bool
}

// Setup is a placement that nobody has checked: anyone may fill it in. What
// stands below Turn is used by games that have it and may be left out.
type Setup struct {
	Pieces   []Piece // by square
	Turn     Side
	Hand     []int    // pieces not yet on the board, by Piece
	Flagged  []Square // whose pieces have retreated
	Huff     []Square // whose pieces the side to move may take for not capturing
	Castling string   // letters of the wings to which a king may still castle: k, q
}

// Op is what one step of a turn does.
type Op uint8

// The operations of a step.
const (
	Step   Op = iota // slide along a line from From to To
	Leap             // jump over a neighbour, two squares along a line
	Drop             // put a piece of Kind on To
	Remove           // take the piece on From off the board
	Castle           // exchange with a companion piece
	End              // end a turn that might go on
)

// Move is one step of a turn. Moves are comparable.
type Move struct {
	Op       Op
	Kind     Piece // of a Drop
	From, To Square
}

// NoMove is no move at all.
var NoMove = Move{Op: End, From: NoSquare, To: NoSquare}
