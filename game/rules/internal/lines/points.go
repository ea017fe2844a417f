package lines

import (
	"fmt"
	"slices"
	"strings"

	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
	"tafl3d/game/ruleset"
)

// compiler builds the tables and collects the faults of a ruleset.
type compiler struct {
	*core.Rules
	g    *Game
	l    *ruleset.LineRules
	errs []error
}

func (c *compiler) fault(key, format string, args ...any) {
	c.errs = append(c.errs, fmt.Errorf("%s: %w", key, game.Faultf(format, args...)))
}

// letters returns the pieces in a list of letters, or in the words none and all.
func (c *compiler) letters(key, text string) (list []game.Piece) {
	switch text {
	case "none", "":
		return nil
	case "all":
		for i := range c.l.Kinds {
			list = append(list, game.Piece(i+1))
		}
		return list
	}
	for _, f := range ruleset.Fields(strings.Trim(text, "[]")) {
		i := -1
		if len(f) == 1 {
			i = c.l.KindOf(f[0])
			if i < 0 {
				i = c.l.KindOf(f[0] ^ 0x20) // the other case
			}
		}
		if i < 0 {
			c.fault(key, "unknown kind of piece: %q", f)
			continue
		}
		list = append(list, game.Piece(i+1))
	}
	return list
}

// region returns the points of a named region or of a list. side determines the meaning of far.
func (c *compiler) region(key, text string, side game.Side) (set core.Points) {
	if named, ok := ruleset.LineRegions[text]; ok {
		text = named
	}
	switch text {
	case "none", "":
		return set
	case "all":
		for s := range game.Square(c.Squares) {
			set.Set(s)
		}
		return set
	case "far":
		best := slices.Max(c.g.forward[side])
		for s, y := range c.g.forward[side] {
			if y == best {
				set.Set(game.Square(s))
			}
		}
		return set
	}
	for _, name := range ruleset.Fields(text) {
		s, ok := c.Board.Named(name)
		if !ok {
			c.fault(key, "%q is not a point on the board", name)
			continue
		}
		if set.Has(s) {
			c.fault(key, "%s is listed twice", name)
		}
		set.Set(s)
	}
	return set
}

// names lists the points of a set.
func (c *compiler) names(set core.Points) string {
	var names []string
	for _, s := range set.List() {
		names = append(names, c.Board.Name(s))
	}
	return strings.Join(names, " ")
}

// PointsOf returns the points that the value of a toggle names.
func PointsOf(r *core.Rules, g *Game, key string) []game.Square {
	t := ruleset.ToggleOf(&r.Set, key)
	if t == nil || t.Takes != ruleset.TakesSquares {
		return nil
	}
	// "far" is relative to the side of the end, or of the kind
	side := game.Side(strings.Index("AB", key[len(key)-1:]) & 1)
	if i := r.Set.Lines.KindOf(key[0]); i >= 0 && key[1] == '.' {
		side = r.Set.Lines.Kinds[i].Side
	}
	c := compiler{Rules: r, g: g, l: r.Set.Lines}
	set := c.region(key, t.Get(&r.Set), side)
	return set.List()
}
