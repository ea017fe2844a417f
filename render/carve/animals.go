package carve

import "tafl3d/game"

// Materials of the predators, with the light parts of their coats.
var (
	russet = stuff{light: hex(0xc9702a), dark: hex(0x9a4a17), age: hex(0x3b1808), rim: hex(0xf2c888), rings: 0.05,
		cloud: 0.5, rough: 0.42, coat: 0.35, wrap: 0.2}
	tawny = stuff{light: hex(0xe0a040), dark: hex(0xc07c26), age: hex(0x4a2608), rim: hex(0xf3d68c), rings: 0.05,
		cloud: 0.5, rough: 0.4, coat: 0.35, wrap: 0.2}
	peatOak = stuff{light: hex(0x655345), dark: hex(0x42342b), age: hex(0x120d0b), rim: hex(0xa2703f), rings: 0.045,
		cloud: 0.3, rough: 0.48, coat: 0.25}
	cream = hex(0xe9dcc0)
	pitch = hex(0x1c120c)
	horn  = hex(0xa58a62)
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

// legs returns four legs: x from the axis, fore and hind along z, high where they meet the body.
func legs(x, fore, hind, high, r float32) []limb {
	return []limb{
		ridge(0.8*x, high, fore, 1.3*r, x, 0.03, fore, r), ridge(x, 0.03, fore, r, x, 0.025, fore+0.03, r),
		ridge(0.8*x, high, hind, 1.5*r, x, 0.03, hind, r), ridge(x, 0.03, hind, r, x, 0.025, hind+0.03, r),
	}
}

// goose has a long neck, a boat-shaped body and half-spread wings.
func goose(s game.Side) design {
	f := &figure{twin: true, heart: 0.2, soft: 0.035, limbs: []limb{
		ridge(0, 0.15, -0.1, 0.115, 0, 0.16, 0.06, 0.13), ridge(0, 0.18, -0.16, 0.06, 0, 0.24, -0.31, 0.028),
		ridge(0, 0.2, 0.12, 0.075, 0, 0.36, 0.13, 0.05), ridge(0, 0.36, 0.13, 0.05, 0, 0.5, 0.1, 0.048),
		ball(0, 0.56, 0.12, 0.075), ridge(0, 0.545, 0.18, 0.042, 0, 0.52, 0.29, 0.026),
		ridge(0.1, 0.22, 0.03, 0.04, 0.24, 0.3, -0.04, 0.03), ridge(0.24, 0.3, -0.04, 0.032, 0.3, 0.3, -0.16, 0.026),
		ridge(0.12, 0.2, -0.04, 0.032, 0.2, 0.24, -0.16, 0.026), ridge(0.18, 0.26, 0, 0.032, 0.25, 0.28, -0.15, 0.028),
	}}
	f.cut = onFoot(0.15)
	d := sculpture(f, s, herd(s), 0.025)
	return d.on(func(c *cutting, p solid) {
		c.paint(hex(0xd98a24), ramp(0.18, 0.2, p.z)*ramp(0.46, 0.48, p.y))
		c.paint(cream, ramp(0.145, 0.125, p.z)*ramp(0.02, 0.035, abs(p.x))*ramp(0.515, 0.53, p.y)) // cheeks
		c.paint(cream, 0.9*ramp(-0.22, -0.25, p.z)*ramp(0.1, 0.08, abs(p.x)))
		quill := (p.z + 0.4*abs(p.x)) * 16
		c.paint(horn, 0.85*ramp(0.14, 0.17, abs(p.x))*ramp(0.22, 0.12, abs(quill-float32(floor(quill))-0.5)))
	}).on(eyesAt(0.064, 0.58, 0.155, 0.02))
}

// onFoot puts a figure on a round base.
func onFoot(r float32) func(p solid, d float32) float32 {
	return func(p solid, d float32) float32 {
		return blend(d, max(hypot(p.x, p.z)-r, p.y-0.045), 0.03)
	}
}

// fox is seated, with tall ears, a pointed snout and a bushy tail.
func fox(s game.Side) design {
	f := &figure{twin: true, heart: 0.24, soft: 0.04, limbs: []limb{
		ball(0.085, 0.11, -0.04, 0.085), ridge(0, 0.16, -0.02, 0.11, 0, 0.36, 0.05, 0.07),
		ridge(0.06, 0.26, 0.1, 0.038, 0.065, 0.03, 0.15, 0.034), ball(0, 0.47, 0.06, 0.105),
		ridge(0, 0.45, 0.13, 0.052, 0, 0.42, 0.26, 0.022), ridge(0.07, 0.45, 0.06, 0.045, 0.135, 0.42, 0.04, 0.014),
		ridge(0.068, 0.53, 0.04, 0.044, 0.1, 0.69, 0.0, 0.012),
		ridge(0, 0.08, -0.14, 0.045, 0, 0.12, -0.23, 0.075), ridge(0, 0.12, -0.23, 0.075, 0, 0.3, -0.26, 0.08),
		ridge(0, 0.3, -0.26, 0.08, 0, 0.45, -0.22, 0.02),
	}}
	d := sculpture(f, s, russet, 0.0235)
	return d.on(func(c *cutting, p solid) {
		bib := hypot(p.x/0.075, (p.y-0.29)/0.13)
		c.paint(cream, 0.95*ramp(1.05, 0.9, bib)*ramp(0.05, 0.08, p.z))
		cheek := ramp(0.045, 0.06, abs(p.x)) * ramp(0.465, 0.445, p.y) * ramp(0.39, 0.4, p.y) * ramp(0.03, 0.06, p.z)
		c.paint(cream, 0.95*cheek)
		c.paint(cream, ramp(0.31, 0.34, p.y)*ramp(-0.15, -0.18, p.z))
		c.paint(pitch, 0.9*ramp(0.6, 0.64, p.y))
		c.paint(pitch, 0.9*ramp(0.14, 0.1, p.y)*ramp(0.1, 0.13, p.z))
		c.paint(pitch, ramp(0.25, 0.26, p.z)*ramp(0.38, 0.4, p.y))
	}).on(eyesAt(0.05, 0.5, 0.14, 0.02))
}

// sheep is a fleece on four short legs, with a dark face.
func sheep(s game.Side) design { return woolly(s, 1, 0.05) }

// lamb is a small sheep with less wool and longer legs.
func lamb(s game.Side) design { return woolly(s, 0.72, 0.1) }

// woolly returns an animal with a fleece, scaled by k, with the body off above the ground.
func woolly(s game.Side, k, off float32) design {
	f := &figure{twin: true, heart: 0.23, soft: 0.035, limbs: append([]limb{
		ridge(0, off+0.2*k, -0.12*k, 0.165*k, 0, off+0.21*k, 0.08*k, 0.165*k),
		ridge(0, off+0.32*k, 0.17*k, 0.09*k, 0, off+0.36*k, 0.22*k, 0.08*k),
		ridge(0, off+0.36*k, 0.24*k, 0.075*k, 0, off+0.27*k, 0.33*k, 0.042),
		ridge(0.07*k, off+0.39*k, 0.22*k, 0.03, 0.17*k, off+0.35*k, 0.21*k, 0.026),
		ridge(0, off+0.25*k, -0.26*k, 0.045*k, 0, off+0.12*k, -0.31*k, 0.035*k),
	}, legs(0.085*k, 0.1*k, -0.17*k, off+0.1*k, 0.036)...)}
	f.cut = func(p solid, d float32) float32 {
		if d < 0.1 && p.z < 0.2*k && p.y > off+0.04 {
			d -= 0.02 * k * curls(p)
		}
		return d
	}
	d := sculpture(f, s, herd(s), 0.0255)
	face := pitch
	if s == game.Attackers {
		face = horn
	}
	return d.on(func(c *cutting, p solid) {
		c.paint(horn, 0.5*ramp(0.1, 0.4, curls(p))*ramp(0.2*k, 0.17*k, p.z)*ramp(off+0.03, off+0.06, p.y))
		c.paint(face, ramp(0.235*k, 0.25*k, p.z)*ramp(off+0.15*k, off+0.2*k, p.y))
		c.paint(face, ramp(0.09*k, 0.1*k, abs(p.x))*ramp(off+0.32*k, off+0.33*k, p.y)*ramp(0.16*k, 0.18*k, p.z))
		c.paint(face, ramp(off+0.03, off, p.y))
	}).on(eyesAt(0.055*k, off+0.4*k, 0.285*k, 0.016))
}

// curls returns the height of the fleece, positive in a curl, at most 1.
func curls(p solid) float32 {
	return sin(34*p.x+3*sin(26*p.y)) * sin(34*p.y+2*sin(24*p.z)) * sin(34*p.z+1)
}

// goat is lean, with large swept-back horns and a beard.
func goat(s game.Side) design {
	f := &figure{twin: true, heart: 0.27, soft: 0.03, limbs: append([]limb{
		ridge(0, 0.24, -0.16, 0.1, 0, 0.26, 0.05, 0.11), ridge(0, 0.29, 0.08, 0.085, 0, 0.41, 0.14, 0.062),
		ridge(0, 0.44, 0.15, 0.07, 0, 0.37, 0.28, 0.042), ridge(0, 0.36, 0.24, 0.028, 0, 0.26, 0.235, 0.015),
		ridge(0.036, 0.48, 0.14, 0.034, 0.08, 0.6, 0.06, 0.032),
		ridge(0.08, 0.6, 0.06, 0.032, 0.14, 0.63, -0.06, 0.027),
		ridge(0.14, 0.63, -0.06, 0.027, 0.2, 0.56, -0.16, 0.02), ridge(0.05, 0.43, 0.13, 0.025, 0.14, 0.41, 0.14, 0.02),
		ridge(0, 0.29, -0.23, 0.03, 0, 0.37, -0.28, 0.02),
	}, legs(0.08, 0.06, -0.18, 0.18, 0.038)...)}
	d := sculpture(f, s, herd(s), 0.025)
	return d.on(func(c *cutting, p solid) {
		c.paint(cream, 0.9*ramp(0.5, 0.52, p.y))
		if p.y > 0.52 {
			a := (p.z - p.y) * 30
			c.notch(abs(a-float32(floor(a+0.5)))/30, 0.006, 0.006)
		}
		c.paint(cream, 0.8*ramp(0.37, 0.34, p.y)*ramp(0.19, 0.21, p.z)*ramp(0.2, 0.24, p.y)) // beard
		c.paint(horn, 0.8*ramp(0.23, 0.25, p.z)*ramp(0.34, 0.36, p.y))
		c.paint(horn, 0.7*ramp(0.09, 0.05, p.y))
	}).on(eyesAt(0.058, 0.465, 0.195, 0.02))
}

// tiger is stout and striding, with a raised tail and broad stripes.
func tiger(s game.Side) design {
	f := &figure{twin: true, heart: 0.27, soft: 0.04, limbs: append([]limb{
		ridge(0, 0.28, -0.14, 0.135, 0, 0.29, 0.07, 0.15), ball(0, 0.46, 0.16, 0.135),
		ridge(0, 0.41, 0.25, 0.07, 0, 0.395, 0.28, 0.062), ridge(0.1, 0.55, 0.14, 0.045, 0.115, 0.59, 0.13, 0.038),
		ridge(0.09, 0.41, 0.18, 0.055, 0.14, 0.385, 0.16, 0.03),
		ridge(0, 0.3, -0.24, 0.036, 0, 0.42, -0.32, 0.034), ridge(0, 0.42, -0.32, 0.034, 0, 0.57, -0.31, 0.034),
		ridge(0, 0.57, -0.31, 0.034, 0, 0.64, -0.23, 0.034),
	}, legs(0.1, 0.11, -0.18, 0.22, 0.058)...)}
	d := sculpture(f, s, tawny, 0.027)
	return d.on(func(c *cutting, p solid) {
		c.paint(cream, 0.95*ramp(0.22, 0.25, p.z)*ramp(0.45, 0.43, p.y)*ramp(0.31, 0.33, p.y))
		c.paint(cream, 0.9*ramp(0.2, 0.16, p.y)*ramp(0.06, 0.04, abs(p.x)))
		wave := 6.6*p.z + 1.2*abs(p.x)*sin(30*p.z)
		if p.z < -0.25 { // rings around the tail
			wave = 7.5 * p.y
		}
		if p.y < 0.19 && p.z > -0.25 { // and the legs
			wave = 9 * p.y
		}
		band := abs(wave - float32(floor(wave)) - 0.5)
		face := clamp(ramp(0.2, 0.17, p.z) + ramp(0.54, 0.57, p.y))
		c.paint(pitch, 0.96*ramp(0.24, 0.19, band)*face)
		// Whiskers.
		c.paint(pitch, 0.9*ramp(0.12, 0.18, p.z)*ramp(0.055, 0.07, abs(p.x))*ramp(0.016, 0.01, abs(p.y-0.46)))
		c.paint(pitch, ramp(0.32, 0.33, p.z)*ramp(0.405, 0.415, p.y)*ramp(0.04, 0.03, abs(p.x)))
	}).on(eyesAt(0.062, 0.5, 0.27, 0.026))
}

// leopard is long and low, stalking, with rosettes.
func leopard(s game.Side) design {
	f := &figure{twin: true, heart: 0.16, soft: 0.035, limbs: []limb{
		ridge(0, 0.2, -0.15, 0.105, 0, 0.17, 0.06, 0.1), ball(0.085, 0.14, -0.15, 0.085),
		ridge(0.075, 0.06, -0.14, 0.045, 0.11, 0.035, -0.02, 0.035),
		ridge(0.07, 0.13, 0.08, 0.05, 0.1, 0.04, 0.18, 0.04),
		ridge(0.1, 0.04, 0.18, 0.04, 0.1, 0.035, 0.28, 0.036), ball(0, 0.28, 0.16, 0.105),
		ridge(0, 0.25, 0.24, 0.056, 0, 0.24, 0.275, 0.05), ridge(0.07, 0.35, 0.14, 0.036, 0.085, 0.39, 0.13, 0.03),
		ridge(0, 0.2, -0.24, 0.034, 0, 0.32, -0.31, 0.03), ridge(0, 0.32, -0.31, 0.03, 0, 0.46, -0.26, 0.03),
		ridge(0, 0.46, -0.26, 0.03, 0, 0.52, -0.15, 0.03),
	}}
	d := sculpture(f, s, herd(s), 0.025)
	return d.on(func(c *cutting, p solid) {
		if p.y < 0.05 || p.z > 0.22 {
			return
		}
		u, v := 9*p.z, 8*p.x
		if p.y > 0.3 && p.z < -0.1 {
			u, v = 0.5, 12*p.y+10*p.z
		}
		if floor(u)%2 != 0 {
			v += 0.5
		}
		r := hypot(u-float32(floor(u))-0.5, v-float32(floor(v))-0.5)
		c.paint(horn, 0.95*ramp(0.15, 0.1, abs(r-0.24)))
	}).on(eyesAt(0.055, 0.31, 0.245, 0.022))
}

// hound has long legs, hanging ears, a heavy muzzle and a thin tail.
func hound(s game.Side) design {
	f := &figure{twin: true, heart: 0.27, soft: 0.03, limbs: append([]limb{
		ridge(0, 0.28, -0.19, 0.08, 0, 0.28, 0.03, 0.11), ridge(0, 0.31, 0.08, 0.08, 0, 0.42, 0.13, 0.06),
		ball(0, 0.49, 0.14, 0.092), ridge(0, 0.46, 0.2, 0.06, 0, 0.43, 0.3, 0.045),
		ridge(0.095, 0.52, 0.12, 0.034, 0.145, 0.36, 0.13, 0.042),
		ridge(0, 0.3, -0.24, 0.028, 0, 0.42, -0.32, 0.026), ridge(0, 0.42, -0.32, 0.026, 0, 0.58, -0.3, 0.024),
	}, legs(0.075, 0.08, -0.21, 0.2, 0.04)...)}
	d := sculpture(f, s, herd(s), 0.025)
	return d.on(func(c *cutting, p solid) {
		if abs(p.y-0.385+0.3*(p.z-0.12)) < 0.024 && abs(p.x) < 0.09 && p.z > 0.02 && p.z < 0.2 {
			c.gilt = 1 // collar
		}
		c.paint(horn, 0.85*ramp(0.19, 0.23, p.z)*ramp(0.49, 0.46, p.y))
		c.paint(horn, 0.85*ramp(0.08, 0.05, p.y))
	}).on(eyesAt(0.06, 0.515, 0.21, 0.021))
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
