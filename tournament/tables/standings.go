package tables

import (
	"fmt"
	"strconv"
	"strings"

	"tafl3d/game"
	"tafl3d/tongue"
	"tafl3d/tournament"
)

var textTiebreaks = map[tournament.Tiebreak][2]string{
	tournament.Direct: {"Direct", "points in games among the tied players, if they have all met"},
	tournament.SonnebornBerger: {"Berger",
		"Sonneborn-Berger: points of opponents beaten, plus half the points of opponents drawn"},
	tournament.Buchholz:    {"Buchholz", "sum of the opponents' points"},
	tournament.HarderWins:  {"Wins (harder side)", "games won as the harder side"},
	tournament.FewestPlies: {"Mean length", "mean length of won games; shorter is better"},
}

// Tiebreak returns the name of a tie-break and a description of it, in English.
func Tiebreak(tb tournament.Tiebreak) (name, about string) {
	return textTiebreaks[tb][0], textTiebreaks[tb][1]
}

// number formats a number; 0 becomes "".
func number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// points formats points with fractions, such as "2½".
func points(p tournament.Points) string {
	switch {
	case p%2 == 0:
		return strconv.Itoa(int(p / 2))
	case p == 1:
		return "½"
	}
	return strconv.Itoa(int(p/2)) + "½"
}

// pointsOf formats points with the word "points".
func (e *Event) pointsOf(p tournament.Points) string {
	if p == 2 {
		return e.Say.Text("1 point")
	}
	return e.Say.Textf("%s points", tongue.Name(points(p)))
}

// textReached are the results in a bracket, except for elimination in a numbered round.
var textReached = map[string]string{
	"winner": "Winner", "final": "Final", "third": "Third place", "fourth": "Fourth place", "in play": "in play",
	"challenger": "Challenger",
}

func (e *Event) reached(r *tournament.Row) string {
	if r.Out > 0 {
		return e.Say.Textf("out in round %d", r.Out)
	}
	return e.Say.Text(textReached[r.Reached])
}

