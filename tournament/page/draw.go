package page

import (
	"fmt"
	"html/template"
	"strings"

	"tafl3d/tournament"
)

// Measures of the bracket, in pixels.
const (
	boxWidth  = 180
	boxHeight = 40
	gapX      = 40
	gapY      = 16
	headY     = 24
)

// spot is where a match is drawn: its upper left corner.
type spot struct{ x, y int }

// drawBracket draws the matches column by column, the second bracket of a double
// elimination below the first. Matches that are not played are left out.
func drawBracket(list []tournament.Match, t *tournament.Tournament, names map[int]string) template.HTML {
	spots, w, h := layOut(list)
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" aria-label="Bracket">`, w, h, w, h)
	for _, m := range list {
		to, shown := spots[m.Node]
		if !shown {
			continue
		}
		for k, from := range m.From {
			if s, ok := spots[from]; ok && from > 0 {
				y := to.y + boxHeight/4 + k*boxHeight/2
				mid := to.x - gapX/2
				fmt.Fprintf(&b, `<path class="way" fill="none" d="M%d %dH%dV%dH%d"/>`, s.x+boxWidth, s.y+boxHeight/2, mid, y, to.x)
			}
		}
	}
	for _, m := range list {
		if s, shown := spots[m.Node]; shown {
			drawMatch(&b, s, m, t, names)
		}
	}
	b.WriteString("</svg>")
	return template.HTML(b.String()) // all text in it is escaped by drawMatch
}

// layOut places the matches in pixels.
func layOut(list []tournament.Match) (spots map[int]spot, w, h int) {
	at, columns, rows := tournament.Layout(list)
	spots = map[int]spot{}
	for node, s := range at {
		spots[node] = spot{4 + s.Column*(boxWidth+gapX), headY + int(s.Row*(boxHeight+gapY))}
	}
	return spots, max(8+columns*(boxWidth+gapX)-gapX, 1), headY + max(int(rows*(boxHeight+gapY)), 1)
}

// drawMatch draws a box with the two players and their points.
func drawMatch(b *strings.Builder, s spot, m tournament.Match, t *tournament.Tournament, names map[int]string) {
	p, err := t.Pairing(m.Pairing)
	played := err == nil
	fmt.Fprintf(b, `<g><title>%s</title><rect class="box" x="%d" y="%d" width="%d" height="%d" rx="4"/>`,
		template.HTMLEscapeString(title(m, p, names)), s.x, s.y, boxWidth, boxHeight)
	if m.Stage != tournament.Winners && m.Stage != tournament.Losers {
		fmt.Fprintf(b, `<text x="%d" y="%d">%s</text>`, s.x, s.y-5, template.HTMLEscapeString(string(m.Stage)))
	}
	for k, id := range m.Players {
		class := ""
		if m.Winner > 0 && id == m.Winner {
			class = ` class="won"`
		}
		y := s.y + 15 + k*boxHeight/2
		fmt.Fprintf(b, `<text%s x="%d" y="%d">%s</text>`, class, s.x+6, y, template.HTMLEscapeString(short(who(id, names), 20)))
		if played && id > 0 {
			fmt.Fprintf(b, `<text%s x="%d" y="%d" text-anchor="end">%s</text>`, class, s.x+boxWidth-6, y, p.Points(id))
		}
	}
	b.WriteString("</g>")
}

func title(m tournament.Match, p tournament.Pairing, names map[int]string) string {
	text := fmt.Sprintf("%s, round %d: %s against %s", m.Stage, m.Round, who(m.Players[0], names), who(m.Players[1], names))
	if m.Winner > 0 {
		text += ", won by " + names[m.Winner]
	}
	if p.Why != "" {
		text += " by " + p.Why
	}
	return text
}

func who(id int, names map[int]string) string {
	if id < 0 {
		return "to come"
	}
	return names[id]
}

// short cuts a text to n letters.
func short(text string, n int) string {
	letters := []rune(text)
	if len(letters) <= n {
		return text
	}
	return string(letters[:n-1]) + "…"
}

// drawCross draws the cross-table as a board of colours with the points on it.
func drawCross(c tournament.CrossTable) template.HTML {
	const cell, left = 30, 170
	n := len(c.Rows)
	w, h := left+n*cell+4, n*cell+headY+4
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" aria-label="Points of each player against each other; the table below says the same">`, w, h, w, h)
	for i, r := range c.Rows {
		y := headY + i*cell
		fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="middle">%d</text>`, left+i*cell+cell/2, headY-8, i+1)
		fmt.Fprintf(&b, `<text x="4" y="%d">%d. %s</text>`, y+cell/2+5, i+1, template.HTMLEscapeString(short(r.Name, 18)))
		for j := range c.Rows {
			x, got := left+j*cell, c.Cells[i][j]
			class, text := "none", ""
			if games := len(got.Games); games > 0 {
				text = got.Points.String()
				switch half := tournament.Points(games); {
				case got.Points > half:
					class = "good"
				case got.Points == half:
					class = "even"
				default:
					class = "bad"
				}
			}
			fmt.Fprintf(&b, `<rect class="%s" x="%d" y="%d" width="%d" height="%d"><title>%s against %s: %s</title></rect>`, class, x, y, cell-2, cell-2,
				template.HTMLEscapeString(r.Name), template.HTMLEscapeString(c.Rows[j].Name), text)
			if text != "" {
				fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="middle">%s</text>`, x+cell/2-1, y+cell/2+4, text)
			}
		}
	}
	b.WriteString("</svg>")
	return template.HTML(b.String())
}
