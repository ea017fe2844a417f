package carve

// chart is a view of a modelled body along an axis. It fills a tile of the body's texture.
type chart struct {
	axis, along, down solid // towards the eye, and the directions of u and v
	column, row       float32
}

// charts are the six views of a body, two in a row of the texture.
var charts = [6]chart{
	{solid{1, 0, 0}, solid{0, 0, -1}, solid{0, -1, 0}, 0, 0}, {solid{-1, 0, 0}, solid{0, 0, 1}, solid{0, -1, 0}, 1, 0},
	{solid{0, 0, 1}, solid{1, 0, 0}, solid{0, -1, 0}, 0, 1}, {solid{0, 0, -1}, solid{-1, 0, 0}, solid{0, -1, 0}, 1, 1},
	{solid{0, 1, 0}, solid{1, 0, 0}, solid{0, 0, 1}, 0, 2}, {solid{0, -1, 0}, solid{1, 0, 0}, solid{0, 0, -1}, 1, 2},
}

// Charts of the top and of the base.
const fromAbove, fromBelow = 4, 5

// Size of the box that a chart shows, and the share of a tile that it fills.
const (
	chartWide = 0.74
	chartTall = 0.76
	chartFill = 0.94
)

// uv returns the place of a point in the texture.
func (c *chart) uv(p solid) (u, v float32) {
	p.y -= chartTall / 2
	a := dot(p, c.along)/chartWide*chartFill + 0.5
	b := dot(p, c.down)/chartTall*chartFill + 0.5
	return (c.column + a) / 2, (c.row + b) / 3
}

// chartAt returns the chart at a place of the texture.
func chartAt(u, v float32) *chart {
	return &charts[2*min(max(floor(3*v), 0), 2)+min(max(floor(2*u), 0), 1)]
}

// unfold gives every face of the mesh a chart that shows it, and the texture coordinates of that chart. Vertices
// between faces of two charts are duplicated.
func (f *figure) unfold(m *Mesh) {
	type use struct {
		vertex uint32
		chart  int
	}
	first, twins := map[uint32]int{}, map[use]uint32{}
	for i := 0; i < len(m.Indices); i += 3 {
		k := f.chartOf(m, m.Indices[i:i+3])
		for j, v := range m.Indices[i : i+3] {
			if was, used := first[v]; used && was != k {
				w, made := twins[use{v, k}]
				if !made {
					w = m.twin(v)
					twins[use{v, k}] = w
				}
				m.Indices[i+j], v = w, w
			} else {
				first[v] = k
			}
			m.UVs[2*v], m.UVs[2*v+1] = charts[k].uv(m.position(v))
			m.align(int(v), charts[k].along)
		}
	}
}

// twin appends a copy of a vertex and returns its number.
func (m *Mesh) twin(v uint32) uint32 {
	w := uint32(len(m.Positions) / 3)
	m.Positions = append(m.Positions, m.Positions[3*v:3*v+3]...)
	m.Normals = append(m.Normals, m.Normals[3*v:3*v+3]...)
	m.Tangents = append(m.Tangents, m.Tangents[4*v:4*v+4]...)
	m.UVs = append(m.UVs, m.UVs[2*v:2*v+2]...)
	return w
}

// align sets the tangent of a vertex to a direction in its plane, or to any other if it has none.
func (m *Mesh) align(v int, along solid) {
	n := solid{m.Normals[3*v], m.Normals[3*v+1], m.Normals[3*v+2]}
	t := along.minus(n.times(dot(along, n)))
	if dot(t, t) < 1e-4 {
		m.face(v, n)
		return
	}
	t = t.unit()
	copy(m.Tangents[4*v:], []float32{t.x, t.y, t.z, -1})
}

// chartOf returns the chart that shows a face best: one that it looks at, if possible with nothing in between.
func (f *figure) chartOf(m *Mesh, face []uint32) int {
	a, b, c := m.position(face[0]), m.position(face[1]), m.position(face[2])
	n := cross(b.minus(a), c.minus(a)).unit()
	mid := a.minus(b.minus(c.times(-1)).times(-1)).times(1. / 3)
	if max(a.y, b.y, c.y) < 0.01 {
		return fromAbove // the base, which is never seen
	}
	best, most, seen := 0, float32(-1), false
	for k := range charts {
		look := dot(n, charts[k].axis)
		if look < 0.3 && look <= most {
			continue
		}
		if look > 0.3 && !f.clearTo(mid.minus(n.times(-0.012)), charts[k].axis) {
			look -= 1 // hidden: only if no other chart shows it
		}
		seen = seen || look > 0.3
		if look > most {
			best, most = k, look
		}
	}
	if !seen && n.y > 0.5 && mid.y < 0.12 {
		return fromBelow // the plinth under the body: nothing else of that chart is seen
	}
	return best
}

// clearTo reports whether nothing of the body is in a direction from a point outside it.
func (f *figure) clearTo(p, dir solid) bool {
	for t := float32(0.01); t < 0.8; {
		d := f.away(p.minus(dir.times(-t)))
		if d < 0.003 {
			return false
		}
		t += max(0.9*d, 0.01)
	}
	return true
}

// texels are the points of a body that the texels of its texture show.
type texels struct {
	size  int
	at    []solid
	depth []float32 // towards the eye of the chart; nowhere: no point
}

// nowhere is the depth of a texel that shows nothing.
const nowhere = -1e9

// texelsOf finds the points that the texels show: the outermost face at each.
func (d *design) texelsOf(m *Mesh, size int) *texels {
	t := &texels{size: size, at: make([]solid, size*size), depth: make([]float32, size*size)}
	for i := range t.depth {
		t.depth[i] = nowhere
	}
	for i := 0; i < len(m.Indices); i += 3 {
		t.face(m, m.Indices[i:i+3], d.turned)
	}
	return t
}

