package carve

import "tafl3d/game"

// What the hunters are made of, and the light parts of their coats.
var (
	russet  = stuff{light: hex(0xc9702a), dark: hex(0x9a4a17), age: hex(0x3b1808), rim: hex(0xf2c888), rings: 0.05, cloud: 0.5, rough: 0.42, coat: 0.35, wrap: 0.2}
	tawny   = stuff{light: hex(0xe0a040), dark: hex(0xc07c26), age: hex(0x4a2608), rim: hex(0xf3d68c), rings: 0.05, cloud: 0.5, rough: 0.4, coat: 0.35, wrap: 0.2}
	peatOak = stuff{light: hex(0x655345), dark: hex(0x42342b), age: hex(0x120d0b), rim: hex(0xa2703f), rings: 0.045, cloud: 0.3, rough: 0.48, coat: 0.25}
	cream   = hex(0xe9dcc0)
	pitch   = hex(0x1c120c)
	horn    = hex(0xa58a62)
)

// animals are the pieces that are beasts, by the name of their kind.
var animals = map[string]func(s game.Side) design{
	"goose": goose, "fox": fox, "sheep": sheep, "lamb": lamb, "goat": goat, "tiger": tiger, "leopard": leopard, "hound": hound,
}

// herd returns what the beasts of a side are made of that are not hunters.
func herd(s game.Side) stuff {
	if s == game.Attackers {
		return peatOak
	}
	return ivory
}

// ridge returns a limb in the middle or, with its twin, at both sides.
func ridge(ax, ay, az, ra, bx, by, bz, rb float32) limb {
	return limb{solid{ax, ay, az}, solid{bx, by, bz}, ra, rb}
}

// ball returns a round limb.
func ball(x, y, z, r float32) limb { return ridge(x, y, z, r, x, y, z, r) }

// on adds an engraving that sees the piece as it was modelled, looking at +z.
func (d design) on(e func(c *cutting, p solid)) design {
	front := d.front
	d.engraving = append(d.engraving, func(c *cutting, p solid, _ float32) { e(c, front(p)) })
	return d
}

// eyesAt draws the eyes; x is how far they are apart, half.
func eyesAt(x, y, z float32, r float32) func(c *cutting, p solid) {
	return func(c *cutting, p solid) {
		d := hypot(hypot(abs(p.x)-x, p.y-y), p.z-z)
		c.paint(pitch, ramp(r, 0.75*r, d))
		c.notch(d, r, 0.008)
	}
}

// goose: a small boat of a body with a neck.
func goose(s game.Side) design {
	c := clay{heart: 0.22, soft: 0.05, plinth: 0.255, limbs: []limb{
		ridge(0, 0.165, -0.11, 0.12, 0, 0.2, 0.07, 0.145), ridge(0, 0.22, -0.17, 0.06, 0, 0.27, -0.27, 0.022),
		ridge(0, 0.27, 0.13, 0.075, 0, 0.47, 0.11, 0.047), ball(0, 0.515, 0.125, 0.07),
		ridge(0, 0.505, 0.18, 0.034, 0, 0.49, 0.26, 0.02), ridge(0.12, 0.2, 0.03, 0.06, 0.06, 0.23, -0.19, 0.03),
	}}
	d := sculpture(c, s == game.Attackers, herd(s), 36, 34)
	d.token = half(0, -0.32, 0.05, -0.29, 0.09, -0.19, 0.15, -0.1, 0.23, 0.02, 0.22, 0.15, 0.12, 0.25, 0, 0.3)
	return d.on(func(c *cutting, p solid) {
		c.paint(hex(0xb8772e), ramp(0.185, 0.2, p.z)*ramp(0.44, 0.46, p.y))
		wing := hypot((p.z+0.05)/0.19, (p.y-0.215)/0.085)
		if abs(p.x) > 0.08 && p.y < 0.4 {
			c.notch(abs(wing-0.9)*0.1, 0.01, 0.01)
			if wing < 0.9 && p.z < 0.06 {
				c.notch(abs(p.y-0.2+0.25*p.z), 0.007, 0.006)
			}
		}
	}).on(eyesAt(0.055, 0.535, 0.155, 0.018))
}

