package carve

import "math"

// level is a row of a piece's texture: a ring on its surface.
type level struct {
	span   int
	t      float32
	point  point
	hollow float32 // concavity of the profile, in squares
}

// levels returns the positions of n texture rows on the profile.
func (l *lathe) levels(n int) []level {
	each, sum := l.lengths()
	out := make([]level, n)
	i, before := 0, float32(0)
	for k := range out {
		v := (float32(k) + 0.5) / float32(n) * sum
		for v > before+each[i] && i < len(each)-1 {
			before += each[i]
			i++
		}
		t := clamp((v - before) / each[i])
		out[k] = level{span: i, t: t, point: l.spans[i].at(t)}
	}
	l.hollows(out)
	return out
}

// hollows computes the concavity of the rows: how far the mean of their neighbours is outside the surface.
func (l *lathe) hollows(rows []level) {
	reach := len(rows) / 20
	for k := range rows {
		a, b := max(k-reach, 0), min(k+reach, len(rows)-1)
		var r, y float32
		for _, q := range rows[a : b+1] {
			r += q.point.r
			y += q.point.y
		}
		n := float32(b - a + 1)
		p, q := rows[max(k-2, 0)].point, rows[min(k+2, len(rows)-1)].point
		nr, ny := p.y-q.y, q.r-p.r // the profile runs downwards: its left side is outside
		if long := hypot(nr, ny); long > 0 {
			rows[k].hollow = ((r/n-rows[k].point.r)*nr + (y/n-rows[k].point.y)*ny) / long
		}
	}
}

// maps paints the textures of a turned piece, u around and v down.
func (d *design) maps(size int, n *noise) *Maps {
	m := &Maps{blank(size, size), blank(size, size), blank(size, size)}
	h := make([]float32, size*size)
	lv := d.levels(size)
	rows(size, func(y0, y1 int) {
		var cut cutting
		for y := y0; y < y1; y++ {
			for x := range size {
				turn := (float32(x) + 0.5) / float32(size)
				p := d.place(lv[y].span, lv[y].t, turn)
				cut = cutting{}
				for _, e := range d.engraving {
					e(&cut, p, turn)
				}
				h[y*size+x] = d.paint(m, y*size+x, p, &cut, lv[y], n)
			}
		}
	})
	_, sum := d.lengths()
	d.normals(m.Normal.Pix, h, lv, size, sum)
	return m
}

// paint sets colour and surface of a texel and returns its height.
func (d *design) paint(m *Maps, i int, p solid, cut *cutting, lv level, n *noise) float32 {
	fold, edge := clamp(lv.hollow*40), clamp(-lv.hollow*30)
	c, rough, metal := mixed(d.stuff.at(p, n), cut.colour, cut.dyed), d.rough, cut.gilt
	if metal > 0 {
		worn := 0.5 + 0.5*n.cube(p.x*14, p.y*14, p.z*14)
		c = mixed(patina, gilt, clamp(0.55+0.4*worn+0.3*edge-0.5*fold))
		rough = 0.32 + 0.14*(1-worn)
	}
	c = c.scaled(1 + 0.1*edge + 0.35*cut.worn)
	dirt := max(cut.age*0.85, 0.5*fold)
	c = mixed(c, d.age, dirt)
	ground := ramp(-0.01, 0.1, p.y) // light from the square below
	c.put(m.Albedo.Pix[4*i:])
	m.Albedo.Pix[4*i+3] = 255
	q := m.Surface.Pix[4*i : 4*i+4]
	q[0], q[1] = octet((1-0.5*fold-0.3*cut.age)*(1-0.7*cut.shut)*lerp(0.6, 1, ground)), octet(rough+0.15*dirt)
	q[2], q[3] = octet(metal*(1-dirt)), octet(d.coat*(1-metal)*(1-dirt))
	return cut.height + 0.0008*n.cube(p.x*40, p.y*9, p.z*40)
}

// normals writes the normals of a height field wrapped around the piece.
func (d *design) normals(pix []uint8, h []float32, lv []level, size int, sum float32) {
	for y := range size {
		around := float32(size) / (2 * math.Pi * max(lv[y].point.r, 0.02))
		down := float32(size) / sum
		a, b := max(y-1, 0)*size, min(y+1, size-1)*size
		for x := range size {
			dx := (h[y*size+(x+1)%size] - h[y*size+(x+size-1)%size]) * around / 2
			dy := (h[b+x] - h[a+x]) * down / 2
			facing(pix[4*(y*size+x):], dx, dy, h[y*size+x])
		}
	}
}
