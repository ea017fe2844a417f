package library

import (
	"slices"
	"strings"

	"tafl3d/app/shell"
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/library/ask"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// lengths are the ranges of game lengths to filter by, in moves; 0: no limit.
var lengths = [][2]int{{}, {1, 20}, {21, 40}, {41, 80}, {81, 0}}

// orders are the sort orders of the columns.
var orders = []ask.Order{
	ask.ByDate, ask.ByAttackers, ask.ByDefenders, ask.ByVariant, ask.ByResult, ask.ByCause, ask.ByMoves,
}

// filter is the filter and sort order of a list, in addition to its search.
type filter struct {
	player  *shell.Entry // words of a player's name
	side    int          // 0: both; otherwise 1 + the side of the player
	length  int          // index of lengths
	order   int          // index of orders
	reverse bool
}

func newFilter() filter { return filter{player: shell.NewEntry("", words.LongestName)} }

// set adds the filter to a query.
func (f *filter) set(q *ask.Query) {
	q.Name = f.player.String()
	if f.side > 0 && q.Name != "" {
		q.Side = game.Side(f.side - 1).String()
	}
	if l := lengths[f.length]; f.length > 0 {
		q.MinTurns, q.MaxTurns = l[0], l[1]
	}
	q.Order, q.Reverse = orders[f.order], f.reverse
}

// sort sorts by a column; the second call reverses the order.
func (f *filter) sort(column int) {
	if column = min(max(column, 0), len(orders)-1); column == f.order {
		f.reverse = !f.reverse
	} else {
		f.order, f.reverse = column, false
	}
}

// line describes the filter; empty if there is none.
func (f *filter) line() string {
	var parts []string
	if name := f.player.String(); name != "" {
		parts = append(parts, tongue.Text("Player")+": "+name)
		if f.side > 0 {
			parts = append(parts, tongue.Text(textSides[f.side]))
		}
	}
	if f.length > 0 {
		parts = append(parts, textLengths()[f.length])
	}
	return strings.Join(parts, " · ")
}

// textSides are the options for the side of a player.
var textSides = []string{"either side", "as attackers", "as defenders"}

// textLengths are the options for the length.
func textLengths() []string {
	list := []string{tongue.Text("any length")}
	for _, l := range lengths[1:] {
		if l[1] == 0 {
			list = append(list, tongue.Textf("%d moves or more", l[0]))
		} else {
			list = append(list, tongue.Textf("%d to %d moves", l[0], l[1]))
		}
	}
	return list
}

// filterPage edits the filter of a list.
type filterPage struct{ list *listPage }

func (p filterPage) Show() panel.Dialog {
	f := &p.list.filter
	var columns []string
	for _, c := range columnsOf() {
		columns = append(columns, c.Head)
	}
	name := f.player.Field("player", "Player", "Part of the name is enough")
	name.Typed = p.list.again
	return panel.Dialog{ID: "library-filter", Title: "Filter", Cancel: "close",
		Fields: []panel.Field{
			name,
			{ID: "side", Label: "Player's side", Options: textSides, Chosen: f.side,
				Set: panel.Into(&f.side, p.list.again)},
			{ID: "length", Label: "Length", Options: textLengths(), Chosen: f.length,
				Set: panel.Into(&f.length, p.list.again)},
			{ID: "order", Label: "Sort by", Options: columns, Chosen: f.order,
				Set: panel.Into(&f.order, p.list.again)},
			{ID: "reverse", Label: "Order", Options: []string{"default", "reversed"}, Chosen: words.Bit(f.reverse),
				Set: panel.IntoBool(&f.reverse, p.list.again)}},
		Buttons: []panel.Button{{ID: "close", Label: words.Done, Primary: true}, {ID: "clear", Label: "Clear",
			Press: func() {
				*f = newFilter()
				p.list.again()
			}}}}
}

// columnsOf returns the columns of a list of games.
func columnsOf() []panel.Column {
	return []panel.Column{{Head: "Date", Width: 104}, {Head: "Attackers"}, {Head: "Defenders"},
		{Head: words.Variant, Width: 220}, {Head: "Winner", Width: 110}, {Head: "Ending", Width: 220},
		{Head: "Moves", Width: 64, Right: true}}
}

// sorting is the action of the headings of the columns.
func (p *listPage) sorting() panel.Action {
	return panel.Action{ID: "sort", Run: func(column int) {
		p.filter.sort(column)
		p.again()
	}}
}

// columns returns the columns with sort commands and an arrow at the current one.
func (p *listPage) columns() []panel.Column {
	list := columnsOf()
	for i := range list {
		list[i].Do = p.sorting().At(i)
		list[i].Tip = "Sort by this column"
	}
	if f := p.filter; f.order > 0 || f.reverse {
		arrow := " ↓"
		if f.reverse {
			arrow = " ↑"
		}
		list[f.order].Head = tongue.Text(list[f.order].Head) + arrow
	}
	return list
}

// unnamed replaces the empty name of a collection by a label.
func unnamed(collections []string) []string {
	list := slices.Clone(collections)
	if i := slices.Index(list, ""); i >= 0 {
		list[i] = ask.Unnamed
	}
	return list
}