// Standings returns the table of standings. Each cell lists the parts of its figure.
func (e *Event) Standings() Table {
	rows := e.State.Standings()
	say := e.Say
	t := Table{Head: say.Text("Standings"), Ranked: true,
		Columns: []Column{{Head: "#", Kind: Rank}, {Head: say.Text("Name"), Kind: Player},
			{Head: say.Text("Points"), Kind: Points}, {Head: say.Text("Games"), Kind: Points},
			{Head: "+ = −", Tip: say.Text("games won, drawn and lost"), Kind: Figure}}}
	var names []string
	for _, tb := range e.State.Config().Tiebreaks {
		name, tip := Tiebreak(tb)
		names = append(names, say.Text(name))
		t.Columns = append(t.Columns, Column{Head: say.Text(name), Tip: say.Text(tip), Kind: Figure})
	}
	t.Note = say.Textf("Points, then %s. Tied players share a place.", tongue.Name(strings.Join(names, ", ")))
	reached := len(rows) > 0 && rows[0].Reached != ""
	if reached {
		t.Columns = append(t.Columns, Column{Head: say.Text("Reached"), Kind: Side})
	}
	for i := range rows {
		row := make([]Cell, len(t.Columns))
		copy(row, e.standing(&rows[i]))
		if reached {
			row[len(row)-1].Text = e.reached(&rows[i])
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// Nothing is shown for a tie-break that does not apply.
const Nothing = "–"

// standing returns a player's row of the standings.
func (e *Event) standing(r *tournament.Row) []Cell {
	row := []Cell{{Text: fmt.Sprint(r.Rank, ".")},
		{Text: e.player(r), Strong: r.Rank == 1 && r.Games > 0, Player: r.Entrant},
		{Text: points(r.Points), Strong: true}, {Text: strconv.Itoa(r.Games)}, e.tally(r)}
	for i := range r.Breaks {
		f := &r.Breaks[i]
		cell := Cell{Text: Nothing, Parts: []string{e.Say.Text("not applicable")}}
		if f.Valid {
			cell = Cell{Text: e.Say.Decimal(f.Value), Parts: e.parts(f)}
		}
		row = append(row, cell)
	}
	return row
}

// player returns the name of a row, marked if the player has withdrawn.
func (e *Event) player(r *tournament.Row) string {
	switch {
	case r.Annulled:
		return e.Say.Textf("%s (annulled)", tongue.Name(r.Name))
	case r.Withdrawn:
		return e.Say.Textf("%s (withdrawn)", tongue.Name(r.Name))
	}
	return r.Name
}

// tally returns a player's wins, draws and losses, with the figures of each side as parts.
func (e *Event) tally(r *tournament.Row) Cell {
	text := func(t tournament.Tally) string { return fmt.Sprintf("%d  %d  %d", t.Wins, t.Draws, t.Losses) }
	cell := Cell{Text: text(r.All)}
	if r.Games > 0 {
		cell.Parts = []string{e.Say.Textf("as attackers %s", tongue.Name(text(r.Sides[game.Attackers]))),
			e.Say.Textf("as defenders %s", tongue.Name(text(r.Sides[game.Defenders])))}
	}
	return cell
}

// parts describes the terms of a figure.
func (e *Event) parts(f *tournament.Figure) (list []string) {
	for i := range f.Terms {
		t := &f.Terms[i]
		who := e.Say.Text("bye")
		if t.Opponent > 0 {
			who = e.Name(t.Opponent)
		}
		if t.Win != nil {
			list = append(list, who+" ("+e.win(t.Win)+")")
			continue
		}
		text := points(t.Own)
		switch {
		case t.Games > 0:
			text += "/" + strconv.Itoa(t.Games)
		case t.Other != nil:
			text += " × " + points(*t.Other)
		}
		list = append(list, who+" "+text)
	}
	return list
}

// win describes a won game; it names the variant if the tournament has several.
func (e *Event) win(w *tournament.Win) string {
	text := e.Say.Text(string(w.Verdict)) + ", " + e.Say.Textf("%d moves", w.Plies)
	if len(e.State.Config().Variants) > 1 {
		text = e.Say.Text(e.Variant(w.Variant)) + ", " + text
	}
	return text
}

// Cross returns the cross-table: the score of every player against every other.
func (e *Event) Cross() Table {
	c := e.State.CrossTable()
	t := Table{Head: e.Say.Text("Cross-table"), Ranked: true, Square: true,
		Columns: []Column{{Kind: Rank}, {Head: e.Say.Text("Name"), Kind: Player}}}
	t.Note = e.Say.Text("A: as attackers, D: as defenders. 1 win, ½ draw, 0 loss; + and - without play.")
	for i, r := range c.Rows {
		t.Columns = append(t.Columns, Column{Head: strconv.Itoa(i + 1), Tip: r.Name, Kind: Against})
	}
	t.Columns = append(t.Columns, Column{Head: e.Say.Text("Points"), Kind: Points})
	for i, r := range c.Rows {
		row := []Cell{{Text: strconv.Itoa(i + 1)},
			{Text: r.Name, Strong: r.Rank == 1 && r.Games > 0, Player: r.Entrant}}
		for j := range c.Rows {
			row = append(row, e.against(&c, i, j))
		}
		t.Rows = append(t.Rows, append(row, Cell{Text: points(r.Points), Strong: true}))
	}
	return t
}

// against returns the score of player i against player j. The cell refers to their newest game.
func (e *Event) against(c *tournament.CrossTable, i, j int) Cell {
	got := &c.Cells[i][j]
	a, b := tongue.Name(c.Rows[i].Name), tongue.Name(c.Rows[j].Name)
	switch {
	case i == j:
		return Cell{Shade: Self}
	case len(got.Games) == 0:
		return Cell{Tip: e.Say.Textf("%s and %s have not met", a, b)}
	}
	last := got.Games[len(got.Games)-1]
	score := got.Text(e.withSide)
	cell := Cell{Text: score, Shade: Even, Game: Game{last.Pairing, last.Leg},
		Tip: e.Say.Textf("%s against %s: %s, %s", a, b, tongue.Name(score), e.pointsOf(got.Points))}
	if len(c.Rows) > 8 || len(got.Games) > 2 {
		cell.Text = points(got.Points)
	}
	switch even := tournament.Points(len(got.Games)); {
	case got.Points > even:
		cell.Shade = Good
	case got.Points < even:
		cell.Shade = Bad
	}
	return cell
}

// withSide adds the letter of a side, which the note of the cross-table explains, to a score.
func (e *Event) withSide(score string, side game.Side) string {
	if side == game.Attackers {
		return e.Say.Textf("%sA", tongue.Name(score))
	}
	return e.Say.Textf("%sD", tongue.Name(score))
}

// Descriptions of the awards.
var (
	textPlaces    = []string{"First", "Second", "Third"}
	textQuickest  = "Quickest win"
	textBestSides = [game.Sides]string{"Best with the attackers", "Best with the defenders"}
)

// Awards returns the first three places, the best player of each side by wins on the board, and the shortest win. It
// has no rows before the tournament is over.
func (e *Event) Awards() Table {
	say := e.Say
	t := Table{Head: say.Text("Awards"), Columns: []Column{{Head: say.Text("Award"), Kind: Side},
		{Head: say.Text("Name"), Kind: Player}, {Head: say.Text("For"), Kind: Side}}}
	add := func(what string, player int, why string) {
		t.Rows = append(t.Rows, []Cell{{Text: say.Text(what)}, {Text: e.Name(player), Strong: true, Player: player},
			{Text: why}})
	}
	if e.State.Phase() != tournament.Over {
		return t
	}
	rows := e.State.Standings()
	for i := range rows {
		if r := &rows[i]; r.Rank <= len(textPlaces) && r.Games > 0 {
			add(textPlaces[r.Rank-1], r.Entrant, e.pointsOf(r.Points))
		}
	}
	won := e.boardWins()
	for side, what := range textBestSides {
		best, wins := 0, 0
		for i := range rows {
			if n := won[side][rows[i].Entrant]; n > wins && !rows[i].Annulled {
				best, wins = rows[i].Entrant, n
			}
		}
		if wins > 0 {
			add(what, best, say.Textf("%d wins", wins))
		}
	}
	if l := e.shortestWin(); l != nil {
		add(textQuickest, l.Winner(), say.Textf("%d moves", l.Plies))
	}
	return t
}

// boardWins counts the games won on the board, by side and entrant.
func (e *Event) boardWins() (won [game.Sides]map[int]int) {
	won = [game.Sides]map[int]int{{}, {}}
	for _, p := range e.State.Pairings() {
		for i := range p.Legs {
			if l := &p.Legs[i]; l.Winner() > 0 && !l.Forfeit {
				won[l.Side(l.Winner())][l.Winner()]++
			}
		}
	}
	return won
}

// shortestWin returns the shortest game won on the board, nil if there is none.
func (e *Event) shortestWin() (best *tournament.Leg) {
	for _, p := range e.State.Pairings() {
		for i := range p.Legs {
			if l := &p.Legs[i]; l.Winner() > 0 && !l.Forfeit && l.Plies > 0 && (best == nil || l.Plies < best.Plies) {
				best = l
			}
		}
	}
	return best
}
