package game

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Class is the class of a line. A set of classes is the bitwise OR of its members.
type Class uint8

// The classes of lines.
const (
	Main     Class = 1 << iota // along ranks and files, or the main lines of a drawing
	Diagonal                   // a drawn diagonal
	Unmarked                   // a diagonal that is not drawn but may be used for jumps
)

// ClassLetters are the letters of the classes in text, in the order of the constants.
const ClassLetters = "odx"

// Line is a straight line of a board: its squares in order.
type Line struct {
	Class   Class
	Squares []Square
}

// MaxPoints is the largest number of points of a board made by NewGraph.
const MaxPoints = 128

// spot is the file and rank of a point.
type spot struct{ file, rank int }

func (p spot) String() string { return string(rune('a'+p.file)) + strconv.Itoa(p.rank+1) }

// NewGraph returns the board described by a text that lists its lines. For each class it has a class letter, a colon,
// and lines such as a1-b2-c3, separated by blanks. Two points are neighbours if they are consecutive on a line. place
// returns the coordinates at which the point of a file and rank, both from 0, is drawn; nil means a grid.
func NewGraph(text string, place func(file, rank int) (x, y float64)) (*Board, error) {
	g := grapher{index: map[spot]Square{}}
	if err := g.read(text); err != nil {
		return nil, err
	}
	if place == nil {
		place = func(file, rank int) (x, y float64) { return float64(file), float64(rank) }
	}
	return g.board(place), nil
}

// grapher parses the text of a graph.
type grapher struct {
	spots []spot
	index map[spot]Square
	lines []struct {
		class Class
		spots []spot
	}
}

func (g *grapher) read(text string) error {
	class := Class(0)
	for _, word := range strings.Fields(text) {
		if len(word) == 2 && word[1] == ':' {
			i := strings.IndexByte(ClassLetters, word[0])
			if i < 0 {
				return Faultf("unknown line class %q; use o, d or x", word)
			}
			class = 1 << i
			continue
		}
		if class == 0 {
			return Faultf("%q comes before any line class (o: d: x:)", word)
		}
		if err := g.line(class, word); err != nil {
			return err
		}
	}
	switch n := len(g.spots); {
	case n < 3 || n > MaxPoints:
		return Faultf("%d points: a board must have 3 to %d", n, MaxPoints)
	}
	slices.SortFunc(g.spots, func(a, b spot) int { return cmp.Or(a.rank-b.rank, a.file-b.file) })
	for i, p := range g.spots {
		g.index[p] = Square(i)
	}
	return nil
}

func (g *grapher) line(class Class, word string) error {
	var line []spot
	for name := range strings.SplitSeq(word, "-") {
		p, ok := readSpot(name)
		if !ok {
			return Faultf("%q in the line %s is not the name of a point", name, word)
		}
		if slices.Contains(line, p) {
			return Faultf("the line %s passes %s twice", word, name)
		}
		line = append(line, p)
		if _, ok := g.index[p]; !ok {
			g.index[p] = NoSquare
			g.spots = append(g.spots, p)
		}
	}
	if len(line) < 2 {
		return Faultf("the line %s has only one point", word)
	}
	g.lines = append(g.lines, struct {
		class Class
		spots []spot
	}{class, line})
	return nil
}

// readSpot parses a name such as c10, in either case.
func readSpot(name string) (spot, bool) {
	if len(name) < 2 || len(name) > 3 || name[1] == '0' || name[0]|0x20 < 'a' || name[0]|0x20 > 'z' {
		return spot{}, false
	}
	rank := 0
	for _, c := range []byte(name[1:]) {
		if c < '0' || c > '9' {
			return spot{}, false
		}
		rank = 10*rank + int(c-'0')
	}
	return spot{int(name[0]|0x20) - 'a', rank - 1}, true
}

func (g *grapher) board(place func(file, rank int) (x, y float64)) *Board {
	b := &Board{next: make([][GridDirs]Square, len(g.spots)), graph: &graph{index: g.index, spots: g.spots}}
	for _, l := range g.lines {
		line := Line{Class: l.class}
		for _, p := range l.spots {
			line.Squares = append(line.Squares, g.index[p])
		}
		b.lines = append(b.lines, line)
	}
	b.lay(place)
	b.name()
	for s, near := range b.neighbours() {
		for d := range GridDirs {
			b.next[s][d] = b.towards(Square(s), near, d)
		}
	}
	return b
}

// graph holds the data of a board that is not a grid.
type graph struct {
	spots []spot // by square
	index map[spot]Square
	at    [][2]float32 // by square
	w, h  float32
}

// lay computes the coordinates of the points, with the middle of the board at (0, 0).
func (b *Board) lay(place func(file, rank int) (x, y float64)) {
	g := b.graph
	low, high := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
	var at [][2]float64
	for _, p := range g.spots {
		x, y := place(p.file, p.rank)
		at = append(at, [2]float64{x, y})
		low[0], low[1] = min(low[0], x), min(low[1], y)
		high[0], high[1] = max(high[0], x), max(high[1], y)
	}
	for _, p := range at {
		g.at = append(g.at, [2]float32{float32(p[0] - (low[0]+high[0])/2), float32(p[1] - (low[1]+high[1])/2)})
	}
	g.w, g.h = float32(high[0]-low[0]), float32(high[1]-low[1])
}

// neighbours returns for each square the neighbours along lines, sorted.
func (b *Board) neighbours() [][]Square {
	near := make([][]Square, len(b.next))
	for _, l := range b.lines {
		for i, t := range l.Squares[1:] {
			s := l.Squares[i]
			near[s], near[t] = append(near[s], t), append(near[t], s)
		}
	}
	for _, list := range near {
		slices.Sort(list)
	}
	return near
}

// towards returns the neighbour closest to a direction, within 45 degrees.
func (b *Board) towards(s Square, near []Square, d Dir) Square {
	best, most := NoSquare, float32(0.7)
	dx, dy := float32(gridSteps[d][0]), float32(gridSteps[d][1])
	x, y := b.At(s)
	for _, t := range near {
		tx, ty := b.At(t)
		tx, ty = tx-x, ty-y
		along := (tx*dx + ty*dy) / float32(math.Hypot(float64(tx), float64(ty)))
		if along > most {
			best, most = t, along
		}
	}
	return best
}

// Lines returns the lines of the board, each with its squares in order. The slice is shared: do not modify it.
func (b *Board) Lines() []Line { return b.lines }

// Adjacent reports whether two squares are consecutive on a line.
func (b *Board) Adjacent(s, t Square) bool {
	for _, l := range b.lines {
		if i := slices.Index(l.Squares, s); i >= 0 &&
			(i > 0 && l.Squares[i-1] == t || i+1 < len(l.Squares) && l.Squares[i+1] == t) {
			return true
		}
	}
	return false
}

// Grid reports whether the board was made by NewGrid.
func (b *Board) Grid() bool { return b.graph == nil }

// Span returns the distances between the outermost squares, horizontally and vertically, in the units of At.
func (b *Board) Span() (w, h float32) {
	if b.graph != nil {
		return b.graph.w, b.graph.h
	}
	return float32(b.size - 1), float32(b.size - 1)
}
