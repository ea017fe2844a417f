package online

import (
	"cmp"
	"slices"

	"tafl3d/panel"
)

// row is a line of a list.
type row struct {
	label string
	run   func(r *Room)
}

// listPage shows a list in pages.
type listPage struct {
	r         *Room
	id, title string
	none      string // text of an empty list
	rows      func(r *Room) []row
	first     int
}

const rowsShown = 7

// rowCommands are the commands of the visible rows.
var rowCommands = []string{"row-0", "row-1", "row-2", "row-3", "row-4", "row-5", "row-6"}

func (p *listPage) Show() panel.Dialog {
	d := panel.Dialog{ID: p.id, Title: p.title, Kind: panel.List, Cancel: "close"}
	all := p.rows(p.r)
	if p.first >= len(all) {
		p.first = 0
	}
	if len(all) == 0 {
		d.Lines = []string{cmp.Or(p.none, "Nothing here right now.")}
	}
	for i, r := range all[p.first:min(len(all), p.first+rowsShown)] {
		d.Buttons = append(d.Buttons, panel.Button{ID: rowCommands[i], Label: r.label, Primary: i == 0,
			Disabled: r.run == nil || p.r.busy})
	}
	if len(all) > rowsShown {
		d.Buttons = append(d.Buttons, panel.Button{ID: "more", Label: "More", Icon: "right"})
	}
	d.Buttons = append(d.Buttons, panel.Button{ID: "close", Label: textDone, Icon: "close"})
	return d
}

func (p *listPage) Do(c panel.Command) {
	if c.ID == "more" {
		p.first += rowsShown
		p.r.shell.Touch()
		return
	}
	all := p.rows(p.r)
	if i := slices.Index(rowCommands, c.ID); i >= 0 && p.first+i < len(all) && all[p.first+i].run != nil {
		all[p.first+i].run(p.r)
	}
}
