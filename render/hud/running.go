package hud

import (
	"image"

	"tafl3d/panel"
)

// Dimensions of running text, in units.
const (
	partHead   = 34.0 // a heading with the space above it
	partGap    = 8.0  // after a paragraph
	pictureMax = 150.0
	asideMax   = 300.0
	asideSmall = 236.0 // width with notes
	asideShare = 0.42  // share of the dialog width
	asideGap   = 30.0
	wordsLine  = 21.0
)

// partBlocks returns running text. Pictures are placed at the right of their paragraph.
func (co *composer) partBlocks(parts []panel.Part, w int) []block {
	var bs []block
	for i := range parts {
		p := &parts[i]
		if p.Head != "" {
			bs = append(bs, co.headBlock(p.Head, left))
		}
		if p.Board != nil {
			bs = append(bs, co.pictureBlock(p, w))
		} else {
			bs = append(bs, co.wordBlocks(p.Text, w, left)...)
		}
		bs = append(bs, co.space(partGap))
	}
	return bs
}

// headBlock returns a heading.
func (co *composer) headBlock(text string, a align) block {
	return block{co.hud.m.px(partHead), -1, func(c *canvas, r image.Rectangle) {
		r.Min.Y += c.px(8)
		c.shrunk(r, text, typeHeading, 14, a)
	}}
}

// wordBlocks returns the lines of a paragraph.
func (co *composer) wordBlocks(text string, w int, a align) []block {
	h := co.hud
	face, _ := h.fonts.style(typeBody, h.m.k)
	var bs []block
	for _, l := range face.wrap(text, w, 40, 0) {
		bs = append(bs, block{h.m.px(wordsLine), -1, func(c *canvas, r image.Rectangle) { c.text(r, l, typeBody, a) }})
	}
	return bs
}

// pictureBlock returns a paragraph with a picture.
func (co *composer) pictureBlock(p *panel.Part, w int) block {
	h := co.hud
	size := diagramSize(p.Board, h.m.px(pictureMax), h.m.px(pictureMax))
	face, _ := h.fonts.style(typeBody, h.m.k)
	lines := face.wrap(p.Text, w-size.X-h.m.px(20), 40, 0)
	tall := max(size.Y+h.m.px(6), len(lines)*h.m.px(wordsLine))
	return block{tall, -1, func(c *canvas, r image.Rectangle) {
		text, picture := leftmost(r, r.Dx()-size.X)
		picture.Max.Y = picture.Min.Y + size.Y
		c.diagrams().diagram(picture, p.Board)
		for _, l := range lines {
			var row image.Rectangle
			row, text = top(text, c.px(wordsLine))
			c.text(row, l, typeBody, left)
		}
	}}
}

// asideBlocks returns the column next to the fields: each picture above its text, and the note on a field
// below the first.
func (co *composer) asideBlocks(d *panel.Dialog, w int) []block {
	h := co.hud
	var bs []block
	noted, most := false, asideMax
	for i := range d.Fields {
		noted = noted || d.Fields[i].Note != ""
	}
	if noted {
		most = asideSmall
	}
	for i := range d.Aside {
		p := &d.Aside[i]
		if i == 1 && noted {
			bs = append(bs, co.noteBlock(d, w, 4))
		}
		if p.Board != nil {
			size := diagramSize(p.Board, min(w, h.m.px(most)), h.m.px(most))
			bs = append(bs, block{size.Y + h.m.px(6), -1, func(c *canvas, r image.Rectangle) {
				x := r.Min.X + (r.Dx()-size.X)/2
				c.diagrams().diagram(image.Rect(x, r.Min.Y, x+size.X, r.Min.Y+size.Y), p.Board)
			}})
		}
		if p.Head != "" {
			bs = append(bs, co.headBlock(p.Head, centre))
		}
		face, _ := h.fonts.style(typeSmall, h.m.k)
		for _, l := range face.balance(p.Text, w, 8, 0) {
			bs = append(bs, block{h.m.px(18.5), -1,
				func(c *canvas, r image.Rectangle) { c.text(r, l, typeSmall, centre) }})
		}
		bs = append(bs, co.space(5))
	}
	return bs
}

// heightOf returns the total height of strips.
func heightOf(bs []block) (tall int) {
	for _, b := range bs {
		tall += b.height
	}
	return tall
}

// paintAside draws the column next to the fields as far as it fits.
func (h *HUD) paintAside(c *canvas, view image.Rectangle) {
	p := &h.dialog.plan
	x := view.Min.X + h.dialogPad() + p.inner + c.px(asideGap)
	y := view.Min.Y
	for _, b := range p.aside {
		if y+b.height > view.Max.Y {
			return
		}
		b.paint(c, image.Rect(x, y, x+p.asideWidth, y+b.height))
		y += b.height
	}
}

// faultBlocks returns the error messages.
func (co *composer) faultBlocks(faults []string, w int) []block {
	h := co.hud
	if len(faults) == 0 {
		return nil
	}
	face, _ := h.fonts.style(typeBody, h.m.k)
	bs := []block{co.space(6)}
	for _, f := range faults {
		for _, l := range face.balance(f, w, 4, 0) {
			bs = append(bs, block{h.m.px(wordsLine), -1,
				func(c *canvas, r image.Rectangle) { c.text(r, l, typeBody.in(inkOchre), centre) }})
		}
	}
	return append(bs, co.space(4))
}
