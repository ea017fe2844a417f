package panel

import (
	"tafl3d/game"
)

// Diagram is a small picture of a board.
type Diagram struct {
	Board  *game.Board
	Kinds  []game.Kind
	Pieces []game.Piece // by square; none: the board is empty
	Throne []game.Square
	Corner []game.Square
	Camps  []game.Square
	Signs  []game.Square  // carved, without a meaning
	Good   []game.Square  // pointed out: where a piece may go, or what is safe
	Bad    []game.Square  // pointed out: what is taken
	Arrow  [2]game.Square // a move, the same square twice for none
}

// Move draws an arrow.
func (d *Diagram) Move(from, to string) *Diagram {
	d.Arrow[0], _ = d.Board.Named(from)
	d.Arrow[1], _ = d.Board.Named(to)
	return d
}

// Taken marks what is taken.
func (d *Diagram) Taken(names ...string) *Diagram {
	for _, name := range names {
		s, _ := d.Board.Named(name)
		d.Bad = append(d.Bad, s)
	}
	return d
}
