package hud

import (
	"image"

	"tafl3d/panel"
)

// Dimensions of the banner, in units.
const (
	bannerHeight = 46.0
	bannerButton = 150.0
)

// arrangeBanner places the banner across the top of the window and moves everything else down.
func (h *HUD) arrangeBanner(s *panel.Screen) {
	if s.Banner == nil {
		return
	}
	down := h.m.px(bannerHeight)
	for p := range h.slots {
		if r := &h.slots[p].rect; !r.Empty() {
			*r = r.Add(image.Pt(0, down))
			if part(p) == partScrim {
				r.Min.Y = 0
			}
		}
	}
	h.insets[1] += down
	h.slots[partBanner].rect = image.Rect(0, 0, h.m.w, down)
}

// paintBanner draws what waits elsewhere: the words, the clock and the button.
func paintBanner(c *canvas, b *panel.Banner) {
	r := c.bounds()
	tint := bronze
	if b.Tone == panel.Bad {
		tint = ochre
	}
	c.fill(r, 0, oakDeep)
	c.bar(image.Rect(r.Min.X, r.Max.Y-c.px(2), r.Max.X, r.Max.Y), tint)
	in := r.Inset(c.px(7))
	_, in = leftmost(in, c.px(10))
	button, in := rightmost(in, min(max(c.px(bannerButton), c.width(b.Button.Label, typeBody)+c.px(28)), in.Dx()/2))
	c.button(button, b.Button, typeBody, false)
	_, in = rightmost(in, c.px(16))
	if b.Clock.On {
		text := b.Clock.Figures
		if b.Clock.Words != "" {
			text += " " + b.Clock.Words
		}
		ink := inkBright
		if b.Clock.Low {
			ink = inkGilt
		}
		at, rest := rightmost(in, c.width(text, typeHeading)+c.px(4))
		c.text(at, text, typeHeading.in(ink), right)
		_, in = rightmost(rest, c.px(16))
	}
	c.shrunk(in, b.Text, typeBody.in(inkBright), buttonLeast, left)
}
