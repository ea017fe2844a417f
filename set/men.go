package set

import (
	"tafl3d/game"
	"tafl3d/game/variant"
)

// Man is a kind of piece of a set and how many are needed.
type Man struct {
	Kind  game.Kind
	Count int // at the start, on the board and in hand
	Spare int // more of them
}

// promoted is how many pieces are made of a kind that no one has at the start and to which others are promoted.
const promoted = 2

// Men returns the pieces of a variant's set by kind, with a spare of each.
func Men(v *variant.Variant) (men []Man) {
	r := v.Rules
	s := r.Setup()
	n := make([]int, len(r.Kinds()))
	copy(n, s.Hand)
	for _, p := range s.Pieces {
		n[p]++
	}
	made := promotions(v)
	for p, k := range r.Kinds() {
		if game.Piece(p) == game.Empty {
			continue
		}
		if n[p] == 0 && made[k.Letter] {
			n[p] = promoted
		}
		if n[p] > 0 {
			men = append(men, Man{k, n[p], 1})
		}
	}
	return men
}

// promotions returns the letters of the kinds to which pieces are promoted.
func promotions(v *variant.Variant) map[byte]bool {
	made := map[byte]bool{}
	set := v.Rules.Ruleset()
	if set.Lines == nil {
		return made
	}
	add := func(letters string) {
		for i := range len(letters) {
			if letters != "none" {
				made[letters[i]] = true
			}
		}
	}
	for _, k := range set.Lines.Kinds {
		add(k.Promote)
	}
	add(set.Lines.Chess.Promote)
	return made
}
