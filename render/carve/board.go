package carve

import (
	"image"

	"tafl3d/scene"
)

// Board carves the board of a stage: one part for the top, one for the sides.
func Board(st scene.Stage, o Options) Model {
	l := layOut(st, o)
	c := seeded(st.Variant, o.Seed)
	n := newNoise(c)
	b := newBench(&l, n, c)
	s := newSheet(&l)
	s.field(n)
	s.squares(n)
	frame := framer{s}
	frame.border(o, n)
	top := s.finish(b)
	m := newModel(Part{"top", l.topMesh(), mapped(top)}, Part{"side", l.sideMesh(), mapped(b.sides())})
	if l.look.handles {
		m = newModel(append(m.Parts, l.handles(o, n))...)
	}
	m.Ground = s.mean(top)
	return m
}

// mean returns the mean colour of the middle of the field.
func (s *sheet) mean(m *Maps) [3]float32 {
	var c rgb
	var n float32
	for v := s.res * 3 / 8; v < s.res*5/8; v += 3 {
		for u := s.res * 3 / 8; u < s.res*5/8; u += 3 {
			p := m.Albedo.Pix[4*(v*s.res+u):]
			c.r, c.g, c.b = c.r+linear(p[0]), c.g+linear(p[1]), c.b+linear(p[2])
			n++
		}
	}
	return c.scaled(1 / n).array()
}

// blank returns an empty picture.
func blank(w, h int) *image.NRGBA { return image.NewNRGBA(image.Rect(0, 0, w, h)) }

// bench holds the planks of a board before they are joined.
type bench struct {
	*layout
	noise *noise
	field []plank   // from the last rank to the first
	edges []float32 // z at the end of each plank of the field
	frame [4]plank  // by side
	in    float32   // extent of the field beyond its outermost line
}

// newBench chooses the planks.
func newBench(l *layout, n *noise, c *chance) *bench {
	k := &l.look
	b := &bench{layout: l, noise: n, in: rebate}
	deep := int(2*l.fieldZ + 0.5)
	count := max((deep+k.joint/2)/k.joint, 1)
	for i := range count {
		b.field = append(b.field, saw(k.wood, n, c))
		b.edges = append(b.edges, float32(((i+1)*deep+count/2)/count)-l.fieldZ)
	}
	b.edges[len(b.edges)-1] = l.half
	for i := range b.frame {
		b.frame[i] = saw(k.frame, n, c)
	}
	return b
}

// row fills a row of texels with uncarved wood.
func (b *bench) row(v int, out []grain) {
	_, z := b.place(0, v)
	if b.form == scene.Disc {
		b.round(out, z)
		return
	}
	if abs(z) < b.fieldZ+b.in {
		x := b.fieldX + b.in
		b.inner(out, x, z)
		b.across(out, -b.half, -x, z, 3)
		b.across(out, x, b.half, z, 1)
		return
	}
	side, to := 0, float32(1)
	if z < 0 {
		side, to = 2, -1
	}
	far := abs(z) - b.fieldZ
	m := b.fieldX + far // the mitre
	b.run(out, -m, m, &b.frame[side], far, to)
	b.across(out, -b.half, -m, z, 3)
	b.across(out, m, b.half, z, 1)
}

// inner fills a row of the field from -x to x.
func (b *bench) inner(out []grain, x, z float32) {
	i := 0
	for z > b.edges[i] {
		i++
	}
	b.run(out, -x, x, &b.field[i], z-b.edges[i], 1)
}

// round fills a row of a round board: planks in the middle and four curved ones around them.
func (b *bench) round(out []grain, z float32) {
	r, x := b.fieldX+b.in, float32(0)
	if abs(z) < r {
		x = sqrt(r*r - z*z)
		b.inner(out, x, z)
	}
	b.bent(out, -b.half, -x, z)
	b.bent(out, x, b.half, z)
}

// bent fills a row from x0 to x1 with planks that follow the rim.
func (b *bench) bent(out []grain, x0, x1, z float32) {
	i, j := b.span(x0, x1)
	for ; i < j; i++ {
		x, _ := b.place(i, 0)
		a := angle(x, z)
		out[i] = b.frame[floor(a*2/pi+0.5)&3].at(a*b.fieldX, hypot(x, z)-b.fieldX)
	}
}

