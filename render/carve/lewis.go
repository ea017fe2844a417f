package carve

import "tafl3d/game"

// slabMan is a man of walrus ivory in the style of the Lewis pawns: an eight-sided obelisk for attackers, a
// rounded slab for defenders.
func slabMan(s game.Side) design {
	if s == game.Attackers {
		return design{
			lathe: lathe{sides: 40, spans: []span{
				{[]point{{0, 0.56}, {0.02, 0.545}, {0.1, 0.46}, {0.165, 0.37}}, 6},
				{[]point{{0.165, 0.37}, {0.2, 0.25}, {0.235, 0.1}}, 4},
				{[]point{{0.235, 0.1}, {0.275, 0.085}, {0.28, 0.02}, {0.265, 0}}, 4},
				{[]point{{0.265, 0}, {0, 0}}, 1},
			}, cut: func(p point, turn float32) solid {
				p.r *= lerp(1, faceted(8, turn), 0.95)
				return round(p, turn)
			}},
			stuff: bogOak, engraving: []engraving{hoop(0.13, 0.01, 0.009), hoop(0.35, 0.01, 0.009),
				ribs(8, 0.15, 0.33)},
		}
	}
	return design{
		lathe: lathe{sides: 40, spans: []span{
			{[]point{{0, 0.565}, {0.06, 0.555}, {0.1, 0.51}, {0.108, 0.455}, {0.095, 0.405}, {0.085, 0.39}}, 8},
			{[]point{{0.085, 0.39}, {0.16, 0.37}, {0.215, 0.31}, {0.24, 0.22}, {0.25, 0.075}}, 8},
			{[]point{{0.25, 0.075}, {0.272, 0.06}, {0.275, 0.02}, {0.26, 0}}, 4},
			{[]point{{0.26, 0}, {0, 0}}, 1},
		}, cut: func(p point, turn float32) solid {
			q := round(p, turn)
			q.z *= lerp(0.78, 1, max(ramp(0.1, 0.03, p.y), ramp(0.38, 0.42, p.y)))
			return q
		}},
		front: func(p solid) solid { return p },
		stuff: ivory, engraving: []engraving{hoop(0.395, 0.012, 0.01), hoop(0.115, 0.01, 0.009), face(0.47),
			shielded(0.235, 0.105)},
	}
}

// face cuts eyes, nose and beard into a head, with the eyes at a height.
func face(y float32) engraving {
	return func(c *cutting, p solid, _ float32) {
		x := abs(p.x)
		if p.z < 0.01 {
			if p.y > y-0.06 {
				c.hatch(p.x, 30, 0.005) // hair
			}
			return
		}
		c.notch(hypot(x-0.036, p.y-y-0.012), 0.015, 0.014)
		c.notch(max(abs(x-0.012), abs(p.y-y+0.005)-0.025), 0.007, 0.007)
		if p.y < y-0.03 && p.y > y-0.08 {
			c.hatch(p.x, 36, 0.006)
		}
	}
}

// shielded cuts a round shield with a boss into the front of a man.
func shielded(y, r float32) engraving {
	return func(c *cutting, p solid, _ float32) {
		if p.z < 0 {
			return
		}
		d := hypot(p.x, p.y-y)
		c.notch(abs(d-r), 0.013, 0.014)
		c.notch(abs(d-0.035), 0.01, 0.01)
		if d > 0.05 && d < r-0.01 {
			c.notch(min(abs(p.x), abs(p.y-y)), 0.007, 0.006)
		}
	}
}

// box3 returns the distance of a point from a box around c, rounded by r.
func box3(p, c, half solid, r float32) float32 {
	q := solid{abs(p.x-c.x) - half.x + r, abs(p.y-c.y) - half.y + r, abs(p.z-c.z) - half.z + r}
	out := solid{max(q.x, 0), max(q.y, 0), max(q.z, 0)}
	return sqrt(dot(out, out)) + min(max(q.x, q.y, q.z), 0) - r
}

// seatedKing is a crowned king on a high throne with a sword across the knees, as in the Lewis set.
func seatedKing() design {
	body := &figure{twin: true, soft: 0.035, limbs: []limb{
		ridge(0, 0.27, -0.02, 0.135, 0, 0.42, -0.01, 0.115),        // trunk
		ridge(0.09, 0.26, 0.03, 0.075, 0.1, 0.25, 0.17, 0.07),      // thighs
		ridge(0.1, 0.23, 0.18, 0.06, 0.1, 0.08, 0.19, 0.05),        // shins under the robe
		ridge(0.0, 0.2, 0.12, 0.09, 0.0, 0.08, 0.15, 0.07),         // robe
		ridge(0.135, 0.42, 0.0, 0.06, 0.165, 0.33, 0.08, 0.05),     // arms
		ridge(0.165, 0.33, 0.08, 0.045, 0.08, 0.3, 0.2, 0.035),     // hands on the sword
		ball(0, 0.555, 0.02, 0.095),                                // head
		ridge(0, 0.5, 0.085, 0.045, 0, 0.43, 0.1, 0.03),            // beard
		ridge(0.085, 0.52, -0.045, 0.03, 0.09, 0.41, -0.07, 0.022), // hair
		ridge(0, 0.555, 0.11, 0.016, 0, 0.53, 0.12, 0.018),         // nose
	}}
	body.cut = func(p solid, d float32) float32 {
		seat := box3(p, solid{0, 0.12, -0.04}, solid{0.2, 0.12, 0.18}, 0.015)
		back := box3(p, solid{0, 0.24, -0.19}, solid{0.2, 0.23, 0.035}, 0.02)
		plinth := box3(p, solid{0, 0.03, 0.01}, solid{0.255, 0.03, 0.255}, 0.02)
		d = min(blend(d, min(seat, back), 0.015), plinth)
		sword := box3(p, solid{0, 0.325, 0.235}, solid{0.25, 0.03, 0.034}, 0.02)
		d = blend(d, sword, 0.02)
		crown := max(hypot(p.x, p.z-0.015)-0.135, abs(p.y-0.655)-0.065)
		crown = max(crown, 0.085-hypot(p.x, p.z-0.015)-0.5*max(0, 0.64-p.y))
		leaf := abs(cos(2 * angle(p.x, p.z-0.015)))
		crown = max(crown, p.y-(0.63+0.1*ramp(0.45, 0.8, leaf)))
		return min(d, crown)
	}
	return carvedFigure(body, amber, 0.592, starred(8, 0.335, 0.26))
}

// carvedFigure returns the design of a figure that looks along +z. Everything above gilded is bronze.
func carvedFigure(f *figure, s stuff, gilded float32, token []float32) design {
	f.heart = 0.3
	d := modelled(f, 0, s, 0.016)
	d.token = token
	return d.on(func(c *cutting, p solid) {
		f.wear(c, p)
		if p.y > gilded && hypot(p.x, p.z-0.015) > 0.07 {
			c.gilt = 1
		}
		fold := p.z*9 + abs(p.x)*11 + 0.9*sin(22*p.y)
		if p.y < 0.3 && p.z > 0.05 {
			c.notch(abs(fold-float32(floor(fold+0.5)))/9, 0.008, 0.006)
		}
		if p.z < -0.16 || abs(p.x) > 0.19 { // ornament of the throne
			a, b := (p.x+p.z)*15+p.y*13, (p.x+p.z)*15-p.y*13
			c.notch(min(abs(a-float32(floor(a+0.5))), abs(b-float32(floor(b+0.5))))/20, 0.009, 0.009)
		}
	}).on(eyesAt(0.036, 0.575, 0.1, 0.012))
}
