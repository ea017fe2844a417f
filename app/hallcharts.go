package app

import (
	"fmt"
	"slices"

	"tafl3d/game"
	"tafl3d/panel"
	"tafl3d/tournament"
)

// The widths of columns, in units.
const (
	wideRank   = 44.0
	widePoints = 70.0
	wideFigure = 104.0
	wideSide   = 250.0
	wideScore  = 64.0
	wideVar    = 190.0
)

// roundCharts are the games of a round.
func (h *hall) roundCharts(a *App, round int) []panel.Chart {
	if h.ev.Phase() == tournament.Entry || round == 0 {
		return []panel.Chart{h.entryChart()}
	}
	t := &panel.Table{Marked: -1, Columns: []panel.Column{
		{Head: textAttackersHead, Width: wideSide}, {Head: textResult, Width: wideScore, Mid: true}, {Head: textDefendersHead, Width: wideSide}, {Head: textHow}}}
	many := len(h.ev.Config().Variants) > 1
	if many {
		t.Columns = append(t.Columns, panel.Column{Head: textVariant, Width: wideVar})
	}
	for _, p := range h.ev.Pairings() {
		if p.Round != round {
			continue
		}
		if p.Bye != tournament.NoBye {
			t.Rows = append(t.Rows, fill(len(t.Columns), panel.Cell{Text: h.name(p.Players[0])}, panel.Cell{}, panel.Cell{Text: textBye(p.Bye)}))
			continue
		}
		for k := range p.Legs {
			row := h.boutRow(&p, k)
			if many {
				row = append(row, panel.Cell{Text: a.variantName(p.Legs[k].Variant)})
			}
			t.Rows = append(t.Rows, row)
		}
	}
	return []panel.Chart{{Table: t}}
}

// fill returns a row of n cells.
func fill(n int, cells ...panel.Cell) []panel.Cell {
	return append(cells, make([]panel.Cell, max(n-len(cells), 0))...)
}

// boutRow is a game in a row.
func (h *hall) boutRow(p *tournament.Pairing, leg int) []panel.Cell {
	l := &p.Legs[leg]
	n := seatNo{p.ID, leg}
	do := panel.Command{ID: "game", Arg: n.number()}
	names := h.names(l)
	how, shade := textHowEnded(l), panel.NoShade
	_, begun := h.open[n]
	switch live := h.running[n]; {
	case live != nil:
		how, shade = textUnderWay(live.state.Record.Ply()), panel.LiveShade
	case slices.ContainsFunc(h.mine(), func(d tournament.Due) bool { return d.Pairing == p.ID && d.Leg == leg }):
		how, shade = textYoursToPlay, panel.EvenShade
	case begun:
		how, shade = textPlayedNow, panel.LiveShade
	case l.Verdict == "":
		how = textNotBegun
	}
	tip := textTipOf(l, h.running[n] != nil || h.open[n] != "")
	return []panel.Cell{
		{Text: names[game.Attackers], Strong: l.Verdict == tournament.Attackers, Do: do, Tip: tip},
		{Text: textScore(l), Strong: true, Shade: shade, Do: do, Tip: tip},
		{Text: names[game.Defenders], Strong: l.Verdict == tournament.Defenders, Do: do, Tip: tip},
		{Text: how, Do: do, Tip: tip},
	}
}

