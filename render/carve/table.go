package carve

import (
	"tafl3d/game"
	"tafl3d/scene"
)

// Measures of the table, in squares.
const (
	tableWide  = 1.72 // half the table along x, in half boards
	tablePast  = 0.55 // of the table beyond the cloth along z, in half boards
	underCloth = 0.02 // how far the table lies under the cloth
	clothX     = 0.9  // the cloth beyond the board
	clothZ     = 0.45 // the cloth beyond the trays
	trayRim    = 0.06
	plankWide  = 2.3 // of the table
)

// Table makes what lies around the board of a stage: the table top, a cloth on
// it and a tray for the taken men of either side.
func Table(st scene.Stage, o Options) Model {
	c := seeded("table "+st.Variant, o.Seed)
	t := &spread{layout: layOut(st, o), noise: newNoise(c), wood: saw(walnut, newNoise(c), c)}
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
	t.tableX, t.tableZ = max(tableWide*t.half, t.clothX+1.2), t.clothZ+tablePast*t.half
	for range int(2*t.tableZ/plankWide) + 2 {
		t.planks = append(t.planks, saw(smoked, t.noise, c))
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
	return newModel(tray, cloth, table) // from the top down
}

// spread is what lies on the table.
type spread struct {
	layout
	noise          *noise
	planks         []plank
	wood           plank        // of the trays
	trays          []scene.Tray // of the taken men, and of those in the hand
	clothX, clothZ float32      // half the cloth
	tableX, tableZ float32      // half the table
}

// plane is a rectangle that faces up, mapped from above.
func (t *spread) plane(x, z, y float32) Mesh {
	var m Mesh
	for _, p := range [4]spot{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
		m.add(solid{p.x * x, y, p.z * z}, solid{0, 1, 0}, p.x/2+0.5, p.z/2+0.5, solid{1, 0, 0})
	}
	m.quad(0, 3, 2, 1)
	return m
}

// clothMesh is the cloth with a hem that falls to the table.
func (t *spread) clothMesh() Mesh {
	m := t.plane(t.clothX, t.clothZ, -thick)
	for side := range 4 {
		base := uint32(len(m.Positions) / 3)
		for _, p := range [4]struct{ a, d, y float32 }{{1, 0, -thick}, {-1, 0, -thick}, {-1, 0.02, -thick - underCloth}, {1, 0.02, -thick - underCloth}} {
			nx, nz := spin(side, 0, 1)
			cx, cz := spin(side, p.a, 1)
			at := solid{cx*t.clothX + nx*p.d, p.y, cz*t.clothZ + nz*p.d}
			m.add(at, solid{nx, 1, nz}.unit(), cx/2+0.5, cz/2+0.5, solid{1, 0, 0})
		}
		m.quad(base, base+1, base+2, base+3)
	}
	return m
}

// slab is the table: a thick top with a worn edge and rounded corners.
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

// top is the table's wood: broad planks, worn and stained by many evenings.
func (t *spread) top(size int) Material {
	m := canvas(size, size)
	m.paint(t.tableX, t.tableZ, func(x, z float32) texel {
		row := (z + t.tableZ) / plankWide
		i := floor(row)
		p := &t.planks[i]
		g := p.at(0.7*x+7*float32(i), 0.7*(z+t.tableZ-plankWide*(float32(i)+0.5)))
		joint := ramp(0.03, 0.008, min(row-float32(i), float32(i)+1-row)*plankWide)
		stain := t.noise.sum(x*0.16+3, z*0.16)
		ring := abs(hypot(x-0.93*t.tableX+1.9, z+0.3*t.tableZ) - 0.62)
		shade := 1 - 0.55*beside(x, z, t.clothX, t.clothZ, 0.25) - 0.7*joint
		return texel{
			colour: mixed(g.colour, p.pore, 0.8*joint+0.3*ramp(0.06, 0.02, ring)).scaled(0.80 + 0.2*stain), height: g.height - 0.02*joint,
			shade: shade, rough: p.rough + 0.02 + 0.12*t.noise.at(x*0.4, z*0.4), coat: 0.35 * p.coat,
		}
	})
	return m.material(float32(size) / (2 * t.tableX))
}

// beside is how near a place is to a rectangle around the middle, 1 at its
// edge and 0 at a distance of about reach.
func beside(x, z, halfX, halfZ, reach float32) float32 {
	dx, dz := max(0, abs(x)-halfX), max(0, abs(z)-halfZ)
	f := clamp(1 - hypot(dx, dz)/(2*reach))
	return f * f
}

// The dyes of the cloth.
var (
	fleece = hex(0x3d362e)
	madder = hex(0x4f2a20)
	weld   = hex(0x75664a)
)

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
		c := dyed(t.hem(x, z))
		shade := 1 - 0.6*beside(x, z, t.halfX, t.halfZ, 0.4) - t.trayShade(x, z)
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

// hem returns how far a place of the cloth lies from its edge, and how far along
// it.
func (t *spread) hem(x, z float32) (edge, along float32) {
	if dx, dz := t.clothX-abs(x), t.clothZ-abs(z); dx > dz {
		return dz, x
	} else {
		return dx, z
	}
}

// dyed is the colour of the cloth at a distance from its edge and along it: a
// woven border with a row of lozenges.
func dyed(edge, along float32) rgb {
	band := ramp(0.12, 0.14, edge) * ramp(0.56, 0.54, edge)
	u := along / 0.42
	u = abs(u-float32(floor(u))-0.5) * 2
	v := abs(edge-0.34) / 0.15
	lozenge := ramp(0.62, 0.52, abs(u+v-0.6)*2) * ramp(1.05, 0.95, v)
	c := mixed(fleece, madder, band)
	return mixed(c, weld, 0.7*lozenge*band)
}

// trayShade is the shade beside the trays.
func (t *spread) trayShade(x, z float32) float32 {
	var s float32
	for _, r := range t.trays {
		cx, cz := (r.MinX+r.MaxX)/2, (r.MinZ+r.MaxZ)/2
		s = max(s, 0.5*beside(x-cx, z-cz, r.MaxX-cx+trayRim, r.MaxZ-cz+trayRim, 0.15))
	}
	return s
}
