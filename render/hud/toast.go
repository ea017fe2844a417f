package hud

import (
	"image"
	"image/color"

	"tafl3d/panel"
)

// Dimensions of notices, in units.
const (
	toastHeight = 38.0
	toastGap    = 6.0
	toastSign   = 26.0
	toastMost   = 3
	toastWidth  = 600.0
	toastSlim   = 28.0 // height at the bottom of the window
)

// toastsShown returns the newest notices; only one over a dialog.
func (h *HUD) toastsShown(s *panel.Screen) []panel.Toast {
	most := toastMost
	if h.modal {
		most = 1
	}
	return s.Toasts[max(0, len(s.Toasts)-most):]
}

// planToast breaks a notice into lines of at most width pixels and returns its size.
func planToast(f *fonts, m metrics, t panel.Toast, width int) (lines []string, size image.Point) {
	face, _ := f.style(typeBody, m.k)
	sides := m.px(toastSign + 36)
	lines = face.wrap(t.Text, width-sides, 3, 0)
	for _, l := range lines {
		size.X = max(size.X, face.width(l, 0)+sides)
	}
	size.Y = m.px(toastHeight) + max(len(lines)-1, 0)*m.px(statusLine)
	return lines, size
}

// toastSize returns the size of all notices, at most width pixels wide.
func toastSize(f *fonts, m metrics, ts []panel.Toast, width int) image.Point {
	var all image.Point
	for i, t := range ts {
		_, size := planToast(f, m, t, width)
		all.X = max(all.X, size.X)
		all.Y += size.Y
		if i > 0 {
			all.Y += m.px(toastGap)
		}
	}
	return all
}

// toasts draws the notices, each in a separate pill.
func (c *canvas) toasts(ts []panel.Toast) {
	rest := c.bounds()
	for _, t := range ts {
		lines, size := planToast(c.fonts, c.metrics, t, c.bounds().Dx())
		if len(ts) == 1 {
			size.Y = c.bounds().Dy() // possibly a slim one
		}
		var row image.Rectangle
		row, rest = top(rest, size.Y)
		x := row.Min.X + (row.Dx()-size.X)/2
		c.toast(image.Rect(x, row.Min.Y, x+size.X, row.Max.Y), lines, t.Tone)
		_, rest = top(rest, c.px(toastGap))
	}
}

func (c *canvas) toast(pill image.Rectangle, lines []string, tone panel.Tone) {
	sign, tint := "info", color.Color(bronze)
	switch tone {
	case panel.Good:
		sign, tint = "check", moss
	case panel.Bad:
		sign, tint = "warn", ochre
	}
	round := c.k * toastHeight / 2
	c.fill(pill, round, oakDeep)
	c.outline(pill, round, float64(c.line()), tint)
	_, in := leftmost(pill, c.px(16))
	at, words := leftmost(in, c.px(18))
	c.icon(square(at, c.px(18)), sign, tint)
	words = image.Rect(words.Min.X+c.px(8), words.Min.Y, pill.Max.X-c.px(16), words.Max.Y)
	_, words = top(words, (words.Dy()-len(lines)*c.px(statusLine))/2)
	c.lines(words, lines, typeBody.in(inkBright), left)
}

// tipSize returns the size of a tooltip.
func tipSize(f *fonts, m metrics, t target, most int) image.Point {
	label, _ := f.style(typeSmall, m.k)
	w := label.width(t.tip, 0) + m.px(20)
	if t.key != "" {
		key, _ := f.style(typeKey, m.k)
		w += key.width(t.key, 0) + m.px(22)
	}
	return image.Pt(min(w, most), m.px(32))
}

// tip draws the description and the key of a target.
func (c *canvas) tip(t target) {
	r := c.bounds()
	c.fill(r, 5*c.k, color.NRGBA{14, 10, 7, 246})
	c.outline(r, 5*c.k, float64(c.line()), rim)
	_, in := leftmost(r, c.px(10))
	_, in = rightmost(in, c.px(10))
	if t.key != "" {
		key, rest := rightmost(in, c.width(t.key, typeKey)+c.px(12))
		c.keycap(key, t.key, right)
		in = rest
	}
	c.text(in, t.tip, typeSmall.in(inkBright), left)
}
