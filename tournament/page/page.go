// Package page writes the tables of a tournament as HTML: as a standalone page without scripts or external resources,
// which works with screen readers and in print, and as the body of a service's page.
package page

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"
	"time"

	"tafl3d/tournament/tables"
)

//go:embed page.html
var source string

// Narrow is the style sheet of tables on narrow screens, where a row is one or two lines. Standalone pages and
// service pages both use it, after their own styles. The surrounding page defines the colours --hair, --head and
// --soft; .scroll, which contains the tables, must be a container.
//
//go:embed narrow.css
var Narrow string

var layout = template.Must(template.New("page").Parse(source))

// Links returns the addresses of players and games. There is no link where a function is nil or returns "".
type Links struct {
	Player func(id int) string
	Game   func(g tables.Game) string
}

// section is a table in the form the template uses.
type section struct {
	ID, Class string
	tables.Table
	Columns []column
	Rows    [][]cell
	Drawing template.HTML // replaces the table
}

type column struct {
	tables.Column
	Class string
}

type cell struct {
	tables.Cell
	Class, Link string
	Heads       bool   // the cell is the row's heading
	Column      string // heading of its column, for the narrow layout
}

// Write writes the standalone page.
func Write(w io.Writer, e *tables.Event) error {
	c := e.State.Config()
	facts := e.Facts(time.Time{})
	if at := e.State.Now(); !at.IsZero() {
		facts = append(facts, e.Say.Time(at.UTC()))
	}
	body, err := Body(e, Links{})
	if err != nil {
		return err
	}
	return layout.Execute(w, struct {
		Language, Title, Facts string
		Narrow                 template.CSS
		Body                   template.HTML
	}{e.Say.ID(), c.Name, strings.Join(facts, " · "), template.CSS(Narrow), body})
}

// Body returns all tables of a tournament, the newest round first.
func Body(e *tables.Event, links Links) (template.HTML, error) {
	list := []section{links.of("standings", e.Standings())}
	if ties := e.Bracket(); ties != nil {
		list = append(list, section{ID: "bracket", Table: tables.Table{Head: e.Say.Text("Bracket")},
			Drawing: drawBracket(ties, e.Say.Text("Bracket"))})
	}
	if t := e.Awards(); len(t.Rows) > 0 {
		list = append(list, links.of("awards", t))
	}
	list = append(list, links.of("cross", e.Cross()))
	for n := e.State.Round(); n > 0; n-- {
		list = append(list, links.of(fmt.Sprint("round-", n), e.Round(n)))
	}
	return render(list)
}

// Entrants returns the table of participants.
func Entrants(e *tables.Event, links Links) (template.HTML, error) {
	return render([]section{links.of("players", e.Entrants())})
}

func render(list []section) (template.HTML, error) {
	var b bytes.Buffer
	err := layout.ExecuteTemplate(&b, "tables", list)
	return template.HTML(b.String()), err // the template has escaped all text in it
}

// shades and kinds are the CSS classes of cells.
var (
	shades = [...]string{tables.None: "", tables.Good: "good", tables.Even: "even", tables.Bad: "bad",
		tables.Self: "self", tables.Live: "live"}
	kinds = map[tables.Kind]string{tables.Rank: "num", tables.Points: "num", tables.Figure: "num", tables.Score: "num",
		tables.Against: "cell"}
)

// of converts a table into a section. On narrow screens a row of a list of games becomes one line, and in the
// standings the columns after the points move to a second line.
func (l Links) of(id string, t tables.Table) section {
	s := section{ID: id, Table: t}
	games := strings.HasPrefix(id, "round")
	switch {
	case t.Square:
		s.Class = "cross"
	case games:
		s.Class = "run"
	case t.Ranked:
		s.Class = "ranked"
	}
	folds := func(i int) bool { return s.Class == "ranked" && i > 2 }
	for i, c := range t.Columns {
		k := column{c, kinds[c.Kind]}
		switch {
		case c.Kind == tables.Against:
			k.Class = "num"
		case folds(i):
			k.Class += " fold"
		}
		s.Columns = append(s.Columns, k)
	}
	for _, row := range t.Rows {
		var cells []cell
		for i, c := range row {
			k := t.Columns[i].Kind
			one := cell{Cell: c, Class: strings.TrimSpace(kinds[k] + " " + shades[c.Shade]), Heads: t.Ranked &&
				k == tables.Player}
			switch {
			case games && k == tables.Words:
				one.Class = "soft line"
			case games && i > 0:
				one.Class += " more"
			case folds(i):
				one.Class += " fold"
				if c.Text == tables.Nothing {
					one.Class += " nothing"
				}
			}
			if s.Class == "ranked" && k != tables.Rank && !one.Heads {
				one.Column = t.Columns[i].Head
			}
			if c.Strong {
				one.Class += " strong"
			}
			if k == tables.Against {
				one.Text = strings.ReplaceAll(c.Text, "-", "\u2011") // no line breaks within "-A"
			}
			one.Link = l.to(c, k)
			cells = append(cells, one)
		}
		s.Rows = append(s.Rows, cells)
	}
	return s
}

// to returns the link target of a cell.
func (l Links) to(c tables.Cell, k tables.Kind) string {
	switch {
	case c.Player > 0 && l.Player != nil:
		return l.Player(c.Player)
	case c.Game.Pairing > 0 && l.Game != nil && (k == tables.Score || k == tables.Against):
		return l.Game(c.Game)
	}
	return ""
}
