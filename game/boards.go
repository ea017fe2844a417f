package game

import (
	"fmt"
	"strings"
)

// Shapes lists the names that Shape accepts. Dablot boards are named by their numbers of crossings: "dablot(6,7)".
var Shapes = []string{"cross33", "alquerque5", "tri10", "tri19", "tri23", "morris24", "dablot(4,5)", "dablot(6,7)",
	"grid7", "draughts8", "chess8"}

// Diagonals lists the ways to draw the diagonals of cross33.
var Diagonals = []string{"alternating", "none", "full"}

const (
	tri10 = `o: t4-a3-a2-a1 t4-b3-b2-b1 t4-c3-c2-c1 a3-b3-c3 a2-b2-c2 a1-b1-c1`
	tri19 = `o: t5-b4-b3-b2-b1 t5-c4-c3-c2-c1 t5-d4-d3-d2-d1 a4-b4-c4-d4-e4 a3-b3-c3-d3-e3 a2-b2-c2-d2-e2 b1-c1-d1 ` +
		`a4-a3-a2 e4-e3-e2`
	tri23 = `o: t5-b4-b3-b2-b1 t5-c4-c3-c2-c1 t5-d4-d3-d2-d1 t5-e4-e3-e2-e1 a4-b4-c4-d4-e4-f4 a3-b3-c3-d3-e3-f3 ` +
		`a2-b2-c2-d2-e2-f2 b1-c1-d1-e1 a4-a3-a2 f4-f3-f2`
	morris = `o: a1-d1-g1 a7-d7-g7 a1-a4-a7 g1-g4-g7 b2-d2-f2 b6-d6-f6 b2-b4-b6 f2-f4-f6 c3-d3-e3 c5-d5-e5 c3-c4-c5 ` +
		`e3-e4-e5 d1-d2-d3 d5-d6-d7 a4-b4-c4 e4-f4-g4`
)

// Shape returns a board by name, or from a text in the format of NewGraph. diagonals applies to cross33 only.
func Shape(name, diagonals string) (*Board, error) {
	switch name {
	case "cross33":
		return NewGraph(cross33(diagonals), nil)
	case "alquerque5":
		return NewGraph(lattice(square(5), true, even), nil)
	case "tri10":
		return NewGraph(tri10, fan(3, 0, 1))
	case "tri19":
		return NewGraph(tri19, fan(4, 1, 2))
	case "tri23":
		return NewGraph(tri23, fan(4, 1, 2.5))
	case "morris24":
		return NewGraph(morris, nil)
	case "grid7":
		long := func(f, r int) bool { return f == r }
		cross := func(f, r int) bool { return f+r == 6 }
		return NewGraph("o: "+runs(square(7), nil, 1, 0)+runs(square(7), nil, 0, 1)+
			"d: "+runs(square(7), long, 1, 1)+runs(square(7), cross, 1, -1)+
			"x: "+runs(square(7), not(long), 1, 1)+runs(square(7), not(cross), 1, -1), nil)
	case "draughts8":
		dark := func(f, r int) bool { return square(8)(f, r) && even(f, r) }
		return NewGraph(lattice(dark, false, even), nil)
	case "chess8":
		return NewGraph(lattice(square(8), true, nil), nil)
	}
	var w, h int
	if n, err := fmt.Sscanf(name, "dablot(%d,%d)", &w, &h); n == 2 && err == nil && w > 1 && h > 1 && w <= 8 && h <= 9 {
		return NewGraph(dablot(w, h), func(f, r int) (x, y float64) { return float64(f) * 0.6, float64(r) * 0.6 })
	}
	if strings.Contains(name, ":") {
		return NewGraph(name, nil)
	}
	return nil, Faultf("unknown board %q; use one of %s", name, strings.Join(Shapes, ", "))
}

// area reports whether a file and rank, both from 0, have a point.
type area func(file, rank int) bool

func square(n int) area { return func(f, r int) bool { return f >= 0 && r >= 0 && f < n && r < n } }

func even(f, r int) bool { return (f+r)%2 == 0 }

func not(a area) area { return func(f, r int) bool { return !a(f, r) } }

