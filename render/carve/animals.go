package carve

import "tafl3d/game"

// Materials of the predators, with the light parts of their coats.
var (
	russet = stuff{light: hex(0xc4662a), dark: hex(0x8e4016), age: hex(0x33140a), rim: hex(0xf2c888), rings: 0.05,
		cloud: 0.7, rough: 0.34, coat: 0.4, wrap: 0.25, glow: hex(0xe07830)}
	tawny = stuff{light: hex(0xdc9a3c), dark: hex(0xb06c1e), age: hex(0x43200a), rim: hex(0xf3d68c), rings: 0.05,
		cloud: 0.7, rough: 0.34, coat: 0.4, wrap: 0.25, glow: hex(0xf0a030)}
	peatOak = stuff{light: hex(0x5e4938), dark: hex(0x3d2e23), age: hex(0x120d0b), rim: hex(0xa2703f), rings: 0.045,
		cloud: 0.3, rough: 0.44, coat: 0.3}
	cream = hex(0xe9dcc0)
	pitch = hex(0x1c120c)
	horn  = hex(0xa58a62)
	beaks = hex(0xc07a30)
)

// animals maps the names of animal pieces to their designs.
var animals = map[string]func(s game.Side) design{
	"goose": goose, "fox": fox, "sheep": sheep, "lamb": lamb, "goat": goat, "tiger": tiger, "leopard": leopard,
	"hound": hound,
}

// herd returns the material of a side's animals that are not predators.
func herd(s game.Side) stuff {
	if s == game.Attackers {
		return peatOak
	}
	return ivory
}

// ridge returns a limb on the axis or, mirrored, on both sides.
func ridge(ax, ay, az, ra, bx, by, bz, rb float32) limb {
	return limb{solid{ax, ay, az}, solid{bx, by, bz}, ra, rb}
}

// ball returns a spherical limb.
func ball(x, y, z, r float32) limb { return ridge(x, y, z, r, x, y, z, r) }

// on adds an engraving in model coordinates, where the piece looks at +z.
func (d design) on(e func(c *cutting, p solid)) design {
	front := d.front
	d.engraving = append(d.engraving, func(c *cutting, p solid, _ float32) { e(c, front(p)) })
	return d
}

// eyesAt draws two eyes at distance x from the axis.
func eyesAt(x, y, z float32, r float32) func(c *cutting, p solid) {
	return func(c *cutting, p solid) {
		d := hypot(hypot(abs(p.x)-x, p.y-y), p.z-z)
		c.paint(pitch, ramp(r, 0.75*r, d))
		c.notch(d, r, 0.008)
	}
}

// chain returns limbs through points, each given as x, y, z and radius.
func chain(points ...[4]float32) (all []limb) {
	for i, b := range points[1:] {
		a := points[i]
		all = append(all, ridge(a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3]))
	}
	return all
}

// plinth puts a figure on an oval base, half as wide and long as given.
func plinth(wide, long float32) func(p solid, d float32) float32 {
	return func(p solid, d float32) float32 {
		side := (hypot(p.x/wide, p.z/long) - 1) * wide * 0.9
		top := p.y - 0.052
		return blend(d, max(side, top)+0.25*max(0, 0.02+min(side, top)), 0.035)
	}
}

// egg returns the distance of a point from an ellipsoid around c, nearly.
func egg(p, c, r solid) float32 {
	q := p.minus(c)
	k := sqrt(q.x*q.x/(r.x*r.x) + q.y*q.y/(r.y*r.y) + q.z*q.z/(r.z*r.z))
	g := sqrt(q.x*q.x/(r.x*r.x*r.x*r.x) + q.y*q.y/(r.y*r.y*r.y*r.y) + q.z*q.z/(r.z*r.z*r.z*r.z))
	if g < 1e-6 {
		return -min(r.x, r.y, r.z)
	}
	return k * (k - 1) / g
}

// tinted paints the surface near limbs.
func tinted(colour rgb, off float32, limbs ...limb) func(c *cutting, p solid) {
	return func(c *cutting, p solid) {
		q := solid{abs(p.x), p.y, p.z}
		for i := range limbs {
			c.paint(colour, ramp(off, off-0.012, limbs[i].away(q)))
		}
	}
}

