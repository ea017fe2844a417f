// Package page writes an event as one HTML page that stands by itself: no
// script, nothing loaded from elsewhere, readable aloud and on paper.
package page

import (
	_ "embed"
	"html/template"
	"io"
	"strings"
	"time"

	"tafl3d/game"
	"tafl3d/tournament"
)

//go:embed page.html
var source string

var layout = template.Must(template.New("page").Parse(source))

// view is what the template sees.
type view struct {
	Config   tournament.Config
	Variants string
	State    string
	Players  int
	Games    int
	Updated  string
	Breaks   []tournament.Tiebreak
	Rows     []row
	Drawing  template.HTML
	Cross    []crossRow
	Rounds   []round
}

type row struct {
	tournament.Row
	Attackers, Defenders tournament.Tally
	Figures              []figure
}

// figure is a tie-break with the words that explain it.
type figure struct {
	Text  string
	Terms []string
}

type crossRow struct {
	Rank  int
	Name  string
	Cells []string
}

type round struct {
	Number int
	Title  string
	Games  []gameRow
	Byes   []string
}

type gameRow struct{ Variant, Attackers, Defenders, Result, How string }

// Write writes the page.
func Write(w io.Writer, t *tournament.Tournament) error {
	c := t.Config()
	v := view{Config: c, State: state(t), Players: len(t.Entrants()), Breaks: c.Tiebreaks}
	if !t.Now().IsZero() {
		v.Updated = t.Now().Format(time.RFC3339)
	}
	var ids []string
	for _, one := range c.Variants {
		ids = append(ids, one.ID)
	}
	v.Variants = strings.Join(ids, ", ")
	names := map[int]string{0: "nobody"}
	for _, e := range t.Entrants() {
		names[e.ID] = e.Name
	}
	cross := t.CrossTable()
	v.standings(cross, names)
	v.rounds(t, names)
	if bracket := t.Bracket(); bracket != nil {
		v.Drawing = drawBracket(bracket, t, names)
	} else if len(cross.Rows) > 1 && len(cross.Rows) <= 64 {
		v.Drawing = drawCross(cross)
	}
	return layout.Execute(w, v)
}

func state(t *tournament.Tournament) string {
	switch t.Phase() {
	case tournament.Entry:
		return "open for entry"
	case tournament.Paused:
		return "paused"
	case tournament.Over:
		return "finished"
	}
	return "in play"
}

// against is who a term of a figure is about.
func against(names map[int]string, opponent int) string {
	if opponent == 0 {
		return "a bye"
	}
	return names[opponent]
}

func (v *view) standings(c tournament.CrossTable, names map[int]string) {
	for i, r := range c.Rows {
		one := row{Row: r, Attackers: r.Sides[game.Attackers], Defenders: r.Sides[game.Defenders]}
		for k := range v.Breaks {
			f := figure{}
			if k < len(r.Breaks) {
				f.Text = r.Breaks[k].String()
				for _, term := range r.Breaks[k].Terms {
					f.Terms = append(f.Terms, against(names, term.Opponent)+": "+term.Text)
				}
			}
			one.Figures = append(one.Figures, f)
		}
		v.Rows = append(v.Rows, one)
		line := crossRow{Rank: r.Rank, Name: r.Name}
		for j := range c.Rows {
			text := c.Cells[i][j].String()
			if i == j {
				text = "×"
			}
			line.Cells = append(line.Cells, text)
		}
		v.Cross = append(v.Cross, line)
	}
}

func (v *view) rounds(t *tournament.Tournament, names map[int]string) {
	for _, p := range t.Pairings() {
		if len(v.Rounds) == 0 || v.Rounds[len(v.Rounds)-1].Number != p.Round {
			v.Rounds = append(v.Rounds, round{Number: p.Round})
		}
		r := &v.Rounds[len(v.Rounds)-1]
		if p.Bye != tournament.NoBye {
			r.Byes = append(r.Byes, names[p.Players[0]])
			continue
		}
		for _, l := range p.Legs {
			g := gameRow{l.Variant, names[l.Players[game.Attackers]], names[l.Players[game.Defenders]], score(&l), how(&l)}
			if l.Verdict != "" {
				v.Games++
			}
			r.Games = append(r.Games, g)
		}
		if p.Why != "" {
			last := &r.Games[len(r.Games)-1]
			last.How += "; " + names[p.Winner] + " goes on by " + p.Why
		}
	}
}

func score(l *tournament.Leg) string {
	switch l.Verdict {
	case tournament.Attackers:
		return "1–0"
	case tournament.Defenders:
		return "0–1"
	case tournament.Draw:
		return "½–½"
	case tournament.Neither:
		return "0–0"
	}
	return "–"
}

func how(l *tournament.Leg) string {
	text := strings.ReplaceAll(l.Cause, "-", " ")
	if l.Note != "" {
		text += ", " + l.Note
	}
	return text
}
