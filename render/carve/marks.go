package carve

import (
	"tafl3d/game"
	"tafl3d/scene"
)

// middle returns the centre of a square.
func (l *layout) middle(q game.Square) spot {
	x, y := l.stage.Board.At(q)
	return spot{x, -y}
}

// rule cuts a straight line from p to q.
func (s *sheet) rule(n *noise, p, q spot, seed float32, b blade) {
	const step = 0.08
	length := hypot(q.x-p.x, q.z-p.z)
	dx, dz := (q.x-p.x)/length, (q.z-p.z)/length
	at := func(a float32) spot {
		off := wobble(n, a-length/2, seed)
		return spot{p.x + a*dx - off*dz, p.z + a*dz + off*dx}
	}
	for a := float32(0); a < length; a += step {
		w, c := b, a-length/2
		press := 1 + 0.22*n.at(c*1.7, seed*3.1+90)
		w.half *= press
		w.deep *= press
		w.strength *= 1 + 0.15*n.at(c*2.3+40, seed*5.7)
		s.groove([]spot{at(a), at(min(a+step, length))}, w)
	}
}

// wobble returns the offset of a hand-drawn line.
func wobble(n *noise, a, seed float32) float32 {
	return 0.007*n.at(a*0.9, seed*7.3) + 0.0025*n.at(a*4.1, seed*7.3+50)
}

// squares carves the marked squares in the style of the board.
func (s *sheet) squares(n *noise) {
	throne, corner, citadel := s.throne, s.corner, s.camp
	switch {
	case s.form != scene.Grid:
	case s.look.lining == pegged:
		throne, corner = s.ringed, s.quartered
	case s.look.lining == inked:
		throne, corner, citadel = s.scribed, s.quatrefoil, s.dotted
	}
	for _, camp := range s.stage.Camps {
		for _, q := range camp {
			citadel(s.middle(q), n)
		}
	}
	for _, q := range s.stage.Corners {
		corner(s.middle(q))
	}
	for _, q := range s.stage.Throne {
		throne(s.middle(q))
	}
}

// throne carves a braided ring around a six-petalled rosette, and sunk corners that a piece does not hide.
func (s *sheet) throne(c spot) {
	s.frame(c, 0.455, blade{0.016, 0.012, soot, 0.7})
	w := weave{half: 0.031, gap: 0.016, deep: 0.02, ground: royal, stain: 1}
	s.interlace(ringBraid(c, 0.345, 0.046, 6), w, spot{c.x - 0.44, c.z - 0.44}, spot{c.x + 0.44, c.z + 0.44},
		func(x, z float32) float32 {
			d := hypot(x-c.x, z-c.z)
			return min(d-0.255, 0.435-d)
		})
	s.rosette(c, 0.225)
	s.box(c.x-0.43, c.z-0.43, c.x+0.43, c.z+0.43, func(i int, x, z float32) {
		x, z = abs(x-c.x), abs(z-c.z)
		if d := min(hypot(x, z)-0.47, 0.42-max(x, z)); d > 0 {
			s.cut(i, -0.02*ramp(0, 0.02, d), royal, ramp(0, 0.012, d))
		}
	})
}

// ringBraid returns two strands twisted into a ring with 2n crossings.
func ringBraid(c spot, r, swing float32, n int) []strand {
	const steps = 16 // per crossing
	all := make([]strand, 2)
	for k := range all {
		side := float32(1 - 2*k)
		total := 2 * n * steps
		for i := 0; i <= total; i++ {
			turn := 2 * pi * float32(i%total) / float32(total)
			d := r + side*swing*cos(float32(n)*turn)
			all[k] = append(all[k], cord{spot{c.x + d*cos(turn), c.z + d*sin(turn)}, side * sin(float32(n)*turn)})
		}
	}
	return all
}

// rosette cuts six petals.
func (s *sheet) rosette(c spot, r float32) {
	b := blade{0.016, 0.014, royal, 0.95}
	s.box(c.x-r, c.z-r, c.x+r, c.z+r, func(i int, x, z float32) {
		x, z = x-c.x, z-c.z
		d := hypot(x, z)
		if d > r {
			return
		}
		edge := r - d - 0.01
		for k := range 6 {
			a := pi / 3 * float32(k)
			edge = min(edge, abs(hypot(x-r*cos(a), z-r*sin(a))-r))
		}
		s.notch(i, abs(edge), b)
	})
}

// corner carves a Solomon's knot along the diagonals of the square.
func (s *sheet) corner(c spot) {
	s.frame(c, 0.455, blade{0.016, 0.012, soot, 0.7})
	var all []strand
	for k := range 2 {
		var st strand
		for _, p := range link {
			st = append(st, cord{p.spot.turned(pi/4 + pi/2*float32(k)).plus(c), p.level})
		}
		all = append(all, append(st, st[0]).smooth(6))
	}
	w := weave{half: 0.052, gap: 0.02, deep: 0.024, ground: gate, stain: 1}
	s.interlace(all, w, spot{c.x - 0.42, c.z - 0.42}, spot{c.x + 0.42, c.z + 0.42}, func(x, z float32) float32 {
		return 0.405 - max(abs(x-c.x), abs(z-c.z))
	})
}

