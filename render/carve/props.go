package carve

import "tafl3d/scene"

// Props makes the objects on the table next to the board. They never hide a square.
func Props(st scene.Stage, o Options) Model {
	c := seeded("props "+st.Variant, o.Seed)
	l := layOut(st, o)
	n := newNoise(c)
	far := l.halfX + clothX + 0.75
	if l.look.handles {
		far += 0.5
	}
	at := func(x, z float32) spot { return spot{x, z * l.halfZ} }
	switch o.Room {
	case "door":
		return newModel(
			prop("pitcher", jug(stoneware), at(-far-0.35, -0.5), 1.9, o, n),
			prop("dish", bowl(ash), at(far+0.45, -0.25), 1.7, o, n),
			prop("apple", apple(rosy), at(far+0.1, 0.34), 1, o, n),
			prop("green apple", apple(green), at(far+0.85, 0.44), 0.94, o, n),
		)
	case "studio":
		return newModel(
			prop("stone", pebble(0.42, 0.2, chert), at(far+0.35, 0.3), 1.3, o, n),
			prop("small stone", pebble(0.26, 0.15, quartz), at(far+0.2, 0.02), 1.2, o, n),
			prop("bead", pebble(0.2, 0.2, basalt), at(-far-0.3, -0.5), 1.4, o, n),
		)
	}
	return newModel(
		prop("cup", cup(), at(far, 0.36), 1.35, o, n),
		prop("jug", jug(pottery), at(-far-0.25, -0.42), 1.6, o, n),
		prop("bowl", bowl(burl), at(far+0.35, -0.3), 1.5, o, n),
	)
}

// prop makes an object at a position, enlarged by k.
func prop(name string, d design, at spot, k float32, o Options, n *noise) Part {
	m := mapped(d.maps(o.part(256), n))
	m.Wrap, m.Glow = d.wrap, d.glow.array()
	mesh := d.mesh()
	for i := 0; i < len(mesh.Positions); i += 3 {
		mesh.Positions[i] = k*mesh.Positions[i] + at.x
		mesh.Positions[i+1] = k*mesh.Positions[i+1] - thick - underCloth
		mesh.Positions[i+2] = k*mesh.Positions[i+2] + at.z
	}
	return Part{Name: name, Mesh: mesh, Material: m}
}

// Materials of the props.
var (
	burl = stuff{light: hex(0x8f6136), dark: hex(0x5f3a1c), age: hex(0x24120a), rings: 0.05, cloud: 0.8,
		rough: 0.45, coat: 0.25}
	ash = stuff{light: hex(0xa88a5c), dark: hex(0x8a6c42), age: hex(0x4a3820), rings: 0.06, cloud: 0.5,
		rough: 0.55, coat: 0.1}
	stoneware = stuff{light: hex(0xa39c8c), dark: hex(0x7f7a6e), age: hex(0x4a463e), cloud: 0.6, rough: 0.3, coat: 0.5}
	rosy      = stuff{light: hex(0xa2683c), dark: hex(0x6a2016), age: hex(0x4a2a12), cloud: 1.3, rough: 0.44,
		coat: 0.22, wrap: 0.2}
	green = stuff{light: hex(0x8d8a52), dark: hex(0x666a34), age: hex(0x4a3a1a), cloud: 1.3, rough: 0.44,
		coat: 0.22, wrap: 0.2}
	chert  = stuff{light: hex(0x57534d), dark: hex(0x45423e), age: hex(0x2a2826), cloud: 0.8, rough: 0.5, coat: 0.15}
	quartz = stuff{light: hex(0xb0aba2), dark: hex(0x98938a), age: hex(0x6a655c), cloud: 0.6,
		rough: 0.42, coat: 0.25}
	basalt  = stuff{light: hex(0x2c2b2b), dark: hex(0x222122), age: hex(0x121212), cloud: 0.5, rough: 0.35, coat: 0.3}
	pottery = stuff{light: hex(0x5e5046), dark: hex(0x3d332c), age: hex(0x1a1512), cloud: 0.7, rough: 0.72}
)

