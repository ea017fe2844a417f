package carve

import "tafl3d/game"

// chessmen maps the names of chess pieces to their designs.
var chessmen = map[string]func(s game.Side) design{
	"pawn": pawn, "rook": rook, "bishop": bishop, "queen": queen, "maharajah": maharajah,
}

// foot returns the profile of the base of a turned piece, with radius r.
func foot(r float32) []span {
	return []span{
		{[]point{{r - 0.02, 0.085}, {r, 0.07}, {r + 0.008, 0.035}, {r - 0.012, 0}}, 5},
		{[]point{{r - 0.012, 0}, {0, 0}}, 1},
	}
}

// pawn is a ball on a low base.
func pawn(s game.Side) design {
	return design{
		lathe: lathe{sides: 28, spans: append([]span{
			{[]point{{0, 0.41}, {0.07, 0.395}, {0.115, 0.34}, {0.115, 0.29}, {0.085, 0.24}}, 9},
			{[]point{{0.085, 0.24}, {0.13, 0.23}, {0.13, 0.205}, {0.1, 0.195}}, 4},
			{[]point{{0.1, 0.195}, {0.13, 0.14}, {0.2, 0.085}}, 4},
		}, foot(0.22)...)},
		stuff: herd(s), engraving: []engraving{hoop(0.12, 0.009, 0.008)},
	}
}

// rook is a low, broad tower with four large merlons.
func rook(s game.Side) design {
	return design{
		lathe: lathe{sides: 48, spans: append([]span{
			{[]point{{0, 0.34}, {0.16, 0.34}}, 3},
			{[]point{{0.16, 0.34}, {0.165, 0.5}}, 4},
			{[]point{{0.165, 0.5}, {0.265, 0.5}}, 2},
			{[]point{{0.265, 0.5}, {0.27, 0.41}, {0.255, 0.35}, {0.205, 0.315}}, 6},
			{[]point{{0.205, 0.315}, {0.205, 0.25}, {0.215, 0.15}, {0.245, 0.085}}, 7},
		}, foot(0.265)...), cut: func(p point, turn float32) solid {
			gap := ramp(0.2, 0.4, cos(2*pi*4*turn))
			p.y -= 0.95 * gap * max(0, p.y-0.375)
			return round(p, turn)
		}},
		stuff: herd(s), engraving: []engraving{hoop(0.33, 0.01, 0.01), hoop(0.12, 0.01, 0.009), bricks(0.14, 0.31)},
	}
}

// bricks returns courses of stone between two heights.
func bricks(from, to float32) engraving {
	return func(c *cutting, p solid, turn float32) {
		if p.y < from || p.y > to {
			return
		}
		row := (p.y - from) / (to - from) * 5
		i := floor(row)
		c.notch(min(row-float32(i), float32(i)+1-row)*(to-from)/5, 0.007, 0.006)
		a := turn*8 + 0.5*float32(i&1)
		a -= float32(floor(a))
		c.notch(min(a, 1-a)*2*pi*hypot(p.x, p.z)/8, 0.007, 0.006)
	}
}

// bishop has a tall mitre with a cross-shaped cleft and a narrow base.
func bishop(s game.Side) design {
	return design{
		lathe: lathe{sides: 48, spans: append([]span{
			{[]point{{0, 0.745}, {0.03, 0.735}, {0.1, 0.65}, {0.15, 0.54}, {0.15, 0.47}, {0.1, 0.405}}, 14},
			{[]point{{0.1, 0.405}, {0.175, 0.395}, {0.18, 0.365}, {0.11, 0.35}}, 5},
			{[]point{{0.11, 0.35}, {0.1, 0.27}, {0.13, 0.16}, {0.2, 0.085}}, 7},
		}, foot(0.22)...), cut: func(p point, turn float32) solid {
			q := round(p, turn)
			w := ramp(0.045, 0.0, min(abs(q.x), abs(q.z))) * ramp(0.46, 0.6, p.y)
			q.y -= 0.16 * w * ramp(0.2, 0.04, p.r)
			q.x *= 1 - 0.35*w
			q.z *= 1 - 0.35*w
			return q
		}},
		stuff: herd(s), engraving: []engraving{gild(0.352, 0.402), hoop(0.12, 0.009, 0.008)},
	}
}