// hatch engraves parallel lines where their phase is whole, n to a unit.
func (c *cutting) hatch(phase, n, w float32) {
	c.notch(abs(phase*n-float32(floor(phase*n+0.5)))/n, w, 0.7*w)
}

// goose is alarmed: the neck straight up, pale above the dark wings, which are closed over the back.
func goose(s game.Side) design {
	beak := ridge(0, 0.635, 0.24, 0.038, 0, 0.61, 0.33, 0.022)
	neck := chain([4]float32{0, 0.34, 0.17, 0.07}, [4]float32{0, 0.45, 0.155, 0.05}, [4]float32{0, 0.57, 0.14, 0.05},
		[4]float32{0, 0.645, 0.18, 0.068})
	f := &figure{twin: true, heart: 0.2, soft: 0.04, limbs: append(append(chain(
		[4]float32{0, 0.37, -0.32, 0.024}, [4]float32{0, 0.29, -0.2, 0.085}, [4]float32{0, 0.24, -0.06, 0.135},
		[4]float32{0, 0.25, 0.1, 0.12}, [4]float32{0, 0.34, 0.17, 0.07}), neck...), beak,
		ridge(0.055, 0.17, 0.02, 0.05, 0.055, 0.05, 0.05, 0.04)),
	}
	base := plinth(0.14, 0.19)
	f.cut = func(p solid, d float32) float32 {
		wing := egg(p, solid{0.085, 0.295, -0.09}, solid{0.08, 0.095, 0.215})
		return base(p, blend(d, wing, 0.03))
	}
	d := sculpture(f, s, herd(s), 0.026)
	pale := bars(s)
	return d.on(func(c *cutting, p solid) {
		x := abs(p.x)
		if p.y > 0.2 && p.y < 0.42 && p.z < 0.11 { // wings: three rows of feathers with pale edges
			row := (p.z+0.3*x-0.5*p.y)*9 + 0.3
			row -= float32(floor(row))
			c.paint(bars(s), 0.6*ramp(0.1, 0.05, abs(row-0.5))*ramp(0.045, 0.06, x))
			c.notch(abs(row-0.57)/9, 0.01, 0.01)
		}
		if p.z < 0.08 && p.y > 0.2 {
			c.notch(min(x, abs(p.y-0.23+0.2*p.z)), 0.013, 0.014) // between the wings, and below
		}
		c.paint(pale, ramp(-0.28, -0.3, p.z)) // tail
		if s == game.Attackers {
			c.paint(pale, 0.95*ramp(0.38, 0.4, p.y)*ramp(0.07, 0.09, p.z))
		}
	}).on(tinted(beaks, 0.014, beak)).on(eyesAt(0.058, 0.665, 0.205, 0.017))
}

// bars returns the colour of light marks on a side's animals.
func bars(s game.Side) rgb {
	if s == game.Attackers {
		return hex(0xc8b088)
	}
	return horn
}

