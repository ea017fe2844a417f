package rules

import (
	"slices"
	"strings"

	"tafl3d/game"
	"tafl3d/game/ruleset"
)

// Squares returns the squares that a toggle of squares names in r, nil if key
// is that of another toggle.
func (r *Rules) Squares(key string) []game.Square {
	switch {
	case r.line != nil:
		return r.linePoints(key)
	case key == "throne":
		return slices.Clone(r.throne)
	case key == "corner":
		return slices.Clone(r.corners)
	case key == "camps":
		return slices.Concat(r.camps...)
	}
	return nil
}

func (r *Rules) linePoints(key string) []game.Square {
	t := ruleset.ToggleOf(&r.set, key)
	if t == nil || t.Takes != ruleset.TakesSquares {
		return nil
	}
	side := game.Side(strings.Index("AB", key[len(key)-1:]) & 1) // "far" is seen from the side of the end, or of the kind
	if i := r.set.Lines.KindOf(key[0]); i >= 0 && key[1] == '.' {
		side = r.set.Lines.Kinds[i].Side
	}
	c := lineCompiler{Rules: r, g: r.line, l: r.set.Lines}
	set := c.region(key, t.Get(&r.set), side)
	return set.list()
}
