package carve

import "tafl3d/scene"

// trayHigh is the height of a tray's rim above its floor.
const trayHigh = 0.075

// lip is a corner of the cross section of a tray: d outwards from the inner edge of the rim.
type lip struct{ d, y, nd, ny float32 }

var lips = [][2]lip{
	{{0, scene.Floor, -1, 0.1}, {0, scene.Floor + trayHigh - 0.02, -1, 0.1}},
	{{0, scene.Floor + trayHigh - 0.02, -1, 0.4}, {0.02, scene.Floor + trayHigh, -0.4, 1}},
	{{0.02, scene.Floor + trayHigh, 0, 1}, {trayRim - 0.02, scene.Floor + trayHigh, 0, 1}},
	{{trayRim - 0.02, scene.Floor + trayHigh, 0.4, 1}, {trayRim, scene.Floor + trayHigh - 0.02, 1, 0.4}},
	{{trayRim, scene.Floor + trayHigh - 0.02, 1, 0}, {trayRim, -thick, 1, 0}},
}

// tray adds a shallow tray to a mesh. Opposite trays use the texture in reverse, so that they look different.
func (t *spread) tray(m *Mesh, r scene.Tray) {
	hx, hz := (r.MaxX-r.MinX)/2, (r.MaxZ-r.MinZ)/2
	c := spot{(r.MinX + r.MaxX) / 2, (r.MinZ + r.MaxZ) / 2}
	way := float32(1)
	if c.z < 0 {
		way = -1
	}
	of := t.trays[0] // the texture is made for it
	ox, oz := (of.MaxX-of.MinX)/2, (of.MaxZ-of.MinZ)/2
	put := func(x, y, z float32, n solid, u, v float32) {
		u, v = fitted(u, hx, ox), fitted(v, hz, oz)
		m.add(solid{c.x + x, y, c.z + z}, n, way*u/(2*ox+0.4)+0.5, way*v/(2*oz+0.4)+0.5, solid{way, 0, 0})
	}
	base := uint32(len(m.Positions) / 3)
	for _, p := range [4]spot{{hx, hz}, {-hx, hz}, {-hx, -hz}, {hx, -hz}} {
		put(p.x, scene.Floor, p.z, solid{0, 1, 0}, p.x, p.z)
	}
	m.quad(base, base+3, base+2, base+1)
	for side := range 4 {
		for _, l := range lips {
			base = uint32(len(m.Positions) / 3)
			for k, p := range [4]lip{l[0], l[0], l[1], l[1]} {
				a := float32(1)
				if k == 1 || k == 2 {
					a = -1
				}
				nx, nz := spin(side, 0, 1)
				sx, sz := spin(side, a, 1)
				x, z := sx*(hx+p.d), sz*(hz+p.d)
				fall := scene.Floor + trayHigh - p.y // unfolds the walls in the texture
				put(x, p.y, z, solid{nx * p.nd, p.ny, nz * p.nd}.unit(), x+nx*fall, z+nz*fall)
			}
			m.quad(base, base+1, base+2, base+3)
		}
	}
}

// fitted scales positions in half a tray to half of another tray.
func fitted(v, half, other float32) float32 {
	switch {
	case v > half:
		return v - half + other
	case v < -half:
		return v + half - other
	}
	return v * other / half
}

// trayWood is the wood of the trays, hollowed out with a gouge.
func (t *spread) trayWood(wide int) Material {
	r := t.trays[0]
	hx, hz := (r.MaxX-r.MinX)/2, (r.MaxZ-r.MinZ)/2
	m := canvas(wide, max(16, wide/8))
	m.paint(hx+0.2, hz+0.2, func(x, z float32) texel {
		g := t.wood.at(x, z)
		inside := min(hx-abs(x), hz-abs(z))
		s := texel{colour: g.colour.scaled(0.8), height: g.height, shade: 1, rough: t.wood.rough, coat: t.wood.coat}
		if inside > 0 {
			near := clamp(1 - inside/0.25)
			s.height += 0.004 * t.noise.at(x*4, z*11)
			s.colour = s.colour.scaled(2.2 - 0.9*near*near) // light enough for dark pieces
			s.shade = 1 - 0.5*near*near
			s.coat = 0
			s.rough += 0.12
		}
		return s
	})
	return m.material(float32(wide) / (2*hx + 0.4))
}