// fox: slender, seated, with tall ears and a pointed snout.
func fox(s game.Side) design {
	c := clay{heart: 0.22, soft: 0.045, plinth: 0.27, limbs: []limb{
		ball(0.1, 0.13, -0.05, 0.105), ridge(0, 0.19, 0, 0.13, 0, 0.37, 0.04, 0.085),
		ridge(0.065, 0.28, 0.1, 0.04, 0.07, 0.06, 0.15, 0.036), ball(0, 0.47, 0.05, 0.1),
		ridge(0, 0.455, 0.12, 0.055, 0, 0.425, 0.23, 0.022), ridge(0.07, 0.45, 0.05, 0.045, 0.135, 0.425, 0.03, 0.014),
		ridge(0.07, 0.54, 0.025, 0.042, 0.1, 0.69, 0.0, 0.008),
		ridge(0, 0.1, -0.17, 0.065, 0, 0.22, -0.245, 0.055), ridge(0, 0.22, -0.245, 0.055, 0, 0.36, -0.22, 0.012),
	}}
	d := sculpture(c, s == game.Attackers, russet, 48, 42)
	d.token = half(0, -0.13, 0.06, -0.15, 0.16, -0.31, 0.23, -0.14, 0.27, 0.02, 0.14, 0.12, 0.06, 0.24, 0, 0.31)
	return d.on(func(c *cutting, p solid) {
		bib := hypot(p.x/0.075, (p.y-0.29)/0.13)
		c.paint(cream, 0.92*ramp(1.05, 0.9, bib)*ramp(0.05, 0.08, p.z))
		cheek := ramp(0.045, 0.06, abs(p.x)) * ramp(0.465, 0.445, p.y) * ramp(0.4, 0.41, p.y) * ramp(0.03, 0.06, p.z)
		c.paint(cream, 0.9*cheek)
		c.paint(cream, ramp(0.28, 0.31, p.y)*ramp(-0.15, -0.18, p.z))
		c.paint(pitch, 0.9*ramp(0.61, 0.65, p.y))
		c.paint(pitch, 0.8*ramp(0.13, 0.09, p.y)*ramp(0.1, 0.13, p.z)*ramp(plinthHigh, plinthHigh+0.01, p.y))
		c.paint(pitch, ramp(0.228, 0.236, p.z)*ramp(0.38, 0.4, p.y))
	}).on(eyesAt(0.05, 0.5, 0.135, 0.02))
}

// sheep: a cloud on a plinth, with a dark face.
func sheep(s game.Side) design { return woolly(s, 1, 0.26, 8) }

// lamb: a small sheep with less wool.
func lamb(s game.Side) design { return woolly(s, 0.84, 0.24, 6) }

func woolly(s game.Side, k, plinth float32, lobes int) design {
	c := clay{heart: 0.22, soft: 0.05, plinth: plinth, fleece: 0.011 * k, limbs: []limb{
		ridge(0, 0.22*k, -0.09*k, 0.165*k, 0, 0.245*k, 0.06*k, 0.17*k), ball(0, 0.4*k, 0.1*k, 0.1*k),
		ridge(0, 0.41*k, 0.17*k, 0.075*k, 0, 0.36*k, 0.25*k, 0.05*k), ridge(0.09*k, 0.42*k, 0.13*k, 0.03*k, 0.165*k, 0.39*k, 0.11*k, 0.022*k),
		ball(0, 0.49*k, 0.09*k, 0.065*k),
	}}
	d := sculpture(c, s == game.Attackers, herd(s), 40, 34)
	d.token = lobed(lobes, 0.27*k, 0.16)
	face := pitch
	if s == game.Attackers {
		face = horn
	}
	return d.on(func(c *cutting, p solid) {
		c.paint(face, 0.9*ramp(0.175*k, 0.19*k, p.z)*ramp(0.29*k, 0.31*k, p.y)*ramp(0.47*k, 0.45*k, p.y))
		c.paint(face, 0.8*ramp(0.11*k, 0.13*k, abs(p.x))*ramp(0.36*k, 0.37*k, p.y)*ramp(0.05*k, 0.07*k, p.z))
	}).on(eyesAt(0.05*k, 0.435*k, 0.225*k, 0.015))
}

