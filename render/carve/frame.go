package carve

import (
	"math"

	"tafl3d/scene"
)

// bandHalf is half the width of the interlace band of the frame.
const bandHalf = 0.17

// framer carves the frame of a board: its ornament, letters and figures.
type framer struct{ sheet *sheet }

// border carves the frame: mitres, lines, interlace and the bosses at the corners.
func (fr *framer) border(o Options, n *noise) {
	if fr.sheet.form == scene.Disc {
		fr.ring()
	} else {
		fr.sides(n)
	}
	if !o.Plain {
		fr.coordinates()
	}
}

// sides carves the four sides of a frame.
func (fr *framer) sides(n *noise) {
	s := fr.sheet
	if s.look.border == knots { // the sides do not meet
		together(func() { fr.braid(0) }, func() { fr.braid(1) }, func() { fr.braid(2) }, func() { fr.braid(3) })
	}
	for side := range 4 {
		fr.adorn(side, n)
	}
	for side := range 4 {
		fr.mitre(side)
		if s.look.border == knots {
			long, far := s.side(side)
			fr.boss(on(side, long+s.band, far+s.band))
		}
	}
}

// on maps a point of the side that faces +z to another side.
func on(side int, x, z float32) spot {
	a, b := spin(side, x, z)
	return spot{a, b}
}

// corners returns the bounding box of two points on a side.
func corners(side int, x0, z0, x1, z1 float32) (a, b spot) {
	p, q := on(side, x0, z0), on(side, x1, z1)
	return spot{min(p.x, q.x), min(p.z, q.z)}, spot{max(p.x, q.x), max(p.z, q.z)}
}

// braid carves the interlace of a side. The lattice is stretched to fill the band and close at both ends.
func (fr *framer) braid(side int) {
	s := fr.sheet
	const cell, tall = 0.105, 3
	long, far := s.side(side)
	mid, end := far+s.band, long+s.band-0.3 // space for the boss
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
	s.interlace(all, w, a, b, func(x, z float32) float32 { return 1 })
	for _, z := range []float32{mid - bandHalf - 0.03, mid + bandHalf + 0.03} {
		s.groove([]spot{on(side, -end, z), on(side, end, z)}, blade{0.012, 0.01, soot, 0.7})
	}
}

// knotEvery is the period of the knots in lattice steps; even.
const knotEvery = 8

// breaks divides the plait into knots, where two strands turn back.
func breaks(i, j int) turnBack { return turnBack{i: i%knotEvery == 0 && j%2 == 1} }

// mitre cuts the joint at the right end of a side.
func (fr *framer) mitre(side int) {
	s := fr.sheet
	if s.look.joint == whole {
		return // no joint
	}
	long, far := s.side(side)
	s.groove([]spot{on(side, long+rebate, far+rebate), on(side, long+s.rim, far+s.rim)}, blade{0.012, 0.012, soot, 0.8})
}

// boss carves a round panel where bands meet.
func (fr *framer) boss(c spot) {
	s := fr.sheet
	w := weave{half: 0.028, gap: 0.012, deep: 0.02, ground: ground, stain: 1}
	r := float32(0.215)
	s.interlace(ringBraid(c, 0.145, 0.036, 4), w, spot{c.x - r, c.z - r}, spot{c.x + r, c.z + r},
		func(x, z float32) float32 {
			d := hypot(x-c.x, z-c.z)
			return min(r-d, d-0.075)
		})
	s.box(c.x-0.07, c.z-0.07, c.x+0.07, c.z+0.07, func(i int, x, z float32) {
		if d := hypot(x-c.x, z-c.z); d < 0.06 {
			s.cut(i, -0.02*ramp(0.045, 0, d)*0.6, inlay, 0.95*ramp(0.055, 0.045, d))
		}
	})
}

// arcs is the number of bands of a round frame.
const arcs = 8

// ring carves the frame of a round board: curved bands with bosses between them.
func (fr *framer) ring() {
	s := fr.sheet
	r := s.fieldX + s.band
	var bands []func()
	for k := range arcs {
		from := 2 * pi * (float32(k) + 0.5) / arcs
		bands = append(bands, func() { fr.bend(r, from) })
	}
	together(bands...)
	for k := range arcs {
		fr.boss(spot{r, 0}.turned(2 * pi * (float32(k) + 0.5) / arcs))
	}
}

// bend carves a band of a round frame that begins at an angle.
func (fr *framer) bend(r, from float32) {
	s := fr.sheet
	const tall = 3
	gap := 0.29 / r // space for the boss
	from += gap
	turn := 2*pi/arcs - 2*gap
	count := max(int(r*turn/0.105/knotEvery)*knotEvery, knotEvery)
	p := plait{wide: count, tall: tall, wall: breaks}
	dz := float32(2 * (bandHalf - 0.035) / tall)
	box := spread4{s.half, s.half, -s.half, -s.half}
	at := func(i, j float32) spot { return spot{r + (j-0.5*tall)*dz, 0}.turned(from + turn*i/float32(count)) }
	var all []strand
	for _, st := range p.strands() {
		for i, c := range st {
			st[i].spot = at(c.x, c.z)
			box.hold(st[i].spot, 0.05)
		}
		all = append(all, st.smooth(5))
	}
	w := weave{half: 0.031, gap: 0.014, deep: 0.02, ground: ground, stain: 1}
	a0, a1 := from-0.02/r, from+turn+0.02/r
	s.interlace(all, w, spot{box.x0, box.z0}, spot{box.x1, box.z1}, func(x, z float32) float32 {
		d, a := hypot(x, z)-r, angle(x, z)
		for a < a0 {
			a += 2 * pi
		}
		return min(bandHalf-abs(d), (a1-a)*r)
	})
	for _, d := range []float32{-bandHalf - 0.03, bandHalf + 0.03} {
		s.groove(arcOf(r+d, from, from+turn), blade{0.012, 0.01, soot, 0.7})
	}
}

// spread4 is a bounding box of spots.
type spread4 struct{ x0, z0, x1, z1 float32 }

// hold extends the box by a circle around p.
func (b *spread4) hold(p spot, r float32) {
	b.x0, b.z0 = min(b.x0, p.x-r), min(b.z0, p.z-r)
	b.x1, b.z1 = max(b.x1, p.x+r), max(b.z1, p.z+r)
}

// arcOf returns spots on a circle around the origin between two angles.
func arcOf(r, from, to float32) []spot {
	n := max(int(r*abs(to-from)/0.08), 4)
	path := make([]spot, n+1)
	for i := range path {
		path[i] = spot{r, 0}.turned(lerp(from, to, float32(i)/float32(n)))
	}
	return path
}

// angle returns the angle of a point about the origin, from -pi to pi.
func angle(x, z float32) float32 { return float32(math.Atan2(float64(z), float64(x))) }
