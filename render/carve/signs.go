package carve

import (
	"slices"

	"tafl3d/game"
	"tafl3d/scene"
)

// signReach is the length of the arms of a sign, from the middle of its square.
const signReach = 0.3

// Tools for the signs of old boards.
var (
	signBlade = blade{half: 0.026, deep: 0.024, pigment: soot, strength: 0.9}
	scratch   = blade{half: 0.018, deep: 0.014, pigment: soot, strength: 0.85}
)

// signCutters maps regions to the signs on old boards.
var signCutters = map[string]func(s *sheet, c spot, n *noise){
	"cross": func(s *sheet, c spot, n *noise) { s.arms(c, n, signReach, pi/4, 2, signBlade) },
	"star": func(s *sheet, c spot, n *noise) {
		s.arms(c, n, signReach, pi/4, 2, signBlade)
		s.arms(c, n, 1.2*signReach, 0, 2, signBlade)
	},
	"centre": func(s *sheet, c spot, n *noise) {
		s.double(c, n, pi/4)
		s.frame(c, 1.15*signReach, signBlade)
	},
	"plus":     func(s *sheet, c spot, n *noise) { s.double(c, n, 0) },
	"supplied": func(s *sheet, c spot, n *noise) { s.arms(c, n, 0.85*signReach, pi/4, 2, scratch) },
	"doubtful": func(s *sheet, c spot, _ *noise) { s.groove(circle(c, 0.55*signReach), scratch) },
}

// arms cuts count evenly rotated lines through a spot, the first at an angle.
func (s *sheet) arms(c spot, n *noise, reach, angle float32, count int, b blade) {
	for k := range count {
		a := spot{reach, 0}.turned(angle + pi*float32(k)/float32(count))
		s.rule(n, c.plus(spot{-a.x, -a.z}), c.plus(a), 3*c.x+7*c.z+float32(k), b)
	}
}

// double cuts a cross of double lines, rotated by an angle.
func (s *sheet) double(c spot, n *noise, angle float32) {
	const apart = 0.05
	for k := range 4 {
		turn := angle + pi/2*float32(k/2)
		off := spot{0, apart * float32(1-k%2*2)}.turned(turn).plus(c)
		s.arms(off, n, signReach, turn, 1, signBlade)
	}
}

// signs carves the marks of an old board on squares without a special rule.
func (s *sheet) signs(r *scene.Region, n *noise) {
	for _, q := range r.Squares {
		if !s.special(q) {
			signCutters[r.Name](s, s.middle(q), n)
		}
	}
}

// special reports whether the rules mark a square.
func (s *sheet) special(q game.Square) bool {
	st := &s.stage
	return slices.Contains(st.Throne, q) || slices.Contains(st.Corners, q) ||
		slices.ContainsFunc(st.Camps, func(camp []game.Square) bool { return slices.Contains(camp, q) })
}
