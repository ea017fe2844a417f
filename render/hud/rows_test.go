package hud

import (
	"testing"

	"tafl3d/panel"
)

// TestRows lays out a part of a long list: a click on a row opens it by its number in the
// whole, one on a figure does what the figure says, and the keyboard's row is in sight.
func TestRows(t *testing.T) {
	rows := &panel.Rows{First: 40, Of: 100,
		Table: panel.Table{Marked: -1, Columns: []panel.Column{{Head: "Game"}, {Head: "Won", Width: 120, Right: true}}}}
	for range 30 {
		rows.Rows = append(rows.Rows, []panel.Cell{{Text: "Brandubh"},
			{Text: "3", Do: panel.Command{ID: "won", Arg: 7}}})
	}
	s := &panel.Screen{Dialog: &panel.Dialog{ID: "list", Kind: panel.Wide, Title: "List",
		Fields: []panel.Field{{ID: "row", Pick: "open", Chosen: 69, Rows: rows}}}}
	h := newHUD(t)
	h.Layout(s, 1280, 720, 1)
	seen := map[panel.Command]bool{}
	for y := range 720 {
		for _, x := range []int{200, 1160} {
			if cmd, _, hit := h.At(x, y); hit {
				seen[cmd] = true
			}
		}
	}
	if !seen[panel.Command{ID: "open", Arg: 69}] || !seen[panel.Command{ID: "won", Arg: 7}] ||
		seen[panel.Command{ID: "open", Arg: 40}] {
		t.Errorf("these can be clicked: %v", seen)
	}
}
