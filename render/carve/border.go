package carve

// adorn carves the ornament of a side of the frame, for ornaments without interlace.
func (fr *framer) adorn(side int, n *noise) {
	switch fr.sheet.look.border {
	case eyes4:
		fr.rings(side)
	case teeth:
		fr.zigzag(side)
	case stitches:
		fr.seam(side)
	case rules:
		fr.penned(side, n)
	case fret:
		fr.wind(side)
	case nails:
		fr.nailed(side)
	}
}

// edging cuts the two lines along the band.
func (fr *framer) edging(side int, end, wide float32, b blade) {
	s := fr.sheet
	_, far := s.side(side)
	mid := far + s.band
	for _, z := range []float32{mid - wide, mid + wide} {
		s.groove([]spot{on(side, -end, z), on(side, end, z)}, b)
	}
}

// even returns evenly spaced positions from -end to end, about every apart.
func even(end, every float32) []float32 {
	n := max(int(2*end/every+0.5), 2)
	out := make([]float32, n)
	for i := range out {
		out[i] = -end + 2*end*(float32(i)+0.5)/float32(n)
	}
	return out
}

// rings carves a row of ring-and-dot ornaments, as on bone combs and bone gaming boards.
func (fr *framer) rings(side int) {
	s := fr.sheet
	long, far := s.side(side)
	end := long + s.band
	for _, x := range even(end-0.2, 0.34) {
		fr.eye(on(side, x, far+s.band), 0.105)
	}
	fr.edging(side, end+0.2, 0.2, blade{0.014, 0.012, soot, 0.8})
}

// eye carves two concentric rings and a dot.
func (fr *framer) eye(c spot, r float32) {
	s := fr.sheet
	s.groove(circle(c, r), blade{0.016, 0.015, filled, 0.75})
	s.groove(circle(c, 0.55*r), blade{0.013, 0.012, filled, 0.7})
	s.hole(c, 0.022, 0.02)
}

// zigzag carves a band of alternately cut and painted triangles.
func (fr *framer) zigzag(side int) {
	s := fr.sheet
	const tooth, high = 0.30, 0.15
	long, far := s.side(side)
	end, mid := long+s.band+0.14, far+s.band
	count := float32(int(2*end/tooth + 0.5))
	a, b := corners(side, -end, mid-high, end, mid+high)
	s.box(a.x, a.z, b.x, b.z, func(i int, x, z float32) {
		u, v := spin((4-side)&3, x, z)
		t := (u + end) / (2 * end) * count
		t = abs(t-float32(floor(t))-0.5) * 2 // 1 at the ends of a tooth
		d := (v-mid)/high*0.5 + 0.5 - t      // positive on the outer side of the zigzag
		p, deep := ochre, ramp(0.04, 0.16, d)
		if d < 0 {
			p, deep = ground, ramp(-0.04, -0.16, d)
		}
		s.cut(i, -0.014*deep, p, 0.85*deep)
	})
	fr.edging(side, end+0.05, high+0.06, blade{0.016, 0.012, soot, 0.85})
}

// seam carves a double seam of waxed thread along the edge.
func (fr *framer) seam(side int) {
	s := fr.sheet
	long, far := s.side(side)
	for _, row := range []float32{s.band - 0.08, s.band + 0.12} {
		end := long + row
		for _, x := range even(end, 0.16) {
			a, b := on(side, x-0.055, far+row), on(side, x+0.055, far+row)
			s.groove([]spot{a, b}, blade{0.026, 0.014, soot, 0.6})
			fr.raise(a, b, 0.017, 0.012, filled)
		}
	}
	for _, x := range even(long+s.band+0.1, 1.5) {
		fr.nail(on(side, x, far+s.band+0.02), 0.06)
	}
	fr.nail(on(side, long+s.band+0.02, far+s.band+0.02), 0.08)
}

// raise lays a thread from p to q.
func (fr *framer) raise(p, q spot, half, high float32, k pigment) {
	s := fr.sheet
	s.box(min(p.x, q.x)-half, min(p.z, q.z)-half, max(p.x, q.x)+half, max(p.z, q.z)+half, func(i int, x, z float32) {
		if d, _ := near(p, q, x, z); d < half {
			s.height[i] = high * sqrt(1-d*d/(half*half))
			s.stain[i], s.pigment[i] = 210, k
		}
	})
}

