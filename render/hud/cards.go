package hud

import (
	"image"

	"tafl3d/panel"
	"tafl3d/tongue"
)

// Dimensions of cards, in units.
const (
	cardGap     = 12.0
	cardPad     = 9.0
	cardPicture = 118.0
	cardHead    = 24.0
	cardLine    = 18.0
	cardLines   = 3 // below the heading
)

// chosenCard returns the index of the card with the keyboard focus; -1: none.
func chosenCard(d *panel.Dialog) int {
	if d.Focus >= 0 && d.Focus < len(d.Fields) && (d.Fields[d.Focus].Cards != nil || d.Fields[d.Focus].Rows != nil) {
		return d.Fields[d.Focus].Chosen
	}
	return -1
}

// rowBlocks returns the rows of a selection field with its heading. The selected row can have the focus.
func rowBlocks(h *HUD, d *panel.Dialog, field, w int) []block {
	f := &d.Fields[field]
	t := f.Rows.Table
	t.Marked = -1
	if d.Focus != field {
		t.Marked = f.Chosen - f.Rows.First
	}
	bs := h.composer.tableBlocks(&t, w)
	for i := range t.Rows {
		b := &bs[1+i]
		number, inner := f.Rows.First+i, b.paint
		if number == f.Chosen {
			b.focus = field
		}
		b.paint = func(c *canvas, r image.Rectangle) {
			st := c.target(target{rect: r, cmd: panel.Command{ID: f.Pick, Arg: number}, live: f.Pick != ""})
			c.glow(r, st, false)
			inner(c, r)
			if d.Focus == field && number == f.Chosen {
				c.ring(r)
			}
		}
	}
	return bs
}

// cardBlocks returns the rows of a field of cards. The row with the selected card can have the focus.
func (co *composer) cardBlocks(d *panel.Dialog, field, w int) []block {
	h := co.hud
	f := &d.Fields[field]
	n := max(f.Columns, 1)
	space := h.m.px(cardGap)
	wide := (w - (n-1)*space) / n
	lines, picture := 0, 0
	for i := range f.Cards {
		lines = max(lines, min(len(f.Cards[i].Lines), cardLines))
		if f.Cards[i].Board != nil {
			picture = h.m.px(cardPicture + cardPad)
		}
	}
	tall := picture + h.m.px(2*cardPad+cardHead+float64(lines)*cardLine)
	var bs []block
	if f.Label != "" {
		bs = append(bs, co.headBlock(f.Label, left))
	}
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
				drawCard(c, at, &f.Cards[i], panel.Command{ID: f.Pick, Arg: i}, picture, d.Focus == field &&
					i == f.Chosen)
				startSign(c, at, &f.Cards[i], i)
			}
		}})
	}
	return bs
}

// startSign draws the icon of a card that starts a game at once.
func startSign(c *canvas, r image.Rectangle, card *panel.Card, i int) {
	if card.Start == "" {
		return
	}
	size := c.px(34)
	at := image.Rect(0, 0, size, size).Add(r.Min.Add(image.Pt(c.px(4), c.px(4)))) // next to the picture
	st := c.target(target{rect: at, cmd: panel.Command{ID: card.Start, Arg: i}, live: true,
		tip: tongue.Text("Start with the last settings")})
	ink := bronze
	if st.hot {
		ink = gilt
	}
	c.fill(at, 6*c.k, veil)
	c.glow(at, st, false)
	c.icon(square(at, c.px(22)), "play", ink)
}

// drawCard draws a card: its picture, tall with the space below, above heading and lines.
func drawCard(c *canvas, r image.Rectangle, card *panel.Card, cmd panel.Command, tall int, focus bool) {
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
	picture, words := top(in, tall)
	picture.Max.Y -= min(c.px(cardPad), tall)
	if card.Board != nil {
		size := diagramSize(card.Board, picture.Dx(), picture.Dy())
		at := picture.Min.Add(picture.Size().Sub(size).Div(2))
		c.diagrams().diagram(image.Rectangle{Min: at, Max: at.Add(size)}, card.Board)
	}
	if card.Sign != "" {
		sign, _ := rightmost(in, c.px(20))
		sign, _ = top(sign, c.px(20))
		c.icon(sign, card.Sign, gilt)
	}
	head, words := top(words, c.px(cardHead))
	c.shrunk(head, card.Head, typeStrong.in(inkBright), 11, centre)
	for _, l := range card.Lines[:min(len(card.Lines), cardLines)] {
		var row image.Rectangle
		row, words = top(words, c.px(cardLine))
		c.shrunk(row, l, typeSmall.in(inkSoft), 9.5, centre)
	}
}
