package carve

import (
	"tafl3d/emblem"
	"tafl3d/game"
)

// set is a design of all pieces of a game.
type set struct {
	stuffs    map[stuff]stuff // replaces materials of the bog-oak set
	man       func(s game.Side) design
	king      func() design
	shape     func(d design, k game.Kind) design // changes the shape of other pieces; nil: unchanged
	flattened bool                               // every piece gets the shape
}

// sets maps names to sets of pieces. docs/art.md lists their models.
var sets = map[string]set{
	"bog-oak": {man: carvedMan, king: king},
	"glass": {
		stuffs: map[stuff]stuff{bogOak: darkGlass, peatOak: darkGlass, ivory: paleGlass, amber: honeyGlass,
			russet: redGlass, tawny: honeyGlass},
		man: dome, king: domeKing,
	},
	"ivory": {
		stuffs: map[stuff]stuff{bogOak: stained, peatOak: stained, ivory: walrus, amber: oldWalrus, russet: stained,
			tawny: oldWalrus},
		man: slabMan, king: seatedKing,
	},
	"turned": {
		stuffs: map[stuff]stuff{bogOak: ebonised, peatOak: ebonised, ivory: boxwood, amber: yewWood, russet: cherryWood,
			tawny: boxwood},
		man: turnedMan, king: turnedKing,
	},
	"discs": {
		stuffs: map[stuff]stuff{bogOak: black, peatOak: black, ivory: white, amber: gold, russet: rust, tawny: gold},
		man:    carvedMan, king: king, shape: disk, flattened: true,
	},
}

// usualSet is the default set.
const usualSet = "bog-oak"

// setOf returns a set by name. Unknown and empty names return the usual set.
func setOf(name string) set {
	if s, ok := sets[name]; ok {
		return s
	}
	return sets[usualSet]
}

// design returns the design of a kind by its name; unknown kinds are men.
func (s set) design(k game.Kind) design {
	d := s.choose(k)
	if other, ok := s.stuffs[d.stuff]; ok {
		d.stuff = other
	}
	if s.flattened {
		d = s.shape(d, k)
	}
	return d
}

func (s set) choose(k game.Kind) design {
	if beast, ok := animals[k.Name]; ok {
		return beast(k.Side)
	}
	if man, ok := chessmen[k.Name]; ok {
		return man(k.Side)
	}
	if rank, ok := ranks[k.Name]; ok {
		return ranked(k.Side, rank)
	}
	switch {
	case k.Royal && k.Side == game.Defenders:
		return s.king()
	case k.Royal || k.Name == "king":
		return chessKing(k.Side)
	case k.Name == "knight" && k.Side == game.Defenders:
		return rider(k.Side)
	case k.Name == "knight":
		return horse(k.Side, herd(k.Side))
	case k.Name == "commander", k.Name == "officer":
		return champion(k.Side)
	}
	return s.man(k.Side)
}

// carvedMan is a man of the bog-oak set.
func carvedMan(s game.Side) design {
	if s == game.Attackers {
		return raider()
	}
	return hird()
}

// bySide returns the material of a side's pieces.
func bySide(s game.Side, dark, light stuff) stuff {
	if s == game.Attackers {
		return dark
	}
	return light
}

