package suite_test

import (
	"testing"

	"tafl3d/ai"
	"tafl3d/ai/review"
	"tafl3d/game/rules"
	"tafl3d/game/tree"
	"tafl3d/lab/suite"
)

// TestReviewIsProved holds what is said to be proved against the prover, which knows the rules
// alone, in positions with a proved solution that is not played.
func TestReviewIsProved(t *testing.T) {
	problems := problems(t)
	told := map[review.Reason]int{}
	taken := map[string]int{}
	for i := range problems {
		q := &problems[i]
		if key := q.Variant + string(q.Kind); q.Turns > 4 || taken[key] == 2 {
			continue
		} else {
			taken[key]++
		}
		g := tree.New(q.Variant, q.Position)
		n := spoil(g, q)
		if n == nil {
			continue
		}
		x := look(t, g).Turns[0]
		told[x.Reason]++
		switch x.Reason {
		case review.MissedWin, review.MissedEscape, review.MissedKing, review.MissedRing:
			winsWithin(t, q, q.Position, x.In)
		case review.AllowedWin, review.AllowedEscape, review.AllowedKing, review.AllowedRing:
			l := rules.NewLine(q.Position, nil)
			if _, _, err := l.Play(n.Turn); err != nil {
				t.Fatal(err)
			}
			winsWithin(t, q, l.Position, x.In)
		default:
			if q.Kind == suite.Win && x.After < 1 {
				t.Errorf("%v: %s misses a win in %d and is called %v, for %v", q, n.Text, q.Turns, x.Class, x.Reason)
			}
		}
	}
	t.Log(told)
	if len(told) < 6 {
		t.Errorf("few reasons were seen: %v", told)
	}
}

// spoil plays a turn that does not solve a problem.
func spoil(g *tree.Game, q *suite.Problem) *tree.Node {
	for _, turn := range q.Position.LegalTurns(nil) {
		if q.Solved(turn.Steps[0].Move()) {
			continue
		}
		steps := turn.Moves()
		if n, err := g.Cursor().Play(steps); err == nil {
			return n
		}
	}
	return nil
}

// winsWithin proves that the side to move wins within so many turns.
func winsWithin(t *testing.T, q *suite.Problem, p rules.Position, in int) {
	t.Helper()
	if in > 5 {
		return // too deep for a test
	}
	v, err := suite.NewProver(p.Rules())
	if err != nil {
		t.Fatal(err)
	}
	if a, err := v.Win(t.Context(), p, in, 5_000_000); err == nil && len(a.Moves) == 0 {
		t.Errorf("%v: there is no win in %d", q, in)
	}
}

// look reviews a game.
func look(t *testing.T, g *tree.Game) review.Report {
	t.Helper()
	limits := ai.Limits{Nodes: 30_000, Threads: 1, Seed: 1}
	r, err := review.Review(t.Context(), g, review.Options{Limits: limits}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
