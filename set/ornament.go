package set

import "math"

// course is a line along which an ornament runs: a place and the direction across at a part of it, from 0 to 1.
type course func(t float64) (at, across point)

// straightCourse runs from a to b.
func straightCourse(a, b point) course {
	n := math.Hypot(b.x-a.x, b.y-a.y)
	across := point{-(b.y - a.y) / n, (b.x - a.x) / n}
	return func(t float64) (point, point) {
		return point{a.x + t*(b.x-a.x), a.y + t*(b.y-a.y)}, across
	}
}

// ringCourse runs once around a circle.
func ringCourse(c point, r float64) course {
	return func(t float64) (point, point) {
		x, y := math.Cos(2*math.Pi*t), math.Sin(2*math.Pi*t)
		return point{c.x + r*x, c.y + r*y}, point{x, y}
	}
}

// braid draws two strands that wind around each other along a course, n times. swing is how far they go to the sides,
// wide how wide they are.
func (s *sheet) braid(c course, n int, swing, wide float64) {
	strand := func(k, side int, more float64) []point { // the part with crossing k, and a little more at both ends
		const steps = 10
		var list []point
		for i := range steps + 1 {
			u := -more + (1+2*more)*float64(i)/steps
			at, across := c((float64(k) + u) / float64(n))
			d := swing * float64(side) * math.Cos(math.Pi*(float64(k)+u))
			list = append(list, point{at.x + d*across.x, at.y + d*across.y})
		}
		return list
	}
	for _, over := range []bool{false, true} {
		for k := range n {
			side := 1 - 2*(k%2)
			if over {
				side = -side
			}
			s.pen(s.c.frameInk, wide)
			s.trail(strand(k, side, 0.005), false, "D")
			s.pen(s.c.strand, wide*0.66)
			s.trail(strand(k, side, 0.06), false, "D")
		}
	}
}

// rosette draws six petals in a circle, as a compass does.
func (s *sheet) rosette(c point, r, wide float64, ink colour) {
	s.pen(ink, wide)
	for k := range 6 {
		a := math.Pi / 3 * float64(k)
		var arc []point
		for i := range 13 {
			b := a + math.Pi - math.Pi/3 + 2*math.Pi/3*float64(i)/12
			arc = append(arc, point{c.x + r*math.Cos(a) + r*math.Cos(b), c.y + r*math.Sin(a) + r*math.Sin(b)})
		}
		s.trail(arc, false, "D")
	}
	s.f.Circle(c.x, c.y, r, "D")
}

// knot draws two squares that are laced into a star of eight points.
func (s *sheet) knot(c point, r, wide float64) {
	side := func(turn float64, k int) []point {
		corner := func(k int) point {
			a := turn + math.Pi/2*float64(k)
			return point{c.x + r*math.Cos(a), c.y + r*math.Sin(a)}
		}
		return []point{corner(k), corner(k + 1)}
	}
	draw := func(p []point, from, to float64) {
		part := []point{{p[0].x + from*(p[1].x-p[0].x), p[0].y + from*(p[1].y-p[0].y)},
			{p[0].x + to*(p[1].x-p[0].x), p[0].y + to*(p[1].y-p[0].y)}}
		s.pen(s.c.frameInk, wide)
		s.trail(part, false, "D")
		s.pen(s.c.strand, wide*0.6)
		s.trail(part, false, "D")
	}
	s.f.SetLineCapStyle("square")
	for _, half := range []float64{0, 0.5} { // each side goes under at its begin and over at its end
		for k := range 4 {
			for _, turn := range []float64{0, math.Pi / 4} {
				draw(side(turn, k), half, half+0.5)
			}
		}
	}
	s.f.SetLineCapStyle("butt")
}

// hatch draws slanting lines over a rectangle.
func (s *sheet) hatch(x, y, w, h, apart float64) {
	for d := apart / 2; d < w+h; d += apart {
		x1, y1, x2, y2 := x+d, y, x, y+d
		if x1 > x+w {
			x1, y1 = x+w, y+d-w
		}
		if y2 > y+h {
			x2, y2 = x+d-h, y+h
		}
		s.line(x1, y1, x2, y2)
	}
}
