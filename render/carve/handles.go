package carve

// handles returns the two carved heads at the sides of a board made from a single block.
func (l *layout) handles(o Options, n *noise) Part {
	reach := l.halfX + 1.3
	var m Mesh
	for _, way := range []float32{1, -1} {
		from := l.halfX - 0.12
		head := figure{soft: 0.09, limbs: []limb{
			ridge(0, -0.22, 0, 0.19, 0.3, -0.2, 0, 0.15), ridge(0.3, -0.2, 0, 0.15, 0.72, -0.16, 0, 0.2),
			ridge(0.72, -0.16, 0, 0.2, 1.02, -0.2, 0, 0.12), ridge(0.62, -0.02, 0.15, 0.075, 0.5, 0.0, 0.2, 0.04),
			ball(0.84, -0.06, 0.11, 0.06),
		}}
		part := head.mesh(solid{-0.25, -0.5, -0.45}, solid{1.25, 0.2, 0.45}, 0.035)
		for i := 0; i < len(part.Positions); i += 3 {
			part.Positions[i] = way * (part.Positions[i] + from)
			part.Positions[i+2] *= way
			part.Normals[i] *= way
			part.Normals[i+2] *= way
		}
		for i := 0; i < len(part.Tangents); i += 4 {
			part.Tangents[i] *= way
			part.Tangents[i+2] *= way
		}
		for i := range part.UVs {
			part.UVs[i] = part.Positions[i/2*3+i%2*2]/(2*reach) + 0.5
		}
		m.join(&part)
	}
	p := saw(l.look.frame, n, seeded("handle", o.Seed))
	return Part{"handles", m, mapped(p.block(o.part(512), reach))}
}

// block paints a texture of the plank from above, reach to each side.
func (p *plank) block(size int, reach float32) *Maps {
	c := canvas(size, size)
	c.paint(reach, reach, func(x, z float32) texel {
		g := p.at(x, z)
		return texel{colour: g.colour, height: g.height, shade: 1, rough: p.rough, coat: p.coat}
	})
	relief(c.maps.Normal.Pix, c.height, size, float32(size)/(2*reach))
	return c.maps
}