// runs lists the longest lines of points in a direction. If on is not nil, a line contains only its points.
func runs(points, on area, df, dr int) string {
	in := func(f, r int) bool { return points(f, r) && (on == nil || on(f, r)) }
	var b strings.Builder
	const most = 26
	for f := range most {
		for r := range most {
			if !in(f, r) || in(f-df, r-dr) || !in(f+df, r+dr) {
				continue
			}
			for i := 0; in(f+i*df, r+i*dr); i++ {
				if i > 0 {
					b.WriteByte('-')
				}
				b.WriteString(spot{f + i*df, r + i*dr}.String())
			}
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// lattice lists the orthogonal lines, if orthogonal is set, and the diagonals through the points of on.
func lattice(points area, orthogonal bool, on area) string {
	text := ""
	if orthogonal {
		text = "o: " + runs(points, nil, 1, 0) + runs(points, nil, 0, 1)
	}
	return text + "d: " + runs(points, on, 1, 1) + runs(points, on, 1, -1)
}

// cross33 returns the lines of the fox board. With full diagonals every complete cell is crossed, otherwise only the
// diagonals through points of even file and rank exist.
func cross33(diagonals string) string {
	in := func(f, r int) bool { return square(7)(f, r) && (f >= 2 && f <= 4 || r >= 2 && r <= 4) }
	switch diagonals {
	case "none":
		return "o: " + runs(in, nil, 1, 0) + runs(in, nil, 0, 1)
	case "full":
		return "o: " + runs(in, nil, 1, 0) + runs(in, nil, 0, 1) + "d: " + cells(in, 1) + cells(in, -1)
	}
	return lattice(in, true, even)
}

// cells lists the diagonals within complete cells.
func cells(points area, dr int) string {
	complete := func(f, r int) bool { // the cell from (f, r) in direction (1, dr)
		return points(f, r) && points(f+1, r) && points(f, r+dr) && points(f+1, r+dr)
	}
	var b strings.Builder
	for f := range 26 {
		for r := range 26 {
			if !complete(f, r) || complete(f-1, r-dr) {
				continue
			}
			b.WriteString(spot{f, r}.String())
			for i := 1; complete(f+i-1, r+dr*(i-1)); i++ {
				b.WriteString("-" + spot{f + i, r + dr*i}.String())
			}
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// dablot returns the lines of a board of w by h crossings with a point in the middle of every cell.
func dablot(w, h int) string {
	in := func(f, r int) bool { return f >= 0 && r >= 0 && f < 2*w-1 && r < 2*h-1 }
	var b strings.Builder
	row := func(n, df, dr, f, r int) {
		for i := range n {
			if i > 0 {
				b.WriteByte('-')
			}
			b.WriteString(spot{f + df*i, r + dr*i}.String())
		}
		b.WriteByte(' ')
	}
	b.WriteString("o: ")
	for i := range h {
		row(w, 2, 0, 0, 2*i)
	}
	for i := range w {
		row(h, 0, 2, 2*i, 0)
	}
	points := func(f, r int) bool { return in(f, r) && f%2 == r%2 }
	return b.String() + "d: " + runs(points, nil, 1, 1) + runs(points, nil, 1, -1)
}

// fan returns the coordinates of the points of a triangular board. The lines of the triangle run from the apex to the
// base, and each rank is wider in proportion to its distance from the apex. apex is the rank of the apex; files from
// first on belong to the triangle, with middle as the central file; other files are outside it on both sides, one
// above the other.
func fan(apex, first int, middle float64) func(file, rank int) (x, y float64) {
	top, step, slope, beside := 2.1, 0.9, 0.4, 0.9
	if first == 0 {
		top, step, slope = 1.8, 1, 0.47
	}
	depth := func(rank int) float64 { return top + step*float64(apex-1-rank) }
	edge := (middle-float64(first))*slope*depth(1) + beside
	return func(file, rank int) (x, y float64) {
		off := float64(file) - middle
		switch {
		case file == 't'-'a':
			return 0, 0
		case file < first:
			return -edge, -depth(rank)
		case off > middle-float64(first):
			return edge, -depth(rank)
		}
		return off * slope * depth(rank), -depth(rank)
	}
}
