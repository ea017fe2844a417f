package apptest_test

import (
	"strings"
	"testing"

	"tafl3d/internal/apptest"
	"tafl3d/panel"
)

// TestIdle finds what no function belongs to, and IDs with two.
func TestIdle(t *testing.T) {
	nothing := func(int) {}
	row := panel.Action{ID: "row", Run: nothing}
	d := &panel.Dialog{Cancel: "close", Actions: []panel.Action{row},
		Fields:  []panel.Field{{ID: "pace", Set: nothing, Pick: "open", Open: nothing}},
		Buttons: []panel.Button{{ID: "go", Press: func() {}}, {ID: "close"}},
		Charts:  []panel.Chart{{Pick: "row", Table: &panel.Table{Rows: [][]panel.Cell{{{Do: row.At(1)}}}}}}}
	if ids := apptest.Idle(d); len(ids) > 0 {
		t.Errorf("%q of a sound page", ids)
	}
	d.Cancel = "back"
	d.Fields[0].Open = nil
	d.Buttons = append(d.Buttons, panel.Button{ID: "go", Press: func() {}}, panel.Button{ID: "stop"})
	d.Charts[0].Table.Rows[0][0].Do.ID = "rwo"
	if ids := strings.Join(apptest.Idle(d), " "); ids != "back go open rwo stop" {
		t.Errorf("found %s", ids)
	}
}
