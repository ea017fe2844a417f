package hud

import (
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
	for _, columns := range [][]panel.Column{{{}, {}, {}, {}}, {{}, {Width: 90}, {Width: 90}}, {{Width: 300}, {Width: 300}}} {
		edges := h.columnsOf(&panel.Table{Columns: columns}, 400)
		if len(edges) != len(columns)+1 || edges[len(columns)] > 400 || !slices.IsSortedFunc(edges, func(a, b int) int { return min(max(a-b-20, -1), 1) }) {
			t.Errorf("%+v stand at %v", columns, edges)
		}
	}
}
