package carve

import (
	"cmp"
	"slices"
	"strings"

	"tafl3d/game"
	"tafl3d/scene"
)

// field carves the playing field: regions, then cells or lines and points.
func (s *sheet) field(n *noise) {
	for i := range s.stage.Marks {
		s.region(&s.stage.Marks[i], n)
	}
	switch s.form {
	case scene.Grid:
		s.grid(n)
	case scene.Cells:
		s.grid(n)
		s.lines(n)
	case scene.Checked:
		s.chequer(n)
		s.grid(n)
	default:
		s.ornaments()
		s.lines(n)
		s.points()
		s.rimLine(n)
	}
}

// Tools for the lines of a board, by class.
var (
	mainLine = blade{half: 0.036, deep: 0.026, pigment: soot, strength: 0.92}
	fineLine = blade{half: 0.024, deep: 0.017, pigment: soot, strength: 0.78}
)

// lines cuts the visible lines of the board, except those that a grid of cells shows anyway.
func (s *sheet) lines(n *noise) {
	for k, l := range s.stage.Board.Lines() {
		b := mainLine
		switch {
		case l.Class == game.Unmarked || s.form == scene.Cells && l.Class == game.Main:
			continue
		case l.Class == game.Diagonal:
			b = fineLine
		}
		for i := 1; i < len(l.Squares); i++ {
			if i+1 < len(l.Squares) && s.aligned(l.Squares[i-1], l.Squares[i], l.Squares[i+1]) {
				continue
			}
			s.rule(n, s.middle(s.begins(l.Squares, i)), s.middle(l.Squares[i]), float32(k), b)
		}
	}
}

// begins returns the start of the straight segment of a line that ends at its ith square.
func (s *sheet) begins(line []game.Square, i int) game.Square {
	j := i - 1
	for j > 0 && s.aligned(line[j-1], line[j], line[j+1]) {
		j--
	}
	return line[j]
}

// aligned reports whether three squares are collinear.
func (s *sheet) aligned(a, b, c game.Square) bool {
	p, q, r := s.middle(a), s.middle(b), s.middle(c)
	return abs((q.x-p.x)*(r.z-q.z)-(q.z-p.z)*(r.x-q.x)) < 0.02
}

// points marks the points on which pieces are placed.
func (s *sheet) points() {
	for q := range game.Square(s.stage.Board.Squares()) {
		switch c := s.middle(q); s.form {
		case scene.Disc:
			s.hole(c, 0.1, 0.05)
		case scene.Lattice:
			s.hole(c, 0.062, 0.03)
		case scene.Crossed:
			s.hole(c, 0.04, 0.03)
			s.groove(circle(c, 0.1), blade{0.012, 0.008, soot, 0.4})
		default:
			s.stud(c)
		}
	}
}

// hole drills a hole with a sunk edge.
func (s *sheet) hole(c spot, r, deep float32) {
	s.box(c.x-1.5*r, c.z-1.5*r, c.x+1.5*r, c.z+1.5*r, func(i int, x, z float32) {
		d := hypot(x-c.x, z-c.z)
		if d < 1.4*r {
			s.cut(i, -0.012*ramp(1.4*r, 0.95*r, d)-(deep-0.012)*ramp(r, 0.8*r, d), ground, 0.96*ramp(1.25*r, 0.85*r, d))
		}
	})
}

// stud sets a round bronze nail into a point.
func (s *sheet) stud(c spot) {
	const r = 0.075
	s.box(c.x-1.7*r, c.z-1.7*r, c.x+1.7*r, c.z+1.7*r, func(i int, x, z float32) {
		d := hypot(x-c.x, z-c.z)
		switch {
		case d < r:
			s.height[i] = -0.004 - 0.012*d*d/(r*r)
			s.stain[i], s.pigment[i] = 242, inlay
		case d < 1.3*r:
			s.cut(i, -0.02*ramp(1.3*r, r, d), soot, 0.9*ramp(1.3*r, 1.15*r, d))
		}
	})
}

// circle returns spots on a circle; the last is the first.
func circle(c spot, r float32) []spot {
	const n = 24
	path := make([]spot, n+1)
	for i := range path {
		path[i] = spot{r, 0}.turned(2 * pi * float32(i%n) / n).plus(c)
	}
	return path
}

// ornaments fills empty corners with rosettes.
func (s *sheet) ornaments() {
	r := float32(0.4)
	at := spot{s.fieldX - 1.9*r - 0.1, s.fieldZ - 1.9*r - 0.1}
	if s.form == scene.Disc { // small, because the coordinates surround it
		r = 0.26
		k := (s.fieldX - 1.75*r) * 0.70710678
		at = spot{k, k}
	}
	for _, c := range []spot{{at.x, at.z}, {-at.x, at.z}, {at.x, -at.z}, {-at.x, -at.z}} {
		if s.clear(c, 1.6*r) {
			s.rosette(c, r)
			s.groove(circle(c, r+0.06), blade{0.014, 0.011, soot, 0.8})
		}
	}
}

// clear reports whether no line of the board is near a point.
func (s *sheet) clear(c spot, r float32) bool {
	for _, l := range s.stage.Board.Lines() {
		for i := 1; i < len(l.Squares); i++ {
			if d, _ := near(s.middle(l.Squares[i-1]), s.middle(l.Squares[i]), c.x, c.z); d < r {
				return false
			}
		}
	}
	return true
}

