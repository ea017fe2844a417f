package apptest

import (
	"slices"

	"tafl3d/panel"
)

// Idle returns the IDs of a dialog that no function belongs to, or more than one: of fields, buttons, cells, cards and
// of Cancel. A click there would do nothing, or the wrong thing.
func Idle(d *panel.Dialog) (ids []string) {
	able := map[string]int{"close": 1, "": 1}
	for i := range d.Fields {
		f := &d.Fields[i]
		if f.Set != nil || f.Entry != nil {
			able[f.ID]++
		}
		if f.Open != nil {
			able[f.Pick] = 1 // a search and its cards may share it
		}
		if f.Start != nil && len(f.Cards) > 0 {
			able[f.Cards[0].Start] = 1
		}
	}
	for _, b := range d.Buttons {
		if b.Press != nil {
			able[b.ID]++
		}
	}
	for _, a := range d.Actions {
		if a.Run != nil && able[a.ID] == 0 { // a cell may do the same as the rows of a field
			able[a.ID]++
		}
	}
	for _, id := range commands(d) {
		if able[id] != 1 {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// commands returns the IDs of all commands that a dialog can send.
func commands(d *panel.Dialog) []string {
	ids := []string{d.Cancel}
	if len(d.Palette) > 0 {
		ids = append(ids, panel.Brush)
	}
	for _, f := range d.Fields {
		ids = append(ids, f.ID, f.Pick)
		for _, c := range f.Cards {
			ids = append(ids, c.Start)
		}
		if f.Rows != nil {
			ids = append(ids, cells(&f.Rows.Table)...)
		}
	}
	for _, b := range d.Buttons {
		ids = append(ids, b.ID)
	}
	for _, c := range d.Charts {
		ids = append(ids, c.Pick)
		if c.Table != nil {
			ids = append(ids, cells(c.Table)...)
		}
		for _, t := range c.Ties {
			ids = append(ids, t.Do.ID)
		}
		for _, b := range c.Boards {
			ids = append(ids, b.Do.ID)
		}
	}
	return ids
}

// cells returns the IDs of the commands of a table.
func cells(t *panel.Table) (ids []string) {
	for _, c := range t.Columns {
		ids = append(ids, c.Do.ID)
	}
	for _, row := range t.Rows {
		for _, c := range row {
			ids = append(ids, c.Do.ID)
		}
	}
	return ids
}
