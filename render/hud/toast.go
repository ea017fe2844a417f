package hud

import (
	"image"
	"image/color"

	"tafl3d/app"
)

// The measures of a message, in units.
const (
	toastHeight = 38.0
	toastGap    = 6.0
	toastMost   = 3
)

// toastsShown returns the newest messages, only one over a dialog.
func (h *HUD) toastsShown(s *app.Screen) []app.Toast {
	most := toastMost
	if h.modal {
		most = 1
	}
	return s.Toasts[max(0, len(s.Toasts)-most):]
}

// toastSize returns how much room messages take, at most width pixels across.
func toastSize(f *fonts, m metrics, ts []app.Toast, width int) image.Point {
	face, _ := f.style(typeBody, m.k)
	w := 0
	for _, t := range ts {
		w = max(w, face.width(t.Text, 0)+m.px(60))
	}
	return image.Pt(min(w, width, m.px(620)), len(ts)*m.px(toastHeight)+(len(ts)-1)*m.px(toastGap))
}

// toasts draws messages that pass, each in a pill of its own.
func (c *canvas) toasts(ts []app.Toast) {
	rest := c.bounds()
	for _, t := range ts {
		var row image.Rectangle
		row, rest = top(rest, c.px(toastHeight))
		c.toast(row, t)
		_, rest = top(rest, c.px(toastGap))
	}
}

func (c *canvas) toast(row image.Rectangle, t app.Toast) {
	w := min(c.width(t.Text, typeBody)+c.px(60), row.Dx())
	x := row.Min.X + (row.Dx()-w)/2
	pill := image.Rect(x, row.Min.Y, x+w, row.Max.Y)
	sign, tint := "info", color.Color(bronze)
	switch t.Tone {
	case app.Good:
		sign, tint = "check", moss
	case app.Bad:
		sign, tint = "warn", ochre
	}
	round := float64(row.Dy()) / 2
	c.fill(pill, round, oakDeep)
	c.outline(pill, round, float64(c.line()), tint)
	_, in := leftmost(pill, c.px(16))
	_, in = rightmost(in, c.px(16))
	at, words := leftmost(in, c.px(18))
	c.icon(square(at, c.px(18)), sign, tint)
	_, words = leftmost(words, c.px(8))
	c.text(words, t.Text, typeBody.in(inkBright), left)
}

// tipSize returns how much room the tip of a target takes.
func tipSize(f *fonts, m metrics, t target, most int) image.Point {
	label, _ := f.style(typeSmall, m.k)
	w := label.width(t.tip, 0) + m.px(20)
	if t.key != "" {
		key, _ := f.style(typeKey, m.k)
		w += key.width(t.key, 0) + m.px(22)
	}
	return image.Pt(min(w, most), m.px(32))
}

// tip draws what a target is for and its key.
func (c *canvas) tip(t target) {
	r := c.bounds()
	c.fill(r, 5*c.k, color.NRGBA{14, 10, 7, 246})
	c.outline(r, 5*c.k, float64(c.line()), rim)
	_, in := leftmost(r, c.px(10))
	_, in = rightmost(in, c.px(10))
	if t.key != "" {
		cap, rest := rightmost(in, c.width(t.key, typeKey)+c.px(12))
		c.keycap(cap, t.key, right)
		in = rest
	}
	c.text(in, t.tip, typeSmall.in(inkBright), left)
}
