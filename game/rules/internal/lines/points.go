package lines

import (
	"strings"

	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
	"tafl3d/game/ruleset"
)

// PointsOf returns the points that a key of points names.
func PointsOf(r *core.Rules, g *Game, key string) []game.Square {
	t := ruleset.ToggleOf(&r.Set, key)
	if t == nil || t.Takes != ruleset.TakesSquares {
		return nil
	}
	side := game.Side(strings.Index("AB", key[len(key)-1:]) & 1) // "far" is seen from the side of the end, or of the kind
	if i := r.Set.Lines.KindOf(key[0]); i >= 0 && key[1] == '.' {
		side = r.Set.Lines.Kinds[i].Side
	}
	c := compiler{Rules: r, g: g, l: r.Set.Lines}
	set := c.region(key, t.Get(&r.Set), side)
	return set.List()
}
