package carve

import "tafl3d/game"

// design is how one kind of piece is made: turned on the lathe, then cut, then
// engraved, out of some stuff.
type design struct {
	lathe
	stuff
	engraving []engraving
	front     func(solid) solid // turns a point so that the piece looks along +z; nil: it has no front
	body      *figure           // of a piece that is no turned one; nil: it is turned
	heart     solid             // of a piece that is modelled: it sees the whole surface; 0: it is turned
	token     []float32         // the outline for the flat view; nil: as it is seen from above
}

// Piece makes a piece of a kind, standing on y = 0 over the origin. All pieces
// of a kind share one model; Variation tells them apart.
func Piece(k game.Kind, o Options) Model {
	d := setOf(o.Men).design(k)
	c := seeded(k.Name, o.Seed+uint64(k.Side))
	m := mapped(d.maps(o.part(256), newNoise(c)))
	m.Wrap, m.Glow, m.Clear, m.Left = d.wrap, d.glow.array(), d.clear, d.left.array()
	m.Repeat = d.body != nil
	mesh := d.surface()
	if d.heart != (solid{}) {
		mesh.soften(d.heart)
	}
	model := newModel(Part{Name: k.Name, Mesh: mesh, Material: m})
	model.Front = d.front != nil
	outline := d.token
	if outline == nil {
		outline = d.outline(k.Royal)
	}
	model.Flat = Flat{Outline: outline, Fill: mixed(d.light, d.dark, 0.4).array(), Rim: d.rim.array()}
	return model
}

// surface returns the mesh of the piece.
func (d *design) surface() Mesh {
	if d.body != nil {
		return d.body.around(d.high())
	}
	return d.mesh()
}

// outline returns the widest reach of the design in every direction. The foot
// of a king is round, so he is shown by his crown: a star.
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

// faceted returns a radius factor that makes a round section into a polygon of
// n sides with softened edges; the corners keep their radius.
func faceted(n int, turn float32) float32 {
	sector := turn*float32(n) - float32(floor(turn*float32(n))) - 0.5
	a := 2 * pi / float32(n) * sector
	flat := cos(pi/float32(n)) / cos(a)
	return lerp(flat, 1, 0.12)
}

// petals returns a radius factor with n round lobes of a depth.
func petals(n int, depth, turn float32) float32 {
	return 1 - depth*(1-abs(cos(pi*float32(n)*turn)))*1.2
}

// raider is the attackers' man: an eight-sided cloak under a round helmet.
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

// hird is the defenders' man: a round head over the sloping shoulders of a
// cloak.
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

// commander is the attackers' captain: four-sided, bound in bronze.
func commander() design {
	return design{
		lathe: lathe{sides: 32, spans: []span{
			{[]point{{0, 0.65}, {0.03, 0.64}, {0.045, 0.61}, {0.035, 0.585}}, 4},
			{[]point{{0.035, 0.585}, {0.09, 0.55}, {0.15, 0.47}, {0.172, 0.42}}, 5},
			{[]point{{0.172, 0.42}, {0.2, 0.405}, {0.2, 0.365}, {0.175, 0.35}}, 4},
			{[]point{{0.175, 0.35}, {0.22, 0.25}, {0.275, 0.13}, {0.305, 0.06}}, 5},
			{[]point{{0.305, 0.06}, {0.318, 0.04}, {0.315, 0.012}, {0.3, 0}}, 3},
			{[]point{{0.3, 0}, {0, 0}}, 1},
		}, cut: func(p point, turn float32) solid {
			p.r *= lerp(1, faceted(4, turn), 0.85*ramp(0.58, 0.5, p.y))
			return round(p, turn)
		}},
		stuff:     bogOak,
		engraving: []engraving{gild(0.352, 0.418), gild(0.587, 0.7), hoop(0.09, 0.01, 0.008)},
	}
}

// knight is the defenders' captain: six-lobed, with a collar of bronze.
func knight() design {
	return design{
		lathe: lathe{sides: 36, spans: []span{
			{[]point{{0, 0.655}, {0.05, 0.645}, {0.1, 0.605}, {0.115, 0.555}, {0.09, 0.505}}, 6},
			{[]point{{0.09, 0.505}, {0.135, 0.498}, {0.14, 0.475}, {0.1, 0.462}}, 3},
			{[]point{{0.1, 0.462}, {0.16, 0.43}, {0.23, 0.33}, {0.28, 0.2}, {0.3, 0.07}}, 8},
			{[]point{{0.3, 0.07}, {0.29, 0.055}, {0.3, 0.04}}, 2},
			{[]point{{0.3, 0.04}, {0.305, 0.02}, {0.288, 0}}, 2},
			{[]point{{0.288, 0}, {0, 0}}, 1},
		}, cut: func(p point, turn float32) solid {
			w := ramp(0.455, 0.38, p.y) * ramp(0.0, 0.12, p.y+0.06)
			p.r *= lerp(1, petals(6, 0.17, turn), w)
			return round(p, turn)
		}},
		stuff:     ivory,
		engraving: []engraving{gild(0.464, 0.503), eyes(6, 0.21, 0.05, 0)},
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
		stuff:     amber,
		engraving: []engraving{gild(0.477, 0.62), gildOutside(0.13, 0.56), gild(0, 0.072), cross4(0.6), hoop(0.43, 0.012, 0.012), hoop(0.125, 0.012, 0.012), eyes(8, 0.2, 0.04, 0)},
	}
}

// crowned cuts eight points into the king's crown and eight hollows into his
// cloak.
func crowned(p point, turn float32) solid {
	wave := 0.5 + 0.5*cos(16*pi*turn)
	if p.r > 0.13 {
		p.y -= 0.1 * ramp(0.6, 0.735, p.y) * (1 - wave*wave)
	}
	cloak := ramp(0.47, 0.4, p.y) * ramp(0.07, 0.12, p.y)
	p.r *= 1 - 0.2*cloak*(1-abs(cos(8*pi*turn)))
	return round(p, turn)
}
