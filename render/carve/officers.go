package carve

import "tafl3d/game"

// facingOf returns the rotation of a figure that looks a little past the enemy, in turns.
func facingOf(s game.Side) float32 {
	const past = 0.07
	if s == game.Attackers {
		return 0.5 - past
	}
	return -past
}

// officer returns the design of a figure on foot or horseback, with bronze where gilded reports it.
func officer(f *figure, side game.Side, s stuff, step float32, gilded func(p solid) bool) design {
	d := modelled(f, facingOf(side), s, step)
	return d.on(func(c *cutting, p solid) {
		f.wear(c, p)
		if gilded(p) {
			c.gilt = 1
		}
	})
}

// disc3 returns the distance of a point from a disc with a middle, an axis, a radius and half its thickness.
func disc3(p, c, axis solid, r, half float32) float32 {
	q := p.minus(c)
	along := dot(q, axis)
	across := sqrt(max(0, dot(q, q)-along*along))
	return max(across-r, abs(along)-half)
}

// champion is a captain on foot: helmeted and bearded, with a round shield and a long axe.
func champion(s game.Side) design {
	middle, axis := solid{0.14, 0.28, 0.14}, solid{0.42, 0.1, 0.9}.unit()
	f := &figure{twin: true, heart: 0.31, soft: 0.03, limbs: append(chain(
		[4]float32{0, 0.09, -0.01, 0.125}, [4]float32{0, 0.28, -0.01, 0.105}, [4]float32{0, 0.42, -0.01, 0.1},
		[4]float32{0, 0.52, 0.015, 0.08}),
		ridge(0.07, 0.42, 0, 0.08, 0.15, 0.39, 0.02, 0.06), ridge(0.15, 0.39, 0.02, 0.055, 0.155, 0.31, 0.1, 0.045),
		ridge(0, 0.5, 0.085, 0.05, 0, 0.41, 0.1, 0.03), // beard
		ridge(0, 0.57, 0.005, 0.092, 0, 0.705, 0, 0.022), ridge(0, 0.565, 0.1, 0.016, 0, 0.53, 0.105, 0.018)),
		odd: chain([4]float32{-0.17, 0.06, 0.1, 0.024}, [4]float32{-0.19, 0.7, 0.08, 0.024}),
	}
	base := plinth(0.2, 0.2)
	f.cut = func(p solid, d float32) float32 { return base(p, d) }
	axe := func(p solid) float32 {
		blade := max(egg(p, solid{-0.185, 0.61, 0.13}, solid{0.028, 0.095, 0.11}), 0.06-hypot(p.y-0.505, p.z-0.12))
		return max(blade, 0.07-p.z)
	}
	f.add = func(p solid, d float32) float32 {
		boss := hypot(hypot(p.x-0.16, p.y-0.285), p.z-0.175) - 0.05
		d = blend(d, disc3(p, middle, axis, 0.155, 0.03), 0.012)
		return blend(blend(d, boss, 0.012), axe(p), 0.012)
	}
	d := officer(f, s, bySide(s, bogOak, ivory), 0.027, func(p solid) bool {
		r := disc3(p, middle, axis, 0, 0.03)
		onShield := p.z > 0.1 && p.x > -0.02 && p.y < 0.45 && p.y > 0.11
		return p.y > 0.585 && hypot(p.x, p.z) < 0.11 || axe(p) < 0.012 || onShield &&
			(r < 0.06 || r > 0.135 && r < 0.18)
	})
	d.token = starred(4, 0.335, 0.3)
	return d.on(func(c *cutting, p solid) {
		if p.y < 0.3 && p.z < 0.08 && p.y > 0.06 { // folds of the cloak
			c.hatch(angle(p.x, p.z)/(2*pi), 14, 0.0035)
		}
		if p.z > 0.06 && p.y < 0.5 && p.y > 0.4 && abs(p.x) < 0.06 { // beard
			c.hatch(p.x, 40, 0.006)
		}
		c.notch(abs(p.y-0.59)+max(0, p.z*0.02), 0.01, 0.01)
	}).on(eyesAt(0.036, 0.55, 0.095, 0.013))
}