// face enters a face.
func (t *texels) face(m *Mesh, face []uint32, turned float32) {
	var u, v [3]float32
	var p [3]solid
	for k, n := range face {
		u[k], v[k], p[k] = m.UVs[2*n]*float32(t.size)-0.5, m.UVs[2*n+1]*float32(t.size)-0.5, m.position(n)
	}
	eye := chartAt(m.UVs[2*face[0]], m.UVs[2*face[0]+1]).axis.spun(turned)
	area := (u[1]-u[0])*(v[2]-v[0]) - (u[2]-u[0])*(v[1]-v[0])
	if abs(area) < 1e-6 {
		return
	}
	const edge = 0.6 // texels whose middle is just outside show the face too
	for y := floor(min(v[0], v[1], v[2]) - edge); float32(y) <= max(v[0], v[1], v[2])+edge; y++ {
		for x := floor(min(u[0], u[1], u[2]) - edge); float32(x) <= max(u[0], u[1], u[2])+edge; x++ {
			b := ((float32(x)-u[0])*(v[2]-v[0]) - (u[2]-u[0])*(float32(y)-v[0])) / area
			c := ((u[1]-u[0])*(float32(y)-v[0]) - (float32(x)-u[0])*(v[1]-v[0])) / area
			b0, c0 := clamp(b), clamp(c)
			if s := b0 + c0; s > 1 {
				b0, c0 = b0/s, c0/s
			}
			du := (b-b0)*(u[1]-u[0]) + (c-c0)*(u[2]-u[0])
			dv := (b-b0)*(v[1]-v[0]) + (c-c0)*(v[2]-v[0])
			if abs(du) > edge || abs(dv) > edge || x < 0 || y < 0 || x >= t.size || y >= t.size {
				continue
			}
			at := p[0].times(1 - b0 - c0).minus(p[1].times(-b0)).minus(p[2].times(-c0))
			far := dot(at, eye) - 0.05*(abs(du)+abs(dv)) // a face that covers the middle wins
			if i := y*t.size + x; far > t.depth[i] {
				t.at[i], t.depth[i] = at, far
			}
		}
	}
}

// bake paints the textures of a modelled body on its mesh.
func (d *design) bake(mesh *Mesh, size int, n *noise) *Maps {
	m := &Maps{blank(size, size), blank(size, size), blank(size, size)}
	t := d.texelsOf(mesh, size)
	h := make([]float32, size*size)
	rows(size, func(y0, y1 int) {
		for i := y0 * size; i < y1*size; i++ {
			if t.depth[i] == nowhere {
				continue
			}
			var cut cutting
			p := t.at[i]
			for _, e := range d.engraving {
				e(&cut, p, angle(p.x, p.z)/(2*pi))
			}
			h[i] = d.paint(m, i, p, &cut, level{}, n)
		}
	})
	t.normals(m.Normal.Pix, h)
	t.spread(m)
	return m
}

// normals writes the normals of the heights. There is no slope between points that are not next to each other.
func (t *texels) normals(pix []uint8, h []float32) {
	const near = 0.05
	perU, perV := float32(t.size)/2*chartFill/chartWide, float32(t.size)/3*chartFill/chartTall
	slope := func(i, j int, per float32) float32 {
		if far := t.at[i].minus(t.at[j]); t.depth[i] == nowhere || t.depth[j] == nowhere || dot(far, far) > near*near {
			return 0
		}
		return (h[j] - h[i]) * per / 2
	}
	for y := range t.size {
		a, b := max(y-1, 0)*t.size, min(y+1, t.size-1)*t.size
		for x := range t.size {
			i := y*t.size + x
			dx := slope(y*t.size+max(x-1, 0), y*t.size+min(x+1, t.size-1), perU)
			facing(pix[4*i:], dx, slope(a+x, b+x, perV), h[i])
		}
	}
}

// spread copies the edges of what is shown to the texels around it, and fills the rest with the mean, so that coarser
// levels of the texture keep the colours of the body.
func (t *texels) spread(m *Maps) {
	var ring []int
	for i, d := range t.depth {
		if d != nowhere {
			ring = append(ring, i)
		}
	}
	all := [3][]uint8{m.Albedo.Pix, m.Normal.Pix, m.Surface.Pix}
	var mean [3][4]uint8
	for k, pix := range all {
		mean[k] = meanOf(pix, ring)
	}
	for range max(t.size/32, 1) {
		var next []int
		for _, i := range ring {
			x, y := i%t.size, i/t.size
			for _, to := range [4][2]int{{x - 1, y}, {x + 1, y}, {x, y - 1}, {x, y + 1}} {
				o := to[1]*t.size + to[0]
				if min(to[0], to[1]) < 0 || max(to[0], to[1]) >= t.size || t.depth[o] != nowhere {
					continue
				}
				t.depth[o] = 0
				for _, pix := range all {
					copy(pix[4*o:4*o+4], pix[4*i:4*i+4])
				}
				next = append(next, o)
			}
		}
		ring = next
	}
	for i, d := range t.depth {
		if d == nowhere {
			for k, pix := range all {
				copy(pix[4*i:], mean[k][:])
			}
		}
	}
}

// meanOf returns the mean of the texels with the given numbers.
func meanOf(pix []uint8, which []int) (mean [4]uint8) {
	var sum [4]int
	for _, i := range which {
		for k := range sum {
			sum[k] += int(pix[4*i+k])
		}
	}
	for k := range sum {
		mean[k] = uint8(sum[k] / max(len(which), 1))
	}
	return mean
}
