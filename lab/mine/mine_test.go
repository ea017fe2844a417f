package mine

import (
	"os"
	"testing"

	"tafl3d/game/exercise"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
	"tafl3d/game/tree"
	"tafl3d/game/variant"
	"tafl3d/lab/suite"
)

func miner(t testing.TB, id string) *Miner {
	t.Helper()
	v, err := variant.Get(id)
	if err != nil {
		t.Fatal(err)
	}
	m, err := New(id, v.Rules)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestGame finds the win that a game has near its end, and does not find it again.
func TestGame(t *testing.T) {
	m := miner(t, "brandubh-gorrion")
	l := m.rules.Line()
	past := []rules.Position{l.Position}
	turns, _, err := notation.ParseMoves(&l.Position, "b4-b3 d5-b5 f4-f5 c4-c2 d6-d5 e4-e2xd2 d7-c7 e2-e5 d1-f1 b5-c5xd5 f5-f6 e5-e1xf1 g4-e4 d3-f3 a4-c4 d4-d1 b3-b1 d1-c1xb1 c4-b4 c1-a1")
	if err != nil {
		t.Fatal(err)
	}
	for _, turn := range turns {
		if _, _, err := l.Play(turn); err != nil {
			t.Fatal(err)
		}
		past = append(past, l.Position)
	}
	var found []*tree.Game
	keep := func(g *tree.Game) { found = append(found, g) }
	if err := m.Game(t.Context(), past, keep); err != nil {
		t.Fatal(err)
	}
	t.Log(m.Counts)
	for _, g := range found {
		x, err := exercise.Of(g)
		if err != nil {
			t.Fatal(err)
		}
		holds(t, x)
	}
	n := len(found)
	if err := m.Game(t.Context(), past, keep); err != nil || len(found) != n {
		t.Errorf("%d were found again, %v", len(found)-n, err)
	}
}

// holds proves that an exercise has one solution.
func holds(t *testing.T, x *exercise.Exercise) {
	t.Helper()
	v, err := suite.NewProver(x.Game.Rules())
	if err != nil {
		t.Fatal(err)
	}
	kind := suite.Win
	if x.Task == exercise.Hold {
		kind = suite.Only
	}
	q := suite.Problem{Variant: x.Game.Variant, Kind: kind, Turns: x.Length | 1, Position: x.Game.Start}
	if kind == suite.Only {
		q.Turns = x.Length
	}
	a, err := q.Solve(t.Context(), v, 1<<24)
	if err != nil || len(a.Moves) != 1 || a.Moves[0] != x.Game.Root.Main().Turn[0] {
		t.Errorf("%s: %d steps solve it, %v", x.ID, len(a.Moves), err)
	}
}

// TestCollection proves some of the collection again: every twelfth that is not long, or all of it with TAFL3D_PROVE_ALL.
func TestCollection(t *testing.T) {
	every, longest := 12, 5
	switch {
	case os.Getenv("TAFL3D_PROVE_ALL") != "":
		every, longest = 1, 1000
	case testing.Short():
		every = 60
	}
	proved := 0
	for i, x := range exercise.All() {
		if i%every == 0 && x.Length <= longest {
			holds(t, x)
			proved++
		}
	}
	t.Logf("%d of %d exercises are proved again", proved, len(exercise.All()))
}

// TestVerdicts: a position with several wins, and one with none, are no exercises.
func TestVerdicts(t *testing.T) {
	m := miner(t, "brandubh-gorrion")
	for text, want := range map[string]Verdict{
		"7/7/7/3K3/7/7/t5t d":       Several, // he may go any way
		"7/7/7/t2K2t/t5t/t5t/t5t a": Unproved,
	} {
		p, err := notation.ParsePosition(m.rules, text)
		if err != nil {
			t.Fatal(err)
		}
		if g, err := m.Win(t.Context(), &p); g != nil || err != nil || m.Counts[want] != 1 {
			t.Errorf("%s: %v, %v, %v", text, g, err, m.Counts)
		}
	}
}
