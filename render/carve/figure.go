package carve

// figure is a body defined by a signed distance function: limbs that blend into each other.
type figure struct {
	limbs []limb
	odd   []limb // on one side only
	soft  float32
	heart float32                          // height of the middle
	cut   func(p solid, d float32) float32 // carves the distance field, the same on both sides; nil: none
	add   func(p solid, d float32) float32 // adds what is on one side only; nil: nothing
	// symmetric about x = 0, with its base at y = 0; otherwise symmetric about z = 0
	twin bool
}

// away returns the signed distance of a point, negative inside.
func (f *figure) away(p solid) float32 {
	whole := p
	if f.twin {
		p.x = abs(p.x)
	} else {
		p.z = abs(p.z)
	}
	d := float32(1)
	for i := range f.limbs {
		d = blend(d, f.limbs[i].away(p), f.soft)
	}
	if f.cut != nil {
		d = f.cut(p, d)
	}
	for i := range f.odd {
		d = blend(d, f.odd[i].away(whole), f.soft)
	}
	if f.add != nil {
		d = f.add(whole, d)
	}
	if f.twin {
		d = max(d, -p.y)
	}
	return d
}

// outward returns the normal of the distance field.
func (f *figure) outward(p solid) solid {
	const e = 3e-3
	return solid{
		f.away(solid{p.x + e, p.y, p.z}) - f.away(solid{p.x - e, p.y, p.z}),
		f.away(solid{p.x, p.y + e, p.z}) - f.away(solid{p.x, p.y - e, p.z}),
		f.away(solid{p.x, p.y, p.z + e}) - f.away(solid{p.x, p.y, p.z - e}),
	}.unit()
}

// cage samples the distances in a box.
type cage struct {
	nx, ny, nz int
	at         []float32
}

func (l *cage) index(x, y, z int) int { return (z*l.ny+y)*l.nx + x }

// mesh extracts the surface in the box from a to b by surface nets: one vertex per cell on the surface, one
// face per crossed edge. The texture is projected from above.
func (f *figure) mesh(a, b solid, step float32) Mesh {
	l := cage{nx: int((b.x-a.x)/step) + 2, ny: int((b.y-a.y)/step) + 2, nz: int((b.z-a.z)/step) + 2}
	l.at = make([]float32, l.nx*l.ny*l.nz)
	rows(l.nz, func(z0, z1 int) {
		for i := z0 * l.nx * l.ny; i < z1*l.nx*l.ny; i++ {
			x, y, z := i%l.nx, i/l.nx%l.ny, i/(l.nx*l.ny)
			l.at[i] = f.away(solid{a.x + float32(x)*step, a.y + float32(y)*step, a.z + float32(z)*step})
		}
	})
	var m Mesh
	vertex := l.vertices(func(p solid) {
		p = f.settle(solid{a.x + p.x*step, a.y + p.y*step, a.z + p.z*step}, step)
		m.add(p, f.outward(p), p.x, p.z, solid{1, 0, 0})
	})
	l.faces(vertex, m.quad)
	m.smooth()
	return m
}

// settle moves a vertex to the surface, at most by a part of the step.
func (f *figure) settle(p solid, step float32) solid {
	for range 2 {
		d := f.away(p)
		p = p.minus(f.outward(p).times(min(max(d, -0.3*step), 0.3*step)))
	}
	return p
}

// vertices calls add with the vertex of each cell on the surface and returns the vertex numbers by cell.
func (l *cage) vertices(add func(solid)) []uint32 {
	number := make([]uint32, len(l.at))
	var count uint32
	for z := range l.nz - 1 {
		for y := range l.ny - 1 {
			for x := range l.nx - 1 {
				if p, ok := l.middle(x, y, z); ok {
					number[l.index(x, y, z)] = count
					count++
					add(p)
				}
			}
		}
	}
	return number
}

// middle returns the mean of the points where the surface crosses the edges of a cell.
func (l *cage) middle(x, y, z int) (solid, bool) {
	var sum solid
	var n float32
	for c := range 8 {
		for axis := range 3 {
			d := c | 1<<axis
			if c == d {
				continue
			}
			p, q := [3]int{x + c&1, y + c>>1&1, z + c>>2}, [3]int{x + d&1, y + d>>1&1, z + d>>2}
			u, v := l.at[l.index(p[0], p[1], p[2])], l.at[l.index(q[0], q[1], q[2])]
			if u < 0 == (v < 0) {
				continue
			}
			t := u / (u - v)
			from, to := solid{float32(p[0]), float32(p[1]), float32(p[2])},
				solid{float32(q[0]), float32(q[1]), float32(q[2])}
			sum = sum.minus(from.minus(from.minus(to).times(t)).times(-1))
			n++
		}
	}
	if n == 0 {
		return sum, false
	}
	return sum.times(1 / n), true
}

