package game

import (
	"math"
	"testing"
)

func TestShapes(t *testing.T) {
	for _, c := range []struct {
		name, diagonals string
		points, edges   int
	}{
		{"cross33", "alternating", 33, 72}, {"cross33", "none", 33, 52}, {"cross33", "full", 33, 92},
		{"alquerque5", "", 25, 56}, {"tri10", "", 10, 15}, {"tri19", "", 19, 30}, {"tri23", "", 23, 38},
		{"morris24", "", 24, 32}, {"dablot(6,7)", "", 72, 191}, {"dablot(4,5)", "", 32, 79},
		{"grid7", "", 49, 156}, {"draughts8", "", 32, 49}, {"chess8", "", 64, 210},
	} {
		b, err := Shape(c.name, c.diagonals)
		if err != nil {
			t.Fatal(err)
		}
		edges, near := 0, math.Inf(1)
		for s := range Square(b.Squares()) {
			if back, ok := b.Named(b.Name(s)); !ok || back != s {
				t.Errorf("%s: %s is not found by its name", c.name, b.Name(s))
			}
			x, y := b.At(s)
			for o := range s {
				ox, oy := b.At(o)
				near = min(near, math.Hypot(float64(x-ox), float64(y-oy)))
				if b.Adjacent(s, o) {
					edges++
				}
			}
		}
		if b.Squares() != c.points || edges != c.edges || b.Size() != 0 || b.Grid() {
			t.Errorf("%s %s: %d points and %d edges, want %d and %d", c.name, c.diagonals, b.Squares(), edges,
				c.points, c.edges)
		}
		if near < 0.8 {
			t.Errorf("%s: points only %.2f apart", c.name, near)
		}
	}
}

func TestShapeFaults(t *testing.T) {
	for _, text := range []string{"cross34", "o: a1", "o: a1-b1-a1 c1-d1", "a1-b1-c1:", "q: a1-b1-c1", "o: a1-b1",
		"o: a0-b1-c1", "dablot(1,9)", "dablot(40,40)"} {
		if _, err := Shape(text, ""); err == nil {
			t.Errorf("%q is taken for a board", text)
		}
	}
}
