package carve

import (
	"image"

	"tafl3d/scene"
)

// Board carves the board of a stage: one part for everything seen from above
// and one for its sides.
func Board(st scene.Stage, o Options) Model {
	l := layOut(st, o)
	c := seeded(st.Variant, o.Seed)
	n := newNoise(c)
	wood := oak
	plank := saw(wood, n, c)
	maps := &Maps{blank(l.res, l.res), blank(l.res, l.res), blank(l.res, l.res)}
	rows(l.res, func(y0, y1 int) {
		for y := y0; y < y1; y++ {
			for x := range l.res {
				px, pz := l.place(x, y)
				g := plank.at(px, pz)
				i := maps.Albedo.PixOffset(x, y)
				g.colour.put(maps.Albedo.Pix[i:])
				maps.Albedo.Pix[i+3] = 255
				copy(maps.Normal.Pix[i:i+4], []uint8{128, 128, 255, 128})
				copy(maps.Surface.Pix[i:i+4], []uint8{255, octet(wood.rough), 0, octet(wood.coat)})
			}
		}
	})
	m := Material{Maps: maps, Base: [3]float32{1, 1, 1}, Roughness: wood.rough, Coat: wood.coat, CoatRoughness: 0.25}
	side := Material{Base: walnut.early.array(), Roughness: wood.rough, Coat: wood.coat, CoatRoughness: 0.25}
	return newModel(Part{"top", l.topMesh(), m}, Part{"side", l.sideMesh(), side})
}

// blank returns an empty picture.
func blank(w, h int) *image.NRGBA { return image.NewNRGBA(image.Rect(0, 0, w, h)) }
