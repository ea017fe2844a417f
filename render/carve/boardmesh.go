package carve

import "tafl3d/scene"

// cornerSteps is the number of facets of a rounded corner; even.
const cornerSteps = 6

// edge is a point of the cross section. d is the distance outwards from the outermost line of the field; n is
// the normal, outwards and up.
type edge struct {
	d, y   float32
	nd, ny float32
}

// heart marks the middle of the board in a cross section.
const heart = -1e6

// section returns the cross section from the middle of the field to the rim at distance wide.
func section(wide, top float32) []edge {
	const in = rebate
	s := []edge{
		{heart, 0, 0, 1}, {in, 0, 0, 1},
		{in, 0, -0.85, 0.53}, {in + 0.03, 0.8 * top, -0.8, 0.6}, {in + 0.055, top, 0, 1},
	}
	return append(s, arc(wide-rounding, top-rounding, rounding, 0, 6)...)
}

// wall returns the cross section of the side: from the rim down and to the middle of the underside.
func wall(wide, rise float32) []edge {
	const foot = 0.04
	return []edge{
		{wide, rise - rounding, 1, 0}, {wide, foot - thick, 1, 0},
		{wide, foot - thick, 0.7, -0.7}, {wide - foot, -thick, 0.7, -0.7},
		{wide - foot, -thick, 0, -1}, {heart, -thick, 0, -1},
	}
}

// arc returns a quarter circle from straight up to straight outwards.
func arc(d, y, r float32, from, steps int) []edge {
	var s []edge
	for i := from; i <= steps; i++ {
		a := pi / 2 * float32(i) / float32(steps)
		s = append(s, edge{d + r*sin(a), y + r*cos(a), sin(a), cos(a)})
	}
	return s
}

// rim is a point of the outline along one side.
type rim struct {
	corner float32 // -1 at the left end of the side, 1 at the right end
	dx, dz float32 // outward direction, for the side that faces +z
}

// way returns the outline of the side that faces +z, from +x to -x, with half of the rounded corner at each
// end.
func way() []rim {
	var w []rim
	for _, end := range []float32{1, -1} {
		for i := 0; i <= cornerSteps/2; i++ {
			k := i
			if end > 0 {
				k = cornerSteps/2 - i
			}
			a := pi / 2 * float32(k) / cornerSteps
			w = append(w, rim{end, end * sin(a), cos(a)})
		}
	}
	return w
}

// bowSteps is the number of facets of a quarter of a round board.
const bowSteps = 24

// bow returns a quarter of the outline of a round board around +z.
func bow() []rim {
	var w []rim
	for i := range bowSteps + 1 {
		a := pi / 2 * (0.5 - float32(i)/bowSteps)
		w = append(w, rim{0, sin(a), cos(a)})
	}
	return w
}

// sweep extrudes a cross section along the outline. uv maps a point on side 0 to 3 to texture coordinates.
func (l *layout) sweep(s []edge, uv func(side int, x, z, y float32) (u, v float32), along bool) Mesh {
	var m Mesh
	w := way()
	if l.form == scene.Disc {
		w = bow()
	}
	for side := range 4 {
		base := uint32(len(m.Positions) / 3)
		for _, e := range s {
			for _, r := range w {
				x, z := l.reach(side, e.d, r)
				px, pz := spin(side, x, z)
				nx, nz := spin(side, r.dx*e.nd, r.dz*e.nd)
				u, v := uv(side, px, pz, e.y)
				t := solid{1, 0, 0}
				if along {
					tx, tz := spin(side, 1, 0)
					t = solid{tx, 0, tz}
				}
				m.add(solid{px, e.y, pz}, solid{nx, e.ny, nz}.unit(), u, v, t)
			}
		}
		row := uint32(len(w))
		for j := range uint32(len(s) - 1) {
			for k := range row - 1 {
				a := base + j*row + k
				m.quad(a, a+1, a+row+1, a+row)
			}
		}
	}
	return m
}

// reach returns the point at distance d from the edge of the field, rotated to the side that faces +z.
// Corners are round.
func (l *layout) reach(side int, d float32, r rim) (x, z float32) {
	if d == heart {
		return 0, 0
	}
	long, far := l.side(side)
	if l.form == scene.Disc {
		return (far + d) * r.dx, (far + d) * r.dz
	}
	from := l.rim - 1.6*rounding
	out := max(0, d-from)
	d = min(d, from)
	return r.corner*(long+d) + r.dx*out, far + d + r.dz*out
}

// spin rotates a point from the side that faces +z to side 0 to 3: +z, +x, -z, -x.
func spin(side int, x, z float32) (float32, float32) {
	switch side {
	case 1:
		return z, -x
	case 2:
		return -x, -z
	case 3:
		return -z, x
	}
	return x, z
}

// topMesh returns field and frame up to the rim, textured from above.
func (l *layout) topMesh() Mesh {
	return l.sweep(section(l.rim, l.look.rise), func(_ int, x, z, _ float32) (float32, float32) {
		return x/(2*l.half) + 0.5, z/(2*l.half) + 0.5
	}, false)
}

// sideMesh returns side faces and underside. Each side uses a quarter of the texture.
func (l *layout) sideMesh() Mesh {
	return l.sweep(wall(l.rim, l.look.rise), func(side int, x, z, y float32) (float32, float32) {
		a, _ := spin(4-side, x, z)
		v := (l.look.rise - rounding - y) / (thick + l.look.rise)
		return a/(2*l.half) + 0.5, (float32(side) + 0.05 + 0.9*clamp(v)) / 4
	}, true)
}
