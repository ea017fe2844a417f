package hud

import (
	"image"
	"strings"

	"tafl3d/panel"
)

// Dimensions of the list of keys, in units.
const (
	keyHeight = 29.0 // first row of a line
	keyLine   = 17.0 // further rows of text
	capLine   = 24.0 // further rows of keys

	mostKeyLines = 8 // rows of text
)

// keyPlan is the width of a column and of its keys, in pixels.
type keyPlan struct{ width, caps int }

// keyEntry is a line of the list, broken into rows.
type keyEntry struct {
	caps [][]string
	does []string
}

// keyBlocks returns the list of keys, in two columns if they fit.
func (co *composer) keyBlocks(d *panel.Dialog, w int) []block {
	h := co.hud
	cols, between := 2, h.m.px(28)
	if w < h.m.px(560) || len(d.Keys) < 8 {
		cols = 1
	}
	p := keyPlan{width: (w - (cols-1)*between) / cols}
	p.caps = co.capWidth(d.Keys, p.width*2/5)
	rows := (len(d.Keys) + cols - 1) / cols
	var bs []block
	for i := range rows {
		tall := 0
		var entries []keyEntry
		for j := i; j < len(d.Keys); j += rows {
			e := co.planKey(d.Keys[j], p)
			entries = append(entries, e)
			words := (len(e.does) - 1) * h.m.px(keyLine)
			caps := (len(e.caps) - 1) * h.m.px(capLine)
			tall = max(tall, words, caps)
		}
		bs = append(bs, block{h.m.px(keyHeight) + tall, -1, func(c *canvas, r image.Rectangle) {
			for _, e := range entries {
				var col image.Rectangle
				col, r = leftmost(r, p.width)
				_, r = leftmost(r, between)
				c.keyEntry(col, e, p.caps)
			}
		}})
	}
	return bs
}

// capWidth returns the width needed for the keys, at most most.
func (co *composer) capWidth(keys []panel.KeyLine, most int) int {
	width := 0
	for _, k := range keys {
		w := 0
		for _, name := range keyNames(k.Keys) {
			w += co.keyWidth(name)
		}
		width = max(width, w)
	}
	return min(width, most)
}

// keyWidth returns the width of a key with the space behind it.
func (co *composer) keyWidth(name string) int {
	h := co.hud
	face, _ := h.fonts.style(typeKey, h.m.k)
	return face.width(name, 0) + h.m.px(17)
}

// keyNames splits "Home, End" and "Enter or Space" into keys.
func keyNames(s string) []string {
	return strings.Split(strings.ReplaceAll(s, " or ", ", "), ", ")
}

// planKey breaks a line into rows.
func (co *composer) planKey(k panel.KeyLine, p keyPlan) keyEntry {
	h := co.hud
	does, _ := h.fonts.style(typeSmall, h.m.k)
	e := keyEntry{does: does.wrap(k.Does, p.width-p.caps-h.m.px(12), mostKeyLines, 0)}
	used := p.caps
	for _, name := range keyNames(k.Keys) {
		w := co.keyWidth(name)
		if used+w > p.caps {
			e.caps = append(e.caps, nil)
			used = 0
		}
		last := len(e.caps) - 1
		e.caps[last] = append(e.caps[last], name)
		used += w
	}
	return e
}

// keyEntry draws keys and their description.
func (c *canvas) keyEntry(r image.Rectangle, e keyEntry, caps int) {
	row, _ := top(r, c.px(keyHeight))
	at, _ := leftmost(row, caps)
	for _, names := range e.caps {
		rest := at
		for _, name := range names {
			w := c.keycap(rest, name, left)
			_, rest = leftmost(rest, w+c.px(5))
		}
		at = at.Add(image.Pt(0, c.px(capLine)))
	}
	line := row
	line.Min.X += caps + c.px(12)
	for _, l := range e.does {
		c.text(line, l, typeSmall.in(inkPlain), left)
		line = line.Add(image.Pt(0, c.px(keyLine)))
	}
}