// rider is the knight of a tafl game: a helmeted man with spear and shield on a sturdy horse, as in the Lewis set.
func rider(s game.Side) design {
	mane := chain([4]float32{0, 0.42, 0.045, 0.024}, [4]float32{0, 0.53, 0.1, 0.026},
		[4]float32{0, 0.585, 0.165, 0.024})
	tail := chain([4]float32{0, 0.33, -0.265, 0.036}, [4]float32{0, 0.24, -0.305, 0.036},
		[4]float32{0, 0.1, -0.295, 0.032})
	thigh := ridge(0.08, 0.35, -0.05, 0.05, 0.125, 0.2, 0, 0.038)
	shin := ridge(0.125, 0.19, 0, 0.036, 0.125, 0.165, 0.05, 0.032)
	f := &figure{twin: true, heart: 0.31, soft: 0.025, limbs: append(append(append(chain(
		[4]float32{0, 0.27, -0.19, 0.095}, [4]float32{0, 0.26, -0.04, 0.085}, [4]float32{0, 0.3, 0.08, 0.095},
		[4]float32{0, 0.42, 0.13, 0.068}, [4]float32{0, 0.52, 0.17, 0.055}, [4]float32{0, 0.48, 0.24, 0.05},
		[4]float32{0, 0.41, 0.305, 0.042}), stand(0.08, 0.12, -0.19, 0.19, 0.044)...), mane...), tail...),
	}
	f.limbs = append(f.limbs, ridge(0.036, 0.56, 0.17, 0.022, 0.044, 0.61, 0.17, 0.014),
		ridge(0, 0.36, -0.09, 0.085, 0, 0.5, -0.09, 0.075), thigh,
		shin, ridge(0.07, 0.48, -0.08, 0.052, 0.115, 0.41, -0.04, 0.042),
		ball(0, 0.59, -0.085, 0.07), ridge(0, 0.625, -0.09, 0.078, 0, 0.71, -0.095, 0.02))
	f.odd = chain([4]float32{-0.15, 0.06, 0.06, 0.024}, [4]float32{-0.15, 0.7, 0.0, 0.022})
	base := plinth(0.17, 0.28)
	f.cut = func(p solid, d float32) float32 { return base(p, d) }
	shield := func(p solid) float32 {
		return max(egg(p, solid{0.13, 0.38, -0.05}, solid{0.055, 0.15, 0.105}), 0.13-p.x)
	}
	f.add = func(p solid, d float32) float32 { return blend(d, shield(p), 0.012) }
	d := officer(f, s, herd(s), 0.0235, func(p solid) bool {
		r := hypot(p.z+0.05, 0.7*(p.y-0.38))
		return p.y > 0.63 && hypot(p.x, p.z+0.095) < 0.1 || p.x < -0.1 && p.y > 0.6 ||
			p.x > 0.13 && shield(p) < 0.02 && (r < 0.032 || r > 0.078)
	})
	dark, brown := hex(0x4a3422), hex(0x98763f)
	hair := tinted(brown, 0.01, tail...)
	return d.on(func(c *cutting, p solid) {
		if shield(p) < 0.012 {
			return
		}
		if p.y > 0.065 {
			hair(c, p)
		}
		x, leg := abs(p.x), min(thigh.away(solid{abs(p.x), p.y, p.z}), shin.away(solid{abs(p.x), p.y, p.z}))
		neck := p.z - 0.12 - 0.45*(p.y-0.42)
		c.paint(brown, ramp(0.036, 0.028, x)*ramp(-0.01, -0.02, neck)*ramp(0.38, 0.4, p.y)*ramp(0.01, 0.02, p.z))
		if p.z > 0.19 && p.y > 0.36 {
			band := min(abs(p.z-0.285-0.3*(p.y-0.42)), abs(p.z-0.2-0.3*(p.y-0.5)))
			c.paint(dark, ramp(0.012, 0.007, band)) // bridle
		}
		cloth := max(abs(p.z+0.09)-0.13, 0.2-p.y, p.y-0.37)
		if cloth < 0 && x > 0.05 && x < 0.13 && leg > 0.014 {
			c.gilt = 1
		}
		if p.y > 0.15 && p.y < 0.4 && x > 0.05 && p.x < 0.13 {
			c.paint(dark, 0.8*ramp(0.009, 0.005, abs(leg-0.01))*ramp(0.02, 0, cloth)) // around the legs of the man
		}
		if p.z < -0.03 && p.y > 0.41 && p.y < 0.53 {
			c.hatch(p.y, 22, 0.008) // mail
		}
		c.paint(dark, ramp(0.013, 0.008, abs(p.y-0.395))*ramp(0.1, 0.09, x)*ramp(0.02, 0, p.z)) // belt
		c.paint(dark, 0.9*ramp(0.03, 0.02, abs(p.y-0.59))*ramp(-0.035, -0.025, p.z)*ramp(0.04, 0.03, x)*
			ramp(0.02, 0, p.z))
	}).on(eyesAt(0.046, 0.515, 0.215, 0.017))
}

