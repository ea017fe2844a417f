package carve

import "tafl3d/game"

// design is how one kind of piece is made.
type design struct {
	lathe lathe
	stuff stuff
}

// stuff is what a piece is made of.
type stuff struct {
	light, dark rgb // of the grain
	age         rgb // what gathers in the hollows
	rim         rgb // in the flat view
	rough       float32
	coat        float32
	wrap        float32
	glow        rgb
}

// Piece makes a piece of a kind, standing on y = 0 over the origin. All pieces
// of a kind share one model; Vary tells them apart.
func Piece(k game.Kind, o Options) Model {
	d := designOf(k)
	m := Material{
		Base: mixed(d.stuff.light, d.stuff.dark, 0.4).array(), Roughness: d.stuff.rough,
		Coat: d.stuff.coat, CoatRoughness: 0.25, Wrap: d.stuff.wrap, Glow: d.stuff.glow.array(),
	}
	model := newModel(Part{Name: k.Name, Mesh: d.lathe.mesh(), Material: m})
	model.Flat = Flat{Outline: d.outline(), Fill: m.Base, Rim: d.stuff.rim.array()}
	return model
}

// designOf chooses the design for a kind; kinds that it does not know are men.
func designOf(k game.Kind) design {
	s := bogOak
	if k.Side == game.Defenders {
		s = ivory
	}
	switch {
	case k.Royal:
		return design{king(), amber}
	case k.Name == "commander":
		return design{commander(), s}
	case k.Name == "knight":
		return design{knight(), s}
	case k.Side == game.Defenders:
		return design{hird(), s}
	}
	return design{raider(), s}
}

var (
	bogOak = stuff{light: hex(0x3d332b), dark: hex(0x241d19), age: hex(0x120e0c), rim: hex(0x8a5a32), rough: 0.5, coat: 0.25}
	ivory  = stuff{light: hex(0xe9dfc6), dark: hex(0xd6c6a2), age: hex(0x8a6a40), rim: hex(0x6b4f2c), rough: 0.36, coat: 0.2, wrap: 0.35, glow: hex(0xe8b27a)}
	amber  = stuff{light: hex(0xe0952f), dark: hex(0xa9561a), age: hex(0x4a1f0a), rim: hex(0xf0cf7a), rough: 0.22, coat: 0.5, wrap: 0.4, glow: hex(0xff9a30)}
)

// outline returns the widest reach of the design in every direction.
func (d design) outline() []float32 {
	const steps = 64
	out := make([]float32, 0, 2*steps)
	for k := range steps {
		var far solid
		for i := range d.lathe.spans {
			for j := 0; j <= 24; j++ {
				p := d.lathe.place(i, float32(j)/24, float32(k)/steps)
				if hypot(p.x, p.z) > hypot(far.x, far.z) {
					far = p
				}
			}
		}
		out = append(out, far.x, far.z)
	}
	return out
}

// foot is the lowest stretch of every piece: a ring to stand on, of a radius.
func foot(r float32) []span {
	return []span{
		{[]point{{r - 0.02, 0.062}, {r - 0.004, 0.048}, {r, 0.03}, {r - 0.006, 0.01}, {r - 0.022, 0}}, 4},
		{[]point{{r - 0.022, 0}, {0, 0}}, 1},
	}
}

// fluted returns a cut that makes n flutes of a depth between two heights.
func fluted(n, depth, from, to float32) func(point, float32) solid {
	return func(p point, turn float32) solid {
		w := ramp(from, from+0.03, p.y) * ramp(to, to-0.03, p.y)
		c := 0.5 - 0.5*cos(2*pi*n*turn)
		p.r *= 1 - depth*w*c*c
		return round(p, turn)
	}
}

// raider is the attackers' man: a helmet on a fluted cloak.
func raider() lathe {
	return lathe{sides: 24, cut: fluted(8, 0.09, 0.36, 0.6), spans: append([]span{
		{[]point{{0, 0.57}, {0.03, 0.555}, {0.09, 0.5}, {0.15, 0.42}, {0.178, 0.36}}, 6},
		{[]point{{0.178, 0.36}, {0.19, 0.35}, {0.186, 0.33}, {0.15, 0.32}}, 3},
		{[]point{{0.15, 0.32}, {0.158, 0.25}, {0.195, 0.15}, {0.26, 0.062}}, 5},
	}, foot(0.285)...)}
}

// hird is the defenders' man: a round head over a collar.
func hird() lathe {
	return lathe{sides: 24, spans: append([]span{
		{[]point{{0, 0.56}, {0.06, 0.552}, {0.13, 0.51}, {0.165, 0.44}, {0.155, 0.37}, {0.125, 0.33}}, 7},
		{[]point{{0.125, 0.33}, {0.19, 0.315}, {0.2, 0.297}, {0.185, 0.28}, {0.14, 0.265}}, 4},
		{[]point{{0.14, 0.265}, {0.16, 0.2}, {0.2, 0.13}, {0.26, 0.062}}, 5},
	}, foot(0.285)...)}
}

// commander is the attackers' captain: four-lobed.
func commander() lathe {
	l := raider()
	l.cut = fluted(4, 0.2, 0.0, 0.7)
	return l
}

// knight is the defenders' captain: three-lobed.
func knight() lathe {
	l := hird()
	l.cut = fluted(3, 0.25, 0.0, 0.7)
	return l
}

// king wears a crown of eight points.
func king() lathe {
	return lathe{sides: 48, spans: append([]span{
		{[]point{{0, 0.66}, {0.05, 0.65}, {0.09, 0.62}, {0.13, 0.615}}, 5},
		{[]point{{0.13, 0.615}, {0.19, 0.7}, {0.215, 0.73}}, 4},
		{[]point{{0.215, 0.73}, {0.2, 0.65}, {0.17, 0.55}, {0.15, 0.5}}, 5},
		{[]point{{0.15, 0.5}, {0.2, 0.48}, {0.2, 0.46}, {0.15, 0.44}}, 4},
		{[]point{{0.15, 0.44}, {0.16, 0.3}, {0.22, 0.16}, {0.295, 0.062}}, 8},
	}, foot(0.32)...)}
}
