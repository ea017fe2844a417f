package game

import (
	"slices"
	"strconv"
)

// Square is the index of a point where a piece may be, from 0 to Squares()-1. On tafl boards it is a cell, square =
// rank*size + file with rank 0 at the bottom; on other boards it is an intersection, numbered by the Board.
type Square int16

// NoSquare is a square outside the board.
const NoSquare Square = -1

// Dir is a direction along the lines of a board. On a grid 0 is east, 1 north,
// 2 west, 3 south.
type Dir uint8

// Opposite returns the reverse direction on a grid.
func (d Dir) Opposite() Dir { return d ^ 2 }

// GridDirs is the number of directions on a grid.
const GridDirs Dir = 4

// MaxSize is the largest side length of a grid, MaxSquares its number of squares.
const (
	MinSize    = 5
	MaxSize    = 21
	MaxSquares = MaxSize * MaxSize
)

// Board is the geometry of a board: its squares and the lines between them. It is immutable and may be shared.
type Board struct {
	size  int
	next  [][GridDirs]Square
	names []string
	lines []Line
	graph *graph // nil for a grid
}

var gridSteps = [GridDirs][2]int{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}

// NewGrid returns a board of size by size cells with lines along ranks and files. size must be odd and between
// MinSize and MaxSize.
func NewGrid(size int) (*Board, error) {
	if size < MinSize || size > MaxSize || size%2 == 0 {
		return nil, Faultf("a board of %d by %d squares: the size must be an odd number from %d to %d", size, size,
			MinSize, MaxSize)
	}
	b := &Board{size: size, next: make([][GridDirs]Square, size*size)}
	for s := range b.next {
		for d, v := range gridSteps {
			b.next[s][d] = b.Cell(s%size+v[0], s/size+v[1])
		}
	}
	for i := range size {
		rank, file := Line{Class: Main}, Line{Class: Main}
		for j := range size {
			rank.Squares = append(rank.Squares, b.Cell(j, i))
			file.Squares = append(file.Squares, b.Cell(i, j))
		}
		b.lines = append(b.lines, rank, file)
	}
	b.name()
	return b, nil
}

// Size returns the side length of a grid, 0 for other boards.
func (b *Board) Size() int { return b.size }

// Squares returns the number of squares.
func (b *Board) Squares() int { return len(b.next) }

// Next returns the neighbour of s in direction d, or NoSquare. On a board that is not a grid this is the neighbour
// closest to that direction.
func (b *Board) Next(s Square, d Dir) Square { return b.next[s][d] }

// Cell returns the square at file and rank, both from 0, or NoSquare.
func (b *Board) Cell(file, rank int) Square {
	if b.graph != nil {
		if s, ok := b.graph.index[spot{file, rank}]; ok {
			return s
		}
		return NoSquare
	}
	if file < 0 || file >= b.size || rank < 0 || rank >= b.size {
		return NoSquare
	}
	return Square(rank*b.size + file)
}

// FileRank returns the file and rank of s, both from 0.
func (b *Board) FileRank(s Square) (file, rank int) {
	if b.graph != nil {
		p := b.graph.spots[s]
		return p.file, p.rank
	}
	return int(s) % b.size, int(s) / b.size
}

// At returns the position of s in the plane, in squares from the middle of the board. x increases with the file, y
// with the rank. Neighbours are about one unit apart.
func (b *Board) At(s Square) (x, y float32) {
	if b.graph != nil {
		return b.graph.at[s][0], b.graph.at[s][1]
	}
	f, r := b.FileRank(s)
	half := float32(b.size-1) / 2
	return float32(f) - half, float32(r) - half
}

// Edge reports whether s is on the edge: at the end of a main line.
func (b *Board) Edge(s Square) bool {
	if b.graph != nil {
		return slices.ContainsFunc(b.lines, func(l Line) bool {
			return l.Class == Main && (l.Squares[0] == s || l.Squares[len(l.Squares)-1] == s)
		})
	}
	f, r := b.FileRank(s)
	return f == 0 || r == 0 || f == b.size-1 || r == b.size-1
}

// Name returns the name of s: file letter and rank number, with "a1" at the bottom left. No letter is skipped.
func (b *Board) Name(s Square) string {
	if s < 0 || int(s) >= len(b.names) {
		return "-"
	}
	return b.names[s]
}

// name fills in the names of all squares.
func (b *Board) name() {
	b.names = make([]string, len(b.next))
	for s := range b.names {
		f, r := b.FileRank(Square(s))
		b.names[s] = string(rune('a'+f)) + strconv.Itoa(r+1)
	}
}

// Named returns the square with a name such as "c10". The file letter may be upper case.
func (b *Board) Named(name string) (Square, bool) {
	p, ok := readSpot(name)
	if !ok {
		return NoSquare, false
	}
	s := b.Cell(p.file, p.rank)
	return s, s != NoSquare
}
