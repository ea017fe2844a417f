package page

import (
	"fmt"
	"html/template"
	"strings"

	"tafl3d/tournament/tables"
)

// Dimensions of the bracket, in pixels.
const (
	boxWidth  = 180
	boxHeight = 40
	gapX      = 40
	gapY      = 30 // holds how a match was decided and the label of the next one
	headY     = 24
)

// spot is the upper left corner of a match in the drawing.
type spot struct{ x, y int }

// drawBracket returns an SVG of the matches, column by column, with the second bracket of a double elimination below
// the first.
func drawBracket(ties []tables.Tie, label string) template.HTML {
	spots, w, h := layOut(ties)
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" class="bracket" viewBox="0 0 %d %d" width="%d" `+
		`height="%d" role="img" aria-label="%s">`, w, h, w, h, escaped(label))
	for i, t := range ties {
		to := spots[i]
		for k, from := range t.From {
			if from >= 0 {
				s := spots[from]
				y := to.y + boxHeight/4 + k*boxHeight/2
				fmt.Fprintf(&b, `<path class="tie-way" fill="none" d="M%d %dH%dV%dH%d"/>`, s.x+boxWidth,
					s.y+boxHeight/2, to.x-gapX/2, y, to.x)
			}
		}
	}
	for i := range ties {
		drawTie(&b, spots[i], &ties[i])
	}
	b.WriteString("</svg>")
	return template.HTML(b.String()) // drawTie escapes all text in it
}

var escaped = template.HTMLEscapeString

// layOut returns the pixel positions of the matches and the size of the drawing.
func layOut(ties []tables.Tie) (spots []spot, w, h int) {
	w, h = 1, headY+1
	for _, t := range ties {
		s := spot{4 + t.Column*(boxWidth+gapX), headY + int(t.Row*(boxHeight+gapY))}
		spots = append(spots, s)
		w, h = max(w, s.x+boxWidth+4), max(h, s.y+boxHeight+gapY)
	}
	return spots, w, h
}

// drawTie draws a box with the two players and their points, the label above it, and below it how a level match was
// decided.
func drawTie(b *strings.Builder, s spot, t *tables.Tie) {
	fmt.Fprintf(b, `<g><title>%s</title><rect class="box" x="%d" y="%d" width="%d" height="%d" rx="4"/>`,
		escaped(strings.Join(t.Names[:], " – ")), s.x, s.y, boxWidth, boxHeight)
	if t.Label != "" {
		fmt.Fprintf(b, `<text x="%d" y="%d">%s</text>`, s.x, s.y-5, escaped(t.Label))
	}
	if t.Why != "" {
		fmt.Fprintf(b, `<text class="why" x="%d" y="%d">%s</text>`, s.x, s.y+boxHeight+11, escaped(t.Why))
	}
	for k, name := range t.Names {
		class := ""
		if t.Won == k {
			class = ` class="won"`
		}
		y := s.y + 15 + k*boxHeight/2
		fmt.Fprintf(b, `<text%s x="%d" y="%d">%s</text>`, class, s.x+6, y, escaped(short(name, 20)))
		if t.Players[k] > 0 && t.Points[k] != "" {
			fmt.Fprintf(b, `<text%s x="%d" y="%d" text-anchor="end">%s</text>`, class, s.x+boxWidth-6, y, t.Points[k])
		}
	}
	b.WriteString("</g>")
}

// short truncates text to n letters.
func short(text string, n int) string {
	letters := []rune(text)
	if len(letters) <= n {
		return text
	}
	return string(letters[:n-1]) + "…"
}
