package carve

import "tafl3d/game"

// chessmen are the pieces of the game of chess, by the name of their kind.
var chessmen = map[string]func(s game.Side) design{
	"pawn": pawn, "rook": rook, "bishop": bishop, "queen": queen, "maharajah": maharajah,
}

// foot ends a turned piece: what stands on the board, r broad.
func foot(r float32) []span {
	return []span{
		{[]point{{r - 0.02, 0.085}, {r, 0.07}, {r + 0.008, 0.035}, {r - 0.012, 0}}, 5},
		{[]point{{r - 0.012, 0}, {0, 0}}, 1},
	}
}

// pawn is a small stone with eight sides, as the Lewis pawns are.
func pawn(s game.Side) design {
	return design{
		lathe: lathe{sides: 32, spans: append([]span{
			{[]point{{0, 0.505}, {0.03, 0.49}, {0.085, 0.445}, {0.105, 0.4}}, 5},
			{[]point{{0.105, 0.4}, {0.125, 0.385}, {0.12, 0.36}, {0.1, 0.35}}, 4},
			{[]point{{0.1, 0.35}, {0.135, 0.28}, {0.18, 0.18}, {0.225, 0.085}}, 6},
		}, foot(0.245)...), cut: func(p point, turn float32) solid {
			p.r *= lerp(1, faceted(8, turn), ramp(0.36, 0.33, p.y)*ramp(0.06, 0.1, p.y))
			return round(p, turn)
		}},
		stuff: herd(s), engraving: []engraving{hoop(0.12, 0.009, 0.008)}, token: lobed(1, 0.19, 0),
	}
}

// rook is a tower with four gates and a crenellated top.
func rook(s game.Side) design {
	return design{
		lathe: lathe{sides: 48, spans: append([]span{
			{[]point{{0, 0.49}, {0.125, 0.49}}, 3},
			{[]point{{0.125, 0.49}, {0.13, 0.57}}, 3},
			{[]point{{0.13, 0.57}, {0.2, 0.57}}, 2},
			{[]point{{0.2, 0.57}, {0.205, 0.5}, {0.2, 0.44}, {0.17, 0.415}}, 5},
			{[]point{{0.17, 0.415}, {0.168, 0.3}, {0.19, 0.18}, {0.255, 0.085}}, 7},
		}, foot(0.275)...), cut: func(p point, turn float32) solid {
			gap := ramp(0.35, 0.6, cos(2*pi*6*turn))
			p.y -= 0.95 * gap * max(0, p.y-0.505)
			return round(p, turn)
		}},
		stuff: herd(s), engraving: []engraving{hoop(0.445, 0.01, 0.01), hoop(0.12, 0.01, 0.009), bricks(0.16, 0.4)}, token: towered(),
	}
}

// bricks are courses of stone between two heights.
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

// towered is the outline of a tower: a square with gaps.
func towered() []float32 {
	var out []float32
	for side := range 4 {
		for _, p := range []spot{{0.25, -0.25}, {0.25, -0.11}, {0.19, -0.08}, {0.19, 0.08}, {0.25, 0.11}} {
			p = p.turned(pi / 2 * float32(side))
			out = append(out, p.x, p.z)
		}
	}
	return out
}

// bishop wears a mitre that is split from side to side.
func bishop(s game.Side) design {
	return design{
		lathe: lathe{sides: 40, spans: append([]span{
			{[]point{{0, 0.69}, {0.02, 0.675}, {0.075, 0.6}, {0.115, 0.51}, {0.105, 0.44}, {0.085, 0.415}}, 10},
			{[]point{{0.085, 0.415}, {0.15, 0.405}, {0.155, 0.38}, {0.12, 0.365}}, 4},
			{[]point{{0.12, 0.365}, {0.13, 0.28}, {0.17, 0.18}, {0.24, 0.085}}, 7},
		}, foot(0.26)...), cut: func(p point, turn float32) solid {
			q := round(p, turn)
			if p.y > 0.42 {
				q.y -= 0.07 * ramp(0.06, 0, abs(q.x)) * ramp(0.5, 0.67, p.y)
				q.z *= 1 - 0.25*ramp(0.45, 0.6, p.y)
			}
			return q
		}},
		stuff: herd(s), engraving: []engraving{gild(0.376, 0.402), hoop(0.47, 0.01, 0.009), hoop(0.12, 0.009, 0.008)},
		token: half(0, -0.33, 0.09, -0.24, 0.15, -0.08, 0.12, 0.06, 0.2, 0.2, 0.17, 0.27, 0, 0.27),
	}
}

