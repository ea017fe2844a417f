package hud

import (
	"fmt"
	"image"
	"slices"
	"testing"

	"tafl3d/panel"
)

// TestColumns lays columns out on little room: each is to be seen, whether some ask for a
// width, all, or none.
func TestColumns(t *testing.T) {
	h, err := New()
	if err != nil {
		t.Fatal(err)
	}
	h.Layout(&panel.Screen{}, 1280, 720, 1)
	for _, columns := range [][]panel.Column{{{}, {}, {}, {}}, {{}, {Width: 90}, {Width: 90}},
		{{Width: 300}, {Width: 300}}} {
		edges := h.composer.columnsOf(&panel.Table{Columns: columns}, 400)
		if len(edges) != len(columns)+1 || edges[len(columns)] > 400 ||
			!slices.IsSortedFunc(edges, func(a, b int) int { return min(max(a-b-20, -1), 1) }) {
			t.Errorf("%+v stand at %v", columns, edges)
		}
	}
}

// TestATenthChoiceOnTheTitle asserts that the title stays the title however many
// choices it has: without a box, its choices at the left, each with room.
func TestATenthChoiceOnTheTitle(t *testing.T) {
	s := &panel.Screen{Dialog: &panel.Dialog{ID: "title", Kind: panel.Title, Title: "tafl3d"}}
	h := newHUD(t)
	var was image.Rectangle
	for n := range 14 {
		s.Dialog.Buttons = append(s.Dialog.Buttons,
			panel.Button{ID: fmt.Sprint("b", n), Label: fmt.Sprint("Choice ", n)})
		s.Version++
		h.Layout(s, 1280, 720, 1)
		if r := h.slots[partDialog].rect; n > 0 && r != was {
			t.Errorf("with %d choices the title lies at %v, before at %v", n+1, r, was)
		} else {
			was = r
		}
		targets := h.slots[partDialog].canvas.targets
		if len(targets) != n+1 {
			t.Fatalf("%d choices have %d targets", n+1, len(targets))
		}
		for i, a := range targets {
			for _, b := range targets[:i] {
				if a.rect.Overlaps(b.rect) || !a.rect.In(h.slots[partDialog].canvas.bounds()) {
					t.Errorf("of %d choices %v and %v are in each other's way", n+1, a.rect, b.rect)
				}
			}
		}
	}
}