// fox sits upright and waits, the brush raised behind it.
func fox(s game.Side) design {
	brush := chain([4]float32{0, 0.09, -0.13, 0.06}, [4]float32{0, 0.1, -0.22, 0.075},
		[4]float32{0, 0.24, -0.255, 0.092},
		[4]float32{0, 0.4, -0.25, 0.072}, [4]float32{0, 0.54, -0.2, 0.018})
	ears := []limb{ridge(0.078, 0.6, 0.06, 0.05, 0.118, 0.722, 0.03, 0.012)}
	fore := chain([4]float32{0.07, 0.3, 0.13, 0.055}, [4]float32{0.078, 0.08, 0.18, 0.044},
		[4]float32{0.08, 0.065, 0.23, 0.038})
	f := &figure{twin: true, heart: 0.24, soft: 0.04, limbs: append(append(append(chain(
		[4]float32{0, 0.17, -0.05, 0.15}, [4]float32{0, 0.3, 0.03, 0.125}, [4]float32{0, 0.43, 0.07, 0.09},
		[4]float32{0, 0.53, 0.07, 0.115}), brush...), append(ears, fore...)...),
		ball(0.115, 0.14, -0.03, 0.115), ridge(0.14, 0.07, 0.0, 0.05, 0.145, 0.065, 0.12, 0.038), // haunches
		ridge(0, 0.515, 0.15, 0.062, 0, 0.47, 0.3, 0.022), ridge(0.06, 0.5, 0.1, 0.06, 0.142, 0.475, 0.07, 0.014)),
	}
	base := plinth(0.21, 0.27)
	f.cut = func(p solid, d float32) float32 { return base(p, d) }
	d := sculpture(f, s, russet, 0.0265)
	return d.on(func(c *cutting, p solid) {
		x := abs(p.x)
		if p.z < -0.15 && p.y > 0.09 { // hair of the brush
			c.hatch(p.y-0.7*x+0.02*sin(40*x), 15, 0.008)
		}
		c.paint(cream, 0.92*ramp(1.05, 0.92, hypot(x/0.08, (p.y-0.31)/0.14))*ramp(0.06, 0.09, p.z))
		c.paint(cream, 0.92*ramp(0.02, 0.035, x)*ramp(0.505, 0.485, p.y)*ramp(0.4, 0.42, p.y)*ramp(0.08, 0.12, p.z))
		c.paint(cream, 0.92*ramp(0.41, 0.44, p.y+0.01*sin(60*x))*ramp(-0.14, -0.17, p.z))
		c.paint(pitch, 0.85*ramp(0.64, 0.67, p.y))
		c.paint(pitch, 0.85*ramp(0.15, 0.11, p.y)*ramp(0.12, 0.14, p.z)*ramp(0.055, 0.06, p.y))
		c.paint(pitch, ramp(0.285, 0.295, p.z)*ramp(0.43, 0.45, p.y))
		c.notch(hypot(x-0.095, 0.6*(p.y-0.655))-0.01+max(0, 0.05-p.z), 0.022, 0.02) // hollow of the ears
	}).on(eyesAt(0.052, 0.555, 0.165, 0.016))
}

// stand returns four legs on a plinth: x from the axis, fore and hind along z, and the height of the body.
func stand(x, fore, hind, high, r float32) []limb {
	return append(chain([4]float32{0.8 * x, high, fore, 1.35 * r}, [4]float32{x, 0.5 * high, fore, r},
		[4]float32{x, 0.05, fore + 0.015, 1.1 * r}),
		chain([4]float32{0.85 * x, high, hind, 1.7 * r}, [4]float32{x, 0.55 * high, hind - 0.02, r},
			[4]float32{x, 0.05, hind, 1.1 * r})...)
}

// curl returns the height of carved locks, from -1 to 1, n to a unit.
func curl(p solid, n float32) float32 {
	row := floor(p.y * n)
	z := p.z*n + 0.5*float32(row&1)
	u, v := z-float32(floor(z))-0.5, p.y*n-float32(row)-0.5
	return cos(9*hypot(u, v) + angle(u, v))
}

// woolly adds a fleece of round locks, n to a unit, to an ellipsoid around c.
func woolly(c, r solid, n float32) func(p solid, d float32) float32 {
	return func(p solid, d float32) float32 {
		q := p.minus(c)
		k := 2 * pi * n
		lock := cos(k*0.5*q.x) * cos(k*(0.5*q.y+0.25*q.z)) * cos(k*0.5*q.z)
		return blend(d, egg(p, c, r)-0.016*lock, 0.02)
	}
}

// sheep stands firm: a heavy round fleece, the bare head with its ears held out, pale legs.
func sheep(s game.Side) design {
	head := ridge(0, 0.43, 0.23, 0.068, 0, 0.36, 0.315, 0.044)
	ears := ridge(0.06, 0.445, 0.2, 0.034, 0.125, 0.405, 0.185, 0.028)
	legs := stand(0.095, 0.09, -0.17, 0.16, 0.044)
	f := &figure{twin: true, heart: 0.23, soft: 0.025, limbs: append(append(chain(
		[4]float32{0, 0.32, 0.08, 0.12}, [4]float32{0, 0.42, 0.17, 0.08}), legs...), head, ears,
		ridge(0, 0.34, -0.26, 0.045, 0, 0.22, -0.3, 0.035)),
	}
	base, wool := plinth(0.16, 0.24), woolly(solid{0, 0.31, -0.06}, solid{0.17, 0.155, 0.22}, 11)
	f.cut = func(p solid, d float32) float32 { return base(p, wool(p, d)) }
	d := sculpture(f, s, herd(s), 0.027)
	return d.on(fleece(s, 11, 0.16)).on(bare(s, append(legs, head, ears)...)).on(eyesAt(0.062, 0.44, 0.265, 0.016))
}

