package carve

import "tafl3d/game"

// design describes how to make a kind of piece: a turned or modelled body, cuts, engravings and a material.
type design struct {
	lathe
	stuff
	engraving []engraving
	front     func(solid) solid // orients a point so that the piece looks along +z; nil: no front
	body      *figure           // modelled body; nil: turned on the lathe
	crest     *figure           // ornament on top of a turned piece, of bronze like its topmost point; nil: none
	turned    float32           // rotation of the body about its axis, in turns
	step      float32           // vertex spacing of the body
	token     []float32         // outline for the flat view; nil: the outline from above
}

// Piece makes a kind of piece, on y = 0 at the origin. All pieces of a kind share the model and differ by
// Variation.
func Piece(k game.Kind, o Options) Model {
	d := setOf(o.Men).design(k)
	c := seeded(k.Name, o.Seed+uint64(k.Side))
	mesh := d.surface()
	m := mapped(d.textures(&mesh, o.part(256), newNoise(c)))
	m.Wrap, m.Glow, m.Clear, m.Left = d.wrap, d.glow.array(), d.clear, d.left.array()
	model := newModel(Part{Name: k.Name, Mesh: mesh, Material: m})
	model.Front = d.front != nil
	fill := mixed(d.light, d.dark, 0.4)
	model.Flat = Flat{Outline: d.above(k), Fill: fill.array(), Rim: d.rim.array(), Ink: d.ink(fill).array(),
		Sign: signed(k)}
	return model
}

// surface returns the mesh of the piece.
func (d *design) surface() Mesh {
	if d.body != nil {
		return d.around()
	}
	m := d.mesh()
	if d.crest != nil {
		top := d.crest.mesh(solid{-0.2, 0.4, -0.2}, solid{0.2, 0.76, 0.2}, 0.02)
		clear(top.UVs) // the middle of the top
		m.join(&top)
	}
	return m
}

// textures paints the piece.
func (d *design) textures(mesh *Mesh, size int, n *noise) *Maps {
	if d.body != nil {
		return d.bake(mesh, size, n)
	}
	return d.maps(size, n)
}

// above returns the outline of the token in the flat view.
func (d *design) above(k game.Kind) []float32 {
	o := d.token
	if o == nil {
		o = d.outline(k.Royal && k.Side == game.Defenders)
	}
	if wide := widest(o); wide < leastStone {
		for i := range o {
			o[i] *= leastStone / wide
		}
	}
	return o
}

// leastStone is the least radius of a token in the flat view.
const leastStone = 0.28

// outline returns the largest radius in every direction. The base of a king is round; its crown makes the
// outline a star.
func (d *design) outline(star bool) []float32 {
	const steps = 64
	out := make([]float32, 0, 2*steps)
	for k := range steps {
		turn := float32(k) / steps
		var far solid
		for i := range d.spans {
			for j := 0; j <= 24; j++ {
				p := d.place(i, float32(j)/24, turn)
				if hypot(p.x, p.z) > hypot(far.x, far.z) {
					far = p
				}
			}
		}
		if star {
			far = far.times(1.03 - 0.26*abs(sin(8*pi*turn)))
		}
		out = append(out, far.x, far.z)
	}
	return out
}

// faceted returns the radius factor of a polygon with n softened edges; the corners keep their radius.
func faceted(n int, turn float32) float32 {
	sector := turn*float32(n) - float32(floor(turn*float32(n))) - 0.5
	a := 2 * pi / float32(n) * sector
	flat := cos(pi/float32(n)) / cos(a)
	return lerp(flat, 1, 0.12)
}

// petals returns the radius factor of n round lobes.
func petals(n int, depth, turn float32) float32 {
	return 1 - depth*(1-abs(cos(pi*float32(n)*turn)))*1.2
}

