package suite_test

import (
	"testing"

	"tafl3d/ai/search"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
	"tafl3d/lab/suite"
)

// problems returns the positions of the suite.
func problems(t *testing.T) []suite.Problem {
	t.Helper()
	all, err := suite.Problems(func(id string) (*rules.Rules, error) {
		v, err := variant.Get(id)
		return v.Rules, err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// proved returns the positions of the suite that are won.
func proved(t *testing.T) (list []suite.Problem) {
	for _, p := range problems(t) {
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
	l := search.Limits{Nodes: 3_000_000, Hash: 8}
	for i, c := range proved(t) {
		if i%every != 0 {
			continue
		}
		s, p := search.New(c.Position.Rules()), c.Position
		for turns := c.Turns; turns > 0; turns-- {
			res := find(t, s, p, l)
			n, win, ok := search.WinIn(res.Info.Score)
			if turns == c.Turns && n == turns-1 {
				turns--
			}
			if !ok || n != turns || win != (p.Turn() == c.Position.Turn()) {
				t.Errorf("%s %s: %d turns to go, score %d", c.Variant, notation.Position(&p), turns, res.Info.Score)
				break
			}
			var d rules.Delta
			for p.Play(res.Move, &d); p.MidTurn() && !p.Judge(nil).Over(); p.Play(res.Move, &d) {
				res = find(t, s, p, l)
			}
		}
	}
}

// find searches a position.
func find(t *testing.T, s *search.Searcher, p rules.Position, l search.Limits) search.Result {
	t.Helper()
	res, err := s.Search(t.Context(), p, nil, l, 0)
	if err != nil {
		t.Fatal(err)
	}
	return res
}
