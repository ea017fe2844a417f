package mine

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"

	"tafl3d/ai"
	"tafl3d/game"
	"tafl3d/game/exercise"
	"tafl3d/game/rules"
	"tafl3d/game/tree"
	"tafl3d/lab/suite"
)

// tag writes the tags of an exercise.
func (m *Miner) tag(ctx context.Context, g *tree.Game, kind suite.Kind, turns int) error {
	task, themes := exercise.Win, themesOf(g)
	if kind == suite.Only {
		task, themes = exercise.Hold, []string{"hold"}
	}
	hard, err := m.difficulty(ctx, g, turns)
	if err != nil {
		return err
	}
	g.Settle()
	g.SetTag(exercise.TagTask, task)
	g.SetTag(exercise.TagTheme, strings.Join(themes, " "))
	if kind == suite.Win {
		turns = len(slices.Collect(g.Root.Line())) // one less, because every reply loses immediately
	}
	g.SetTag(exercise.TagLength, strconv.Itoa(turns))
	g.SetTag(exercise.TagDifficulty, strconv.Itoa(hard))
	g.SetTag(exercise.TagSource, m.Source)
	return nil
}

// ends maps the cause of the end to a theme.
var ends = map[game.Cause]string{
	game.KingEscaped: "escape", game.KingCaptured: "catch-king", game.Encirclement: "ring", game.ExitFort: "exit-fort",
	game.AttackersGone: "clear-board", game.NoMoves: "smother", game.GoalReached: "reach-goal",
	game.GoalFilled: "fill-goal",
	game.RoyalLost:  "catch-king", game.BareLeader: "clear-board", game.TooFew: "too-few", game.Behind: "break-through",
	game.RowReached: "break-through", game.Checkmate: "checkmate", game.OwnCorner: "reach-goal",
}

// themesOf returns the themes of a winning solution: the cause of the end, and special captures.
func themesOf(g *tree.Game) (themes []string) {
	c := g.Cursor()
	first := true
	for n := range g.Root.Line() {
		c.To(n)
		for _, d := range c.Steps() {
			for i := range d.Captures() {
				switch _, _, by := d.Captured(i); by {
				case game.ByShieldwall:
					themes = append(themes, "shieldwall")
				case game.ByMill:
					themes = append(themes, "mill")
				}
			}
			if first && d.Captures() > 0 {
				themes = append(themes, "capture")
			}
		}
		first = false
	}
	if end, known := ends[c.Over().Cause]; known {
		themes = append([]string{end}, themes...)
	}
	if n := g.Root.Main(); n != nil && sacrificed(g, n) {
		themes = append(themes, "sacrifice")
	}
	if len(themes) == 0 {
		themes = []string{"win"}
	}
	slices.Sort(themes[1:])
	return slices.Compact(themes)
}

// sacrificed reports whether the reply to n captures.
func sacrificed(g *tree.Game, n *tree.Node) bool {
	reply := n.Main()
	if reply == nil {
		return false
	}
	c := g.Cursor()
	c.To(reply)
	return slices.ContainsFunc(c.Steps(), func(d rules.Delta) bool { return d.Captures() > 0 && !d.LostMover() })
}

// difficulty returns a rating: that of a player who solves the exercise half of the time. It is an
// initial estimate from the length, the number of legal turns, and the depth at which the engine
// finds the solution.
func (m *Miner) difficulty(ctx context.Context, g *tree.Game, turns int) (int, error) {
	p := g.Start
	choice := len(p.Legal(nil, nil))
	nodes := 100.0
	for ; nodes < 100_000; nodes *= 3 {
		e := ai.NewWith(ai.Limits{Hash: 8}, nil)
		best, _, err := e.Think(ctx, p, nil, ai.Limits{Nodes: int64(nodes)})
		if err != nil {
			return 0, err
		}
		if best == g.Root.Main().Turn[0] {
			break
		}
	}
	hard := 500 + 110*float64(turns-1) + 45*math.Log2(float64(choice)) + 55*math.Log2(nodes/100)
	return int(min(2400, 25*math.Round(hard/25))), ctx.Err()
}
