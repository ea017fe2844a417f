package events

import (
	"slices"
	"strings"

	"tafl3d/panel"
	"tafl3d/tongue"
	"tafl3d/tournament"
	"tafl3d/tournament/tables"
)

// Columns maps kinds of columns to their layout, without headings. A width of 0 shares the remaining width.
var Columns = map[tables.Kind]panel.Column{
	tables.Rank:    {Width: 44, Right: true},
	tables.Side:    {Width: 250},
	tables.Points:  {Width: 70, Mid: true},
	tables.Figure:  {Width: 104, Mid: true},
	tables.Score:   {Width: 64, Mid: true},
	tables.Variant: {Width: 190},
	tables.Against: {Mid: true},
}

// shades maps the meaning of cells to colours.
var shades = [...]panel.Shade{tables.None: panel.NoShade, tables.Good: panel.GoodShade, tables.Even: panel.EvenShade,
	tables.Bad:  panel.BadShade,
	tables.Self: panel.SelfShade, tables.Live: panel.LiveShade}

// Tables returns the tournament for its tables.
func (h *Event) Tables() *tables.Event {
	return &tables.Event{State: h.State, Say: tongue.Now(), Variant: h.Variant, Player: h.Player, Open: h.progress}
}

// progress returns the state of a game without a result.
func (h *Event) progress(n tables.Game) (p tables.Progress, turn int) {
	_, begun := h.Open[n]
	switch live := h.Running[n]; {
	case live != nil:
		return tables.Played, live.State.Record.Ply() + 1
	case slices.ContainsFunc(h.Mine(), func(d tournament.Due) bool { return d.Pairing == n.Pairing && d.Leg == n.Leg }):
		return tables.Yours, 0
	case begun:
		return tables.Played, 0
	}
	return tables.Waits, 0
}

// Shown converts a table for the screen, with the commands and tooltips of cells.
func (h *Event) Shown(t tables.Table) *panel.Table {
	s := &panel.Table{Marked: -1, Square: t.Square}
	for _, c := range t.Columns {
		col := Columns[c.Kind]
		col.Head, col.Tip = c.Head, c.Tip
		if c.Kind == tables.Against {
			col.Width = min(max(760/float64(max(len(t.Rows), 1)), 24), 74)
		}
		s.Columns = append(s.Columns, col)
	}
	for i, row := range t.Rows {
		var cells []panel.Cell
		for _, c := range row {
			one := panel.Cell{Text: c.Text, Tip: c.Tip, Strong: c.Strong, Shade: shades[c.Shade]}
			switch {
			case c.Game.Pairing > 0:
				h.leads(&one, c.Game)
			case t.Ranked && (c.Player > 0 || c.Parts != nil):
				one.Do, one.Tip = panel.Command{ID: playerCommand, Arg: i}, "show how the scores are made up"
			}
			cells = append(cells, one)
		}
		s.Rows = append(s.Rows, cells)
	}
	return s
}

// IDs of the commands of charts.
const (
	playerCommand = "player" // explains the figures of a row of the standings
	gameID        = "game"
)

// gameCommand returns the command that opens a game.
func gameCommand(n tables.Game) panel.Command { return panel.Command{ID: gameID, Arg: n.Number()} }

// chartActions returns the actions of charts.
func chartActions(player func(row int), open func(tables.Game)) []panel.Action {
	return []panel.Action{{ID: playerCommand, Run: player},
		{ID: gameID, Run: func(n int) { open(tables.GameOf(n)) }}}
}

// leads links a cell to a game.
func (h *Event) leads(c *panel.Cell, n tables.Game) {
	c.Do = gameCommand(n)
	if p, err := h.State.Pairing(n.Pairing); err == nil && c.Tip == "" {
		c.Tip = textTipOf(&p.Legs[n.Leg], h.Running[n] != nil || h.Open[n] != "")
	}
}

// RoundCharts returns the games of a round.
func (h *Event) RoundCharts(round int) []panel.Chart {
	if h.State.Phase() == tournament.Entry || round == 0 {
		return []panel.Chart{{Table: h.Shown(h.Tables().Entrants())}}
	}
	return []panel.Chart{{Table: h.Shown(h.Tables().Round(round))}}
}

// CrossCharts returns the cross-table.
func (h *Event) CrossCharts() []panel.Chart {
	return []panel.Chart{{Table: h.Shown(h.Tables().Cross())}}
}

// StandingCharts returns the standings, and the calculation of the marked player's figures.
func (h *Event) StandingCharts(marked int) []panel.Chart {
	e := h.Tables()
	t := e.Standings()
	if len(t.Rows) == 0 {
		return []panel.Chart{{Table: h.Shown(e.Entrants())}}
	}
	marked = min(marked, len(t.Rows)-1)
	standings := h.Shown(t)
	standings.Marked = marked
	made := t.Explain(e, marked)
	return []panel.Chart{{Table: standings}, {Head: made.Head, Table: figures(&made)}}
}

// partsWide is the approximate number of letters per line of a calculation.
const partsWide = 110

// figures returns the calculation of figures in as many lines as needed.
func figures(t *tables.Table) *panel.Table {
	s := (&Event{}).Shown(tables.Table{Columns: t.Columns})
	for _, r := range t.Rows {
		row := []panel.Cell{{Text: r[0].Text, Tip: r[0].Tip}, {Text: r[1].Text, Strong: true}, {}}
		for _, line := range lines(r[2].Parts) {
			row[2] = panel.Cell{Text: line, Tip: r[2].Tip}
			s.Rows = append(s.Rows, row)
			row = make([]panel.Cell, 3)
		}
	}
	return s
}

// lines joins parts to lines.
func lines(parts []string) []string {
	list := []string{""}
	for i, part := range parts {
		if i < len(parts)-1 {
			part += ",  "
		}
		if last := &list[len(list)-1]; len(*last)+len(part) <= partsWide {
			*last += part
			continue
		}
		list = append(list, part)
	}
	return list
}

// BracketCharts returns the bracket.
func (h *Event) BracketCharts() []panel.Chart {
	var ties []panel.Tie
	for _, t := range h.Tables().Bracket() {
		one := panel.Tie{Column: t.Column, Row: t.Row, Label: strings.Trim(t.Label+" · "+t.Why, " ·"), Names: t.Names,
			Points: t.Points, Won: t.Won, From: t.From, Tip: t.Why}
		if n := t.Game; n.Pairing > 0 {
			one.Do = gameCommand(n)
			if h.Running[n] != nil {
				one.Shade = panel.LiveShade
			}
		}
		ties = append(ties, one)
	}
	return []panel.Chart{{Ties: ties}}
}
