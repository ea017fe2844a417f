// Package page writes the tables of an event as HTML: as a page that stands by itself,
// with no script and nothing loaded from elsewhere, readable aloud and on paper, and
// as the body of a service's page.
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

// Narrow is the style of tables where there is little room, each row a line or two: in a page that stands by itself
// and, after its own, in those of a service. Both call their colours --hair, --head and --soft, and .scroll, in
// which tables stand, is a container.
//
//go:embed narrow.css
var Narrow string

var layout = template.Must(template.New("page").Parse(source))

// Links lead from what is told of an event to more. Where either is nil, or says
// nothing, there is no link.
type Links struct {
	Player func(id int) string
	Game   func(g tables.Game) string
}

// section is a table as the template sees it.
type section struct {
	ID, Class string
	tables.Table
	Columns []column
	Rows    [][]cell
	Drawing template.HTML // in the table's place
}

type column struct {
	tables.Column
	Class string
}

type cell struct {
	tables.Cell
	Class, Link string
	Heads       bool   // it names its row
	Column      string // the head of its column, where it may stand below its row
}

// Write writes the page that stands by itself.
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

// Body returns all tables of an event, the newest round first.
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

// Entrants returns the table of who has entered.
func Entrants(e *tables.Event, links Links) (template.HTML, error) {
	return render([]section{links.of("players", e.Entrants())})
}

func render(list []section) (template.HTML, error) {
	var b bytes.Buffer
	err := layout.ExecuteTemplate(&b, "tables", list)
	return template.HTML(b.String()), err // the template has escaped all text in it
}

// shades and kinds are the classes of cells.
var (
	shades = [...]string{tables.None: "", tables.Good: "good", tables.Even: "even", tables.Bad: "bad",
		tables.Self: "self", tables.Live: "live"}
	kinds = map[tables.Kind]string{tables.Rank: "num", tables.Points: "num", tables.Figure: "num", tables.Score: "num",
		tables.Against: "cell"}
)

// of makes a section of a table. In one of games each row is read as a line where
// there is little room; in the standings what comes after the points folds below them.
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
				one.Text = strings.ReplaceAll(c.Text, "-", "\u2011") // no line ends within "-A"
			}
			one.Link = l.to(c, k)
			cells = append(cells, one)
		}
		s.Rows = append(s.Rows, cells)
	}
	return s
}

// to is where a cell leads.
func (l Links) to(c tables.Cell, k tables.Kind) string {
	switch {
	case c.Player > 0 && l.Player != nil:
		return l.Player(c.Player)
	case c.Game.Pairing > 0 && l.Game != nil && (k == tables.Score || k == tables.Against):
		return l.Game(c.Game)
	}
	return ""
}
