package carve

// point is a point of a profile: radius and height.
type point struct{ r, y float32 }

// span is a smooth part of a profile through some points. There is a crease between two spans.
type span struct {
	through []point
	steps   int
}

// solid is a point in space.
type solid struct{ x, y, z float32 }

// lathe is a solid of revolution, from the top of the axis to the base, with optional cuts.
type lathe struct {
	spans []span
	sides int
	cut   func(p point, turn float32) solid // nil: none
}

// at returns the point of a span at t from 0 to 1 by Catmull-Rom interpolation.
func (s span) at(t float32) point {
	n := len(s.through) - 1
	switch t {
	case 0:
		return s.through[0]
	case 1:
		return s.through[n]
	}
	f := t * float32(n)
	i := min(max(floor(f), 0), n-1)
	f -= float32(i)
	p1, p2 := s.through[i], s.through[i+1]
	p0, p3 := point{2*p1.r - p2.r, 2*p1.y - p2.y}, point{2*p2.r - p1.r, 2*p2.y - p1.y}
	if i > 0 {
		p0 = s.through[i-1]
	}
	if i+2 <= n {
		p3 = s.through[i+2]
	}
	return point{max(0, catmull(p0.r, p1.r, p2.r, p3.r, f)), catmull(p0.y, p1.y, p2.y, p3.y, f)}
}

// catmull interpolates between b and c.
func catmull(a, b, c, d, t float32) float32 {
	return b + 0.5*t*(c-a+t*(2*a-5*b+4*c-d+t*(3*(b-c)+d-a)))
}

// place returns the point of the surface at t on span i and turn, both from 0 to 1.
func (l *lathe) place(i int, t, turn float32) solid {
	p := l.spans[i].at(t)
	if l.cut != nil {
		return l.cut(p, turn)
	}
	return round(p, turn)
}

// round rotates p about the axis.
func round(p point, turn float32) solid {
	a := 2 * pi * turn
	return solid{p.r * cos(a), p.y, p.r * sin(a)}
}

// normal returns the outward normal of the surface.
func (l *lathe) normal(i int, t, turn float32) solid {
	const e = 1e-3
	t = min(max(t, 2*e), 1-2*e) // spans are smooth inside, but not at the poles
	a, b := l.place(i, t, turn-e), l.place(i, t, turn+e)
	c, d := l.place(i, t-e, turn), l.place(i, t+e, turn)
	return cross(b.minus(a), d.minus(c)).unit()
}

// lengths returns the length of each span and the total.
func (l *lathe) lengths() (each []float32, sum float32) {
	for _, s := range l.spans {
		var n float32
		p := s.at(0)
		for k := 1; k <= 16; k++ {
			q := s.at(float32(k) / 16)
			n += hypot(q.r-p.r, q.y-p.y)
			p = q
		}
		each = append(each, n)
		sum += n
	}
	return each, sum
}

// mesh returns the mesh. u runs once around, v from top to base by the length of the profile.
func (l *lathe) mesh() Mesh {
	var m Mesh
	each, sum := l.lengths()
	var v float32
	for i, s := range l.spans {
		l.ring(&m, i, s.steps, v/sum, each[i]/sum)
		v += each[i]
	}
	return m
}

// ring adds a span to the mesh from v0 to v0+dv.
func (l *lathe) ring(m *Mesh, i, steps int, v0, dv float32) {
	base := uint32(len(m.Positions) / 3)
	for j := 0; j <= steps; j++ {
		t := float32(j) / float32(steps)
		pole := l.spans[i].at(t).r < 1e-4
		for k := 0; k <= l.sides; k++ {
			turn := float32(k) / float32(l.sides)
			p, n := l.place(i, t, float32(k%l.sides)/float32(l.sides)), l.normal(i, t, turn)
			if pole {
				n = solid{0, sign(n.y), 0}
			}
			m.add(p, n, turn, v0+t*dv, solid{-sin(2 * pi * turn), 0, cos(2 * pi * turn)})
		}
	}
	row := uint32(l.sides + 1)
	for j := range uint32(steps) {
		for k := range uint32(l.sides) {
			a := base + j*row + k
			m.quad(a, a+1, a+row+1, a+row)
		}
	}
}

// add appends a vertex. It orthogonalizes the tangent.
func (m *Mesh) add(p, n solid, u, v float32, along solid) {
	along = along.minus(n.times(dot(along, n))).unit()
	m.Positions = append(m.Positions, p.x, p.y, p.z)
	m.Normals = append(m.Normals, n.x, n.y, n.z)
	m.UVs = append(m.UVs, u, v)
	m.Tangents = append(m.Tangents, along.x, along.y, along.z, -1)
}

// quad appends two triangles of four counter-clockwise vertices, without degenerate ones.
func (m *Mesh) quad(a, b, c, d uint32) {
	m.triangle(a, b, c)
	m.triangle(a, c, d)
}

// triangle appends a triangle unless it is degenerate.
func (m *Mesh) triangle(a, b, c uint32) {
	p, q, r := m.position(a), m.position(b), m.position(c)
	if p == q || q == r || r == p {
		return
	}
	m.Indices = append(m.Indices, a, b, c)
}

func (m *Mesh) position(i uint32) solid {
	return solid{m.Positions[3*i], m.Positions[3*i+1], m.Positions[3*i+2]}
}

func (a solid) minus(b solid) solid   { return solid{a.x - b.x, a.y - b.y, a.z - b.z} }
func (a solid) times(f float32) solid { return solid{a.x * f, a.y * f, a.z * f} }
func dot(a, b solid) float32          { return a.x*b.x + a.y*b.y + a.z*b.z }
func cross(a, b solid) solid {
	return solid{a.y*b.z - a.z*b.y, a.z*b.x - a.x*b.z, a.x*b.y - a.y*b.x}
}

// unit returns the unit vector; up for the zero vector.
func (a solid) unit() solid {
	n := sqrt(dot(a, a))
	if n < 1e-12 {
		return solid{0, 1, 0}
	}
	return a.times(1 / n)
}

func sign(x float32) float32 {
	if x < 0 {
		return -1
	}
	return 1
}