// Materials of the other sets.
var (
	darkGlass = stuff{light: hex(0x173f49), dark: hex(0x0f2d36), age: hex(0x081a20), rim: hex(0x63a0a8), cloud: 0.6,
		rough: 0.16, coat: 0.3, clear: 0.72, left: hex(0x1f6a78)}
	paleGlass = stuff{light: hex(0xd3e2d4), dark: hex(0xb7d0c0), age: hex(0x6f8a7a), rim: hex(0x4d7a6c), cloud: 0.6,
		rough: 0.16, coat: 0.3, clear: 0.6, left: hex(0xd9efe2)}
	honeyGlass = stuff{light: hex(0xe09a30), dark: hex(0xb86a18), age: hex(0x4a240a), rim: hex(0xf0cf7a), cloud: 0.8,
		rough: 0.16, coat: 0.3, clear: 0.7, left: hex(0xe8922a)}
	redGlass = stuff{light: hex(0x9c2f1c), dark: hex(0x701c10), age: hex(0x2c0a06), rim: hex(0xe0a080), cloud: 0.6,
		rough: 0.16, coat: 0.3, clear: 0.65, left: hex(0xb8301c)}

	walrus = stuff{light: hex(0xe9dfc6), dark: hex(0xd5c49c), age: hex(0x7a5a34), rim: hex(0x6b4f2c), rings: 0.03,
		cloud: 0.7, rough: 0.34, coat: 0.25, wrap: 0.35, glow: hex(0xeab078)}
	oldWalrus = stuff{light: hex(0xdc9a3c), dark: hex(0xb4701f), age: hex(0x4e2a0c), rim: hex(0xf0cf7a), rings: 0.03,
		cloud: 0.7, rough: 0.36, coat: 0.25, wrap: 0.3, glow: hex(0xd88a40)}
	stained = stuff{light: hex(0x6e2419), dark: hex(0x4a140e), age: hex(0x1c0705), rim: hex(0xb0654a), rings: 0.03,
		cloud: 0.7, rough: 0.34, coat: 0.3, wrap: 0.25, glow: hex(0x80301c)}

	ebonised = stuff{light: hex(0x4e3a2f), dark: hex(0x30221b), age: hex(0x0c0807), rim: hex(0xb8803f), rings: 0.05,
		cloud: 0.3, rough: 0.36, coat: 0.45}
	boxwood = stuff{light: hex(0xe8dcb8), dark: hex(0xd2bf90), age: hex(0x6a4a20), rim: hex(0x6b4f2c), rings: 0.045,
		cloud: 0.35, rough: 0.38, coat: 0.4}
	yewWood = stuff{light: hex(0xcc8a3c), dark: hex(0xa8662a), age: hex(0x4a240c), rim: hex(0xf0cf7a), rings: 0.045,
		cloud: 0.4, rough: 0.38, coat: 0.4}
	cherryWood = stuff{light: hex(0xa4522a), dark: hex(0x7c3518), age: hex(0x2c1208), rim: hex(0xe8b080), rings: 0.05,
		cloud: 0.4, rough: 0.38, coat: 0.4}

	black = stuff{light: hex(0x2a2a2c), dark: hex(0x232325), age: hex(0x0c0c0d), rim: hex(0xd8d4c8), cloud: 0.2,
		rough: 0.5, coat: 0.15}
	white = stuff{light: hex(0xf0ece2), dark: hex(0xe6e1d4), age: hex(0x55504a), rim: hex(0x2a2a2c), cloud: 0.2,
		rough: 0.5, coat: 0.15}
	gold = stuff{light: hex(0xe0a63a), dark: hex(0xcc8f26), age: hex(0x40270a), rim: hex(0x2a2a2c), cloud: 0.3,
		rough: 0.45, coat: 0.2}
	rust = stuff{light: hex(0xc2562a), dark: hex(0xa8441c), age: hex(0x35140a), rim: hex(0xf4e0c0), cloud: 0.3,
		rough: 0.45, coat: 0.2}
)

// dome is a man of glass: plain for attackers, ribbed like a melon for defenders.
func dome(s game.Side) design {
	d := design{lathe: lathe{sides: 32, spans: domeOf(0.285, 0.315)}, stuff: bySide(s, bogOak, ivory)}
	if s == game.Defenders {
		d.spans = domeOf(0.28, 0.35)
		d.cut = melon(8, 0.13)
		d.sides = 48
	}
	return d
}

// domeOf is the profile of a drop of glass on a plate.
func domeOf(r, high float32) []span {
	return []span{
		{[]point{{0, high}, {0.4 * r, 0.95 * high}, {0.78 * r, 0.72 * high}, {0.96 * r, 0.4 * high}, {r, 0.2 * high}},
			12},
		{[]point{{r, 0.2 * high}, {0.985 * r, 0.07 * high}, {0.9 * r, 0}}, 4},
		{[]point{{0.9 * r, 0}, {0, 0}}, 1},
	}
}

// melon cuts n ribs into a piece.
func melon(n int, depth float32) func(point, float32) solid {
	return func(p point, turn float32) solid {
		p.r *= petals(n, depth, turn)
		return round(p, turn)
	}
}

