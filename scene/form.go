package scene

import (
	"math"

	"tafl3d/game"
)

// Form is the type of a board, which follows from its lines.
type Form uint8

const (
	Grid    Form = iota // a square grid of cells
	Cells               // cells that are no grid
	Checked             // alternating light and dark cells
	Disc                // lines on a round board
	Fan                 // converging lines
	Lattice             // intersections with points between them
	Mill                // only lines along ranks and files
	Crossed             // lines with diagonals
)

// Form returns the type of the board.
func (st *Stage) Form() Form {
	var has game.Class
	for _, line := range st.Board.Lines() {
		has |= line.Class
	}
	w, h := st.Board.Span()
	switch {
	case st.Board.Grid():
		return Grid
	case st.Cells() && has&game.Diagonal != 0 && has&game.Unmarked == 0:
		return Checked
	case st.Cells():
		return Cells
	case w == h && st.Radius() < 0.55*(w+h)/2*1.1:
		return Disc
	case !straight(st.Board):
		return Fan
	case has == game.Main:
		return Mill
	case between(st.Board):
		return Lattice
	}
	return Crossed
}

// Radius returns the distance of the farthest point from the middle.
func (st *Stage) Radius() float32 {
	var far float32
	for q := range game.Square(st.Board.Squares()) {
		x, y := st.Board.At(q)
		far = max(far, float32(math.Sqrt(float64(x*x+y*y))))
	}
	return far
}

// straight reports whether all files and ranks are straight lines parallel to the board.
func straight(b *game.Board) bool {
	files, ranks := map[int]float32{}, map[int]float32{}
	for q := range game.Square(b.Squares()) {
		x, y := b.At(q)
		f, r := b.FileRank(q)
		if at, ok := files[f]; ok && abs(at-x) > 0.01 {
			return false
		}
		if at, ok := ranks[r]; ok && abs(at-y) > 0.01 {
			return false
		}
		files[f], ranks[r] = x, y
	}
	return true
}

// between reports whether some points are not on a main line.
func between(b *game.Board) bool {
	on := make([]bool, b.Squares())
	n := 0
	for _, l := range b.Lines() {
		for _, q := range l.Squares {
			if l.Class == game.Main && !on[q] {
				on[q] = true
				n++
			}
		}
	}
	return n < len(on)
}