// goat: small, with horns that sweep back and a beard.
func goat(s game.Side) design {
	c := clay{heart: 0.34, soft: 0.04, plinth: 0.255, limbs: []limb{
		ridge(0, 0.18, -0.13, 0.125, 0, 0.2, 0.03, 0.13), ridge(0, 0.25, 0.02, 0.09, 0, 0.41, 0.03, 0.07),
		ridge(0, 0.46, 0.02, 0.078, 0, 0.4, 0.16, 0.042), ridge(0, 0.37, 0.13, 0.022, 0, 0.3, 0.13, 0.008),
		ridge(0.042, 0.52, 0.02, 0.03, 0.075, 0.61, -0.02, 0.025), ridge(0.075, 0.61, -0.02, 0.025, 0.105, 0.6, -0.13, 0.014),
		ridge(0.07, 0.46, 0.01, 0.025, 0.15, 0.44, 0.0, 0.014), ridge(0.08, 0.15, 0.07, 0.045, 0.085, 0.05, 0.1, 0.04),
		ridge(0, 0.25, -0.22, 0.03, 0, 0.31, -0.26, 0.012),
	}}
	d := sculpture(c, s == game.Attackers, herd(s), 44, 38)
	d.token = half(0, -0.16, 0.06, -0.17, 0.14, -0.29, 0.23, -0.24, 0.23, -0.12, 0.2, -0.03, 0.19, 0.07, 0.14, 0.19, 0.08, 0.28, 0, 0.31)
	return d.on(func(c *cutting, p solid) {
		c.paint(horn, 0.9*ramp(0.535, 0.555, p.y))
		if p.y > 0.54 {
			a := (p.z - p.y) * 34
			c.notch(abs(a-float32(floor(a+0.5)))/34, 0.005, 0.004)
		}
	}).on(eyesAt(0.062, 0.475, 0.075, 0.018))
}

// cat is the body of a tiger or a leopard; k is how stout it is.
func cat(k float32) clay {
	return clay{heart: 0.24, soft: 0.05, plinth: 0.3, limbs: []limb{
		ridge(0, 0.2, -0.08, 0.165*k, 0, 0.28, 0.04, 0.15*k), ball(0.13*k, 0.13, -0.09, 0.115*k),
		ridge(0.095*k, 0.24, 0.11, 0.06, 0.105*k, 0.07, 0.19, 0.052), ball(0, 0.455, 0.075, 0.135*k),
		ridge(0, 0.425, 0.17, 0.065*k, 0, 0.405, 0.205, 0.055*k), ridge(0.095*k, 0.55, 0.06, 0.042, 0.11*k, 0.6, 0.05, 0.034),
		ridge(0.08*k, 0.42, 0.09, 0.06, 0.13*k, 0.395, 0.07, 0.025),
		ridge(0, 0.1, -0.23, 0.04, 0, 0.25, -0.285, 0.036), ridge(0, 0.25, -0.285, 0.036, 0, 0.37, -0.25, 0.028),
	}}
}

// tiger: stout, seated, striped.
func tiger(s game.Side) design {
	d := sculpture(cat(1.03), s == game.Attackers, tawny, 48, 42)
	d.token = half(0, -0.19, 0.075, -0.2, 0.14, -0.295, 0.21, -0.27, 0.23, -0.17, 0.28, -0.02, 0.24, 0.13, 0.13, 0.25, 0, 0.28)
	return d.on(func(c *cutting, p solid) {
		c.paint(cream, 0.9*ramp(0.13, 0.16, p.z)*ramp(0.44, 0.42, p.y)*ramp(0.33, 0.35, p.y))
		c.paint(cream, 0.8*ramp(0.085, 0.06, abs(p.x))*ramp(0.14, 0.16, p.z)*ramp(0.33, 0.3, p.y))
		wave := 11*p.y + 2.6*abs(p.x)*4 + 1.1*sin(9*p.z+14*abs(p.x))
		if p.z < -0.02 {
			wave = 11*p.y - 4*p.z + 5*abs(p.x)
		}
		band := abs(wave - float32(floor(wave)) - 0.5)
		face := ramp(0.03, 0.06, abs(p.x)) + ramp(0.1, 0.06, p.z) + ramp(0.5, 0.53, p.y)
		c.paint(pitch, 0.92*ramp(0.16, 0.1, band)*clamp(face)*ramp(plinthHigh, plinthHigh+0.015, p.y))
		c.paint(pitch, ramp(0.245, 0.255, p.z)*ramp(0.42, 0.43, p.y)*ramp(0.04, 0.03, abs(p.x)))
	}).on(eyesAt(0.06, 0.49, 0.185, 0.022))
}

