package app

import (
	"slices"
	"strings"

	"tafl3d/game"
	"tafl3d/panel"
	"tafl3d/tongue"
	"tafl3d/tournament"
	"tafl3d/tournament/tables"
)

// columns are how columns of each kind stand on the screen, without their heads. A
// width of 0 shares what the others leave.
var columns = map[tables.Kind]panel.Column{
	tables.Rank:    {Width: 44, Right: true},
	tables.Side:    {Width: 250},
	tables.Points:  {Width: 70, Mid: true},
	tables.Figure:  {Width: 104, Mid: true},
	tables.Score:   {Width: 64, Mid: true},
	tables.Variant: {Width: 190},
	tables.Against: {Mid: true},
}

// shades are the shades of a table's cells on the screen.
var shades = [...]panel.Shade{tables.None: panel.NoShade, tables.Good: panel.GoodShade, tables.Even: panel.EvenShade, tables.Bad: panel.BadShade,
	tables.Self: panel.SelfShade, tables.Live: panel.LiveShade}

// tables is the event as its tables tell it to the player.
func (h *hall) tables(a *App) *tables.Event {
	return &tables.Event{State: h.ev, Say: tongue.Now(), Variant: a.variantName, Player: textEntrant, Open: h.progress}
}

// progress says how a game without a result stands.
func (h *hall) progress(g tables.Game) (p tables.Progress, turn int) {
	n := seatNo{g.Pairing, g.Leg}
	_, begun := h.open[n]
	switch live := h.running[n]; {
	case live != nil:
		return tables.Played, live.state.Record.Ply() + 1
	case slices.ContainsFunc(h.mine(), func(d tournament.Due) bool { return d.Pairing == n.pairing && d.Leg == n.leg }):
		return tables.Yours, 0
	case begun:
		return tables.Played, 0
	}
	return tables.Waits, 0
}

// shown is a table on the screen: what a click on a cell does, and what it would.
func (h *hall) shown(t tables.Table) *panel.Table {
	s := &panel.Table{Marked: -1, Square: t.Square}
	for _, c := range t.Columns {
		col := columns[c.Kind]
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
				one.Do, one.Tip = panel.Command{ID: "player", Arg: i}, textSeeFigures
			}
			cells = append(cells, one)
		}
		s.Rows = append(s.Rows, cells)
	}
	return s
}

// leads lets a cell lead to a game.
func (h *hall) leads(c *panel.Cell, g tables.Game) {
	n := seatNo{g.Pairing, g.Leg}
	c.Do = panel.Command{ID: "game", Arg: n.number()}
	if p, err := h.ev.Pairing(g.Pairing); err == nil && c.Tip == "" {
		c.Tip = textTipOf(&p.Legs[g.Leg], h.running[n] != nil || h.open[n] != "")
	}
}

// roundCharts are the games of a round.
func (h *hall) roundCharts(a *App, round int) []panel.Chart {
	if h.ev.Phase() == tournament.Entry || round == 0 {
		return []panel.Chart{{Table: h.shown(h.tables(a).Entrants())}}
	}
	return []panel.Chart{{Table: h.shown(h.tables(a).Round(round))}}
}

// variantName returns the name of a variant of the event.
func (a *App) variantName(id string) string {
	v, err := a.lib.get(id)
	if err != nil {
		return id
	}
	return a.lib.name(v)
}

// crossCharts are the cross-table.
func (h *hall) crossCharts(a *App) []panel.Chart {
	return []panel.Chart{{Table: h.shown(h.tables(a).Cross())}}
}

// standingCharts are the standings, and what the figures of one player are made of.
func (h *hall) standingCharts(a *App, marked int) []panel.Chart {
	e := h.tables(a)
	t := e.Standings()
	if len(t.Rows) == 0 {
		return []panel.Chart{{Table: h.shown(e.Entrants())}}
	}
	marked = min(marked, len(t.Rows)-1)
	standings := h.shown(t)
	standings.Marked = marked
	made := t.Explain(e, marked)
	return []panel.Chart{{Table: standings}, {Head: made.Head, Table: figures(&made)}}
}

// partsWide is about how many letters of a figure's parts stand in a line.
const partsWide = 110

// figures shows what figures are made of, in as many lines as that takes.
func figures(t *tables.Table) *panel.Table {
	s := (&hall{}).shown(tables.Table{Columns: t.Columns})
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

// boardCharts are the games that are being played.
func (a *App) boardCharts() []panel.Chart {
	h := a.hall
	var boards []panel.SmallBoard
	for _, d := range h.ev.Due() {
		n := seatNo{d.Pairing, d.Leg}
		l := h.running[n]
		if l == nil {
			continue
		}
		s := l.state.Position.Setup()
		b := panel.SmallBoard{Board: diagram(l.variant.Rules, s.Pieces), Names: h.names(&d.Game), Line: textUnderWay(l.state.Record.Ply()),
			Do: panel.Command{ID: "game", Arg: n.number()}, Defends: l.state.Position.Turn() == game.Defenders}
		if r := l.state.Record; r.Ply() > 0 {
			if steps := r.Turn(r.Ply()).Steps; len(steps) > 0 && steps[0].Move().Op != game.Drop {
				b.Board.Arrow = [2]game.Square{steps[0].Move().From, steps[len(steps)-1].Move().To}
			}
		}
		boards = append(boards, b)
	}
	if len(boards) == 0 {
		return []panel.Chart{{Head: textNoGames}}
	}
	return []panel.Chart{{Boards: boards}}
}

// bracketCharts are the bracket.
func (h *hall) bracketCharts(a *App) []panel.Chart {
	var ties []panel.Tie
	for _, t := range h.tables(a).Bracket() {
		one := panel.Tie{Column: t.Column, Row: t.Row, Label: strings.Trim(t.Label+" · "+t.Why, " ·"), Names: t.Names, Points: t.Points, Won: t.Won, From: t.From, Tip: t.Why}
		if n := (seatNo{t.Game.Pairing, t.Game.Leg}); n.pairing > 0 {
			one.Do = panel.Command{ID: "game", Arg: n.number()}
			if h.running[n] != nil {
				one.Shade = panel.LiveShade
			}
		}
		ties = append(ties, one)
	}
	return []panel.Chart{{Ties: ties}}
}
