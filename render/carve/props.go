package carve

import "tafl3d/scene"

// Props makes the few quiet things that stand on the table beside the board.
// They are out of the way of every hand and every look at a square.
func Props(st scene.Stage, o Options) Model {
	c := seeded("props "+st.Variant, o.Seed)
	l := layOut(st, o)
	n := newNoise(c)
	far := l.halfX + clothX + 0.75
	if l.look.handles {
		far += 0.5
	}
	return newModel(
		prop("cup", cup(), spot{far, 0.36 * l.halfZ}, 1.35, o, n),
		prop("jug", jug(), spot{-far - 0.25, -0.42 * l.halfZ}, 1.6, o, n),
		prop("bowl", bowl(), spot{far + 0.35, -0.3 * l.halfZ}, 1.5, o, n),
	)
}

// prop turns a thing and puts it somewhere, larger than it was designed.
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

// What they are made of.
var (
	burl    = stuff{light: hex(0x8f6136), dark: hex(0x5f3a1c), age: hex(0x24120a), rings: 0.05, cloud: 0.8, rough: 0.45, coat: 0.25}
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

// gildAbove lays bronze outside a radius and above a height.
func gildAbove(r, y float32) engraving {
	return func(c *cutting, p solid, _ float32) {
		if p.y > y && hypot(p.x, p.z) > r {
			c.gilt = 1
		}
	}
}

// jug is of dark pottery, with rings from the wheel.
func jug() design {
	return design{
		lathe: lathe{sides: 44, spans: []span{
			{[]point{{0, 0.42}, {0.1, 0.45}, {0.13, 0.6}, {0.16, 0.78}}, 7},
			{[]point{{0.16, 0.78}, {0.19, 0.8}, {0.2, 0.77}}, 4},
			{[]point{{0.2, 0.77}, {0.165, 0.66}, {0.2, 0.56}, {0.34, 0.4}, {0.36, 0.22}, {0.26, 0.05}}, 14},
			{[]point{{0.26, 0.05}, {0.25, 0.02}, {0.23, 0}}, 3},
			{[]point{{0.23, 0}, {0, 0}}, 1},
		}},
		stuff: pottery, engraving: []engraving{hoop(0.5, 0.012, 0.01), hoop(0.46, 0.012, 0.01), hoop(0.42, 0.012, 0.01), hoop(0.62, 0.01, 0.008)},
	}
}

// bowl is a shallow dish of wood.
func bowl() design {
	return design{
		lathe: lathe{sides: 44, spans: []span{
			{[]point{{0, 0.07}, {0.2, 0.085}, {0.33, 0.14}, {0.4, 0.24}}, 8},
			{[]point{{0.4, 0.24}, {0.415, 0.255}, {0.43, 0.24}}, 3},
			{[]point{{0.43, 0.24}, {0.38, 0.12}, {0.24, 0.04}, {0.17, 0.02}}, 7},
			{[]point{{0.17, 0.02}, {0.16, 0}}, 1},
			{[]point{{0.16, 0}, {0, 0}}, 1},
		}},
		stuff: burl, engraving: []engraving{hoop(0.19, 0.012, 0.01)},
	}
}
