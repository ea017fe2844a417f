package tournament

import (
	"encoding/csv"
	"fmt"
	"io"
	"strings"

	"tafl3d/game"
)

// CrossTable holds the results of every player against every other.
type CrossTable struct {
	Rows  []Row    `json:"rows"`  // the standings
	Cells [][]Cell `json:"cells"` // by row and column, both in the order of Rows
}

// Cell holds the result of a player against another.
type Cell struct {
	Points Points     `json:"points"`
	Games  []CellGame `json:"games,omitempty"`
}

// CellGame is one game of a cell.
type CellGame struct {
	Pairing int       `json:"pairing"`
	Leg     int       `json:"leg"`
	Side    game.Side `json:"-"`
	Points  Points    `json:"points"`
	Forfeit bool      `json:"forfeit,omitempty"`
}

// String returns the scores of the games, such as "1A ½D". A or D after a score is the player's side, + or - marks a
// game that was not decided on the board.
func (c Cell) String() string {
	return c.Text(func(score string, side game.Side) string { return score + [...]string{"A", "D"}[side] })
}

// Text is String with a function that adds the player's side to a score.
func (c Cell) Text(with func(score string, side game.Side) string) string {
	var words []string
	for _, g := range c.Games {
		text := [...]string{"0", "½", "1"}[g.Points]
		if g.Forfeit {
			text = [...]string{"-", "=", "+"}[g.Points]
		}
		words = append(words, with(text, g.Side))
	}
	return strings.Join(words, " ")
}

// CrossTable returns the table of all games with a result.
func (t *Tournament) CrossTable() CrossTable {
	c := CrossTable{Rows: t.Standings()}
	at := map[int]int{}
	c.Cells = make([][]Cell, len(c.Rows))
	for i, r := range c.Rows {
		at[r.Entrant] = i
		c.Cells[i] = make([]Cell, len(c.Rows))
	}
	for i := range t.pairings {
		p := &t.pairings[i]
		for k := range p.Legs {
			l := &p.Legs[k]
			if l.Verdict == "" {
				continue
			}
			for side, id := range l.Players {
				cell := &c.Cells[at[id]][at[l.Players[side^1]]]
				g := CellGame{p.ID, k, game.Side(side), l.Points(id), l.Forfeit}
				cell.Games = append(cell.Games, g)
				cell.Points += g.Points
			}
		}
	}
	return c
}

// WriteCSV writes the table for spreadsheets: rank, name, points, cells, tie-breaks. Names that a spreadsheet would
// read as a formula are quoted.
func (c CrossTable) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	head := []string{"rank", "name", "points", "games", "wins", "draws", "losses"}
	for i := range c.Rows {
		head = append(head, fmt.Sprint("against ", i+1))
	}
	for _, tb := range c.tiebreaks() {
		head = append(head, string(tb))
	}
	lines := [][]string{head}
	for i, r := range c.Rows {
		line := []string{fmt.Sprint(r.Rank), plain(r.Name), r.Points.String(), fmt.Sprint(r.Games),
			fmt.Sprint(r.All.Wins), fmt.Sprint(r.All.Draws), fmt.Sprint(r.All.Losses)}
		for j := range c.Rows {
			text := plain(c.Cells[i][j].String())
			if i == j {
				text = "*"
			}
			line = append(line, text)
		}
		for k := range c.tiebreaks() {
			text := ""
			if k < len(r.Breaks) {
				text = r.Breaks[k].String()
			}
			line = append(line, text)
		}
		lines = append(lines, line)
	}
	return out.WriteAll(lines)
}

// tiebreaks returns the tie-breaks used in the rows.
func (c CrossTable) tiebreaks() []Tiebreak {
	var list []Tiebreak
	for _, r := range c.Rows {
		for k := len(list); k < len(r.Breaks); k++ {
			list = append(list, r.Breaks[k].Tiebreak)
		}
	}
	return list
}

// plain returns text in a form that spreadsheets do not read as a formula.
func plain(text string) string {
	if text != "" && strings.ContainsRune("=+-@", rune(text[0])) {
		return "'" + text
	}
	return text
}
