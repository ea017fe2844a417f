package panel

import (
	"tafl3d/game"
)

// Diagram is a small picture of a board.
type Diagram struct {
	Board  *game.Board
	Kinds  []game.Kind
	Pieces []game.Piece // by square; nil for an empty board
	Throne []game.Square
	Corner []game.Square
	Camps  []game.Square
	Signs  []game.Square  // carved ornaments without meaning
	Good   []game.Square  // highlighted: target squares or safe squares
	Bad    []game.Square  // highlighted: captured pieces
	Arrow  [2]game.Square // a move; equal squares for none
}

// Move sets the arrow.
func (d *Diagram) Move(from, to string) *Diagram {
	d.Arrow[0], _ = d.Board.Named(from)
	d.Arrow[1], _ = d.Board.Named(to)
	return d
}

// Taken marks captured pieces.
func (d *Diagram) Taken(names ...string) *Diagram {
	for _, name := range names {
		s, _ := d.Board.Named(name)
		d.Bad = append(d.Bad, s)
	}
	return d
}