// fleece engraves locks above a height.
func fleece(s game.Side, n, above float32) func(c *cutting, p solid) {
	return func(c *cutting, p solid) {
		wool := ramp(above-0.02, above+0.02, p.y)
		k := curl(solid{y: 0.17 * angle(p.y-0.24, abs(p.x)), z: p.z}, n)
		c.height += 0.012 * k * wool
		c.age = max(c.age, 0.7*ramp(-0.2, -0.9, k)*wool)
		if s == game.Attackers {
			c.paint(bars(s), 0.16*ramp(0.6, 0.95, k)*wool)
		}
	}
}

// bare inlays the parts of a sheep without wool.
func bare(s game.Side, parts ...limb) func(c *cutting, p solid) {
	inlay := horn
	if s == game.Attackers {
		inlay = bars(s)
	}
	return func(c *cutting, p solid) {
		q := solid{abs(p.x), p.y, p.z}
		for i := range parts {
			on := ramp(0.012, 0.004, parts[i].away(q)) * ramp(0.055, 0.065, p.y)
			if parts[i].a.z < 0.2 && parts[i].b.y < 0.3 {
				on *= ramp(0.15, 0.125, p.y) // legs below the wool
			}
			c.paint(inlay, 0.7*on)
			c.height *= 1 - on
			c.age *= 1 - on
		}
	}
}

// lamb stands on stiff long legs with the head up, looking for its mother.
func lamb(s game.Side) design {
	head := ridge(0, 0.545, 0.19, 0.064, 0, 0.51, 0.28, 0.04)
	ears := ridge(0.06, 0.56, 0.15, 0.032, 0.12, 0.515, 0.13, 0.028)
	legs := stand(0.085, 0.1, -0.17, 0.25, 0.036)
	f := &figure{twin: true, heart: 0.26, soft: 0.025, limbs: append(append(chain(
		[4]float32{0, 0.34, 0.07, 0.09}, [4]float32{0, 0.45, 0.12, 0.066}, [4]float32{0, 0.54, 0.15, 0.072}),
		legs...), head, ears, ridge(0, 0.36, -0.22, 0.038, 0, 0.22, -0.28, 0.034)),
	}
	base, wool := plinth(0.14, 0.22), woolly(solid{0, 0.33, -0.05}, solid{0.115, 0.105, 0.175}, 14)
	f.cut = func(p solid, d float32) float32 { return base(p, wool(p, d)) }
	d := sculpture(f, s, herd(s), 0.0265)
	return d.on(fleece(s, 14, 0.23)).on(bare(s, append(legs, head, ears)...)).on(eyesAt(0.06, 0.56, 0.22, 0.016))
}