// span returns the texels of a row between two positions.
func (b *bench) span(x0, x1 float32) (from, to int) {
	u0, _ := b.texel(x0, 0)
	u1, _ := b.texel(x1, 0)
	return max(int(u0+0.5), 0), min(int(u1+0.5), b.res)
}

// run fills a row from x0 to x1 with a plank along its grain, from at to to.
func (b *bench) run(out []grain, x0, x1 float32, p *plank, at, to float32) {
	i, j := b.span(x0, x1)
	x, _ := b.place(i, 0)
	p.along(out[i:j], to*x, to/b.scale, at)
}

// across fills a row from x0 to x1 with the plank of a side, across its grain.
func (b *bench) across(out []grain, x0, x1, z float32, side int) {
	i, j := b.span(x0, x1)
	for ; i < j; i++ {
		x, _ := b.place(i, 0)
		u, v := spin(4-side, x, z)
		out[i] = b.frame[side].at(u, v-b.fieldX)
	}
}

// finish combines carving and wood and makes the textures.
func (s *sheet) finish(b *bench) *Maps {
	m := &Maps{blank(s.res, s.res), blank(s.res, s.res), blank(s.res, s.res)}
	smooth := hollow(s.height, s.res, max(1, int(0.06*s.scale)))
	rows(s.res, func(y0, y1 int) {
		wood := make([]grain, s.res)
		for y := y0; y < y1; y++ {
			b.row(y, wood)
			for u, g := range wood {
				i := y*s.res + u
				x, z := s.place(u, y)
				s.texture(m, i, b, g, smooth[i]-s.height[i], x, z)
				s.height[i] += g.height
			}
		}
	})
	relief(m.Normal.Pix, s.height, s.res, s.scale)
	return m
}

// texture sets colour and surface of texel i. hollow is its depth below its surroundings.
func (s *sheet) texture(m *Maps, i int, b *bench, g grain, hollow, x, z float32) {
	w := &b.look.wood
	if s.beyond(x, z) > rebate {
		w = &b.look.frame
	}
	c := g.colour
	cavity, edge := clamp(hollow*70), clamp(-hollow*110)
	c = c.scaled(1 - 0.35*cavity + 0.1*edge)
	if s.stain[i] > 0 {
		k := float32(s.stain[i]) / 255
		c = mixed(c, b.look.paint[s.pigment[i]].scaled(0.8+0.2*c.g/w.early.g), 0.92*k)
	}
	shade := 1 - 0.6*cavity - s.shelter(x, z)
	rough := w.rough + 0.12*cavity - 0.06*edge + 0.1*g.pore + 0.05*b.noise.at(x*0.7+5, z*0.7)
	p := m.Albedo.Pix[4*i : 4*i+4]
	c.put(p)
	p[3] = 255
	q := m.Surface.Pix[4*i : 4*i+4]
	q[0], q[1], q[2], q[3] = octet(shade), octet(rough), 0, octet(w.coat*(1-cavity))
}

// shelter returns the occlusion of the field by the frame.
func (s *sheet) shelter(x, z float32) float32 {
	d := rebate + 0.01 - s.beyond(x, z)
	if d < 0 || d > 0.3 {
		return 0
	}
	t := 1 - d/0.3
	return 0.4 * t * t * t * min(s.look.rise/0.06, 1)
}

// sides makes the textures of the side faces: four strips of the frame's planks with a groove.
func (b *bench) sides() *Maps {
	wide, tall := b.res/2, b.res/8
	m := &Maps{blank(wide, tall), blank(wide, tall), blank(wide, tall)}
	h := make([]float32, wide*tall)
	rows(tall, func(y0, y1 int) {
		for i := y0 * wide; i < y1*wide; i++ {
			side := i / wide * 4 / tall
			x := (float32(i%wide)/float32(wide) - 0.5) * 2 * b.half
			y := (float32(i/wide)/float32(tall)*4 - float32(side)) * (thick + b.look.rise)
			g := b.frame[side].at(x, y+3)
			t := clamp(1 - abs(y-0.14)/0.022)
			h[i] = g.height - 0.015*t
			c := mixed(g.colour, b.look.paint[soot], 0.7*t)
			c.put(m.Albedo.Pix[4*i:])
			m.Albedo.Pix[4*i+3] = 255
			copy(m.Surface.Pix[4*i:], []uint8{octet(1 - 0.5*t), octet(b.look.frame.rough), 0, octet(b.look.frame.coat)})
		}
	})
	relief(m.Normal.Pix, h, wide, float32(wide)/(2*b.half))
	return m
}