// domeKing is of honey-coloured glass with a bronze crown.
func domeKing() design {
	return design{
		lathe: lathe{sides: 48, spans: []span{
			{[]point{{0, 0.6}, {0.06, 0.59}, {0.115, 0.545}, {0.135, 0.5}}, 6},
			{[]point{{0.135, 0.5}, {0.155, 0.57}, {0.19, 0.69}}, 5},
			{[]point{{0.19, 0.69}, {0.215, 0.69}}, 1},
			{[]point{{0.215, 0.69}, {0.205, 0.56}, {0.212, 0.47}}, 5},
			{[]point{{0.212, 0.47}, {0.235, 0.455}, {0.235, 0.43}}, 3},
			{[]point{{0.235, 0.43}, {0.29, 0.31}, {0.318, 0.18}, {0.318, 0.1}}, 8},
			{[]point{{0.318, 0.1}, {0.335, 0.08}, {0.335, 0.02}, {0.32, 0}}, 4},
			{[]point{{0.32, 0}, {0, 0}}, 1},
		}, cut: func(p point, turn float32) solid {
			wave := abs(cos(6 * pi * turn))
			p.y -= 0.1 * ramp(0.49, 0.69, p.y) * ramp(0.135, 0.175, p.r) * (1 - wave*wave)
			return round(p, turn)
		}},
		stuff: amber, engraving: []engraving{gildOutside(0.14, 0.43), gild(0, 0.1)},
	}
}

// turnedMan is turned on the lathe: a ball on a base for attackers, a mushroom for defenders.
func turnedMan(s game.Side) design {
	if s == game.Attackers {
		return design{lathe: lathe{sides: 32, spans: append([]span{
			{[]point{{0, 0.52}, {0.06, 0.505}, {0.105, 0.455}, {0.112, 0.41}, {0.085, 0.355}, {0.07, 0.345}}, 10},
			{[]point{{0.07, 0.345}, {0.125, 0.335}, {0.13, 0.31}, {0.085, 0.3}}, 5},
			{[]point{{0.085, 0.3}, {0.09, 0.24}, {0.15, 0.16}, {0.22, 0.12}, {0.26, 0.085}}, 8},
		}, foot(0.28)...)}, stuff: bogOak, engraving: []engraving{gild(0.301, 0.344), hoop(0.11, 0.009, 0.008)}}
	}
	return design{lathe: lathe{sides: 32, spans: append([]span{
		{[]point{{0, 0.5}, {0.09, 0.49}, {0.165, 0.445}, {0.185, 0.4}}, 8},
		{[]point{{0.185, 0.4}, {0.18, 0.37}, {0.12, 0.355}}, 4},
		{[]point{{0.12, 0.355}, {0.095, 0.3}, {0.12, 0.22}}, 5},
		{[]point{{0.12, 0.22}, {0.16, 0.215}, {0.165, 0.19}, {0.14, 0.18}}, 4},
		{[]point{{0.14, 0.18}, {0.2, 0.14}, {0.255, 0.085}}, 4},
	}, foot(0.275)...)}, stuff: ivory, engraving: []engraving{gild(0.181, 0.219), hoop(0.43, 0.009, 0.008)}}
}

// turnedKing has a bronze crown on a tall stem.
func turnedKing() design {
	return design{
		lathe: lathe{sides: 48, spans: append([]span{
			{[]point{{0, 0.735}, {0.03, 0.725}, {0.045, 0.695}, {0.03, 0.665}}, 5},
			{[]point{{0.03, 0.665}, {0.08, 0.645}, {0.12, 0.62}}, 3},
			{[]point{{0.12, 0.62}, {0.17, 0.69}, {0.195, 0.69}}, 4},
			{[]point{{0.195, 0.69}, {0.165, 0.58}, {0.13, 0.515}}, 5},
			{[]point{{0.13, 0.515}, {0.18, 0.505}, {0.185, 0.475}, {0.13, 0.46}}, 5},
			{[]point{{0.13, 0.46}, {0.12, 0.36}, {0.155, 0.26}}, 6},
			{[]point{{0.155, 0.26}, {0.21, 0.25}, {0.215, 0.22}, {0.17, 0.21}}, 4},
			{[]point{{0.17, 0.21}, {0.24, 0.15}, {0.305, 0.085}}, 5},
		}, foot(0.325)...), cut: func(p point, turn float32) solid {
			p.y -= 0.07 * ramp(0.53, 0.69, p.y) * ramp(0.1, 0.15, p.r) * (1 - abs(cos(8*pi*turn)))
			return round(p, turn)
		}},
		stuff: amber, engraving: []engraving{gildOutside(0, 0.516), gild(0.462, 0.513), gild(0.212, 0.258),
			gild(0, 0.08), hoop(0.36, 0.01, 0.009)},
	}
}

