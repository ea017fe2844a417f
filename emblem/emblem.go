// Package emblem defines the two-dimensional icons of pieces: for cards, small boards and the view
// from above. It contains outlines only; other packages draw them.
package emblem

import (
	"math"
	"strconv"
	"strings"

	"tafl3d/game"
)

// Grid is the width and height of the grid on which emblems are defined, y downwards.
const Grid = 24

// Emblem is the icon of a piece as paths on the grid, with the commands M, L, C and Z of SVG. Every
// path is closed and does not intersect itself.
type Emblem struct {
	Body string // its silhouette
	Ink  string // lines drawn on the body
}

// Name returns the name of the emblem of a kind. Unknown kinds get that of a man of their side.
func Name(k game.Kind) string {
	switch {
	case k.Name == "king" && k.Side == game.Attackers:
		return "chess king"
	case k.Name == "officer":
		return "commander"
	case k.Name == "prince":
		return "son"
	case k.Name == "chief", k.Name == "landlord":
		return "leader"
	}
	if _, ok := all[k.Name]; ok {
		return k.Name
	}
	switch {
	case k.Royal:
		return "king"
	case k.Side == game.Attackers:
		return "attacker"
	}
	return "defender"
}

// Of returns the emblem of a kind.
func Of(k game.Kind) Emblem { return all[Name(k)] }

// Named returns the emblem with a name; ok is false if there is none.
func Named(name string) (e Emblem, ok bool) {
	e, ok = all[name]
	return e, ok
}

// Point is a point on the grid.
type Point struct{ X, Y float64 }

// Outline returns the polygons of a path, with curves approximated by line segments.
func Outline(path string) (shapes [][]Point) {
	const steps = 6
	var now []Point
	f := strings.Fields(path)
	at := func(i int) Point { return Point{number(f[i]), number(f[i+1])} }
	for len(f) > 0 {
		switch f[0] {
		case "M":
			now, f = []Point{at(1)}, f[3:]
		case "L":
			now, f = append(now, at(1)), f[3:]
		case "C":
			a, b, c, d := now[len(now)-1], at(1), at(3), at(5)
			for k := 1; k <= steps; k++ {
				now = append(now, bend(a, b, c, d, float64(k)/steps))
			}
			f = f[7:]
		default: // "Z"
			shapes, f = append(shapes, now), f[1:]
		}
	}
	return shapes
}

// bend returns the point at t of the cubic Bézier curve a, b, c, d.
func bend(a, b, c, d Point, t float64) Point {
	u := 1 - t
	p, q, r, s := u*u*u, 3*u*u*t, 3*u*t*t, t*t*t
	return Point{p*a.X + q*b.X + r*c.X + s*d.X, p*a.Y + q*b.Y + r*c.Y + s*d.Y}
}

func number(s string) float64 {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return math.NaN()
	}
	return v
}

// Inside reports whether a point lies in one of the shapes.
func Inside(shapes [][]Point, p Point) bool {
	for _, s := range shapes {
		in := false
		for i, a := range s {
			b := s[(i+1)%len(s)]
			if (a.Y > p.Y) != (b.Y > p.Y) && p.X < a.X+(b.X-a.X)*(p.Y-a.Y)/(b.Y-a.Y) {
				in = !in
			}
		}
		if in {
			return true
		}
	}
	return false
}

// Cut triangulates a shape by ear clipping. It returns three points per triangle.
func Cut(shape []Point) (triangles []Point) {
	if area(shape) < 0 {
		shape = reversed(shape)
	}
	left := append([]Point(nil), shape...)
	for len(left) > 2 {
		n := len(left)
		ear := 0
		for i := range left {
			if isEar(left, left[(i+n-1)%n], left[i], left[(i+1)%n]) {
				ear = i
				break
			}
		}
		a, b, c := left[(ear+n-1)%n], left[ear], left[(ear+1)%n]
		if turn(a, b, c) > 0 {
			triangles = append(triangles, a, b, c)
		}
		left = append(left[:ear:ear], left[ear+1:]...)
	}
	return triangles
}

// isEar reports whether the corner b of a shape can be clipped.
func isEar(shape []Point, a, b, c Point) bool {
	if turn(a, b, c) <= 0 {
		return false
	}
	for _, p := range shape {
		if p != a && p != b && p != c && turn(a, b, p) >= 0 && turn(b, c, p) >= 0 && turn(c, a, p) >= 0 {
			return false
		}
	}
	return true
}

// turn is positive if the path a, b, c turns in the direction from the x axis to the y axis.
func turn(a, b, c Point) float64 { return (b.X-a.X)*(c.Y-a.Y) - (b.Y-a.Y)*(c.X-a.X) }

// area returns the signed area of a shape, negative for the opposite orientation.
func area(shape []Point) (sum float64) {
	for i, a := range shape {
		b := shape[(i+1)%len(shape)]
		sum += (a.X*b.Y - a.Y*b.X) / 2
	}
	return sum
}

func reversed(shape []Point) []Point {
	out := make([]Point, len(shape))
	for i, p := range shape {
		out[len(shape)-1-i] = p
	}
	return out
}