// goat stands with its forefeet on a rock, the beard out, the horns swept back.
func goat(s game.Side) design {
	horns := chain([4]float32{0.036, 0.6, 0.15, 0.034}, [4]float32{0.052, 0.695, 0.07, 0.032},
		[4]float32{0.072, 0.69, -0.04, 0.027}, [4]float32{0.095, 0.6, -0.12, 0.017})
	beard := ridge(0, 0.45, 0.26, 0.034, 0, 0.345, 0.255, 0.014)
	f := &figure{twin: true, heart: 0.28, soft: 0.035, limbs: append(append(chain(
		[4]float32{0, 0.27, -0.17, 0.11}, [4]float32{0, 0.34, 0.03, 0.12}, [4]float32{0, 0.43, 0.11, 0.085},
		[4]float32{0, 0.54, 0.15, 0.07}), horns...), beard,
		ridge(0, 0.545, 0.18, 0.064, 0, 0.47, 0.29, 0.042), ridge(0.05, 0.55, 0.13, 0.026, 0.145, 0.53, 0.1, 0.022),
		ridge(0, 0.33, -0.25, 0.036, 0, 0.43, -0.29, 0.022),
		ridge(0.06, 0.3, 0.08, 0.055, 0.065, 0.17, 0.15, 0.038),
		ridge(0.065, 0.17, 0.15, 0.038, 0.065, 0.13, 0.17, 0.038),
		ridge(0.07, 0.25, -0.18, 0.068, 0.08, 0.14, -0.2, 0.04),
		ridge(0.08, 0.14, -0.2, 0.04, 0.08, 0.05, -0.18, 0.044)),
	}
	base := plinth(0.16, 0.26)
	f.cut = func(p solid, d float32) float32 {
		rock := egg(p, solid{0, 0.02, 0.15}, solid{0.14, 0.11, 0.12})
		return base(p, blend(d, rock, 0.02))
	}
	d := sculpture(f, s, herd(s), 0.0295)
	horned := mixed(bars(s), horn, 0.6)
	return d.on(func(c *cutting, p solid) {
		if p.y > 0.59 && p.z < 0.14 {
			c.hatch(p.z*0.8-p.y*0.5, 24, 0.006)
		}
		// a line along the back
		c.paint(horned, 0.6*ramp(0.03, 0.015, abs(p.x))*ramp(0.36, 0.38, p.y)*ramp(0.02, 0, p.z))
		c.paint(horned, 0.75*ramp(0.2, 0.17, p.y)*ramp(-0.2, -0.16, p.z)*ramp(0.13, 0.15, p.y)*ramp(0.1, 0.13, p.z))
	}).on(tinted(horned, 0.014, horns...)).on(tinted(horned, 0.012, beard)).on(eyesAt(0.052, 0.57, 0.195, 0.015))
}

// tiger strides, heavy in the shoulders, one forepaw in front, the tail high.
func tiger(s game.Side) design {
	tail := chain([4]float32{0, 0.33, -0.24, 0.045}, [4]float32{0.01, 0.42, -0.3, 0.04},
		[4]float32{0.03, 0.56, -0.29, 0.038},
		[4]float32{0.05, 0.67, -0.21, 0.036}, [4]float32{0.05, 0.69, -0.14, 0.036})
	leg := func(x, hip, paw, high, r float32) []limb {
		return chain([4]float32{0.85 * x, high, hip, 1.5 * r}, [4]float32{x, 0.16, 0.6*paw + 0.4*hip, r},
			[4]float32{x, 0.07, paw, r}, [4]float32{x, 0.06, paw + 0.045, 0.9 * r})
	}
	f := &figure{twin: true, heart: 0.3, soft: 0.045, limbs: append(chain(
		[4]float32{0, 0.3, -0.17, 0.135}, [4]float32{0, 0.29, -0.02, 0.14}, [4]float32{0, 0.34, 0.1, 0.155},
		[4]float32{0, 0.42, 0.17, 0.13}, [4]float32{0, 0.47, 0.2, 0.13}),
		ball(0.075, 0.37, 0.08, 0.105), ball(0.065, 0.32, -0.17, 0.105), // shoulders and hips
		ridge(0.05, 0.43, 0.21, 0.08, 0.13, 0.42, 0.18, 0.035), // ruff
		ridge(0, 0.42, 0.27, 0.072, 0, 0.405, 0.3, 0.055),      // muzzle
		ridge(0.09, 0.565, 0.17, 0.045, 0.105, 0.6, 0.16, 0.034)),
	}
	f.odd = append(append(append(append(tail, leg(0.105, 0.1, 0.2, 0.25, 0.058)...),
		leg(-0.105, 0.1, 0.03, 0.25, 0.058)...), leg(0.1, -0.17, -0.22, 0.24, 0.058)...),
		leg(-0.1, -0.17, -0.12, 0.24, 0.058)...)
	base := plinth(0.2, 0.3)
	f.cut = func(p solid, d float32) float32 { return base(p, d) }
	d := sculpture(f, s, tawny, 0.0285)
	return d.on(func(c *cutting, p solid) {
		x := abs(p.x)
		c.paint(cream, 0.92*ramp(0.26, 0.28, p.z)*ramp(0.45, 0.43, p.y)*ramp(0.33, 0.35, p.y))
		c.paint(cream, 0.85*ramp(0.2, 0.17, p.y)*ramp(0.07, 0.05, x))
		c.paint(cream, 0.85*ramp(0.125, 0.14, x)*ramp(0.15, 0.17, p.z)*ramp(0.4, 0.41, p.y)*ramp(0.47, 0.45, p.y))
		wave, wide := 8*p.z+1.6*(p.y-0.3)*sin(9*p.z+p.x*4), 0.13+0.4*max(0, p.y-0.2)
		switch {
		case p.z < -0.23 && p.y > 0.35 || p.y > 0.55 && p.z < 0:
			wave, wide = 11*(p.y-0.6*p.z), 0.2
		case p.y < 0.19:
			wave, wide = 13*p.y, 0.17
		case p.z > 0.14 && p.y > 0.42: // the crown of the head
			wave, wide = 9*hypot(x*1.6, p.z-0.34), 0.17*ramp(0.5, 0.54, p.y+0.5*x)
		}
		band := abs(wave - float32(floor(wave)) - 0.5)
		c.paint(pitch, 0.95*ramp(wide, wide-0.06, band)*ramp(0.055, 0.065, p.y)*ramp(0.26, 0.24, p.z))
		c.paint(pitch, ramp(0.335, 0.345, p.z)*ramp(0.415, 0.425, p.y)*ramp(0.045, 0.03, x))
		c.notch(max(abs(p.y-0.392-0.3*x), 0.3-p.z), 0.01, 0.012) // mouth
		if p.y < 0.1 && p.y > 0.05 {
			c.notch(abs(abs(x-0.1)-0.02)+max(0, 0.06-abs(p.z)), 0.007, 0.01)
		}
	}).on(eyesAt(0.06, 0.5, 0.3, 0.018))
}

