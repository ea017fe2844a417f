package carve

import (
	"tafl3d/game"
	"tafl3d/scene"
)

// Dimensions of the table, in squares.
const (
	tableWide  = 1.72 // half the table along x, in half boards
	tableDeep  = 1.45 // the least half along x, in half depths of what is on the table
	tablePast  = 0.55 // of the table beyond the cloth along z, in half boards
	underCloth = 0.02 // gap between table and cloth
	clothX     = 0.9  // of the cloth beyond the board
	clothZ     = 0.45 // of the cloth beyond the trays
	trayRim    = 0.06
)

// setting holds the materials of table and cloth.
type setting struct {
	table              species
	plank              float32 // width
	wool, dye, pattern rgb     // of the cloth
	hem                func(edge, along float32) (dye, pattern float32)
	rough              float32 // added to the roughness of the table
}

// settings maps rooms to settings. The hall has a smoked table with a dark woollen cloth, the farmhouse a
// scrubbed one with linen, the studio a slate slab with felt.
var settings = map[string]setting{
	"hall": {table: smoked, plank: 2.3, wool: hex(0x3d362e), dye: hex(0x4f2a20), pattern: hex(0x75664a),
		hem: lozenges, rough: 0.02},
	"door": {table: scrubbed, plank: 3.1, wool: hex(0xa89d84), dye: hex(0x3f5268), pattern: hex(0x2f3f55),
		hem: stripes, rough: 0.1},
	"studio": {table: slate, plank: 99, wool: hex(0x6d6c68), dye: hex(0x6d6c68), pattern: hex(0x55544f), hem: seam,
		rough: -0.1},
}

// scrubbed is pine, weathered by washing with sand.
var scrubbed = species{early: hex(0xa48d69), late: hex(0x86704f), pore: hex(0x58462e), ring: 0.17, contrast: 0.7,
	pores: 0.1, rough: 0.62}

func settingOf(room string) setting {
	if s, ok := settings[room]; ok {
		return s
	}
	return settings["hall"]
}

// Table makes the surroundings of the board: table top, cloth, and a tray for the captured pieces of each
// side.
func Table(st scene.Stage, o Options) Model {
	c := seeded("table "+st.Variant, o.Seed)
	t := &spread{layout: layOut(st, o), noise: newNoise(c), wood: saw(walnut, newNoise(c), c),
		setting: settingOf(o.Room)}
	for side := range game.Side(game.Sides) {
		t.trays = append(t.trays, st.Tray(side))
	}
	for side := range game.Side(game.Sides) {
		if st.Hands[side] > 0 {
			t.trays = append(t.trays, st.Hand(side))
		}
	}
	t.clothX = t.halfX + clothX
	t.clothZ = st.Depth() + clothZ
	t.tableX, t.tableZ = max(tableWide*t.half, tableDeep*st.Depth(), t.clothX+1.2), t.clothZ+tablePast*t.half
	for range int(2*t.tableZ/t.plank) + 2 {
		t.planks = append(t.planks, saw(t.table, t.noise, c))
	}
	var trays Mesh
	for _, r := range t.trays {
		t.tray(&trays, r)
	}
	var table, cloth Part
	var tray Part
	together(
		func() {
			table = Part{"table", t.slab(), t.top(o.part(1024))}
		},
		func() { cloth = Part{"cloth", t.clothMesh(), t.cloth(o.part(1024))} },
		func() { tray = Part{"tray", trays, t.trayWood(o.part(1024))} },
	)
	return newModel(tray, cloth, table) // top down
}

// spread holds the objects on the table.
type spread struct {
	layout
	noise *noise
	setting
	planks         []plank
	wood           plank        // of the trays
	trays          []scene.Tray // for captured pieces and for hands
	clothX, clothZ float32      // half the cloth
	tableX, tableZ float32      // half the table
}

// plane is a rectangle that faces up, textured from above.
func (t *spread) plane(x, z, y float32) Mesh {
	var m Mesh
	for _, p := range [4]spot{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
		m.add(solid{p.x * x, y, p.z * z}, solid{0, 1, 0}, p.x/2+0.5, p.z/2+0.5, solid{1, 0, 0})
	}
	m.quad(0, 3, 2, 1)
	return m
}

// clothMesh is the cloth with a hem down to the table.
func (t *spread) clothMesh() Mesh {
	m := t.plane(t.clothX, t.clothZ, -thick)
	for side := range 4 {
		base := uint32(len(m.Positions) / 3)
		for _, p := range [4]struct{ a, d, y float32 }{{1, 0, -thick}, {-1, 0, -thick}, {-1, 0.02, -thick - underCloth},
			{1, 0.02, -thick - underCloth}} {
			nx, nz := spin(side, 0, 1)
			cx, cz := spin(side, p.a, 1)
			at := solid{cx*t.clothX + nx*p.d, p.y, cz*t.clothZ + nz*p.d}
			m.add(at, solid{nx, 1, nz}.unit(), cx/2+0.5, cz/2+0.5, solid{1, 0, 0})
		}
		m.quad(base, base+1, base+2, base+3)
	}
	return m
}

