package app_test

import (
	"fmt"
	"strings"
	"testing"

	"tafl3d/game"
	"tafl3d/game/variant"
)

// solutions are the correct moves of the lessons, and wrong ones for some.
var solutions = []struct{ wrong, right string }{
	{"", "d1 c1"},
	{"e1 e2", "e1 e3"},
	{"c1 c2", "c1 c3"},
	{"c5 c6", "c5 c7"},
	{"a6 b6", "a6 d6"},
	{"a4 a5", "a4 a7"},
	{"d7 d6", "d7 d5"},
	{"a3 b3", "a3 d3"},
}

// dialogButton returns the label of a button of the open dialog by its command.
func (p *person) dialogButton(id string) string {
	p.Helper()
	for _, b := range p.dialog().Buttons {
		if b.ID == id {
			return b.Label
		}
	}
	return ""
}

func TestTour(t *testing.T) {
	p := open(t, t.TempDir(), nil)
	if p.dialogButton("tour") == "" {
		t.Fatal("the first start offers no tour")
	}
	p.press("Learn to play")
	p.wants("lesson")
	for i, x := range solutions {
		at := p.dialog().Parts[0].Head
		if x.wrong != "" {
			p.click(strings.Fields(x.wrong)...)
			if p.dialogButton("next") != "Skip" || len(p.Screen().Toasts) == 0 {
				t.Errorf("%s: %s is accepted, or refused without a word", at, x.wrong)
			}
		}
		p.click(strings.Fields(x.right)...)
		if p.dialogButton("next") != "Next" || len(p.dialog().Parts) != 2 {
			t.Fatalf("%s: %s is not accepted: %v", at, x.right, p.Screen().Toasts)
		}
		if i%2 == 0 {
			p.press("Next")
		} else {
			p.keys("Enter")
		}
	}
	if p.dialogButton("play") == "" {
		t.Fatalf("no farewell: %+v", p.dialog())
	}
	p.press("Play a game")
	p.wants("new")
	p.keys("Esc")
	if p.dialogButton("tour") == "" {
		t.Error("the tour has left the title")
	}
	p.press("Exercises and lessons")
	p.press("Lessons")
	if n := p.field("course").Chosen; n != 1 {
		t.Errorf("the course %d is offered, though the first is done", n)
	}
	p.does("course", 0)
	p.press("Begin")
	p.wants("lesson")
}

// TestLargeTour completes the second course, from the farewell of the first.
func TestLargeTour(t *testing.T) {
	p := open(t, t.TempDir(), nil)
	p.press("Learn to play")
	if l := p.dialog().Lines; len(l) != 1 || l[0] != "Brandubh 7x7" {
		t.Errorf("the tour does not say which game it teaches: %q", l)
	}
	for range solutions {
		p.does("next", 0)
	}
	p.press("Next course")
	v, err := variant.Get("copenhagen-11x11-tdiamond")
	if err != nil {
		t.Fatal(err)
	}
	click := func(squares string) {
		for _, s := range strings.Fields(squares) {
			sq, _ := v.Rules.Board().Named(s)
			p.Board().Hand.Press(sq, true)
			p.Board().Hand.Release(sq, true)
		}
		p.frame()
	}
	for i, x := range []struct{ wrong, right string }{
		{"", "d1 d3"}, {"c4 c5", "e8 e4"}, {"c1 c2", "c1 c3"}, {"c5 c6", "c5 c11"}, {"a8 b8", "a8 f8"},
		{"a5 a6", "a5 a1"},
		{"h1 h2", "h1 h3"}, {"g1 g2", "g1 g5"}, {"c6 c2", "c6 c1"}, {"g5 g4", "g5 g1"}, {"c10 c7", "c10 c6"},
		{"d6 d7", "h8 h7"},
	} {
		at := p.dialog().Title
		if l := p.dialog().Lines; len(l) != 1 || l[0] != v.Name ||
			p.dialog().Parts[0].Head != fmt.Sprintf("Step %d of 12", i+1) {
			t.Errorf("%q, %q", l, p.dialog().Parts[0].Head)
		}
		if x.wrong != "" {
			click(x.wrong)
			if p.dialogButton("next") != "Skip" || len(p.Screen().Toasts) == 0 {
				t.Errorf("%s: %s is accepted, or refused without a word", at, x.wrong)
			}
		}
		click(x.right)
		if p.dialogButton("next") != "Next" {
			t.Fatalf("%s: %s is not accepted: %v", at, x.right, p.Screen().Toasts)
		}
		p.press("Next")
	}
	if p.dialogButton("play") == "" || p.dialogButton("large") != "" {
		t.Errorf("%+v", p.dialog().Buttons)
	}
}

// TestTourByKeyboard asserts that the course works without a mouse, explains illegal moves, and can be left.
func TestTourByKeyboard(t *testing.T) {
	p := open(t, t.TempDir(), nil)
	p.press("Learn to play")
	p.keys("Tab", "Enter") // skips the first
	if at := p.dialog().Parts[0].Head; at != "Step 2 of 8" {
		t.Fatal(at)
	}
	p.click("e1", "g4")
	p.says("straight line")
	p.press("Back")
	if p.dialog().Parts[0].Head != "Step 1 of 8" {
		t.Error("no way back")
	}
	p.keys("Tab", "Esc", "Esc")
	p.wants("title")
	if p.dialogButton("tour") == "" {
		t.Error("who left the tour early is not offered it again")
	}
}

// TestTourInAGame asserts that a game pauses during the course.
func TestTourInAGame(t *testing.T) {
	p := open(t, t.TempDir(), two())
	p.click("d1", "c1")
	p.untilMoves(1)
	p.keys("F1")
	p.press("Learn to play")
	p.wants("lesson")
	p.click("d1", "c1")
	p.keys("Esc")
	p.until("the game is back and waits", func() bool { return p.Screen().Dialog == nil && p.sheet().Paused })
	if p.moves() != 1 || p.view.setup.Pieces[p.square("c1")] == game.Empty {
		t.Error("the game is another one")
	}
}

// TestTheTitleRemembersWhereOneWas asserts that after closing a page the focus is on the line that opened it.
func TestTheTitleRemembersWhereOneWas(t *testing.T) {
	p := open(t, t.TempDir(), nil)
	p.press("Settings")
	p.wants("settings")
	p.keys("Esc")
	p.wants("title")
	if d := p.dialog(); d.Buttons[d.Focus].ID != "settings" {
		t.Errorf("on %q", d.Buttons[d.Focus].Label)
	}
}

func TestAbout(t *testing.T) {
	p := open(t, t.TempDir(), two())
	p.keys("F1")
	p.press("About the program")
	p.wants("about")
	if n := len(p.dialog().Parts); n != 4 {
		t.Errorf("it says %d things, want 4: no version is known", n)
	}
}
