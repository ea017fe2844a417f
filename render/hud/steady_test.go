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
