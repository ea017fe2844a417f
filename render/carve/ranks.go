package carve

import "tafl3d/game"

// ranks maps the names of pieces with a rank to that rank. The lowest rank has the plain man of its side.
var ranks = map[string]int{"son": 2, "prince": 2, "leader": 3, "chief": 3, "landlord": 3}

// ranked is a man with a bronze ring for every rank above the lowest, and taller with each; leaders also have
// a broad hat. Attackers are tents with sharp tops, defenders have round heads.
func ranked(s game.Side, rank int) design {
	k, wide := float32(0), float32(0.23)
	if rank > 2 {
		k, wide = 0.05, 0.295
	}
	rings := []engraving{gild(0.268+k, 0.328+k), hoop(0.09, 0.01, 0.008)}
	spans := []span{
		{[]point{{0.135, 0.33 + k}, {0.2, 0.32 + k}, {0.2, 0.28 + k}, {0.135, 0.265 + k}}, 4},
		{[]point{{0.135, 0.265 + k}, {0.4*wide + 0.06, 0.18}, {0.8 * wide, 0.1}, {wide, 0.05}}, 6},
		{[]point{{wide, 0.05}, {wide + 0.007, 0.03}, {wide + 0.005, 0.012}, {wide - 0.01, 0}}, 3},
		{[]point{{wide - 0.01, 0}, {0, 0}}, 1},
	}
	head := helmet(s, k)
	if rank > 2 {
		head = hat(s, k)
		rings = append(rings, gild(0.55, 0.61))
	}
	d := design{lathe: lathe{sides: 32, spans: append(head, spans...)}, stuff: herd(s),
		engraving: append(rings, eyes(8, 0.17, 0.042, 0.5))}
	if s == game.Attackers {
		d.cut = func(p point, turn float32) solid {
			p.r *= lerp(1, faceted(8, turn), ramp(0.26+k, 0.22+k, p.y))
			return round(p, turn)
		}
	}
	return d
}

// helmet is the head of a middle rank above its ring: a spike, or for defenders a tall neck with a ball.
func helmet(s game.Side, k float32) []span {
	head := span{[]point{{0, 0.74}, {0.012, 0.73}, {0.03, 0.66}, {0.045, 0.56}, {0.08, 0.48}, {0.12, 0.345 + k}}, 12}
	if s == game.Defenders {
		head = span{[]point{{0, 0.74}, {0.055, 0.73}, {0.085, 0.685}, {0.08, 0.635}, {0.045, 0.59}, {0.05, 0.52},
			{0.12, 0.345 + k}}, 14}
	}
	return []span{head, {[]point{{0.12, 0.345 + k}, {0.135, 0.33 + k}}, 1}}
}

// hat is the head of a leader: a knob on a broad brim.
func hat(s game.Side, k float32) []span {
	knob := span{[]point{{0, 0.73}, {0.045, 0.72}, {0.075, 0.685}, {0.065, 0.645}, {0.05, 0.625}}, 6}
	if s == game.Attackers {
		knob = span{[]point{{0, 0.74}, {0.015, 0.73}, {0.05, 0.68}, {0.07, 0.64}, {0.05, 0.625}}, 6}
	}
	return []span{
		knob,
		{[]point{{0.05, 0.625}, {0.18, 0.605}, {0.3, 0.56}}, 5},
		{[]point{{0.3, 0.56}, {0.315, 0.54}, {0.295, 0.525}}, 3},
		{[]point{{0.295, 0.525}, {0.16, 0.53}, {0.1, 0.51}}, 4},
		{[]point{{0.1, 0.51}, {0.1, 0.475}, {0.11, 0.44}, {0.12, 0.345 + k}}, 5},
		{[]point{{0.12, 0.345 + k}, {0.135, 0.33 + k}}, 1},
	}
}
