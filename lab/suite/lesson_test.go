package suite_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tafl3d/game"
	"tafl3d/game/lesson"
	"tafl3d/game/rules"
	"tafl3d/lab/suite"
)

// TestLessons proves of each step of every course that what it wants is right, and alone right.
func TestLessons(t *testing.T) {
	for _, c := range lesson.All() {
		proved := 0
		for i := range c.Steps {
			t.Run(fmt.Sprintf("%s %d %s", c.ID, i+1, c.Steps[i].Title), func(t *testing.T) {
				proves(t, c, &c.Steps[i])
			})
			if c.Steps[i].Proof != "" {
				proved++
			}
		}
		t.Logf("%s: %d steps, %d of them proved", c.ID, len(c.Steps), proved)
		if c.ID == "copenhagen" && (len(c.Steps) < 25 || proved < len(c.Steps)) {
			t.Errorf("%d steps, %d proved", len(c.Steps), proved)
		}
		if c.Next != "" && !slices.ContainsFunc(lesson.All(), func(o *lesson.Course) bool { return o.ID == c.Next }) {
			t.Errorf("%s goes on with %q, which is no course", c.ID, c.Next)
		}
	}
}

// proves checks the proof of a step.
func proves(t *testing.T, c *lesson.Course, s *lesson.Step) {
	var what string
	var n int
	if s.Proof == "end" {
		what = s.Proof
	} else if s.Proof != "" {
		if _, err := fmt.Sscanf(s.Proof, "%s %d", &what, &n); err != nil {
			t.Fatalf("proof %q: %v", s.Proof, err)
		}
	}
	v, err := suite.NewProver(c.Rules)
	if err != nil && (what == "win" || what == "hold") {
		t.Fatal(err)
	}
	most := 0
	for _, a := range s.Answers() {
		most = max(most, strings.Count(a.Text, "x"))
	}
	right := 0
	for _, a := range s.Answers() {
		if a.Right {
			right++
		}
		if !a.Right && a.Say == "" {
			t.Errorf("nothing is said of %s", a.Text)
		}
		if is, known := holds(t, v, s.Line(), a, what, n, most); known && is != a.Right {
			t.Errorf("%s: right is %v, proved is %v", a.Text, a.Right, is)
		}
	}
	if s.Proof == "" && right != len(s.Answers()) && s.Position != "" {
		t.Logf("%d of %d turns are right, without a proof", right, len(s.Answers()))
	}
}

// budget is how many steps a proof of a reply may try.
const budget = 3_000_000

// holds reports whether a turn does what is to be proved.
func holds(t *testing.T, v *suite.Prover, l *rules.Line, a lesson.Answer, what string, n, most int) (is, known bool) {
	mover := l.Turn()
	_, end, err := l.Play(a.Turn)
	if err != nil {
		t.Fatal(err)
	}
	switch what {
	case "end":
		return end.Over() && !end.Draw && end.Winner == mover, true
	case "take":
		if most != n {
			t.Fatalf("%d can be taken, %d are told", most, n)
		}
		return strings.Count(a.Text, "x") == n, true
	case "win":
		return wins(t, v, l, mover, end, n-1), true
	case "hold":
		if end.Over() {
			return end.Winner == mover, true
		}
		got, err := v.Win(t.Context(), l.Position, n, budget)
		if err != nil {
			t.Fatalf("%s: %v", a.Text, err)
		}
		return len(got.Moves) == 0, true
	}
	return false, false
}

// wins reports whether side has won, or wins within so many turns though the other moves.
func wins(t *testing.T, v *suite.Prover, l *rules.Line, side game.Side, end game.Outcome, left int) bool {
	if end.Over() || left < 2 {
		return end.Over() && !end.Draw && end.Winner == side
	}
	for _, turn := range l.LegalTurns() {
		next := l.Clone()
		_, end, err := next.Play(turn.Moves())
		if err != nil {
			t.Fatal(err)
		}
		if end.Over() {
			if end.Draw || end.Winner != side {
				return false
			}
			continue
		}
		got, err := v.Win(t.Context(), next.Position, left-1, budget)
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Moves) == 0 {
			return false
		}
	}
	return true
}
