package hud

import (
	"cmp"
	"image"
	"image/color"

	"tafl3d/panel"
)

// ground paints the background of a panel with a double border.
func (c *canvas) ground(col color.NRGBA) {
	r := c.bounds()
	round := radius * c.k
	w := float64(c.line())
	c.parchment(col, round)
	c.outline(r, round, w, rim)
	in := c.px(3)
	c.outline(r.Inset(in), round-float64(in), w, color.NRGBA{rule.R, rule.G, rule.B, rule.A / 3})
}

// rule draws a thin line across r at y, with a diamond if it ends a heading.
func (c *canvas) rule(r image.Rectangle, y int, diamond bool) {
	if !diamond {
		c.bar(image.Rect(r.Min.X, y, r.Max.X, y+c.line()), rule)
		return
	}
	mid, room := (r.Min.X+r.Max.X)/2, c.px(9)
	c.bar(image.Rect(r.Min.X, y, mid-room, y+c.line()), rule)
	c.bar(image.Rect(mid+room, y, r.Max.X, y+c.line()), rule)
	c.diamond(float64(mid), float64(y)+float64(c.line())/2, 3.4*c.k, bronze)
}

// glow highlights a target: hovered, or brighter if pressed or active.
func (c *canvas) glow(r image.Rectangle, s state, on bool) {
	switch {
	case s.down || on:
		c.fill(r, 5*c.k, press)
	case s.hot:
		c.fill(r, 5*c.k, veil)
	}
}

// tool draws a clickable icon.
func (c *canvas) tool(r image.Rectangle, size float64, b panel.Button, cmd panel.Command) {
	s := c.target(target{rect: r, cmd: cmd, live: !b.Disabled, tip: cmp.Or(b.Why, b.Label), key: b.Key})
	ink := inkPlain
	switch {
	case b.Disabled:
		ink, s = inkDead, state{}
	case b.On, b.Primary:
		ink = inkGilt
	case s.hot:
		ink = inkBright
	}
	c.glow(r, s, b.On)
	if b.Focus {
		c.ring(r.Inset(c.px(3)))
	}
	at := square(r, c.px(size))
	if s.down {
		at = at.Add(image.Pt(0, c.line()))
	}
	c.icon(at, iconOf(b), ink.C)
	if b.On {
		y := r.Max.Y - c.px(4)
		c.bar(image.Rect(r.Min.X+r.Dx()/3, y, r.Max.X-r.Dx()/3, y+c.px(1.6)), bronze)
	}
}

// iconOf returns the icon name of a button.
func iconOf(b panel.Button) string {
	if b.Icon != "" {
		return b.Icon
	}
	return b.ID
}

// buttonSide is the padding of a button label, and buttonLeast the smallest label size, in units.
const (
	buttonSide  = 6.0
	buttonLeast = 11.0
)

// button draws a button with a label that shrinks to fit.
func (c *canvas) button(r image.Rectangle, b panel.Button, words style, focus bool) {
	s := c.target(target{rect: r, cmd: panel.Command{ID: b.ID}, live: !b.Disabled, key: b.Key})
	round := 5 * c.k
	w := float64(c.line())
	ink := inkPlain
	switch {
	case b.Disabled:
		ink = inkDead
		c.outline(r, round, w, rule)
	case b.Primary:
		ink = inkPitch
		face := bronze
		if s.hot {
			face = gilt
		}
		c.fill(r, round, face)
	default:
		c.fill(r, round, veil)
		c.glow(r, s, b.On)
		c.outline(r, round, w, rim)
		if s.hot {
			ink = inkBright
		}
	}
	if focus {
		c.ring(r)
	}
	label := r.Inset(c.px(buttonSide))
	if s.down {
		label = label.Add(image.Pt(0, c.line()))
	}
	c.shrunk(label, b.Label, words.in(ink), buttonLeast, centre)
}

// ring draws the focus ring.
func (c *canvas) ring(r image.Rectangle) {
	out := c.px(2.5)
	c.outline(r.Inset(-out), 5*c.k+float64(out), 1.5*c.k, gilt)
}

// keycap draws a key and returns its width. It is aligned to the right or left of box.
func (c *canvas) keycap(box image.Rectangle, key string, a align) int {
	w := min(c.width(key, typeKey)+c.px(12), box.Dx())
	h := c.px(20)
	r := image.Rect(box.Min.X, 0, box.Min.X+w, h)
	if a == right {
		r = image.Rect(box.Max.X-w, 0, box.Max.X, h)
	}
	r = r.Add(image.Pt(0, box.Min.Y+(box.Dy()-h)/2))
	c.fill(r, 4*c.k, well)
	c.outline(r, 4*c.k, float64(c.line()), rule)
	c.text(r.Inset(c.px(2)), key, typeKey, centre)
	return w
}