// cup is turned from a burl, with a band of bronze around its lip.
func cup() design {
	return design{
		lathe: lathe{sides: 40, spans: []span{
			{[]point{{0, 0.2}, {0.16, 0.215}, {0.25, 0.29}, {0.3, 0.5}}, 8},
			{[]point{{0.3, 0.5}, {0.315, 0.52}, {0.33, 0.5}}, 4},
			{[]point{{0.33, 0.5}, {0.345, 0.36}, {0.32, 0.2}, {0.24, 0.1}, {0.18, 0.06}}, 9},
			{[]point{{0.18, 0.06}, {0.2, 0.03}, {0.19, 0}}, 3},
			{[]point{{0.19, 0}, {0, 0}}, 1},
		}},
		stuff: burl, engraving: []engraving{gildAbove(0.325, 0.455), hoop(0.3, 0.01, 0.008)},
	}
}

// gildAbove adds bronze outside a radius and above a height.
func gildAbove(r, y float32) engraving {
	return func(c *cutting, p solid, _ float32) {
		if p.y > y && hypot(p.x, p.z) > r {
			c.gilt = 1
		}
	}
}

// apple is slightly wider than tall, with a hollow for its stalk.
func apple(s stuff) design {
	return design{
		lathe: lathe{sides: 40, spans: []span{
			{[]point{{0, 0.68}, {0.025, 0.68}, {0.02, 0.55}}, 4},
			{[]point{{0.02, 0.55}, {0.1, 0.58}, {0.2, 0.62}, {0.34, 0.55}, {0.38, 0.36}, {0.33, 0.16}, {0.2, 0.04},
				{0.12, 0}}, 22},
			{[]point{{0.12, 0}, {0, 0.03}}, 2},
		}},
		stuff: s,
	}
}

// pebble is a river stone or a bead.
func pebble(r, tall float32, s stuff) design {
	return design{
		lathe: lathe{sides: 44, spans: []span{
			{[]point{{0, 2 * tall}, {0.4 * r, 1.97 * tall}, {0.8 * r, 1.6 * tall}, {r, tall}, {0.8 * r, 0.4 * tall},
				{0.4 * r, 0.03 * tall}}, 24},
			{[]point{{0.4 * r, 0.03 * tall}, {0, 0}}, 2},
		}},
		stuff: s,
	}
}

// jug has the rings of a potter's wheel.
func jug(s stuff) design {
	return design{
		lathe: lathe{sides: 44, spans: []span{
			{[]point{{0, 0.42}, {0.1, 0.45}, {0.13, 0.6}, {0.16, 0.78}}, 7},
			{[]point{{0.16, 0.78}, {0.19, 0.8}, {0.2, 0.77}}, 4},
			{[]point{{0.2, 0.77}, {0.165, 0.66}, {0.2, 0.56}, {0.34, 0.4}, {0.36, 0.22}, {0.26, 0.05}}, 14},
			{[]point{{0.26, 0.05}, {0.25, 0.02}, {0.23, 0}}, 3},
			{[]point{{0.23, 0}, {0, 0}}, 1},
		}},
		stuff: s, engraving: []engraving{hoop(0.5, 0.012, 0.01), hoop(0.46, 0.012, 0.01), hoop(0.42, 0.012, 0.01),
			hoop(0.62, 0.01, 0.008)},
	}
}

// bowl is a shallow dish.
func bowl(s stuff) design {
	return design{
		lathe: lathe{sides: 44, spans: []span{
			{[]point{{0, 0.07}, {0.2, 0.085}, {0.33, 0.14}, {0.4, 0.24}}, 8},
			{[]point{{0.4, 0.24}, {0.415, 0.255}, {0.43, 0.24}}, 3},
			{[]point{{0.43, 0.24}, {0.38, 0.12}, {0.24, 0.04}, {0.17, 0.02}}, 7},
			{[]point{{0.17, 0.02}, {0.16, 0}}, 1},
			{[]point{{0.16, 0}, {0, 0}}, 1},
		}},
		stuff: s, engraving: []engraving{hoop(0.19, 0.012, 0.01)},
	}
}
