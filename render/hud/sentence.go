package hud

import (
	"image"

	"tafl3d/panel"
)

// mostSentence is the largest number of lines of a label that is a sentence.
const mostSentence = 5

// sentenceBlock returns a field whose label is a sentence, left of its box or above it.
func (co *composer) sentenceBlock(d *panel.Dialog, i, w int) block {
	h := co.hud
	f := &d.Fields[i]
	over := h.narrow(w)
	room := w * 13 / 25
	if over {
		room = w
	}
	face, track := h.fonts.style(typeBody, h.m.k)
	lines := face.balance(f.Label, room-h.m.px(23), mostSentence, track)
	text := h.m.px(dialogLine) * len(lines)
	tall := max(h.m.px(fieldHeight), text+h.m.px(10))
	if over {
		tall = h.m.px(fieldHeight) + text
	}
	return block{tall, i, func(c *canvas, r image.Rectangle) {
		c.target(target{rect: r, cmd: panel.Command{ID: f.ID, Arg: f.Chosen}})
		label, box := leftmost(r, room)
		if over {
			label, box = top(r, text)
		}
		box = image.Rect(box.Min.X, box.Min.Y+(box.Dy()-c.px(fieldHeight))/2, box.Max.X,
			box.Min.Y+(box.Dy()+c.px(fieldHeight))/2)
		sentence(c, label, f, lines, d.Focus == i)
		ink := inkBright
		if f.Disabled {
			ink = inkDead
		}
		fieldBox(c, box, f, d.Focus == i, ink)
	}}
}

// sentence draws the lines of a label, vertically centred in r.
func sentence(c *canvas, r image.Rectangle, f *panel.Field, lines []string, focus bool) {
	ink := inkSoft
	switch {
	case f.Disabled:
		ink = inkDead
	case focus:
		ink = inkGilt
	}
	y := r.Min.Y + (r.Dy()-c.px(dialogLine)*len(lines))/2
	x := r.Min.X
	if f.Changed {
		c.diamond(float64(x+c.px(4)), float64(y+c.px(dialogLine)/2), 3.4*c.k, bronze)
		x += c.px(13)
	}
	for _, l := range lines {
		c.text(image.Rect(x, y, r.Max.X, y+c.px(dialogLine)), l, typeBody.in(ink), left)
		y += c.px(dialogLine)
	}
}
