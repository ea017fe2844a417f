package app_test

import (
	"strings"
	"testing"

	"tafl3d/panel"
)

// TestPlayOnByKeys continues a position of a study against the computer by keys alone: the moves are saved at
// once and appear as a variation.
func TestPlayOnByKeys(t *testing.T) {
	dir := t.TempDir()
	p := open(t, dir, nil)
	p.Paste(studied)
	p.keys("PageDown", "o")
	p.wants("study-menu")
	for p.dialog().Buttons[p.dialog().Focus].ID != "play" {
		p.keys("Tab")
	}
	p.keys("Enter")
	p.wants("play-on")
	if f := p.dialog().Fields; len(f) != 3 || f[1].Chosen != 1 {
		t.Fatalf("whose turn it is plays: %+v", f)
	}
	p.keys("Tab", "Tab", "Right", "Enter")
	if p.sheet().Tree || p.Board().Game().Setup.Levels[0] != 4 || p.Board().Game().Setup.Levels[1] != 0 {
		t.Fatalf("the seats are %v", p.Board().Game().Setup.Levels)
	}
	p.click("d3", "c3")
	p.untilMoves(2) // the computer answers
	p.Close()       // the program ends without notice

	q := open(t, dir, nil)
	if id := q.dialogID(); id != "title" {
		t.Errorf("at the start there is %s: the game was kept twice", id)
	}
	q.Do(panel.Command{ID: "study"})
	q.Do(panel.Command{ID: "kept"})
	if list := q.list(); !strings.Contains(list, ">d3-c3/>") {
		t.Errorf("the list is %s", list)
	}
}

// TestPlayOnByMouse continues a position with two humans and returns by the toolbar, then continues from
// there and returns from the result page.
func TestPlayOnByMouse(t *testing.T) {
	p := open(t, t.TempDir(), nil)
	p.Paste(studied)
	p.Do(panel.Command{ID: "last"})
	p.Do(panel.Command{ID: "study"})
	p.Do(panel.Command{ID: "play"})
	p.Do(panel.Command{ID: "mode", Arg: 1})
	p.Do(panel.Command{ID: "start"})
	if label := p.button("study").Label; label != "Back to the study" {
		t.Errorf("the button says %q", label)
	}
	p.click("d3", "c3")
	p.untilMoves(1)
	p.keys("Ctrl-z")
	p.untilMoves(0)
	p.click("d3", "b3")
	p.untilMoves(1)
	p.Do(panel.Command{ID: "study"})
	p.lists("d6-f6 d5-f5/Too bold./>d5-e5/>d7-e7/d7-e7 d3-c3/>[d3-b3]")
	p.Do(panel.Command{ID: "undo"})
	p.lists("d6-f6 d5-f5/Too bold./>d5-e5/>d7-e7/[d7-e7] d3-c3")
	p.Do(panel.Command{ID: "study"})
	p.Do(panel.Command{ID: "play"})
	p.Do(panel.Command{ID: "mode", Arg: 1})
	p.Do(panel.Command{ID: "start"})
	p.click("d3", "a3")
	p.untilMoves(1)
	p.Do(panel.Command{ID: "resign"})
	p.Do(panel.Command{ID: "yes"})
	p.until("the end is announced", func() bool { return p.dialogID() == "over" })
	p.keys("Enter")
	p.lists("d6-f6 d5-f5/Too bold./>d5-e5/>d7-e7/d7-e7 d3-c3/>[d3-a3]")
}
