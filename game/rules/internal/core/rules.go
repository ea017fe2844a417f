package core

import (
	"tafl3d/game"
	"tafl3d/game/ruleset"
)

const (
	KindMask = 15       // pieces are below 16, so that indexing tables needs no bounds check
	Wall     = KindMask // the contents of squares outside the board
	Nobody   = game.Sides
	Off      = game.MaxSquares // the square outside the board
	Slots    = 512             // squares in a table, a power of two so that masking replaces bounds checks
	Slot     = Slots - 1
	// the index that game.NoSquare is masked to. It counts as a goal, so that one test shows whether the king is on any
	// special square
	NoKing = Slot
)

// Kind holds the properties of a kind of piece.
type Kind struct {
	Side      game.Side // no side for the empty square and the wall
	Class     ruleset.Classes
	Royal     bool
	Ordinary  bool // may be leapt over
	Commander bool
	Strikes   bool // may capture by moving
	Holds     bool // may help to capture without moving
	Jump      ruleset.Jump
	Reach     int // maximum length of a slide
}

// Square holds the properties of a square.
type Square struct {
	Enter   ruleset.Classes
	Pass    ruleset.Classes
	Hostile ruleset.Classes // when empty
	Region  ruleset.Region
	Group   uint8 // number of its throne, corner group or camp; 0 for ordinary squares
	Rim     bool
	Goal    bool // the king wins here
	Holds   bool // when empty, takes part in a custodial capture of the king

	HostileOccupied ruleset.Classes // when occupied by any piece
	HoldsOccupied   bool            // when occupied, takes part in a custodial capture of the king
}

// Rules is a checked ruleset with derived tables. It is immutable and safe for concurrent use.
type Rules struct {
	Set     ruleset.Ruleset
	Board   *game.Board
	Kinds   []game.Kind
	Start   game.Setup
	Squares int
	Words   int // words used in sets of squares

	Kind [KindMask + 1]Kind
	Next [Slots][game.GridDirs]game.Square // Off outside the board
	Sq   [Slots]Square
	Zob  [KindMask + 1][Slots]uint64
	Of   [game.Sides]uint32 // pieces of a side, as bits
	Hold [game.Sides]uint32 // those of them that may help to capture without moving
	Turn uint64             // part of the hash when the defenders are to move

	Shifts  [game.GridDirs]Shift
	Rim     SquareSet
	Hostile [game.Sides]SquareSet // when empty, hostile to the enemies of a side

	Throne, Corners []game.Square
	Camps           [][]game.Square
	Mechanics       Mechanics
	Looks           [game.Sides]Looks // by the side that has moved
	Ring            bool              // encirclement must be checked
	Occupied        bool              // some squares are hostile while occupied
	Filters         bool              // some moves are illegal for reasons outside the board
	Slides          bool              // there are only slides, and none depends on its start square
	Leaps           bool              // some kind of piece leaps
}

// WordsOf returns the number of words in a set of the board's squares.
func WordsOf(b *game.Board) int { return (b.Squares() + 63) / 64 }

// Mechanics is a set of capture rules. Each examines the board with the moving piece on its target square and before
// any removal (the snapshot S of tafl 5), and records its captures. Custody, leaps and the enclosure of the king
// always apply and are not in the set.
type Mechanics uint8

// Looks is a set of ends of the game that must be checked on the board after a move of one side.
type Looks uint8

// Shift maps the squares of a set to their neighbours in one direction, a word at a time.
type Shift struct {
	By   game.Square // difference of the square numbers
	Onto SquareSet   // the squares reached by the shift
}

// Splitmix returns a source of random numbers (Steele et al. 2014).
func Splitmix(seed uint64) func() uint64 {
	return func() uint64 {
		seed += 0x9e3779b97f4a7c15
		z := seed
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return z ^ z>>31
	}
}

// KindByLetter returns the piece with a letter.
func KindByLetter(kinds []game.Kind, letter byte) (game.Piece, bool) {
	for i, k := range kinds {
		if i > 0 && k.Letter == letter {
			return game.Piece(i), true
		}
	}
	return game.Empty, false
}
