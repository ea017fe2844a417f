package picture

import (
	"cmp"
	"fmt"
	"hash/fnv"

	"tafl3d/game"
	"tafl3d/game/rules"
)

// Carved holds the pictures of a carved board and its pieces. They are optional.
type Carved struct {
	Board string                 // address of a square picture of the empty board, with its frame Frame wide
	Piece func(game.Kind) string // returns the symbol of a kind
}

// Frame is the width of the frame in the picture of a carved board, in squares.
const Frame = 1.02

// brim is the space that a carved frame takes beyond a drawn one.
const brim = (0.5+Frame)*Unit - Margin

// symbol returns the name of the figure of a kind of piece.
func (b *Board) symbol(k game.Kind) string {
	if b.Carved != nil {
		return b.Carved.Piece(k)
	}
	return Symbol(k)
}

// Ground returns a name for the empty board of rules. Boards of the same shape with the same marked squares have the
// same name.
func Ground(r *rules.Rules) string {
	b, h := r.Board(), fnv.New32a()
	for s := range game.Square(b.Squares()) {
		x, y := b.At(s)
		fmt.Fprintf(h, "%s %g %g ", b.Name(s), x, y)
	}
	if !b.Grid() {
		for _, l := range b.Lines() {
			fmt.Fprint(h, "line ", l.Class, l.Squares)
		}
	}
	fmt.Fprint(h, r.Throne(), r.Corners(), r.Camps())
	for _, a := range r.Areas() {
		fmt.Fprint(h, a.Name, a.Squares)
	}
	x, y := b.Span()
	return fmt.Sprintf("%gx%g-%08x", x+1, y+1, h.Sum32())
}

// Piece returns a name for a kind of piece. Kinds that look different have different names.
func Piece(k game.Kind) string { return k.Side.String() + "-" + cmp.Or(k.Name, "man") }