// raider is the attackers' man: an eight-sided cloak and a round helmet.
func raider() design {
	return design{
		lathe: lathe{sides: 24, spans: []span{
			{[]point{{0, 0.555}, {0.022, 0.545}, {0.06, 0.5}, {0.125, 0.43}, {0.16, 0.36}}, 6},
			{[]point{{0.16, 0.36}, {0.182, 0.345}, {0.184, 0.318}, {0.165, 0.305}}, 4},
			{[]point{{0.165, 0.305}, {0.205, 0.23}, {0.25, 0.13}, {0.28, 0.06}}, 4},
			{[]point{{0.28, 0.06}, {0.292, 0.04}, {0.29, 0.012}, {0.275, 0}}, 3},
			{[]point{{0.275, 0}, {0, 0}}, 1},
		}, cut: func(p point, turn float32) solid {
			p.r *= lerp(1, faceted(8, turn), ramp(0.3, 0.26, p.y))
			return round(p, turn)
		}},
		stuff:     bogOak,
		engraving: []engraving{hoop(0.332, 0.012, 0.01), ribs(4, 0.37, 0.5), hoop(0.075, 0.008, 0.008)},
	}
}

// hird is the defenders' man: a round head and a cloak with sloping shoulders.
func hird() design {
	return design{
		lathe: lathe{sides: 24, spans: []span{
			{[]point{{0, 0.565}, {0.055, 0.556}, {0.105, 0.52}, {0.124, 0.465}, {0.112, 0.415}, {0.098, 0.4}}, 7},
			{[]point{{0.098, 0.4}, {0.14, 0.385}, {0.195, 0.33}, {0.24, 0.22}, {0.276, 0.075}}, 8},
			{[]point{{0.276, 0.075}, {0.266, 0.06}, {0.278, 0.045}}, 2},
			{[]point{{0.278, 0.045}, {0.284, 0.02}, {0.268, 0}}, 2},
			{[]point{{0.268, 0}, {0, 0}}, 1},
		}},
		stuff:     ivory,
		engraving: []engraving{hoop(0.478, 0.011, 0.01), hoop(0.318, 0.01, 0.01), eyes(8, 0.195, 0.045, 0.5)},
	}
}

// king is of amber, with a crown of eight points around a domed cap.
func king() design {
	return design{
		lathe: lathe{sides: 48, spans: []span{
			{[]point{{0, 0.655}, {0.05, 0.645}, {0.095, 0.61}, {0.125, 0.565}}, 5},
			{[]point{{0.125, 0.565}, {0.15, 0.59}, {0.178, 0.66}, {0.192, 0.735}}, 4},
			{[]point{{0.192, 0.735}, {0.218, 0.735}}, 1},
			{[]point{{0.218, 0.735}, {0.2, 0.65}, {0.178, 0.57}, {0.165, 0.525}}, 5},
			{[]point{{0.165, 0.525}, {0.19, 0.515}, {0.192, 0.488}, {0.165, 0.475}}, 4},
			{[]point{{0.165, 0.475}, {0.19, 0.4}, {0.23, 0.28}, {0.275, 0.15}, {0.315, 0.07}}, 9},
			{[]point{{0.315, 0.07}, {0.335, 0.055}, {0.335, 0.02}, {0.32, 0}}, 4},
			{[]point{{0.32, 0}, {0, 0}}, 1},
		}, cut: crowned},
		stuff: amber,
		engraving: []engraving{gild(0.477, 0.62), gildOutside(0.13, 0.56), gild(0, 0.072), cross4(0.6),
			hoop(0.43, 0.012, 0.012), hoop(0.125, 0.012, 0.012), eyes(8, 0.2, 0.04, 0)},
	}
}

// crowned cuts eight points into the crown and eight hollows into the cloak of the king.
func crowned(p point, turn float32) solid {
	wave := 0.5 + 0.5*cos(16*pi*turn)
	if p.r > 0.13 {
		p.y -= 0.1 * ramp(0.6, 0.735, p.y) * (1 - wave*wave)
	}
	cloak := ramp(0.47, 0.4, p.y) * ramp(0.07, 0.12, p.y)
	p.r *= 1 - 0.2*cloak*(1-abs(cos(8*pi*turn)))
	return round(p, turn)
}