// nail adds a round-headed bronze nail.
func (fr *framer) nail(c spot, r float32) {
	s := fr.sheet
	s.box(c.x-1.5*r, c.z-1.5*r, c.x+1.5*r, c.z+1.5*r, func(i int, x, z float32) {
		d := hypot(x-c.x, z-c.z) / r
		switch {
		case d < 1:
			s.height[i] = 0.5 * r * sqrt(1-0.8*d*d)
			s.stain[i], s.pigment[i] = 250, inlay
		case d < 1.35:
			s.cut(i, -0.012*ramp(1.35, 1, d), soot, 0.9*ramp(1.35, 1.05, d))
		}
	})
}

// nailed makes a plain rim with nails.
func (fr *framer) nailed(side int) {
	s := fr.sheet
	long, far := s.side(side)
	end := long + s.band
	for _, x := range even(end-0.3, 1.25) {
		fr.nail(on(side, x, far+s.band), 0.075)
	}
	fr.nail(on(side, end, far+s.band), 0.09)
	fr.edging(side, end+0.26, 0.25, blade{0.02, 0.016, soot, 0.85})
}

// penned draws rules in red and brown with a row of dots and small leaves, as in the margins of manuscripts.
func (fr *framer) penned(side int, n *noise) {
	s := fr.sheet
	long, far := s.side(side)
	for _, l := range []struct {
		at, half float32
		p        pigment
	}{{s.band - 0.2, 0.014, soot}, {s.band - 0.155, 0.03, ochre}, {s.band + 0.2, 0.014, soot}} {
		e := long + l.at
		s.rule(n, on(side, -e, far+l.at), on(side, e, far+l.at), 5*float32(side)+60*l.at,
			blade{l.half, 0.001, l.p, 0.85})
	}
	for k, x := range even(long+s.band-0.35, 0.46) {
		fr.leaf(on(side, x, far+s.band+0.02), float32(1-2*(k%2)), side)
	}
	fr.initial(on(side, long+s.band, far+s.band))
}

// leaf draws a small leaf with a dot on each side of its stalk.
func (fr *framer) leaf(c spot, way float32, side int) {
	s := fr.sheet
	p := gate
	if way < 0 {
		p = ochre
	}
	s.box(c.x-0.16, c.z-0.16, c.x+0.16, c.z+0.16, func(i int, x, z float32) {
		u, v := spin((4-side)&3, x-c.x, z-c.z)
		v *= way
		edge := 0.055*sin(pi*clamp((u+0.13)/0.26)) - abs(v-0.02*sin(9*u))
		s.dye(i, p, 0.85*ramp(-0.006, 0.01, edge))
		s.dye(i, soot, 0.8*ramp(0.012, 0.004, hypot(u-0.15, v+0.05)-0.012))
		s.dye(i, soot, 0.8*ramp(0.010, 0.002, abs(edge)))
	})
}

// initial draws a panel of woven lines where two margins meet.
func (fr *framer) initial(c spot) {
	s := fr.sheet
	const r = 0.19
	w := weave{half: 0.024, gap: 0.012, deep: 0.0016, ground: ochre, stain: 0.85}
	s.interlace(ringBraid(c, 0.12, 0.034, 4), w, spot{c.x - r, c.z - r}, spot{c.x + r, c.z + r},
		func(x, z float32) float32 { return r - 0.01 - max(abs(x-c.x), abs(z-c.z)) })
	s.frame(c, r, blade{0.013, 0.001, soot, 0.9})
}

// wind cuts a meander.
func (fr *framer) wind(side int) {
	s := fr.sheet
	long, far := s.side(side)
	end, mid := long+s.band+0.1, far+s.band
	const high = 0.11
	all := even(end, 0.36)
	step := (all[1] - all[0]) / 2
	b := blade{0.026, 0.022, soot, 0.85}
	for k, x := range all {
		y := float32(high)
		if k%2 == 1 {
			y = -high
		}
		s.groove([]spot{on(side, x-step, mid-y), on(side, x-step, mid+y), on(side, x+step, mid+y),
			on(side, x+step, mid-y)}, b)
		in := 0.42 * step
		s.groove([]spot{on(side, x-in, mid+0.15*y), on(side, x-in, mid-0.9*y), on(side, x+in, mid-0.9*y),
			on(side, x+in, mid+0.15*y)}, blade{0.018, 0.014, soot, 0.75})
	}
	fr.edging(side, end+0.05, 0.2, blade{0.016, 0.014, soot, 0.8})
}
