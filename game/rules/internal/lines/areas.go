package lines

import (
	"slices"

	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
	"tafl3d/game/ruleset"
)

// Area is a group of points with a special role: a goal, or points on which no move may end.
type Area struct {
	Name    string // "paddock", "cornersA", "goal", "no rest"
	Squares []game.Square
}

// Areas returns the groups of points named in the rules. In tafl games there are none; see Throne, Corners and Camps.
func Areas(r *core.Rules, g *Game) (areas []Area) {
	add := func(name string, set core.Points) {
		if list := set.List(); len(list) > 0 {
			areas = append(areas, Area{areaName(r, name, list), list})
		}
	}
	add("goal", g.fill)
	for side := range game.Side(game.Sides) {
		add("goal", g.goalRest[side])
		if g.ownCorner[side] != g.goalRest[side.Other()] {
			add("own corner", g.ownCorner[side])
		}
	}
	add("home", g.reach)
	add("no rest", g.noRest)
	if g.prephase != game.Empty && g.dropIn[g.prephase].Len() < r.Squares && g.dropIn[g.prephase] != g.fill {
		add("start", g.dropIn[g.prephase])
	}
	return areas
}

// areaName returns the name of the region with exactly these points, or the given name if there is none.
func areaName(r *core.Rules, name string, list []game.Square) string {
	for _, region := range ruleset.RegionNames {
		var points []game.Square
		for _, f := range ruleset.Fields(ruleset.LineRegions[region]) {
			s, _ := r.Board.Named(f)
			points = append(points, s)
		}
		slices.Sort(points)
		if slices.Equal(points, list) {
			return region
		}
	}
	return name
}