// queen wears a coronet of eight leaves.
func queen(s game.Side) design {
	return design{
		lathe: lathe{sides: 48, spans: append([]span{
			{[]point{{0, 0.66}, {0.035, 0.65}, {0.05, 0.62}, {0.075, 0.6}}, 4},
			{[]point{{0.075, 0.6}, {0.12, 0.59}, {0.15, 0.655}}, 4},
			{[]point{{0.15, 0.655}, {0.178, 0.66}}, 1},
			{[]point{{0.178, 0.66}, {0.15, 0.56}, {0.105, 0.5}}, 5},
			{[]point{{0.105, 0.5}, {0.15, 0.488}, {0.152, 0.46}, {0.11, 0.445}}, 4},
			{[]point{{0.11, 0.445}, {0.135, 0.34}, {0.18, 0.2}, {0.255, 0.085}}, 8},
		}, foot(0.275)...), cut: func(p point, turn float32) solid {
			p.y -= 0.05 * ramp(0.58, 0.65, p.y) * (1 - abs(cos(8*pi*turn))) * ramp(0.09, 0.13, p.r)
			p.r *= lerp(1, petals(8, 0.08, turn), ramp(0.43, 0.38, p.y)*ramp(0.07, 0.14, p.y))
			return round(p, turn)
		}},
		stuff: herd(s), engraving: []engraving{gildOutside(0.1, 0.56), gild(0.463, 0.487), hoop(0.12, 0.009, 0.008)},
		token: lobed(8, 0.31, 0.22),
	}
}

// maharajah is of amber, with a turban.
func maharajah(game.Side) design {
	return design{
		lathe: lathe{sides: 48, spans: append([]span{
			{[]point{{0, 0.742}, {0.012, 0.735}, {0.022, 0.7}, {0.03, 0.68}}, 4},
			{[]point{{0.03, 0.68}, {0.09, 0.665}, {0.165, 0.605}, {0.175, 0.55}, {0.14, 0.505}, {0.115, 0.495}}, 10},
			{[]point{{0.115, 0.495}, {0.165, 0.48}, {0.168, 0.45}, {0.13, 0.435}}, 4},
			{[]point{{0.13, 0.435}, {0.16, 0.34}, {0.22, 0.2}, {0.295, 0.085}}, 8},
		}, foot(0.315)...), cut: func(p point, turn float32) solid {
			twist := turn + 0.5*(p.y-0.5)
			p.r *= lerp(1, petals(10, 0.14, twist), ramp(0.49, 0.52, p.y)*ramp(0.69, 0.65, p.y))
			p.r *= 1 - 0.16*ramp(0.42, 0.36, p.y)*ramp(0.08, 0.14, p.y)*(1-abs(cos(8*pi*turn)))
			return round(p, turn)
		}},
		stuff: amber, engraving: []engraving{gild(0.675, 0.75), gild(0.452, 0.479), gild(0, 0.07), eyes(8, 0.2, 0.04, 0)},
		token: starred(12, 0.335, 0.24),
	}
}

// chessKing is the king of a side that has no amber: crowned, with a cross.
func chessKing(s game.Side) design {
	d := king()
	d.stuff = herd(s)
	d.token = crossed12()
	return d
}

// crossed12 is the outline of a cross with flared arms.
func crossed12() []float32 {
	var out []float32
	for arm := range 4 {
		for _, p := range []spot{{0.1, -0.1}, {0.31, -0.14}, {0.31, 0.14}} {
			p = p.turned(pi / 2 * float32(arm))
			out = append(out, p.x, p.z)
		}
	}
	return out
}

// chessKnight is the head of a horse.
func chessKnight(s game.Side) design {
	c := clay{heart: 0.24, soft: 0.04, plinth: 0.27, limbs: []limb{
		ridge(0, 0.1, -0.03, 0.17, 0, 0.3, -0.06, 0.12), ridge(0, 0.3, -0.06, 0.12, 0, 0.46, 0.0, 0.1),
		ridge(0, 0.5, 0.01, 0.09, 0, 0.4, 0.2, 0.05), ball(0, 0.385, 0.21, 0.05),
		ridge(0.045, 0.56, -0.01, 0.03, 0.055, 0.65, 0.0, 0.01),
		ridge(0, 0.56, -0.06, 0.035, 0, 0.42, -0.16, 0.045), ridge(0, 0.42, -0.16, 0.045, 0, 0.2, -0.2, 0.04),
		ridge(0, 0.14, 0.1, 0.12, 0, 0.2, 0.1, 0.06),
	}}
	d := sculpture(c, s == game.Attackers, herd(s), 44, 38)
	d.token = horse
	return d.on(func(c *cutting, p solid) {
		if p.z < -0.07 && p.y > 0.15 && abs(p.x) < 0.07 {
			a := (p.y + 0.6*abs(p.x)) * 22
			c.notch(abs(a-float32(floor(a+0.5)))/22, 0.008, 0.008)
		}
		if p.z > 0.12 {
			c.notch(abs(p.z-0.165-0.3*(p.y-0.42)), 0.008, 0.007) // the bridle
		}
	}).on(eyesAt(0.062, 0.505, 0.09, 0.018))
}

// horse is the outline of a horse's head that looks to the left.
var horse = []float32{
	0, -0.31, 0.1, -0.25, 0.19, -0.12, 0.23, 0.05, 0.22, 0.27, 0, 0.29, -0.14, 0.27, -0.09, 0.12, -0.2, 0.12, -0.29, 0.07, -0.25, -0.05, -0.12, -0.2, -0.06, -0.24,
}
