package carve

import "tafl3d/game"

// grid draws the borders of the squares in the style of the board.
func (s *sheet) grid(n *noise) {
	switch s.look.lining {
	case pegged:
		s.pegs()
	case inked:
		s.pen(n)
	default:
		s.ruled(n)
	}
}

// ruled draws the lines of a grid of cells, slightly uneven.
func (s *sheet) ruled(n *noise) {
	x, z := s.fieldX, s.fieldZ
	over := float32(0)
	if s.look.lining == scratched {
		over = 0.045
	}
	for i := range int(2*z+0.5) + 1 {
		c := float32(i) - z
		s.line(n, spot{-x - over, c}, spot{x + over, c}, float32(i), abs(c) > z-0.01)
	}
	for i := range int(2*x+0.5) + 1 {
		c := float32(i) - x
		s.line(n, spot{c, -z - over}, spot{c, z + over}, float32(i)+40, abs(c) > x-0.01)
	}
}

// line draws a line of a grid; outer lines are stronger.
func (s *sheet) line(n *noise, p, q spot, seed float32, outer bool) {
	b := blade{half: 0.026, deep: 0.02, pigment: soot, strength: 0.85}
	switch s.look.lining {
	case inlaid:
		s.strip(p, q)
		return
	case painted:
		b = blade{half: 0.036, deep: 0.003, pigment: soot, strength: 0.82}
	case scratched:
		b = blade{half: 0.017, deep: 0.014, pigment: soot, strength: 0.9}
	}
	if outer {
		b.half, b.deep, b.strength = 1.3*b.half, 1.2*b.deep, b.strength+0.1
	}
	s.rule(n, p, q, seed, b)
}

// strip inlays a strip of pale wood between dark edges.
func (s *sheet) strip(p, q spot) {
	const wide, edge = 0.017, 0.042
	s.box(min(p.x, q.x)-edge, min(p.z, q.z)-edge, max(p.x, q.x)+edge, max(p.z, q.z)+edge, func(i int, x, z float32) {
		d, _ := near(p, q, x, z)
		if d < wide {
			s.height[i] = max(s.height[i], -0.001)
			s.stain[i], s.pigment[i] = 235, bone
			return
		}
		if s.pigment[i] != bone || s.stain[i] != 235 {
			s.cut(i, -0.005*ramp(edge, 0.8*edge, d), soot, 0.95*ramp(edge, 0.85*edge, d))
		}
	})
}

// pegs drills a hole into every square.
func (s *sheet) pegs() {
	for q := range s.stage.Board.Squares() {
		s.hole(s.middle(game.Square(q)), 0.078, 0.045)
	}
}

// pen draws the lines through the centres of the squares, where the pieces are placed.
func (s *sheet) pen(n *noise) {
	thin := blade{half: 0.027, deep: 0.0012, pigment: soot, strength: 1}
	x, z := s.fieldX-0.5, s.fieldZ-0.5
	for i := range int(2*z+0.5) + 1 {
		c := float32(i) - z
		s.rule(n, spot{-x, c}, spot{x, c}, float32(i), thin)
	}
	for i := range int(2*x+0.5) + 1 {
		c := float32(i) - x
		s.rule(n, spot{c, -z}, spot{c, z}, float32(i)+40, thin)
	}
	red := blade{half: 0.026, deep: 0.0012, pigment: ochre, strength: 0.85}
	m := x + 0.34
	path := []spot{{-m, -m}, {m, -m}, {m, m}, {-m, m}, {-m, -m}}
	for i := range 4 {
		s.rule(n, path[i], path[i+1], float32(i)+90, red)
	}
}