// maharajah rides an elephant of amber with a red cloth, and wears a turban.
func maharajah(s game.Side) design {
	tusk := ridge(0.062, 0.31, 0.25, 0.028, 0.085, 0.235, 0.318, 0.016)
	f := &figure{twin: true, heart: 0.33, soft: 0.035, limbs: append(append(chain(
		[4]float32{0, 0.29, -0.15, 0.15}, [4]float32{0, 0.3, 0.02, 0.145}, [4]float32{0, 0.38, 0.15, 0.11},
		[4]float32{0, 0.4, 0.18, 0.105}, [4]float32{0, 0.35, 0.25, 0.065}, [4]float32{0, 0.24, 0.3, 0.046},
		[4]float32{0, 0.12, 0.305, 0.036}, [4]float32{0, 0.085, 0.27, 0.03}),
		stand(0.095, 0.1, -0.18, 0.2, 0.06)...), tusk,
		ridge(0, 0.32, -0.28, 0.026, 0, 0.16, -0.315, 0.024)),
	}
	base := plinth(0.21, 0.31)
	f.cut = func(p solid, d float32) float32 {
		ear := egg(p, solid{0.155, 0.375, 0.12}, solid{0.045, 0.115, 0.085})
		d = base(p, blend(d, ear, 0.02))
		seat := box3(p, solid{0, 0.455, -0.07}, solid{0.115, 0.055, 0.105}, 0.025)
		man := blend(blend(egg(p, solid{0, 0.55, -0.07}, solid{0.078, 0.09, 0.07}),
			egg(p, solid{0, 0.635, -0.06}, solid{0.05, 0.058, 0.052}), 0.02),
			egg(p, solid{0, 0.682, -0.065}, solid{0.076, 0.045, 0.076}), 0.01)
		arm := ridge(0.07, 0.565, -0.06, 0.03, 0.07, 0.52, 0.02, 0.028)
		return blend(d, blend(min(seat, man), arm.away(p), 0.02), 0.015)
	}
	d := sculpture(f, s, amber, 0.023)
	cloth := hex(0x7e1f14)
	return d.on(func(c *cutting, p solid) {
		x, side := abs(p.x), max(abs(p.z+0.07)-0.12, 0.21-p.y)
		if p.y < 0.43 && x > 0.06 && side < 0 && hypot(x, p.y-0.3) > 0.13 {
			c.paint(cloth, 0.95)
			if side > -0.022 {
				c.gilt = 1
			}
		}
		if p.y > 0.41 && p.y < 0.51 && p.z < 0.05 && p.z > -0.18 {
			c.paint(cloth, 0.95*ramp(0.5, 0.49, p.y))
			if abs(p.y-0.495) < 0.016 {
				c.gilt = 1
			}
		}
		if p.y > 0.5 {
			c.paint(cream, 0.9*ramp(0.655, 0.665, p.y))
			c.hatch(p.y+0.5*p.x, 26, 0.007)
			if p.z > -0.005 && p.y > 0.655 {
				c.gilt = 1 // jewel
			}
		}
		if p.z > 0.2 && p.y < 0.3 && x < 0.05 {
			c.hatch(p.y, 22, 0.006) // trunk
		}
		if x > 0.16 && p.y > 0.26 && p.z > 0.04 {
			c.notch(abs(hypot(p.y-0.38, p.z-0.12)-0.07), 0.009, 0.008) // ears
		}
	}).on(tinted(cream, 0.014, tusk)).on(eyesAt(0.082, 0.41, 0.23, 0.014)).on(eyesAt(0.022, 0.645, -0.015, 0.009))
}
