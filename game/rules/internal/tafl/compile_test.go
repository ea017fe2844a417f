package tafl

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
	"tafl3d/game/ruleset"
)

var small = []string{".....", ".t.t.", "..K..", "..T..", "....."}

// TestPlaces: what the words for squares mean, and where the king wins.
func TestPlaces(t *testing.T) {
	rows := strings.Join(small, "\n")
	for _, c := range []struct{ set, throne, corners, goals string }{
		{"", "c3", "", "a1 a2 a3 a4 a5 b1 b5 c1 c5 d1 d5 e1 e2 e3 e4 e5"},
		{"throne=none; corner=corners; escape=corner", "", "a1 a5 e1 e5", "a1 a5 e1 e5"},
		{"throne=c3 d3; corner=L3; escape=corner", "c3 d3", "a1 a2 a4 a5 b1 b5 d1 d5 e1 e2 e4 e5",
			"a1 a2 a4 a5 b1 b5 d1 d5 e1 e2 e4 e5"},
		{"corner=2x2; escape=edge-safe", "c3", "a1 a2 a4 a5 b1 b2 b4 b5 d1 d2 d4 d5 e1 e2 e4 e5", ""},
		{"camps=a1 a2 a3 a4 a5 / b5 c5", "c3", "", "b1 c1 d1 d5 e1 e2 e3 e4 e5"},
		{"camps=a1 a2 a3 a4 a5; escape.excludeCamps=off", "c3", "", "a1 a2 a3 a4 a5 b1 b5 c1 c5 d1 d5 e1 e2 e3 e4 e5"},
	} {
		p, _ := at(t, c.set, rows, game.Attackers)
		var goals []game.Square
		for s := range game.Square(p.Rules.Squares) {
			if p.Rules.Sq[s].Goal {
				goals = append(goals, s)
			}
		}
		for got, want := range map[string]string{
			"throne " + names(p, p.Rules.Throne...):   "throne " + c.throne,
			"corners " + names(p, p.Rules.Corners...): "corners " + c.corners,
			"goals " + names(p, goals...):             "goals " + c.goals,
		} {
			if got != want {
				t.Errorf("%q: %s, want %s", c.set, got, want)
			}
		}
	}
}

// TestFaults: what no game can be made of is refused, and said by its key.
func TestFaults(t *testing.T) {
	for _, c := range []struct {
		set  func(s *ruleset.Ruleset)
		want string // part of the error, nothing if there is none
	}{
		{func(s *ruleset.Ruleset) {}, ""},
		{func(s *ruleset.Ruleset) { s.Escape = ruleset.EscapeCorner }, "escape: "},
		{func(s *ruleset.Ruleset) { s.ExitFort, s.JumpMan = ruleset.ExitFortUnbreakable, ruleset.JumpLeap },
			"exitFort: "},
		// there is no knight
		{func(s *ruleset.Ruleset) { s.ExitFort, s.JumpKnight = ruleset.ExitFortUnbreakable, ruleset.JumpLeap }, ""},
		{func(s *ruleset.Ruleset) { s.ExitFort, s.JumpMan = ruleset.ExitFortSurvive, ruleset.JumpLeap }, ""},
		{func(s *ruleset.Ruleset) { s.RepetitionCount = 1 }, "repetition.count"},
		{func(s *ruleset.Ruleset) { s.ShieldwallMin = 0 }, "shieldwall.min"},
		{func(s *ruleset.Ruleset) { s.Camp.Squares = "c3" }, "camps: c3 already belongs to another group"},
		{func(s *ruleset.Ruleset) { s.Throne.Squares = "f6" }, "throne: f6 is not on a board of 5 by 5"},
		{func(s *ruleset.Ruleset) { s.Rows[0] = "...x." }, `row 1, column 4: "x"`},
		{func(s *ruleset.Ruleset) { s.Rows[0] = "...." }, "row 1 has 4 squares"},
		{func(s *ruleset.Ruleset) { s.Rows = s.Rows[:4] }, "rows: "},
		{func(s *ruleset.Ruleset) { s.Rows[2] = "....." }, "0 kings"},
		{func(s *ruleset.Ruleset) { s.Rows[1] = ".K..." }, "2 kings"},
		{func(s *ruleset.Ruleset) { s.Rows[1] = "....." }, "but there are none"},
		{func(s *ruleset.Ruleset) { s.Rows[1], s.First = ".....", game.Defenders }, ""},
	} {
		set := ruleset.Linnaean()
		set.Rows = slices.Clone(small)
		c.set(&set)
		_, err := Compile(set)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
}

// TestPlace: what stands on a board is counted and hashed, and rows written are those read.
func TestPlace(t *testing.T) {
	a, _ := at(t, "", strings.Join(small, "\n"), game.Attackers)
	d, _ := at(t, "", strings.Join(small, "\n"), game.Defenders)
	if a.Count != [game.Sides]int16{2, 2} || a.King != square(t, a, "c3") || a.Hash == d.Hash {
		t.Errorf("%v, king on %d; the sides to move differ by hash: %v", a.Count, a.King, a.Hash != d.Hash)
	}
	if rows := WriteRows(a.Rules, a.Rules.Start); !slices.Equal(rows, small) {
		t.Errorf("rows %q", rows)
	}
	bad := a.Rules.Start
	bad.Pieces = slices.Clone(bad.Pieces)
	bad.Pieces[3] = 99
	var e *core.SetupError
	if _, err := Place(a.Rules, bad); !errors.As(err, &e) || !slices.Equal(e.Faults[0].At, []game.Square{3}) {
		t.Errorf("an unknown piece on d1: %v", err)
	}
	if _, err := Place(a.Rules, game.Setup{}); !errors.Is(err, core.ErrSetup) {
		t.Errorf("no board: %v", err)
	}
}
