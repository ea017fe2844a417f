package carve

// species is a kind of wood with its treatment.
type species struct {
	early, late rgb     // spring and summer wood of an annual ring
	pore        rgb     // of pores and cracks
	ring        float32 // width of an annual ring, in squares
	contrast    float32 // between spring and summer wood
	pores       float32 // density, 0 to 1
	fleck       float32 // strength of medullary rays
	rough       float32
	coat        float32 // weight of the wax
	skin        skin    // other material; nil: wood
	is          Substance
}

// skin samples a material other than wood.
type skin func(s *species, n *noise, u, v float32) grain

// Woods of boards and table.
var (
	yew = species{early: hex(0xc9935a), late: hex(0x93562c), pore: hex(0x54290f), ring: 0.085, contrast: 0.9,
		pores: 0.05, rough: 0.48, coat: 0.2}
	birch = species{early: hex(0xb5986b), late: hex(0x957147), pore: hex(0x765230), ring: 0.13, contrast: 0.55,
		pores: 0.12, fleck: 0.35, rough: 0.52, coat: 0.12}
	oak = species{early: hex(0xc09a69), late: hex(0x8a623c), pore: hex(0x4a2c12), ring: 0.12, contrast: 0.8,
		pores: 0.75, fleck: 0.6, rough: 0.54, coat: 0.15}
	elm = species{early: hex(0xc19769), late: hex(0x87603d), pore: hex(0x402511), ring: 0.14, contrast: 0.85,
		pores: 0.5, rough: 0.55, coat: 0.15}
	pine = species{early: hex(0xc99c5e), late: hex(0x97602b), pore: hex(0x6b4019), ring: 0.14, contrast: 1, pores: 0,
		rough: 0.55, coat: 0.12}
	walnut = species{early: hex(0x633c22), late: hex(0x381f10), pore: hex(0x1c0e06), ring: 0.12, contrast: 0.8,
		pores: 0.5, rough: 0.48, coat: 0.22}
	smoked = species{early: hex(0x4d3522), late: hex(0x2f2014), pore: hex(0x120b06), ring: 0.13, contrast: 0.8,
		pores: 0.7, fleck: 0.3, rough: 0.56, coat: 0.14}
)

// plank is a board sawn from a tree: a planar cut through solid wood, x along the grain and z across it, in
// squares.
type plank struct {
	species
	noise        *noise
	ox, oz       float32 // random offset of the tree
	heart, depth float32 // position of the tree's axis relative to the plank
	slope        float32 // between tree axis and cut
	tone         float32 // brightness
}

// saw cuts a plank of a species.
func saw(s species, n *noise, c *chance) plank {
	return plank{
		species: s, noise: n, ox: c.within(0, 200), oz: c.within(0, 200),
		heart: c.within(-1.8, 1.8), depth: c.within(0.5, 1.3), slope: c.within(0.05, 0.12) * sign(c.within(-1, 1)),
		tone: c.within(0.94, 1.07),
	}
}

// grain is the surface of a plank at a point.
type grain struct {
	colour rgb
	height float32 // in squares, 0 or negative
	pore   float32 // 0 to 1
}

// slow holds the low-frequency distortion of the rings.
type slow struct{ warp, rise, cloud float32 }

// slow samples the distortion at a point of the plank.
func (p *plank) slow(x, z float32) slow {
	n, u, v := p.noise, x+p.ox, z+p.oz
	return slow{
		warp:  0.3*n.at(u*0.21, v*0.45) + 0.045*n.at(u*0.8+31, v*1.9),
		rise:  0.12 * n.at(u*0.17+77, 3.3),
		cloud: n.at(u*0.33+11, v*0.9+7),
	}
}

// at samples the plank.
func (p *plank) at(x, z float32) grain { return p.grain(x, z, p.slow(x, z)) }

// along samples the plank at points dx apart along the grain.
func (p *plank) along(out []grain, x, dx, z float32) {
	const stride = 8
	a := p.slow(x, z)
	for i := 0; i < len(out); i += stride {
		b := p.slow(x+stride*dx, z)
		run := out[i:min(i+stride, len(out))]
		for k := range run {
			t := float32(k) / stride
			run[k] = p.grain(x+float32(k)*dx, z, slow{lerp(a.warp, b.warp, t), lerp(a.rise, b.rise, t),
				lerp(a.cloud, b.cloud, t)})
		}
		a = b
		x += stride * dx
	}
}

// grain samples the wood at a point with a given distortion.
func (p *plank) grain(x, z float32, s slow) grain {
	n, u, v := p.noise, x+p.ox, z+p.oz
	if p.skin != nil {
		return p.skin(&p.species, n, u, v)
	}
	r := hypot(z-p.heart+s.warp, p.depth+p.slope*x+s.rise) / p.ring
	year := floor(r)
	f := r - float32(year)
	vigour := n.lattice[(year*7919+int(p.ox))&0xffff]
	tone := f * f * (1 - ramp(0.86, 1, f)) * (0.7 + 0.3*vigour)
	fibre := n.at(u*1.3, v*31)
	fine := n.at(u*4.1+5, v*83+9)
	pore := float32(0)
	if p.pores > 0 {
		pore = p.pores * ramp(0.2, 0.6, n.at(u*5.3+3, v*79+1)) * (0.12 + 0.88*(1-ramp(0.08, 0.42, f)))
	}
	t := clamp(0.32 + p.contrast*(tone-0.22) + 0.1*fibre + 0.16*s.cloud)
	c := mixed(p.early, p.late, t).scaled(p.tone * (1 + 0.05*fine + 0.03*fibre))
	if p.fleck > 0 {
		w := p.fleck * ramp(0.55, 0.8, n.at(u*2.2+50, v*7+20)) * 0.18
		c = mixed(c, p.early.scaled(1.12), w)
	}
	return grain{mixed(c, p.pore, 0.55*pore), -0.0012*tone - 0.004*pore + 0.0006*fine, pore}
}
