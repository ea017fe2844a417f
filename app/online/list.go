package online

import (
	"cmp"
	"strconv"

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
		d.Buttons = append(d.Buttons, panel.Button{ID: "row-" + strconv.Itoa(i), Label: r.label, Primary: i == 0,
			Press: func() { r.run(p.r) }, Disabled: r.run == nil || p.r.busy})
	}
	if len(all) > rowsShown {
		d.Buttons = append(d.Buttons, panel.Button{ID: "more", Label: "More", Icon: "right",
			Press: func() { p.first += rowsShown }})
	}
	d.Buttons = append(d.Buttons, panel.Button{ID: "close", Label: textDone, Icon: "close"})
	return d
}
