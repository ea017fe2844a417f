package hud

import (
	"image"

	"tafl3d/panel"
	"tafl3d/tongue"
)

// statusPlan is the text of the status panel, broken into lines.
type statusPlan struct {
	status, warning []string
	notes           [][]string // lines of each note
	tag             string
	height          int
}

// Dimensions of the status panel, in units.
const (
	statusHead = 26.0
	statusLine = 20.0
	statusDots = 14.0
	noteLine   = 17.0
)

// planStatus breaks the status into lines for width w.
func planStatus(f *fonts, m metrics, g *panel.Sheet, w int) statusPlan {
	in := w - 2*m.pad()
	strong, _ := f.style(typeStrong, m.k)
	body, _ := f.style(typeBody, m.k)
	p := statusPlan{
		status:  strong.balance(g.Status, in, 3, 0),
		warning: body.wrap(g.Warning, in-m.px(24), 3, 0),
	}
	if g.Review {
		p.tag = tongue.Text("Earlier move")
	}
	p.height = 2*m.pad() + m.px(statusHead) + m.px(14) + len(p.status)*m.px(statusLine)
	if g.Thinking {
		p.height += m.px(statusDots)
	}
	if len(p.warning) > 0 {
		p.height += m.px(6) + len(p.warning)*m.px(statusLine)
	}
	if p.tag != "" {
		p.height += m.px(6) + m.px(statusLine)
	}
	small, _ := f.style(typeSmall, m.k)
	for _, n := range g.Notes {
		lines := small.wrap(n.Text, in, 3, 0)
		p.notes = append(p.notes, lines)
		p.height += m.px(4) + len(lines)*m.px(noteLine)
	}
	return p
}

// status draws the status of the game.
func (c *canvas) status(g *panel.Sheet) {
	c.ground(oak)
	p := planStatus(c.fonts, c.metrics, g, c.bounds().Dx())
	in := c.bounds().Inset(c.pad())
	head, rest := top(in, c.px(statusHead))
	c.shrunk(head, g.Variant, typeHeading, 13, centre)
	c.rule(in, head.Max.Y+c.px(4), true)
	_, rest = top(rest, c.px(14))
	st := typeStrong
	if g.Over {
		st = st.in(inkGilt)
	}
	rest = c.lines(rest, p.status, st, centre)
	if g.Thinking {
		var row image.Rectangle
		row, rest = top(rest, c.px(statusDots))
		c.dots(row)
	}
	if len(p.warning) > 0 {
		_, rest = top(rest, c.px(6))
		sign, _ := leftmost(rest, c.px(18))
		sign, _ = top(sign, c.px(statusLine))
		if sign.Dy() >= c.px(statusLine) {
			c.icon(square(sign, c.px(17)), "warn", amber)
		}
		_, words := leftmost(rest, c.px(24))
		rest = c.lines(words, p.warning, typeBody.in(inkAmber), left)
		rest.Min.X = in.Min.X
	}
	if p.tag != "" {
		_, rest = top(rest, c.px(6))
		rest = c.lines(rest, []string{p.tag}, typeSmall.in(inkBronze), centre)
	}
	c.notes(rest, p.notes, g.Notes)
}

// notes draws the status of a network game, or the lines of an analysis. It omits lines that do not fit.
func (c *canvas) notes(r image.Rectangle, plan [][]string, notes []panel.Note) {
	inks := map[panel.Tone]*image.Uniform{panel.Plain: inkBronze, panel.Good: inkSoft, panel.Bad: inkAmber}
	for i, lines := range plan {
		_, r = top(r, c.px(4))
		st, where := typeSmall.in(inks[notes[i].Tone]), centre
		if n := &notes[i]; n.Do.ID != "" {
			where = left
			box, _ := top(r, len(lines)*c.px(noteLine))
			s := c.target(target{rect: box, cmd: n.Do, glimpse: n.Glimpse, live: true, tip: n.Tip})
			if st = typeSmall.in(inkSoft); s.hot {
				c.glow(box.Inset(-c.px(2)), s, false)
				st = st.in(inkBright)
			}
		}
		for _, line := range lines {
			var row image.Rectangle
			if row, r = top(r, c.px(noteLine)); row.Dy() == c.px(noteLine) {
				c.text(row, line, st, where)
			}
		}
	}
}

// dots draws three lozenges as a sign of thinking.
func (c *canvas) dots(r image.Rectangle) {
	x, y := float64(r.Min.X+r.Max.X)/2, float64(r.Min.Y+r.Max.Y)/2
	for i := -1; i <= 1; i++ {
		c.diamond(x+float64(i)*12*c.k, y, 3*c.k, bronze)
	}
}

// lines draws lines of text from the top of r and returns the rest of r. It omits lines that do not fit.
func (c *canvas) lines(r image.Rectangle, lines []string, st style, a align) image.Rectangle {
	for _, l := range lines {
		var row image.Rectangle
		row, r = top(r, c.px(statusLine))
		if row.Dy() == c.px(statusLine) {
			c.text(row, l, st, a)
		}
	}
	return r
}
