package hud

import (
	"image"

	"tafl3d/panel"
)

// The measures of cards, in units.
const (
	cardGap     = 12.0
	cardPad     = 9.0
	cardPicture = 118.0
	cardHead    = 24.0
	cardLine    = 18.0
	cardLines   = 3 // under the head
)

// chosenCard returns which card the keyboard holds, -1 for none.
func chosenCard(d *panel.Dialog) int {
	if d.Focus >= 0 && d.Focus < len(d.Fields) && d.Fields[d.Focus].Cards != nil {
		return d.Fields[d.Focus].Chosen
	}
	return -1
}

// cardBlocks are the rows of a field of cards. The keyboard holds the row with the
// chosen one.
func (h *HUD) cardBlocks(d *panel.Dialog, field, w int) []block {
	f := &d.Fields[field]
	n := max(f.Columns, 1)
	space := h.m.px(cardGap)
	wide := (w - (n-1)*space) / n
	lines := 0
	for i := range f.Cards {
		lines = max(lines, min(len(f.Cards[i].Lines), cardLines))
	}
	tall := h.m.px(cardPicture + 3*cardPad + cardHead + float64(lines)*cardLine)
	var bs []block
	for from := 0; from < len(f.Cards); from += n {
		to := min(from+n, len(f.Cards))
		holds := -1
		if f.Chosen >= from && f.Chosen < to {
			holds = field
		}
		bs = append(bs, block{tall + space, holds, func(c *canvas, r image.Rectangle) {
			for i := from; i < to; i++ {
				x := r.Min.X + (i-from)*(wide+space)
				at := image.Rect(x, r.Min.Y+space/2, x+wide, r.Min.Y+space/2+tall)
				drawCard(c, at, &f.Cards[i], panel.Command{ID: f.Pick, Arg: i}, d.Focus == field && i == f.Chosen)
			}
		}})
	}
	return bs
}

// drawCard draws a card: its picture over its head and lines.
func drawCard(c *canvas, r image.Rectangle, card *panel.Card, cmd panel.Command, focus bool) {
	st := c.target(target{rect: r, cmd: cmd, live: true})
	c.fill(r, 6*c.k, well)
	c.glow(r, st, false)
	edge := rule
	if st.hot {
		edge = gilt
	}
	c.outline(r, 6*c.k, float64(c.line()), edge)
	if focus {
		c.ring(r)
	}
	in := r.Inset(c.px(cardPad))
	picture, words := top(in, c.px(cardPicture))
	if card.Board != nil {
		size := diagramSize(card.Board, picture.Dx(), picture.Dy())
		at := picture.Min.Add(picture.Size().Sub(size).Div(2))
		c.diagram(image.Rectangle{Min: at, Max: at.Add(size)}, card.Board)
	}
	if card.Sign != "" {
		sign, _ := rightmost(picture, c.px(20))
		sign, _ = top(sign, c.px(20))
		c.icon(sign, card.Sign, gilt)
	}
	_, words = top(words, c.px(cardPad))
	head, words := top(words, c.px(cardHead))
	c.shrunk(head, card.Head, typeStrong.in(inkBright), 11, centre)
	for _, l := range card.Lines[:min(len(card.Lines), cardLines)] {
		var row image.Rectangle
		row, words = top(words, c.px(cardLine))
		c.shrunk(row, l, typeSmall.in(inkSoft), 9.5, centre)
	}
}