// link is one of the two rings of a Solomon's knot.
var link = strand{
	{spot{-0.46, 0}, 0}, {spot{-0.38, -0.125}, 0}, {spot{-0.125, -0.13}, 1}, {spot{0.125, -0.13}, -1},
	{spot{0.38, -0.125}, 0}, {spot{0.46, 0}, 0}, {spot{0.38, 0.125}, 0}, {spot{0.125, 0.13}, 1},
	{spot{-0.125, 0.13}, -1}, {spot{-0.38, 0.125}, 0},
}

// camp paints a square with hatched ochre.
func (s *sheet) camp(c spot, n *noise) {
	const r = 0.44
	b := blade{0.014, 0.011, ochre, 1}
	s.box(c.x-r, c.z-r, c.x+r, c.z+r, func(i int, x, z float32) {
		edge := r - max(abs(x-c.x), abs(z-c.z))
		wear := 0.5 + 0.28*n.at(x*3.1, z*9) + 0.12*n.at(x*17, z*40)
		s.dye(i, ochre, 0.8*wear*ramp(0, 0.03, edge+0.008*n.at(x*9, z*9)))
		if edge > 0.06 {
			d := (x + z + 0.008*n.at(x*6, z*6)) * 0.70710678 * 9
			s.notch(i, abs(d-float32(floor(d+0.5)))/9, b)
		}
	})
	s.frame(c, r-0.04, blade{0.014, 0.011, ochre, 1})
}

// frame cuts a square with half width r.
func (s *sheet) frame(c spot, r float32, b blade) {
	s.groove([]spot{{c.x - r, c.z - r}, {c.x + r, c.z - r}, {c.x + r, c.z + r}, {c.x - r, c.z + r}, {c.x - r, c.z - r}},
		b)
}

// ringed is the throne of a peg board: rings around the hole, as on the Ballinderry board.
func (s *sheet) ringed(c spot) {
	for k, r := range []float32{0.19, 0.3, 0.41} {
		s.groove(circle(c, r), blade{0.022 - 0.003*float32(k), 0.022, royal, 0.95})
	}
	for k := range 12 {
		s.hole(c.plus(spot{0.355, 0}.turned(2*pi*float32(k)/12)), 0.018, 0.015)
	}
}

// quartered is the corner of a peg board: quarter circles around the corner of the field.
func (s *sheet) quartered(c spot) {
	o := spot{c.x + 0.5*sign(c.x), c.z + 0.5*sign(c.z)}
	from := angle(-sign(c.x), -sign(c.z)) - pi/4
	for _, r := range []float32{0.3, 0.42, 0.76, 0.88} {
		var path []spot
		for i := range 25 {
			path = append(path, spot{r, 0}.turned(from+pi/2*float32(i)/24).plus(o))
		}
		s.groove(path, blade{0.021, 0.022, gate, 0.95})
	}
	s.groove([]spot{{c.x - 0.14, c.z - 0.14}, {c.x + 0.14, c.z + 0.14}}, blade{0.02, 0.02, gate, 0.9})
	s.groove([]spot{{c.x - 0.14, c.z + 0.14}, {c.x + 0.14, c.z - 0.14}}, blade{0.02, 0.02, gate, 0.9})
}

// scribed is the throne of a drawn board: a wheel in red and gold.
func (s *sheet) scribed(c spot) {
	s.box(c.x-0.46, c.z-0.46, c.x+0.46, c.z+0.46, func(i int, x, z float32) {
		x, z = x-c.x, z-c.z
		d := hypot(x, z)
		arm := min(abs(x), abs(z))
		switch {
		case d > 0.45:
		case abs(d-0.425) < 0.012 || abs(d-0.31) < 0.012:
			s.cut(i, -0.007, soot, 0.95)
		case d > 0.32 && d < 0.415:
			s.cut(i, -0.0072, inlay, 0.9)
		case d < 0.3 && arm > 0.045:
			s.cut(i, -0.0072, royal, 0.9)
		}
	})
}

// quatrefoil is the corner of a drawn board: four veined blue leaves around a gold dot, in a thin frame.
func (s *sheet) quatrefoil(c spot) {
	s.box(c.x-0.44, c.z-0.44, c.x+0.44, c.z+0.44, func(i int, x, z float32) {
		x, z = abs(x-c.x), abs(z-c.z)
		along, across := (x+z)*0.70710678, abs(x-z)*0.70710678
		leaf := 0.135*sin(pi*clamp((along-0.07)/0.42)) - across // pointed at both ends
		switch {
		case hypot(x, z) < 0.05:
			s.cut(i, -0.0072, inlay, 0.95)
		case abs(leaf) < 0.012 && along < 0.5 || abs(max(x, z)-0.42) < 0.009:
			s.cut(i, -0.007, soot, 0.9)
		case leaf > 0 && (across < 0.008 || abs(across-0.6*(0.45-along)) < 0.007):
			s.cut(i, -0.0072, inlay, 0.8)
		case leaf > 0:
			s.cut(i, -0.0072, gate, 0.95)
		}
	})
}

// dotted is a camp of a drawn board: a red lozenge with dots around it.
func (s *sheet) dotted(c spot, _ *noise) {
	s.box(c.x-0.44, c.z-0.44, c.x+0.44, c.z+0.44, func(i int, x, z float32) {
		x, z = abs(x-c.x), abs(z-c.z)
		if d := x + z - 0.3; d < 0 {
			s.cut(i, -0.0072, ochre, 0.85*ramp(0, -0.02, d))
		}
		if hypot(x-0.28, z-0.28) < 0.04 {
			s.cut(i, -0.007, soot, 0.9)
		}
	})
}