// leopard prowls: the head up, the legs apart, the long tail swung to its side.
func leopard(s game.Side) design {
	tail := chain([4]float32{0, 0.31, -0.24, 0.04}, [4]float32{-0.06, 0.29, -0.285, 0.036},
		[4]float32{-0.16, 0.32, -0.265, 0.034}, [4]float32{-0.22, 0.42, -0.22, 0.034},
		[4]float32{-0.2, 0.52, -0.21, 0.034})
	leg := func(x, hip, paw, r float32) []limb {
		return chain([4]float32{0.8 * x, 0.24, hip, 1.5 * r}, [4]float32{x, 0.15, 0.5*paw + 0.5*hip, r},
			[4]float32{x, 0.07, paw, r}, [4]float32{x, 0.06, paw + 0.05, 0.9 * r})
	}
	f := &figure{twin: true, heart: 0.2, soft: 0.035, limbs: append(chain(
		[4]float32{0, 0.28, -0.19, 0.095}, [4]float32{0, 0.27, -0.05, 0.085}, [4]float32{0, 0.3, 0.07, 0.1},
		[4]float32{0, 0.4, 0.14, 0.075}, [4]float32{0, 0.485, 0.18, 0.092}),
		ball(0.06, 0.33, 0.06, 0.07), ball(0.055, 0.29, -0.18, 0.08),
		ridge(0, 0.46, 0.25, 0.054, 0, 0.45, 0.28, 0.044), ridge(0.068, 0.555, 0.16, 0.036, 0.08, 0.585, 0.155, 0.028)),
	}
	f.odd = append(append(append(append(tail, leg(0.11, 0.08, 0.22, 0.045)...), leg(-0.11, 0.08, 0.04, 0.045)...),
		leg(0.105, -0.18, -0.13, 0.046)...), leg(-0.105, -0.18, -0.25, 0.046)...)
	base := plinth(0.17, 0.28)
	f.cut = func(p solid, d float32) float32 { return base(p, d) }
	d := sculpture(f, s, herd(s), 0.027)
	mark, pale := bars(s), cream
	if s == game.Defenders {
		mark, pale = hex(0x6a4c2a), horn
	}
	return d.on(func(c *cutting, p solid) {
		x := abs(p.x)
		c.paint(pale, 0.9*ramp(0.215, 0.23, p.z)*ramp(0.5, 0.485, p.y)*ramp(0.38, 0.4, p.y)) // muzzle
		c.paint(pale, 0.9*ramp(0.565, 0.575, p.y)*ramp(0.165, 0.18, p.z))                    // ears
		c.paint(pitch, ramp(0.318, 0.326, p.z)*ramp(0.445, 0.455, p.y)*ramp(0.035, 0.02, x)) // nose
		if p.y < 0.12 || p.y > 0.4 && p.z > 0.2 {
			return
		}
		if p.z < -0.26 || p.z < -0.08 && p.y > 0.38 { // tail
			band := (p.y - p.x) * 12
			c.paint(mark, 0.75*ramp(0.3, 0.24, abs(band-float32(floor(band))-0.5)))
			return
		}
		u, v := 14*p.z, 2*angle(p.y-0.2, x)
		if p.y > 0.38 || p.y < 0.2 {
			v = 14 * (p.y + x)
		}
		u, v = u+0.35*sin(2.3*v), v+0.35*sin(1.7*u)
		if floor(u)%2 != 0 {
			v += 0.5
		}
		r := hypot(u-float32(floor(u))-0.5, v-float32(floor(v))-0.5)
		c.paint(mark, 0.8*ramp(0.13, 0.08, abs(r-0.17)))
	}).on(eyesAt(0.05, 0.51, 0.25, 0.017))
}