// slab is the table top: thick, with a worn edge and rounded corners.
func (t *spread) slab() Mesh {
	const deep, round = 1.1, 0.28
	l := layout{fieldX: t.tableX - round, fieldZ: t.tableZ - round, rim: round}
	s := append([]edge{{heart, 0, 0, 1}, {-0.01, 0, 0, 1}}, arc(0, -round, round, 0, 5)...)
	s = append(s, edge{round, -deep, 1, 0}, edge{round, -deep, 0, -1}, edge{heart, -deep, 0, -1})
	m := l.sweep(s, func(_ int, x, z, _ float32) (float32, float32) {
		return x/(2*t.tableX) + 0.5, z/(2*t.tableZ) + 0.5
	}, false)
	for i := 1; i < len(m.Positions); i += 3 {
		m.Positions[i] -= thick + underCloth
	}
	return m
}

// top is the wood of the table: broad planks, worn and stained.
func (t *spread) top(size int) Material {
	m := canvas(size, size)
	m.paint(t.tableX, t.tableZ, func(x, z float32) texel {
		row := (z + t.tableZ) / t.plank
		i := floor(row)
		p := &t.planks[i]
		g := p.at(0.7*x+7*float32(i), 0.7*(z+t.tableZ-t.plank*(float32(i)+0.5)))
		joint := ramp(0.03, 0.008, min(row-float32(i), float32(i)+1-row)*t.plank)
		stain := t.noise.sum(x*0.16+3, z*0.16)
		ring := abs(hypot(x-0.93*t.tableX+1.9, z+0.3*t.tableZ) - 0.62)
		shade := 1 - 0.55*edgeProximity(x, z, t.clothX, t.clothZ, 0.25) - 0.7*joint
		return texel{
			colour: mixed(g.colour, p.pore, 0.8*joint+0.3*ramp(0.06, 0.02, ring)).scaled(0.80 + 0.2*stain),
			height: g.height - 0.02*joint,
			shade:  shade, rough: p.rough + t.rough + 0.12*t.noise.at(x*0.4, z*0.4), coat: 0.35 * p.coat,
		}
	})
	return m.material(float32(size) / (2 * t.tableX))
}

// edgeProximity returns the proximity of a point to the edge of a centred rectangle: 1 at the edge, 0 at a distance
// of about reach.
func edgeProximity(x, z, halfX, halfZ, reach float32) float32 {
	dx, dz := max(0, abs(x)-halfX), max(0, abs(z)-halfZ)
	f := clamp(1 - hypot(dx, dz)/(2*reach))
	return f * f
}

// cloth is a woollen twill with a border.
func (t *spread) cloth(size int) Material {
	n := t.noise
	m := canvas(size, size)
	m.paint(t.clothX, t.clothZ, func(x, z float32) texel {
		x += 0.01 * n.at(x*1.3, z*1.3)
		z += 0.01 * n.at(x*1.3+40, z*1.3)
		rib := (x + z) * 9
		twill := abs(rib-float32(floor(rib))-0.5) * 2
		yarn := 0.5*n.at(x*14, z*1.1) + 0.5*n.at(x*1.1+9, z*14)
		dye, pattern := t.hem(t.toHem(x, z))
		c := mixed(mixed(t.wool, t.dye, dye), t.pattern, pattern)
		shade := 1 - 0.6*edgeProximity(x, z, t.halfX, t.halfZ, 0.4) - t.trayShade(x, z)
		fade := 1 + 0.12*n.sum(x*0.35, z*0.35)
		return texel{
			colour: c.scaled(fade * (0.82 + 0.2*twill + 0.22*yarn)), height: 0.012*twill + 0.006*yarn - 0.012,
			shade: shade * (0.8 + 0.2*twill), rough: 0.92,
		}
	})
	out := m.material(float32(size) / (t.clothX + t.clothZ))
	out.Wrap = 0.15
	return out
}

// toHem returns the distance of a point from the edge of the cloth, and its position along it.
func (t *spread) toHem(x, z float32) (edge, along float32) {
	if dx, dz := t.clothX-abs(x), t.clothZ-abs(z); dx > dz {
		return dz, x
	} else {
		return dx, z
	}
}

// lozenges is a woven border: the strength of dye and pattern by position.
func lozenges(edge, along float32) (dye, pattern float32) {
	band := ramp(0.12, 0.14, edge) * ramp(0.56, 0.54, edge)
	u := along / 0.42
	u = abs(u-float32(floor(u))-0.5) * 2
	v := abs(edge-0.34) / 0.15
	return band, 0.7 * band * ramp(0.62, 0.52, abs(u+v-0.6)*2) * ramp(1.05, 0.95, v)
}

// stripes is a broad stripe between two narrow ones.
func stripes(edge, _ float32) (dye, pattern float32) {
	stripe := func(from, to float32) float32 {
		return ramp(from-0.008, from+0.008, edge) * ramp(to+0.008, to-0.008, edge)
	}
	return 0.85*stripe(0.30, 0.48) + 0.7*stripe(0.20, 0.24), 0.7 * stripe(0.54, 0.58)
}

// seam is a line of stitches along the edge.
func seam(edge, along float32) (dye, pattern float32) {
	u := along / 0.16
	return 0, ramp(0.02, 0.01, abs(edge-0.12)) * ramp(0.36, 0.30, abs(u-float32(floor(u))-0.5))
}

// trayShade is the shade around the trays.
func (t *spread) trayShade(x, z float32) float32 {
	var s float32
	for _, r := range t.trays {
		cx, cz := (r.MinX+r.MaxX)/2, (r.MinZ+r.MaxZ)/2
		s = max(s, 0.5*edgeProximity(x-cx, z-cz, r.MaxX-cx+trayRim, r.MaxZ-cz+trayRim, 0.15))
	}
	return s
}