// disk turns any piece into a flat stone with its outline and its emblem on top. A captain's is thicker and a
// king's has a second step.
func disk(d design, k game.Kind) design {
	outline := d.above(k)
	reach := polar(outline)
	if k.Royal {
		round := 0.335 / widest(outline)
		return diskOf(d, signed(k), 0.3, func(turn, y float32) float32 {
			if y < 0.135 {
				return 0.335
			}
			return round * 0.92 * reach(turn)
		}, outline)
	}
	high := float32(0.14)
	if d.high() > 0.6 {
		high = 0.21
	}
	return diskOf(d, signed(k), high, func(turn, _ float32) float32 { return reach(turn) }, outline)
}

// diskOf makes a flat stone from its radius at every turn and height.
func diskOf(d design, sign emblem.Emblem, high float32, reach func(turn, y float32) float32, outline []float32) design {
	step := float32(0.135)
	spans := []span{
		{[]point{{0, high}, {0.86, high - 0.004}}, 4},
		{[]point{{0.86, high - 0.004}, {0.96, high - 0.012}, {1, high - 0.045}}, 4},
	}
	if high > 2*step {
		spans = append(spans, span{[]point{{1, high - 0.045}, {1, step}}, 2},
			span{[]point{{1, step}, {1.0, step - 0.015}, {1.02, step - 0.04}}, 3},
			span{[]point{{1.02, step - 0.04}, {1.02, 0.02}, {0.98, 0}}, 3})
	} else {
		spans = append(spans, span{[]point{{1, high - 0.045}, {1, 0.02}, {0.97, 0}}, 4})
	}
	foot := spans[len(spans)-1].through
	spans = append(spans, span{[]point{foot[len(foot)-1], {0, 0}}, 1})
	ink := d.ink(mixed(d.light, d.dark, 0.4))
	unit := onStone(outline)
	body, lines := emblem.Outline(sign.Body), emblem.Outline(sign.Ink)
	return design{
		lathe: lathe{sides: 96, spans: spans, cut: func(p point, turn float32) solid {
			p.r *= reach(turn, p.y)
			return round(p, turn)
		}},
		stuff: d.stuff, token: outline, front: d.front,
		engraving: []engraving{func(c *cutting, p solid, turn float32) {
			if p.y < high-0.02 {
				return
			}
			r := hypot(p.x, p.z) / reach(turn, p.y)
			if len(body) == 0 {
				c.paint(ink, 0.9*ramp(0.028, 0.016, abs(r-0.72)))
				c.notch(abs(r-0.72)*0.3, 0.012, 0.008)
				return
			}
			c.paint(ink, ramp(0.86, 0.9, r))
			if at := (emblem.Point{X: float64(p.x/unit) + emblem.Grid/2,
				Y: float64(p.z/unit) + emblem.Grid/2}); emblem.Inside(body, at) && !emblem.Inside(lines, at) {
				c.paint(ink, 1)
				c.height -= 0.006
			}
		}},
	}
}

// high returns the height of a design.
func (d *design) high() float32 {
	var top float32
	for _, s := range d.spans {
		for _, p := range s.through {
			top = max(top, p.y)
		}
	}
	return top
}

// polar returns the radius of an outline at a turn.
func polar(outline []float32) func(turn float32) float32 {
	const steps = 192
	var far [steps]float32
	n := len(outline) / 2
	for k := range far {
		dx, dz := cos(2*pi*float32(k)/steps), sin(2*pi*float32(k)/steps)
		for i := range n {
			ax, az := outline[2*i], outline[2*i+1]
			j := (i + 1) % n
			bx, bz := outline[2*j]-ax, outline[2*j+1]-az
			den := dx*bz - dz*bx
			if abs(den) < 1e-9 {
				continue
			}
			t, u := (ax*bz-az*bx)/den, (ax*dz-az*dx)/den
			if u >= -1e-4 && u <= 1.0001 && t > far[k] {
				far[k] = t
			}
		}
	}
	return func(turn float32) float32 {
		f := (turn - float32(floor(turn))) * steps
		i := floor(f)
		return lerp(far[i%steps], far[(i+1)%steps], f-float32(i))
	}
}

// widest returns the largest radius of an outline.
func widest(outline []float32) (r float32) {
	for i := 0; i+1 < len(outline); i += 2 {
		r = max(r, hypot(outline[i], outline[i+1]))
	}
	return r
}
