package hud

import (
	"image"
	"testing"

	"tafl3d/app"
	"tafl3d/app/board"
	"tafl3d/game/variant"
	"tafl3d/panel"
	"tafl3d/scene"
)

// TestCustomiseStandsStill goes through the pages of the rules, and asserts that the buttons
// stand where they stood.
func TestCustomiseStandsStill(t *testing.T) {
	v, err := variant.Get("copenhagen-2015")
	if err != nil {
		t.Fatal(err)
	}
	a, err := app.New(t.Context(), app.Options{View: scene.New(board.Stage(v)), Clock: still{}, Language: "de"})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	a.Do(panel.Command{ID: "two"})
	a.Do(panel.Command{ID: "customise"})
	h := newHUD(t)
	var was image.Rectangle
	pages := len(a.Screen().Dialog.Fields[0].Options)
	for i := range pages {
		a.Do(panel.Command{ID: "page", Arg: i})
		h.Layout(a.Screen(), 1280, 720, 1)
		if r := h.slots[partDialog].rect; i > 0 && r != was {
			t.Errorf("page %d lies at %v, the one before at %v", i, r, was)
		} else {
			was = r
		}
		checkLayout(t, h, a.Screen().Dialog.Fields[0].Options[i])
		checkWhole(t, h, a.Screen().Dialog.Fields[0].Options[i])
	}
	if pages < 5 {
		t.Error("only so many pages:", pages)
	}
}

// TestLessonsStandStill goes through the first course, whose texts differ in length, and asserts that the
// button to continue keeps its place.
func TestLessonsStandStill(t *testing.T) {
	v, err := variant.Get("brandubh-gorrion")
	if err != nil {
		t.Fatal(err)
	}
	a, err := app.New(t.Context(), app.Options{View: scene.New(board.Stage(v)), Clock: still{}})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	a.Do(panel.Command{ID: "tour"})
	h := newHUD(t)
	var was image.Point
	steps := 0
	for ; steps < 7; steps++ {
		if d := a.Screen().Dialog; d == nil || d.ID != "lesson" {
			t.Fatalf("step %d: %+v", steps, d)
		}
		h.Layout(a.Screen(), 1280, 720, 1)

		at := find(t, h, partDialog, panel.Command{ID: "next"})
		if steps > 0 && at != was {
			t.Errorf("step %d has its button at %v, the one before at %v", steps+1, at, was)
		}
		was = at
		a.Do(panel.Command{ID: "next"})
	}
}

// TestButtonsBelowAListStandStill lays out the opening explorer with lists of all lengths, and asserts that its buttons
// keep their places.
func TestButtonsBelowAListStandStill(t *testing.T) {
	h := newHUD(t)
	var was image.Point
	for moves := range 7 {
		list := &panel.Table{Marked: -1, Columns: []panel.Column{{Head: "Move"}, {Head: "Games", Width: 80}}}
		for range moves {
			list.Rows = append(list.Rows, []panel.Cell{{Text: "e5-e2xf2"}, {Text: "5"}})
		}
		d := &panel.Dialog{ID: "explorer", Kind: panel.Beside, Width: panel.SideTable, Height: panel.Steady,
			Title: "Openings", Focus: -1,
			Buttons: []panel.Button{{ID: "back", Label: "Back"}, {ID: "on", Label: "On"}, {ID: "close", Label: "Done"}}}
		if moves > 0 {
			d.Charts = []panel.Chart{{Table: list}}
		}
		h.stale = true
		h.Layout(&panel.Screen{Dialog: d, Version: uint64(moves) + 1}, 1280, 720, 1)
		if at := find(t, h, partDialog, panel.Command{ID: "close"}); moves > 0 && at != was {
			t.Errorf("with %d moves the button is at %v, was %v", moves, at, was)
		} else {
			was = at
		}
	}
}