// queen has a broad coronet of eight leaves and a slender body.
func queen(s game.Side) design {
	return design{
		lathe: lathe{sides: 48, spans: append([]span{
			{[]point{{0, 0.7}, {0.035, 0.69}, {0.05, 0.66}, {0.075, 0.63}}, 4},
			{[]point{{0.075, 0.63}, {0.12, 0.62}, {0.185, 0.735}}, 4},
			{[]point{{0.185, 0.735}, {0.21, 0.735}}, 1},
			{[]point{{0.21, 0.735}, {0.15, 0.59}, {0.085, 0.5}}, 5},
			{[]point{{0.085, 0.5}, {0.135, 0.488}, {0.137, 0.46}, {0.085, 0.445}}, 4},
			{[]point{{0.085, 0.445}, {0.09, 0.32}, {0.13, 0.18}, {0.22, 0.085}}, 8},
		}, foot(0.24)...), cut: func(p point, turn float32) solid {
			p.y -= 0.08 * ramp(0.62, 0.72, p.y) * (1 - abs(cos(8*pi*turn))) * ramp(0.1, 0.15, p.r)
			return round(p, turn)
		}},
		stuff: herd(s), engraving: []engraving{gildOutside(0.1, 0.58), gild(0.463, 0.487), hoop(0.12, 0.009, 0.008)},
	}
}

// chessKing is the king of a side without amber: a dome with a large cross.
func chessKing(s game.Side) design {
	return design{
		lathe: lathe{sides: 40, spans: append([]span{
			{[]point{{0, 0.545}, {0.08, 0.535}, {0.15, 0.5}, {0.22, 0.47}}, 6},
			{[]point{{0.22, 0.47}, {0.235, 0.45}, {0.18, 0.41}, {0.12, 0.375}}, 5},
			{[]point{{0.12, 0.375}, {0.19, 0.36}, {0.195, 0.33}, {0.135, 0.315}}, 4},
			{[]point{{0.135, 0.315}, {0.16, 0.23}, {0.2, 0.15}, {0.28, 0.085}}, 7},
		}, foot(0.3)...)},
		stuff: herd(s), engraving: []engraving{gild(0.5, 0.56), gild(0.32, 0.372), gild(0, 0.03),
			hoop(0.12, 0.009, 0.008)},
		crest: &figure{twin: true, heart: 0.6, cut: func(p solid, _ float32) float32 {
			post := box3(p, solid{0, 0.6, 0}, solid{0.055, 0.14, 0.055}, 0.02)
			one, other := box3(p, solid{0, 0.645, 0}, solid{0.175, 0.055, 0.05}, 0.02),
				box3(p, solid{0, 0.645, 0}, solid{0.05, 0.055, 0.175}, 0.02)
			return min(post, one, other)
		}},
	}
}

// horse is a horse's head with an arched neck on a base: the knight of chess. The mane and the blaze are inlaid.
func horse(side game.Side, s stuff) design {
	mane := chain([4]float32{0, 0.22, -0.25, 0.026}, [4]float32{0, 0.36, -0.275, 0.03},
		[4]float32{0, 0.52, -0.245, 0.032}, [4]float32{0, 0.635, -0.155, 0.032}, [4]float32{0, 0.665, -0.07, 0.026})
	f := &figure{twin: true, heart: 0.3, soft: 0.035, limbs: append(append(chain(
		[4]float32{0, 0.08, -0.04, 0.15}, [4]float32{0, 0.25, -0.13, 0.108}, [4]float32{0, 0.42, -0.155, 0.09},
		[4]float32{0, 0.54, -0.105, 0.082}, [4]float32{0, 0.585, -0.01, 0.085}, [4]float32{0, 0.52, 0.15, 0.066},
		[4]float32{0, 0.44, 0.27, 0.058}), mane...),
		ridge(0.025, 0.53, 0.01, 0.085, 0.02, 0.47, 0.06, 0.066), // cheeks
		ridge(0.06, 0.64, -0.03, 0.04, 0.085, 0.725, 0.0, 0.015)),
	}
	f.cut = onFoot(0.2)
	d := sculpture(f, side, s, 0.0255)
	inlay := bars(side)
	return d.on(tinted(inlay, 0.01, mane...)).on(func(c *cutting, p solid) {
		x := abs(p.x)
		if p.z < -0.13 && p.y > 0.15 && x < 0.06 {
			c.hatch(p.y-0.5*p.z, 15, 0.01)
		}
		face := ramp(0.05, 0.08, p.z) * ramp(0.6, 0.62, p.y+0.5*p.z)
		c.paint(inlay, 0.9*face*ramp(0.026, 0.018, x))
		band := min(abs(p.z-0.185-0.3*(p.y-0.5)), abs(p.z-0.035-0.5*(p.y-0.55)))
		if p.z > 0 && p.y > 0.4 {
			c.paint(inlay, 0.9*ramp(0.013, 0.007, band)) // bridle
		}
		c.notch(hypot(x-0.035, hypot(p.y-0.465, p.z-0.3)), 0.014, 0.012) // nostrils
		if p.y < 0.05 {
			c.gilt = 1
		}
	}).on(eyesAt(0.066, 0.585, 0.06, 0.02))
}
