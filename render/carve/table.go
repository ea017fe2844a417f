package carve

import "tafl3d/scene"

// Table makes what lies around the board of a stage: the table top.
func Table(st scene.Stage, o Options) Model {
	l := layOut(st, o)
	var m Mesh
	r := 3.2 * l.half
	for _, p := range [][2]float32{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
		m.add(solid{p[0] * r, -thick, p[1] * r}, solid{0, 1, 0}, p[0]/2+0.5, p[1]/2+0.5, solid{1, 0, 0})
	}
	m.quad(0, 3, 2, 1)
	return newModel(Part{"table", m, Material{Base: smoked.late.array(), Roughness: 0.6}})
}
