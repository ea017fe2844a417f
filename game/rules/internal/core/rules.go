package core

import (
	"tafl3d/game"
	"tafl3d/game/ruleset"
)

const (
	KindMask = 15       // pieces are below 16, so that tables need no bound
	Wall     = KindMask // what stands beyond the rim
	Nobody   = game.Sides
	Off      = game.MaxSquares // the square beyond the rim
	Slots    = 512             // squares in a table, a power of two so that masks need no bound
	Slot     = Slots - 1
	NoKing   = Slot // where game.NoSquare leads: a goal, so that one look tells whether the king is anywhere special
)

// Kind is what the engine asks of a piece.
type Kind struct {
	Side      game.Side // nobody for the empty square and the wall
	Class     ruleset.Classes
	Royal     bool
	Ordinary  bool // may be leapt over
	Commander bool
	Strikes   bool // may be the moving captor
	Holds     bool // may be the standing captor
	Jump      ruleset.Jump
	Reach     int // longest slide
}

// Square is what the engine asks of a square.
type Square struct {
	Enter   ruleset.Classes
	Pass    ruleset.Classes
	Hostile ruleset.Classes // when empty
	Region  ruleset.Region
	Group   uint8 // which throne, corner group or camp, 0 is plain
	Rim     bool
	Goal    bool // the king wins here
	Holds   bool // when empty, holds the king in a two-sided capture

	HostileOccupied ruleset.Classes // when a piece stands there, whichever it is
	HoldsOccupied   bool            // when occupied, holds the king in a two-sided capture
}

// Rules is a checked ruleset with the tables that are derived once. It never
// changes and is safe for concurrent use.
type Rules struct {
	Set     ruleset.Ruleset
	Board   *game.Board
	Kinds   []game.Kind
	Start   game.Setup
	Squares int
	Words   int // of the sets of squares

	Kind [KindMask + 1]Kind
	Next [Slots][game.GridDirs]game.Square // off beyond the rim
	Sq   [Slots]Square
	Zob  [KindMask + 1][Slots]uint64
	Of   [game.Sides]uint32 // pieces of a side, a bit each
	Hold [game.Sides]uint32 // those of them that may be the standing captor
	Turn uint64             // hashed in when the defenders are to move

	Shifts  [game.GridDirs]Shift
	Rim     SquareSet
	Hostile [game.Sides]SquareSet // when empty, to the enemies of a side

	Throne, Corners []game.Square
	Camps           [][]game.Square
	Mechanics       Mechanics
	Looks           [game.Sides]Looks // by the side that has moved
	Ring            bool              // encirclement is looked for
	Occupied        bool              // some square is hostile while a piece stands on it
	Filters         bool              // some moves depend on more than the board
	Slides          bool              // there are only slides, and none that depends on where it begins
	Leaps           bool              // some kind of piece leaps
}

// WordsOf returns how many words a set of the board's squares takes.
func WordsOf(b *game.Board) int { return (b.Squares() + 63) / 64 }

// Mechanics is a set of ways of capturing. Each looks at the board on which
// the mover stands on its destination and nothing is removed yet (the snapshot
// S of tafl 5) and notes what it takes. Custody, leaps and the king's
// enclosure always take part and are not in the set.
type Mechanics uint8

// Looks is a set of the ends that are looked for on the board after a turn of
// one side.
type Looks uint8

// Shift leads the squares of a set along one direction, a word at a time.
type Shift struct {
	By   game.Square // how far the neighbour is
	Onto SquareSet   // the squares that have a neighbour behind them
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

// KindByLetter returns the piece of a letter.
func KindByLetter(kinds []game.Kind, letter byte) (game.Piece, bool) {
	for i, k := range kinds {
		if i > 0 && k.Letter == letter {
			return game.Piece(i), true
		}
	}
	return game.Empty, false
}