// leopard: leaner, with rosettes.
func leopard(s game.Side) design {
	d := sculpture(cat(0.86), s == game.Attackers, herd(s), 44, 38)
	d.token = half(0, -0.16, 0.08, -0.19, 0.17, -0.3, 0.2, -0.14, 0.22, 0.02, 0.15, 0.16, 0.07, 0.25, 0, 0.27)
	return d.on(func(c *cutting, p solid) {
		if p.y < plinthHigh+0.02 || p.z > 0.15 && p.y > 0.36 {
			return
		}
		u, v := 11*p.y+3*p.x, 11*p.z+6*abs(p.x)
		if floor(u)%2 != 0 {
			v += 0.5
		}
		r := hypot(u-float32(floor(u))-0.5, v-float32(floor(v))-0.5)
		c.paint(gilt, 0.3*ramp(0.075, 0.04, abs(r-0.26)))
	}).on(eyesAt(0.055, 0.49, 0.175, 0.02))
}

// hound: seated like a fox, with hanging ears and a heavy muzzle.
func hound(s game.Side) design {
	c := clay{heart: 0.22, soft: 0.045, plinth: 0.265, limbs: []limb{
		ball(0.1, 0.13, -0.06, 0.1), ridge(0, 0.2, -0.01, 0.13, 0, 0.38, 0.04, 0.085),
		ridge(0.07, 0.3, 0.09, 0.045, 0.075, 0.06, 0.14, 0.04), ball(0, 0.5, 0.05, 0.1),
		ridge(0, 0.485, 0.12, 0.06, 0, 0.46, 0.22, 0.046), ridge(0.095, 0.53, 0.035, 0.035, 0.14, 0.38, 0.05, 0.034),
		ridge(0, 0.1, -0.19, 0.03, 0, 0.24, -0.28, 0.016), ridge(0, 0.24, -0.28, 0.016, 0, 0.36, -0.3, 0.008),
	}}
	d := sculpture(c, s == game.Attackers, herd(s), 44, 38)
	d.token = half(0, -0.22, 0.1, -0.21, 0.2, -0.13, 0.27, 0.04, 0.25, 0.17, 0.16, 0.14, 0.11, 0.2, 0.08, 0.28, 0, 0.31)
	return d.on(func(c *cutting, p solid) {
		if abs(p.y-0.36) < 0.02 && abs(p.x) < 0.12 && p.z < 0.16 && p.z > -0.12 {
			c.gilt = 1 // the collar
		}
	}).on(eyesAt(0.052, 0.525, 0.135, 0.019))
}

// half returns the outline whose right half is given from the far end to the
// near one, as pairs of x and z, rounded off.
func half(xz ...float32) []float32 {
	var loop strand
	for i := 0; i < len(xz); i += 2 {
		loop = append(loop, cord{spot: spot{xz[i], xz[i+1]}})
	}
	for i := len(xz) - 4; i > 0; i -= 2 {
		loop = append(loop, cord{spot: spot{-xz[i], xz[i+1]}})
	}
	loop = append(loop, loop[0])
	var out []float32
	for _, c := range loop.smooth(4)[1:] {
		out = append(out, c.x, c.z)
	}
	return out
}

// lobed returns an outline with n round lobes of a depth.
func lobed(n int, r, depth float32) []float32 {
	const steps = 72
	var out []float32
	for k := range steps {
		turn := float32(k) / steps
		p := spot{r * petals(n, depth, turn), 0}.turned(2 * pi * turn)
		out = append(out, p.x, p.z)
	}
	return out
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