// faces calls quad for every crossed edge with the vertices of the four cells around it.
func (l *cage) faces(vertex []uint32, quad func(a, b, c, d uint32)) {
	for z := 1; z < l.nz-1; z++ {
		for y := 1; y < l.ny-1; y++ {
			for x := 1; x < l.nx-1; x++ {
				in := l.at[l.index(x, y, z)] < 0
				v := func(dx, dy, dz int) uint32 { return vertex[l.index(x-dx, y-dy, z-dz)] }
				for axis, next := range [3]int{l.index(x+1, y, z), l.index(x, y+1, z), l.index(x, y, z+1)} {
					if l.at[next] < 0 == in {
						continue
					}
					q := [3][4]uint32{
						{v(0, 1, 1), v(0, 0, 1), v(0, 0, 0), v(0, 1, 0)},
						{v(1, 0, 1), v(1, 0, 0), v(0, 0, 0), v(0, 0, 1)},
						{v(1, 1, 0), v(0, 1, 0), v(0, 0, 0), v(1, 0, 0)},
					}[axis]
					if in {
						quad(q[0], q[1], q[2], q[3])
					} else {
						quad(q[3], q[2], q[1], q[0])
					}
				}
			}
		}
	}
}

// smooth sets each normal to the area-weighted mean of its faces, and an orthogonal tangent.
func (m *Mesh) smooth() {
	sum := make([]solid, len(m.Positions)/3)
	for i := 0; i < len(m.Indices); i += 3 {
		a, b, c := m.position(m.Indices[i]), m.position(m.Indices[i+1]), m.position(m.Indices[i+2])
		n := cross(b.minus(a), c.minus(a))
		for _, v := range m.Indices[i : i+3] {
			sum[v] = sum[v].minus(n.times(-1))
		}
	}
	for i := range sum { // between that of its faces and that of the surface
		n := solid{m.Normals[3*i], m.Normals[3*i+1], m.Normals[3*i+2]}
		sum[i] = sum[i].unit().minus(n.times(-1))
	}
	for range 12 { // at sharp folds, no normal may point away from a face
		for i := 0; i < len(m.Indices); i += 3 {
			a, b, c := m.position(m.Indices[i]), m.position(m.Indices[i+1]), m.position(m.Indices[i+2])
			n := cross(b.minus(a), c.minus(a)).unit()
			for _, v := range m.Indices[i : i+3] {
				if was := sum[v].unit(); dot(was, n) < 0.02 {
					sum[v] = was.minus(n.times(-0.4))
				}
			}
		}
	}
	for i, n := range sum {
		if dot(n, n) > 0 { // some face has it
			m.face(i, n.unit())
		}
	}
	m.crease()
}

// face sets the normal of a vertex and adjusts the tangent.
func (m *Mesh) face(i int, n solid) {
	t := solid{1, 0, 0}
	if abs(n.x) > 0.9 {
		t = solid{0, 0, 1}
	}
	t = t.minus(n.times(dot(t, n))).unit()
	copy(m.Normals[3*i:], []float32{n.x, n.y, n.z})
	copy(m.Tangents[4*i:], []float32{t.x, t.y, t.z, -1})
}

// crease duplicates vertices for faces that still point away from a normal.
func (m *Mesh) crease() {
	for i := 0; i < len(m.Indices); i += 3 {
		a, b, c := m.position(m.Indices[i]), m.position(m.Indices[i+1]), m.position(m.Indices[i+2])
		n := cross(b.minus(a), c.minus(a)).unit()
		for k, v := range m.Indices[i : i+3] {
			if dot(n, solid{m.Normals[3*v], m.Normals[3*v+1], m.Normals[3*v+2]}) > 0.02 {
				continue
			}
			p, w := m.position(v), len(m.Positions)/3
			m.add(p, n, m.UVs[2*v], m.UVs[2*v+1], solid{n.y, n.z, n.x})
			m.face(w, n)
			m.Indices[i+k] = uint32(w)
		}
	}
}

// join appends another mesh.
func (m *Mesh) join(n *Mesh) {
	base := uint32(len(m.Positions) / 3)
	m.Positions, m.Normals = append(m.Positions, n.Positions...), append(m.Normals, n.Normals...)
	m.UVs, m.Tangents = append(m.UVs, n.UVs...), append(m.Tangents, n.Tangents...)
	for _, i := range n.Indices {
		m.Indices = append(m.Indices, base+i)
	}
}
