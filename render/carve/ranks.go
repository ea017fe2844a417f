package carve

import "tafl3d/game"

// ranks are the pieces that are told apart by their rank, by the name of their
// kind. A man of the lowest rank is a plain man of his side.
var ranks = map[string]int{"son": 2, "prince": 2, "leader": 3, "chief": 3, "landlord": 3}

// ranked is a man with a bronze ring for every rank above the lowest, taller
// with each; a leader has a broad hat as well. Attackers are tents with sharp
// tops, defenders round-headed.
func ranked(s game.Side, rank int) design {
	k := float32(rank-1) * 0.075
	rings := []engraving{gild(0.27, 0.325), hoop(0.09, 0.01, 0.008)}
	spans := []span{
		{[]point{{0.2, 0.33 + k}, {0.215, 0.32 + k}, {0.215, 0.28 + k}, {0.195, 0.265 + k}}, 4},
		{[]point{{0.195, 0.265 + k}, {0.235, 0.18}, {0.27, 0.1}, {0.295, 0.05}}, 6},
		{[]point{{0.295, 0.05}, {0.302, 0.03}, {0.3, 0.012}, {0.285, 0}}, 3},
		{[]point{{0.285, 0}, {0, 0}}, 1},
	}
	head := helmet(s, k)
	if rank > 2 {
		head = hat(s, k)
		rings = append(rings, gild(0.55, 0.61))
	}
	rings[0] = gild(0.268+k, 0.328+k)
	d := design{lathe: lathe{sides: 32, spans: append(head, spans...)}, stuff: herd(s), engraving: append(rings, eyes(8, 0.17, 0.042, 0.5))}
	if s == game.Attackers {
		d.cut = func(p point, turn float32) solid {
			p.r *= lerp(1, faceted(8, turn), ramp(0.26+k, 0.22+k, p.y))
			return round(p, turn)
		}
	}
	if rank > 2 {
		d.token = starred(8, 0.32, 0.28)
	} else {
		d.token = lobed(3, 0.31, 0.24)
	}
	return d
}

// helmet is the head of a man of middle rank, down to his ring.
func helmet(s game.Side, k float32) []span {
	if s == game.Attackers {
		return []span{{[]point{{0, 0.6 + k}, {0.02, 0.585 + k}, {0.07, 0.5 + k}, {0.14, 0.4 + k}, {0.175, 0.345 + k}}, 8},
			{[]point{{0.175, 0.345 + k}, {0.2, 0.33 + k}}, 1}}
	}
	return []span{
		{[]point{{0, 0.585 + k}, {0.06, 0.575 + k}, {0.11, 0.535 + k}, {0.125, 0.48 + k}, {0.11, 0.425 + k}, {0.1, 0.41 + k}}, 8},
		{[]point{{0.1, 0.41 + k}, {0.15, 0.39 + k}, {0.185, 0.345 + k}}, 3},
		{[]point{{0.185, 0.345 + k}, {0.2, 0.33 + k}}, 1},
	}
}

// hat is the head of a leader: a knob over a broad brim.
func hat(s game.Side, k float32) []span {
	knob := span{[]point{{0, 0.725}, {0.04, 0.718}, {0.065, 0.685}, {0.055, 0.645}, {0.04, 0.625}}, 6}
	if s == game.Attackers {
		knob = span{[]point{{0, 0.735}, {0.015, 0.725}, {0.045, 0.68}, {0.06, 0.64}, {0.04, 0.625}}, 6}
	}
	return []span{
		knob,
		{[]point{{0.04, 0.625}, {0.12, 0.61}, {0.19, 0.585}}, 4},
		{[]point{{0.19, 0.585}, {0.2, 0.57}, {0.185, 0.555}}, 3},
		{[]point{{0.185, 0.555}, {0.12, 0.545}, {0.1, 0.53}}, 3},
		{[]point{{0.1, 0.53}, {0.105, 0.485}, {0.14, 0.44}, {0.185, 0.345 + k}}, 5},
		{[]point{{0.185, 0.345 + k}, {0.2, 0.33 + k}}, 1},
	}
}
