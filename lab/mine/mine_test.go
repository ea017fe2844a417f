package mine

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"tafl3d/ai"
	"tafl3d/game/exercise"
	"tafl3d/game/lesson"
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
	turns, _, err := notation.ParseMoves(&l.Position, "b4-b3 d5-b5 f4-f5 c4-c2 d6-d5 e4-e2xd2 d7-c7 e2-e5 d1-f1 "+
		"b5-c5xd5 f5-f6 e5-e1xf1 g4-e4 d3-f3 a4-c4 d4-d1 b3-b1 d1-c1xb1 c4-b4 c1-a1")
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

// TestCollection proves some of the collection again: every twelfth that is not long, or all of it with
// TAFL3D_PROVE_ALL.
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

// TestVerify verifies every eighth "hold" exercise, and every hundredth other one, with small searches. tafllab verify
// does it with all of them and large ones.
func TestVerify(t *testing.T) {
	miners, n := map[string]*Miner{}, map[string]int{}
	for _, x := range exercise.All() {
		every := 100
		if x.Task == exercise.Hold {
			every = 8
		}
		if n[x.Task]++; n[x.Task]%every != 0 || x.Game.Variant == "bagh-chal" { // which is solved first, in minutes
			continue
		}
		if miners[x.Game.Variant] == nil {
			miners[x.Game.Variant] = miner(t, x.Game.Variant)
			miners[x.Game.Variant].Budget = 1 << 26
		}
		f, err := miners[x.Game.Variant].Verify(t.Context(), x, ai.Limits{Nodes: 10_000})
		if err != nil || f.Fault != "" {
			t.Errorf("%s: %s %v, %v", x.ID, f.Fault, f.Refutation, err)
		}
	}
}

// TestFalseExercise: an exercise is refuted whose solution loses, and one that is said to last longer than it does.
func TestFalseExercise(t *testing.T) {
	var x *exercise.Exercise
	for _, y := range exercise.All() {
		if y.ID == "brandubh-gorrion-6d3ea5a4" { // which is lost, after eight moves
			x = y
		}
	}
	if x == nil || x.Lasts != 8 {
		t.Fatalf("%+v", x)
	}
	for lasts, want := range map[int]string{0: "loses within", 6: "takes 0 moves", 8: ""} {
		y := *x
		y.Lasts = lasts
		f, err := miner(t, y.Game.Variant).Verify(t.Context(), &y, ai.Limits{Nodes: 100_000})
		if err != nil || want == "" && f.Fault != "" || !strings.Contains(f.Fault, want) {
			t.Errorf("lasts %d: %q, %v", lasts, f.Fault, err)
		}
	}
}

// TestClaims checks the claims of the courses with small searches. Every step has a claim unless all moves are right.
func TestClaims(t *testing.T) {
	for _, c := range lesson.All() {
		for i := range c.Steps {
			s := &c.Steps[i]
			id := fmt.Sprintf("%s %d", c.ID, i+1)
			wrong := func(a lesson.Answer) bool { return !a.Right }
			if s.Claim == "" && slices.ContainsFunc(s.Answers(), wrong) {
				t.Errorf("%s claims nothing", id)
			}
			list, err := VerifyStep(t.Context(), id, s, ai.Limits{Nodes: 10_000})
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range list {
				if f.Fault != "" {
					t.Errorf("%s (%s): %s: %v", id, s.Claim, f.Fault, f.Refutation)
				}
			}
		}
	}
}

// TestFalseClaims: a claim that a right answer does not have is refuted.
func TestFalseClaims(t *testing.T) {
	for _, c := range []struct{ course, claim, want string }{
		{"copenhagen", "keeps the ring", "the ring is not closed"}, {"first", "captures 3", "it captures"},
	} {
		i := slices.IndexFunc(lesson.All(), func(l *lesson.Course) bool { return l.ID == c.course })
		if i < 0 {
			t.Fatal("no course " + c.course)
		}
		s := lesson.All()[i].Steps[0]
		s.Claim = c.claim
		list, err := VerifyStep(t.Context(), c.course, &s, ai.Limits{Nodes: 1000})
		if err != nil || len(list) == 0 || !strings.Contains(list[0].Fault, c.want) {
			t.Errorf("%s: %+v, %v", c.claim, list, err)
		}
	}
}