// hound stands and points: the head and the tail raised, the ears hanging.
func hound(s game.Side) design {
	ears := ridge(0.09, 0.58, 0.11, 0.036, 0.135, 0.44, 0.13, 0.042)
	f := &figure{twin: true, heart: 0.27, soft: 0.035, limbs: append(append(chain(
		[4]float32{0, 0.31, -0.2, 0.085}, [4]float32{0, 0.3, -0.05, 0.085}, [4]float32{0, 0.32, 0.07, 0.115},
		[4]float32{0, 0.43, 0.11, 0.08}, [4]float32{0, 0.54, 0.13, 0.095}),
		stand(0.075, 0.08, -0.19, 0.24, 0.04)...), ears,
		ridge(0, 0.52, 0.19, 0.062, 0, 0.49, 0.3, 0.046),
		ridge(0, 0.34, -0.25, 0.034, 0, 0.46, -0.31, 0.03), ridge(0, 0.46, -0.31, 0.03, 0, 0.62, -0.28, 0.024)),
	}
	base := plinth(0.14, 0.25)
	f.cut = func(p solid, d float32) float32 { return base(p, d) }
	d := sculpture(f, s, herd(s), 0.027)
	dark := horn
	if s == game.Defenders {
		dark = hex(0x7a5a36)
	}
	return d.on(func(c *cutting, p solid) {
		if abs(p.y-0.445+0.3*(p.z-0.12)) < 0.024 && abs(p.x) < 0.1 && p.z > 0.0 && p.z < 0.21 {
			c.gilt = 1 // collar
		}
		c.paint(dark, 0.85*ramp(0.1, 0.06, hypot(p.z+0.1, 0.7*(p.y-0.36)))) // a patch on the back
	}).on(tinted(dark, 0.014, ears)).on(eyesAt(0.055, 0.565, 0.205, 0.016))
}

// starred returns an outline with n points.
func starred(n int, r, depth float32) []float32 {
	const steps = 96
	var out []float32
	for k := range steps {
		turn := float32(k) / steps
		p := spot{r * (1 - depth*abs(sin(pi*float32(n)*turn))), 0}.turned(2 * pi * turn)
		out = append(out, p.x, p.z)
	}
	return out
}

// onFoot puts a figure on a round base.
func onFoot(r float32) func(p solid, d float32) float32 {
	return func(p solid, d float32) float32 {
		return blend(d, max(hypot(p.x, p.z)-r, p.y-0.045), 0.03)
	}
}