// rimLine cuts the line around the field.
func (s *sheet) rimLine(n *noise) {
	b := blade{half: 0.026, deep: 0.02, pigment: soot, strength: 0.85}
	if s.form == scene.Disc {
		for _, path := range s.rimArcs() {
			s.groove(path, b)
		}
		return
	}
	x, z := s.fieldX-0.06, s.fieldZ-0.06
	path := []spot{{-x, -z}, {x, -z}, {x, z}, {-x, z}, {-x, -z}}
	for i := range 4 {
		s.rule(n, path[i], path[i+1], float32(i)+7, b)
	}
}

// rimArcs returns the line around a round field in parts that leave out the coordinates on it.
func (l *layout) rimArcs() (arcs [][]spot) {
	words := slices.DeleteFunc(l.labels(), func(w label) bool { return !w.inside })
	line := arcOf(l.fieldX-0.05, 0, 2*pi)
	for i := 1; i < len(line); i++ {
		on := func(w label) bool { return hypot(line[i].x-w.at.x, line[i].z-w.at.z) < letterTall }
		if !slices.ContainsFunc(words, on) {
			arcs = append(arcs, line[i-1:i+1])
		}
	}
	return arcs
}

// chequer stains every second cell dark and bleaches the others; a1 is dark.
func (s *sheet) chequer(n *noise) {
	s.box(-s.fieldX, -s.fieldZ, s.fieldX, s.fieldZ, func(i int, x, z float32) {
		if (floor(x+s.fieldX)+floor(s.fieldZ-z))%2 == 0 {
			s.dye(i, dark, 0.53+0.05*n.at(x*3, z*13))
		} else {
			s.dye(i, bone, 0.18)
		}
	})
}

// region draws a region of the board: old marks as signs, corners as knots on boards of cells, others as a
// stain with an outline.
func (s *sheet) region(r *scene.Region, n *noise) {
	stain, strength := ochre, float32(0.5)
	switch {
	case s.form == scene.Grid && signCutters[r.Name] != nil:
		s.signs(r, n)
		return
	case s.form <= scene.Cells && (strings.Contains(r.Name, "corner") || r.Name == "no rest"):
		for _, q := range r.Squares {
			s.corner(s.middle(q))
		}
		return
	case strings.HasPrefix(r.Name, "home"), r.Name == "start", strings.HasPrefix(r.Name, "centre"):
		stain, strength = pale, 0.45
	}
	for _, part := range s.parts(r.Squares) {
		s.patch(hull(part), stain, strength, n)
	}
}

// patchReach is the margin of the stain of a region around its points.
const patchReach = 0.36

// patch stains everything within patchReach of an outline and draws a line around it.
func (s *sheet) patch(outline []spot, p pigment, strength float32, n *noise) {
	box := spread4{s.half, s.half, -s.half, -s.half}
	for _, q := range outline {
		box.hold(q, patchReach+0.05)
	}
	b := blade{0.015, 0.012, p, 1}
	s.box(box.x0, box.z0, box.x1, box.z1, func(i int, x, z float32) {
		d := outside(outline, x, z) - patchReach + 0.006*n.at(x*7, z*7)
		if d < 0 {
			wear := 0.85 + 0.25*n.at(x*3.1, z*9) + 0.1*n.at(x*17, z*40)
			s.dye(i, p, strength*wear*ramp(0, -0.03, d))
		}
		s.notch(i, abs(d+0.02), b)
	})
}

// parts divides squares into connected groups.
func (s *sheet) parts(squares []game.Square) [][]spot {
	var all [][]spot
	left := slices.Clone(squares)
	for len(left) > 0 {
		part := left[:1:1]
		left = left[1:]
		for i := 0; i < len(part); i++ {
			left = slices.DeleteFunc(left, func(q game.Square) bool {
				near := s.stage.Board.Adjacent(part[i], q)
				if near {
					part = append(part, q)
				}
				return near
			})
		}
		var spots []spot
		for _, q := range part {
			spots = append(spots, s.middle(q))
		}
		all = append(all, spots)
	}
	return all
}

// hull returns the convex hull of spots, in order.
func hull(spots []spot) []spot {
	slices.SortFunc(spots, func(a, b spot) int { return cmp.Or(cmp.Compare(a.x, b.x), cmp.Compare(a.z, b.z)) })
	half := func(from, to, step int) []spot {
		var h []spot
		for i := from; i != to; i += step {
			for len(h) > 1 && turnOf(h[len(h)-2], h[len(h)-1], spots[i]) <= 1e-4 {
				h = h[:len(h)-1]
			}
			h = append(h, spots[i])
		}
		return h
	}
	if len(spots) < 3 {
		return spots
	}
	low, high := half(0, len(spots), 1), half(len(spots)-1, -1, -1)
	return append(low[:len(low)-1], high[:len(high)-1]...)
}

// turnOf is the cross product of a-b and b-c: its sign is the direction of the turn.
func turnOf(a, b, c spot) float32 { return (b.x-a.x)*(c.z-a.z) - (b.z-a.z)*(c.x-a.x) }

// outside returns the distance of a point from a convex outline; 0 inside.
func outside(outline []spot, x, z float32) float32 {
	within, far := len(outline) > 2, float32(1e9)
	for i, p := range outline {
		q := outline[(i+1)%len(outline)]
		d, _ := near(p, q, x, z)
		far = min(far, d)
		within = within && turnOf(p, q, spot{x, z}) >= 0
	}
	if within {
		return 0
	}
	return far
}