// entryChart lists who has entered.
func (h *hall) entryChart() panel.Chart {
	t := &panel.Table{Marked: -1, Columns: []panel.Column{{Head: textName}, {Head: textEntrantHead, Width: wideSide}}}
	for _, e := range h.ev.Entrants() {
		t.Rows = append(t.Rows, []panel.Cell{{Text: e.Name}, {Text: textEntrant(e)}})
	}
	return panel.Chart{Table: t}
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
func (h *hall) crossCharts() []panel.Chart {
	c := h.ev.CrossTable()
	t := &panel.Table{Marked: -1, Square: true, Columns: []panel.Column{{Width: wideRank, Right: true}, {Head: textName}}}
	for i, r := range c.Rows {
		t.Columns = append(t.Columns, panel.Column{Head: fmt.Sprint(i + 1), Tip: r.Name, Width: crossWidth(len(c.Rows)), Mid: true})
	}
	t.Columns = append(t.Columns, panel.Column{Head: textPoints, Width: widePoints, Mid: true})
	for i, r := range c.Rows {
		row := []panel.Cell{{Text: fmt.Sprint(i + 1)}, {Text: r.Name, Strong: r.Rank == 1 && r.Games > 0, Do: panel.Command{ID: "player", Arg: i}, Tip: textSeeFigures}}
		for j := range c.Rows {
			row = append(row, crossCell(&c, i, j))
		}
		t.Rows = append(t.Rows, append(row, panel.Cell{Text: r.Points.String(), Strong: true}))
	}
	return []panel.Chart{{Table: t}}
}

// crossWidth returns how wide the cells of a cross-table are where there are n.
func crossWidth(n int) float64 { return min(max(760/float64(max(n, 1)), 24), 74) }

// crossCell is what one scored against another. A click shows the newest game.
func crossCell(c *tournament.CrossTable, i, j int) panel.Cell {
	got := &c.Cells[i][j]
	switch {
	case i == j:
		return panel.Cell{Shade: panel.SelfShade}
	case len(got.Games) == 0:
		return panel.Cell{Tip: textNotMet(c.Rows[i].Name, c.Rows[j].Name)}
	}
	cell := panel.Cell{Text: got.String(), Tip: textMet(c.Rows[i].Name, c.Rows[j].Name, got), Shade: panel.EvenShade}
	if len(c.Rows) > 8 || len(got.Games) > 2 {
		cell.Text = got.Points.String()
	}
	switch even := tournament.Points(len(got.Games)); {
	case got.Points > even:
		cell.Shade = panel.GoodShade
	case got.Points < even:
		cell.Shade = panel.BadShade
	}
	last := got.Games[len(got.Games)-1]
	cell.Do = panel.Command{ID: "game", Arg: seatNo{last.Pairing, last.Leg}.number()}
	return cell
}

// standingCharts are the standings, and what the figures of one player are made
// of. variant names a variant by its id.
func (h *hall) standingCharts(marked int, variant func(id string) string) []panel.Chart {
	rows := h.ev.Standings()
	if len(rows) == 0 {
		return []panel.Chart{h.entryChart()}
	}
	marked = min(marked, len(rows)-1)
	t := &panel.Table{Marked: marked, Columns: []panel.Column{{Head: textRank, Width: wideRank, Right: true}, {Head: textName},
		{Head: textPoints, Width: widePoints, Mid: true}, {Head: textGamesHead, Width: widePoints, Mid: true}, {Head: textTally, Tip: textTallyTip, Width: wideFigure, Mid: true}}}
	for _, tb := range h.ev.Config().Tiebreaks {
		t.Columns = append(t.Columns, panel.Column{Head: textTiebreak(tb), Tip: textTiebreakTip(tb), Width: wideFigure, Mid: true})
	}
	reached := rows[0].Reached != ""
	if reached {
		t.Columns = append(t.Columns, panel.Column{Head: textReached, Width: wideFigure})
	}
	for i := range rows {
		t.Rows = append(t.Rows, standingRow(&rows[i], i, len(t.Columns), reached))
	}
	return []panel.Chart{{Table: t}, {Head: textFiguresOf(rows[marked].Name), Table: h.figures(&rows[marked], variant)}}
}

// standingRow is a player's row of the standings.
func standingRow(r *tournament.Row, i, columns int, reached bool) []panel.Cell {
	do := panel.Command{ID: "player", Arg: i}
	row := []panel.Cell{{Text: fmt.Sprint(r.Rank, ".")}, {Text: textPlayer(r), Strong: r.Rank == 1 && r.Games > 0, Do: do, Tip: textSeeFigures},
		{Text: r.Points.String(), Strong: true}, {Text: fmt.Sprint(r.Games)}, {Text: textTallyOf(r.All)}}
	for k := range r.Breaks {
		row = append(row, panel.Cell{Text: r.Breaks[k].String(), Do: do, Tip: textSeeFigures})
	}
	if reached {
		row = append(fill(columns-1, row...), panel.Cell{Text: r.Reached})
	}
	return fill(columns, row...)
}

// figures explains a player's tie-breaks, part by part.
func (h *hall) figures(r *tournament.Row, variant func(id string) string) *panel.Table {
	t := &panel.Table{Marked: -1, Columns: []panel.Column{{Head: textTiebreakHead, Width: 190}, {Head: textFigure, Width: widePoints, Mid: true}, {Head: textMadeOf}}}
	for _, f := range r.Breaks {
		tip := textTiebreakTip(f.Tiebreak)
		row := []panel.Cell{{Text: textTiebreak(f.Tiebreak), Tip: tip}, {Text: f.String(), Strong: true}, {}}
		for _, line := range h.terms(&f, variant) {
			row[2] = panel.Cell{Text: line, Tip: tip}
			t.Rows = append(t.Rows, row)
			row = make([]panel.Cell, 3)
		}
	}
	return t
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
func (h *hall) bracketCharts() []panel.Chart {
	list := h.ev.Bracket()
	spots, _, _ := tournament.Layout(list)
	at := map[int]int{} // tie by node
	var ties []panel.Tie
	for _, m := range list {
		s, shown := spots[m.Node]
		if !shown {
			continue
		}
		at[m.Node] = len(ties)
		ties = append(ties, h.tie(&m, s))
		t := &ties[len(ties)-1]
		for k, from := range m.From {
			t.From[k] = -1
			if i, is := at[from]; is && from > 0 {
				t.From[k] = i
			}
		}
	}
	return []panel.Chart{{Ties: ties}}
}

// tie is a match of the bracket.
func (h *hall) tie(m *tournament.Match, s tournament.Spot) panel.Tie {
	t := panel.Tie{Column: s.Column, Row: s.Row, Label: textStage(m.Stage), Won: -1}
	for k, id := range m.Players {
		t.Names[k] = h.name(id)
		if m.Winner > 0 && m.Winner == id {
			t.Won = k
		}
	}
	p, err := h.ev.Pairing(m.Pairing)
	if err != nil {
		return t
	}
	for k, id := range m.Players {
		t.Points[k] = p.Points(id).String()
	}
	t.Tip = p.Why
	for leg := range p.Legs {
		n := seatNo{p.ID, leg}
		if p.Legs[leg].Verdict == "" || leg == len(p.Legs)-1 {
			t.Do = panel.Command{ID: "game", Arg: n.number()}
			if h.running[n] != nil {
				t.Shade = panel.LiveShade
			}
			break
		}
	}
	return t
}
