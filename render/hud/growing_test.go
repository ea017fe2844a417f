package hud

import (
	"image"
	"testing"

	"tafl3d/panel"
)

// TestAddStaysWhereItIs: the button that adds to a list keeps its place for any content and any visible
// fields.
func TestAddStaysWhereItIs(t *testing.T) {
	h := newHUD(t)
	fields := []panel.Field{{ID: "name", Label: "Name", Write: true},
		{ID: "level", Label: "Level", Options: []string{"1", "2"}}}
	d := &panel.Dialog{ID: "entrants", Height: panel.Steady, Title: "Participants", Fields: fields,
		Charts: []panel.Chart{{Head: "Nobody yet."}}, Focus: -1,
		Buttons: []panel.Button{{ID: "add", Label: "Add", Primary: true}, {ID: "close", Label: "Done"}}}
	s := &panel.Screen{Dialog: d}
	add := func() image.Point {
		show(h, s)
		return find(t, h, partDialog, panel.Command{ID: "add"})
	}
	was := add()
	list := &panel.Table{Marked: -1, Columns: []panel.Column{{Head: "Name"}}}
	d.Charts = []panel.Chart{{Table: list}}
	for range 20 {
		list.Rows = append(list.Rows, []panel.Cell{{Text: "Frigg"}})
		d.Fields = fields[:1+len(list.Rows)%2]
		if now := add(); now != was {
			t.Fatalf("after %d were added the button is at %v, was at %v", len(list.Rows), now, was)
		}
	}
}
