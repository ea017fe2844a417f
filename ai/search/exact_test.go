package search

import (
	"testing"

	"tafl3d/game/notation"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
	"tafl3d/lab/suite"
)

func proved(t *testing.T) (list []suite.Problem) {
	t.Helper()
	all, err := suite.Problems(func(id string) (*rules.Rules, error) {
		v, err := variant.Get(id)
		return v.Rules, err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range all {
		if p.Kind == suite.Win {
			list = append(list, p)
		}
	}
	return list
}

// TestShortestWin: a win that was proved by trying everything is found in as
// few turns as it takes, and the loser puts up the longest defence. A win that
// the rules see only after the loser's move counts that move.
func TestShortestWin(t *testing.T) {
	every := 4 // all 286 hold, but take long
	if testing.Short() {
		every = 20
	}
	l := Limits{Nodes: 3_000_000, Hash: 8}
	for i, c := range proved(t) {
		if i%every != 0 {
			continue
		}
		s, p := New(c.Position.Rules()), c.Position
		for turns := c.Turns; turns > 0; turns-- {
			res := find(t, s, p, nil, l, 0)
			n, win, ok := WinIn(res.Info.Score)
			if turns == c.Turns && n == turns-1 {
				turns--
			}
			if !ok || n != turns || win != (p.Turn() == c.Position.Turn()) {
				t.Errorf("%s %s: %d turns to go, score %d", c.Variant, notation.Position(&p), turns, res.Info.Score)
				break
			}
			var d rules.Delta
			for p.Play(res.Move, &d); p.MidTurn() && !p.Judge(nil).Over(); p.Play(res.Move, &d) {
				res = find(t, s, p, nil, l, 0)
			}
		}
	}
}
