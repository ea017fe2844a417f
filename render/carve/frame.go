package carve

// bandHalf is half the width of the interlace band of the frame.
const bandHalf = 0.17

// border carves the frame: mitres, lines, interlace and the bosses where the
// bands meet.
func (s *sheet) border(o Options, n *noise) {
	sides := make([]func(), 0, 4)
	for side := range 4 {
		sides = append(sides, func() { s.braid(side) })
	}
	together(sides...)
	for side := range 4 {
		s.mitre(side)
		s.boss(side)
	}
	if !o.Plain {
		s.coordinates()
	}
}

// on returns the place of a point of the side that faces +z on another side.
func on(side int, x, z float32) spot {
	a, b := spin(side, x, z)
	return spot{a, b}
}

// corners returns the box of two points on a side.
func corners(side int, x0, z0, x1, z1 float32) (a, b spot) {
	p, q := on(side, x0, z0), on(side, x1, z1)
	return spot{min(p.x, q.x), min(p.z, q.z)}, spot{max(p.x, q.x), max(p.z, q.z)}
}

// braid carves the interlace of one side. The lattice is stretched a little so
// that it fills the band and closes at both ends.
func (s *sheet) braid(side int) {
	const cell, tall = 0.105, 3
	mid := s.field + braid
	end := mid - 0.3 // room for the boss
	count := int(2*end/cell/knotEvery) * knotEvery
	p := plait{wide: count, tall: tall, wall: breaks}
	dx, dz := 2*end/float32(count), float32(2*(bandHalf-0.035)/tall)
	var all []strand
	for _, st := range p.strands() {
		for i, c := range st {
			st[i].spot = on(side, c.x*dx-end, mid+(c.z-0.5*tall)*dz)
		}
		all = append(all, st.smooth(5))
	}
	w := weave{half: 0.031, gap: 0.014, deep: 0.02, ground: ground, stain: 1}
	a, b := corners(side, -end-0.02, mid-bandHalf, end+0.02, mid+bandHalf)
	s.interlace(all, w, a, b, func(x, z float32) bool { return true })
	for _, z := range []float32{mid - bandHalf - 0.03, mid + bandHalf + 0.03} {
		s.groove([]spot{on(side, -end, z), on(side, end, z)}, blade{0.012, 0.01, soot, 0.7})
	}
}

// knotEvery is the period of the knots in the band, in lattice steps; even.
const knotEvery = 8

// breaks ties the plait into knots: now and then two strands turn back.
func breaks(i, j int) turnBack { return turnBack{i: i%knotEvery == 0 && j%2 == 1} }

// mitre cuts the joint at the right end of a side.
func (s *sheet) mitre(side int) {
	a, b := s.field+rebate, s.half
	s.groove([]spot{on(side, a, a), on(side, b, b)}, blade{0.012, 0.012, soot, 0.8})
}

// boss carves the round panel at the right end of a side's band.
func (s *sheet) boss(side int) {
	m := s.field + braid
	c := on(side, m, m)
	w := weave{half: 0.028, gap: 0.012, deep: 0.02, ground: ground, stain: 1}
	r := float32(0.215)
	s.interlace(ringBraid(c, 0.145, 0.036, 4), w, spot{c.x - r, c.z - r}, spot{c.x + r, c.z + r}, func(x, z float32) bool {
		d := hypot(x-c.x, z-c.z)
		return d < r && d > 0.075
	})
	s.box(c.x-0.07, c.z-0.07, c.x+0.07, c.z+0.07, func(i int, x, z float32) {
		if d := hypot(x-c.x, z-c.z); d < 0.06 {
			s.cut(i, -0.02*ramp(0.045, 0, d)*0.6, inlay, 0.95*ramp(0.055, 0.045, d))
		}
	})
}
