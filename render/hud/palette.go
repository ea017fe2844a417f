package hud

import (
	"image"
	"image/color"

	"tafl3d/game"
	"tafl3d/panel"
)

// Dimensions of the palette, in units.
const (
	swatchHigh = 60.0
	swatchCols = 3
)

// paletteBlocks returns the pieces and marks of the editor, in rows.
func (co *composer) paletteBlocks(d *panel.Dialog) []block {
	var bs []block
	for i := 0; i < len(d.Palette); i += swatchCols {
		row := d.Palette[i:min(i+swatchCols, len(d.Palette))]
		bs = append(bs, block{co.hud.m.px(swatchHigh), -1, func(c *canvas, r image.Rectangle) {
			w := r.Dx() / swatchCols
			for j := range row {
				at, rest := leftmost(r, w)
				r = rest
				c.fields().swatch(at.Inset(c.px(2)), &row[j], i+j)
			}
		}})
	}
	if len(bs) > 0 {
		bs = append(bs, co.space(10))
	}
	return bs
}

// swatch draws a piece or mark of the palette.
func (fp fieldPainter) swatch(r image.Rectangle, s *panel.Swatch, i int) {
	c := fp.canvas
	st := c.target(target{rect: r, cmd: panel.Command{ID: panel.Brush, Arg: i}, live: true, tip: s.Label, key: s.Key})
	c.fill(r, 5*c.k, veil)
	c.glow(r, st, s.On)
	edge, word := rule, typeTag
	if s.On {
		edge, word = bronze, typeTag.in(inkGilt)
	}
	c.outline(r, 5*c.k, float64(c.line()), edge)
	sign, label := top(r, c.px(37))
	at := square(sign.Add(image.Pt(0, c.px(2))), c.px(26))
	switch {
	case s.Sign != "":
		fp.mark(at, s.Sign)
	case s.Kind == game.Kind{}:
		c.icon(at, "close", inkSoft.C)
	default:
		c.man(at, s.Kind)
	}
	c.shrunk(label.Inset(c.px(1)), s.Label, word, 8.5, centre)
}

// mark draws the symbol of a marked square.
func (fp fieldPainter) mark(r image.Rectangle, sign string) {
	c := fp.canvas
	c.fill(r, 2*c.k, cellLight)
	if sign == "camp" {
		c.fill(r, 2*c.k, cellCamp)
		return
	}
	if sign == "throne" {
		c.outline(r, 2*c.k, 1.5*c.k, bronze)
	}
	c.diagrams().cross(r.Inset(c.px(4)))
}

// gridBlocks returns buttons in rows of two, the primary one in its own row.
func (co *composer) gridBlocks(d *panel.Dialog) []block {
	var bs []block
	for i := 0; i < len(d.Buttons); {
		n := min(2, len(d.Buttons)-i)
		if d.Buttons[i].Primary {
			n = 1
		}
		row, first := d.Buttons[i:i+n], i
		bs = append(bs, block{co.hud.m.px(listHeight), len(d.Fields) + i, func(c *canvas, r image.Rectangle) {
			w := (r.Dx() - (n-1)*c.px(8)) / n
			for j, b := range row {
				x := r.Min.X + j*(w+c.px(8))
				c.button(image.Rect(x, r.Min.Y+c.px(4), x+w, r.Max.Y-c.px(4)), b, typeStrong,
					d.Focus == len(d.Fields)+first+j)
			}
		}})
		i += n
	}
	return append([]block{co.space(8)}, bs...)
}

// writeBox draws a text field; of a long text, the part around the caret. A click moves the caret.
func (fp fieldPainter) writeBox(box image.Rectangle, f *panel.Field, focus bool) {
	c := fp.canvas
	if f.Lines > 1 {
		drawTextBox(c, box, f, focus)
		return
	}
	in := image.Rect(box.Min.X+c.px(10), box.Min.Y, box.Max.X-c.px(10), box.Max.Y)
	text := []rune(f.Text)
	caret := min(max(f.Caret, 0), len(text))
	from, to := fp.window(text, caret, in.Dx()-c.px(4))
	c.target(target{rect: box, cmd: panel.Command{ID: f.ID, Arg: to}, live: true})
	x := in.Min.X
	for i := from; i < to; i++ {
		next := in.Min.X + c.width(string(text[from:i+1]), typeStrong)
		c.target(target{rect: image.Rect(x, box.Min.Y, next, box.Max.Y),
			cmd: panel.Command{ID: f.ID, Arg: i}, live: true})
		x = next
	}
	if first, last := clamp(min(f.From, caret), from, to), clamp(max(f.From, caret), from, to); focus && first < last {
		x := in.Min.X + c.width(string(text[from:first]), typeStrong)
		c.fill(image.Rect(x, box.Min.Y+c.px(8), in.Min.X+c.width(string(text[from:last]), typeStrong),
			box.Max.Y-c.px(8)), 2*c.k, chosenInk)
	}
	c.text(in, string(text[from:to]), typeStrong, left)
	if focus {
		x := in.Min.X + c.width(string(text[from:caret]), typeStrong) + c.px(1)
		c.bar(image.Rect(x, box.Min.Y+c.px(8), x+max(1, c.px(1.5)), box.Max.Y-c.px(8)), gilt)
	}
}

func clamp(n, least, most int) int { return min(max(n, least), most) }

// chosenInk is the background of selected text.
var chosenInk = color.NRGBA{214, 164, 84, 110}

// window returns the visible range of a text for a width in pixels: the whole text, or the part that ends
// near the caret.
func (fp fieldPainter) window(text []rune, caret, room int) (from, to int) {
	wide := func() bool { return fp.canvas.width(string(text[from:to]), typeStrong) > room }
	for to = caret; wide(); {
		from++
	}
	for to < len(text) {
		if to++; wide() {
			return from, to - 1
		}
	}
	return from, to
}
