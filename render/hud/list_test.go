package hud

import (
	"testing"

	"tafl3d/panel"
)

// TestShortList lays out a list of one game: the game is above the closing button, and long names are
// complete.
func TestShortList(t *testing.T) {
	h := newHUD(t)
	label := "Your turn: Copenhagen Hnefatafl 11x11: Guest-ZUKIME against Guest-OLKENTA"
	s := &panel.Screen{Dialog: &panel.Dialog{ID: "mine", Title: "Your games", Kind: panel.List,
		Buttons: []panel.Button{{ID: "row-0", Label: label}, {ID: "close", Label: "Done"}}}}
	h.Layout(s, 1280, 720, 1)
	at := map[string]int{}
	for _, x := range h.slots[partDialog].canvas.texts {
		at[x.text] = x.ink.Min.Y
	}
	row, whole := at[label]
	if done := at["Done"]; !whole || done <= row {
		t.Errorf("the rows are at %v", at)
	}
}
