package carve

import (
	"tafl3d/game"
	"tafl3d/scene"
)

// Measures of the table, in squares.
const (
	tableReach = 3.2  // half the width of the table, in half boards
	underCloth = 0.02 // how far the table lies under the cloth
	clothX     = 0.9  // the cloth beyond the board
	clothZ     = 0.45 // the cloth beyond the trays
	trayRim    = 0.06
	plankWide  = 3.7 // of the table
)

// Table makes what lies around the board of a stage: the table top, a cloth on
// it and a tray for the taken men of either side.
func Table(st scene.Stage, o Options) Model {
	c := seeded("table "+st.Variant, o.Seed)
	t := &spread{layout: layOut(st, o), noise: newNoise(c), wood: saw(walnut, newNoise(c), c)}
	for side := range t.trays {
		t.trays[side] = st.Tray(game.Side(side))
	}
	t.clothX = t.halfX + clothX
	t.clothZ = st.Depth() + clothZ
	for range int(2*tableReach*t.half/plankWide) + 2 {
		t.planks = append(t.planks, saw(smoked, t.noise, c))
	}
	var trays Mesh
	for side, r := range t.trays {
		t.tray(&trays, r, side == int(game.Attackers))
	}
	var table, cloth Part
	var tray Part
	together(
		func() {
			table = Part{"table", t.plane(tableReach*t.half, tableReach*t.half, -thick-underCloth), t.top(o.part(1024))}
		},
		func() { cloth = Part{"cloth", t.clothMesh(), t.cloth(o.part(1024))} },
		func() { tray = Part{"tray", trays, t.trayWood(o.part(1024))} },
	)
	return newModel(table, cloth, tray)
}

// spread is what lies on the table.
type spread struct {
	layout
	noise          *noise
	planks         []plank
	wood           plank // of the trays
	trays          [game.Sides]scene.Tray
	clothX, clothZ float32 // half the cloth
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

// top is the table's wood: broad planks that fade into the dark of the hall.
func (t *spread) top(size int) Material {
	reach := tableReach * t.half
	m := canvas(size, size)
	m.paint(reach, reach, func(x, z float32) texel {
		row := (z + reach) / plankWide
		i := floor(row)
		p := &t.planks[i]
		g := p.at(0.5*x+7*float32(i), 0.5*(z+reach-plankWide*(float32(i)+0.5)))
		joint := ramp(0.035, 0.01, min(row-float32(i), float32(i)+1-row)*plankWide)
		dark := 0.62 * (1 - 0.93*ramp(1.1*t.half, 0.97*reach, hypot(x, z)))
		shade := 1 - 0.55*beside(x, z, t.clothX, t.clothZ, 0.25) - 0.7*joint
		return texel{
			colour: mixed(g.colour, p.pore, 0.8*joint).scaled(dark), height: g.height - 0.02*joint,
			shade: shade, rough: p.rough + 0.1 + 0.08*t.noise.at(x*0.4, z*0.4), coat: 0.4 * p.coat * dark,
		}
	})
	return m.material(float32(size) / (2 * reach))
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
	woad   = hex(0x262c33)
	madder = hex(0x56281f)
	weld   = hex(0x86704a)
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
		c := dyed(min(t.clothX-abs(x), t.clothZ-abs(z)))
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

// dyed is the colour of the cloth at a distance from its edge.
func dyed(edge float32) rgb {
	red := ramp(0.13, 0.15, edge) * ramp(0.36, 0.34, edge)
	gold := ramp(0.175, 0.19, edge)*ramp(0.215, 0.2, edge) + ramp(0.275, 0.29, edge)*ramp(0.315, 0.3, edge)
	return mixed(mixed(woad, madder, red), weld, 0.8*gold)
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
