package hud

import (
	"image"
	"image/color"
	"math"

	"tafl3d/game"
	"tafl3d/panel"
)

// Dimensions of the evaluation bar, in units.
const (
	valueWide = 44.0
	valueText = 22.0
	valueBar  = 18.0
)

// paintValue draws the evaluation bar: the share of each side in its colour, with its winning chance at its
// end.
func paintValue(c *canvas, g *panel.Sheet) {
	c.ground(oak)
	v := g.Value
	c.target(target{rect: c.bounds(), tip: v.Tip})
	in := c.bounds().Inset(c.px(4))
	head, rest := top(in, c.px(valueText))
	bar, foot := rest, rest
	bar.Max.Y -= c.px(valueText)
	foot.Min.Y = bar.Max.Y
	c.shrunk(head, v.Text[g.Near.Other()], typeSmall.in(inkPlain), 8, centre)
	c.shrunk(foot, v.Text[g.Near], typeSmall.in(inkPlain), 8, centre)
	bar.Min.X += (bar.Dx() - c.px(valueBar)) / 2
	bar.Max.X = bar.Min.X + c.px(valueBar)
	near := v.Attackers
	if g.Near == game.Defenders {
		near = 1 - near
	}
	at := bar.Max.Y - int(math.Round(near*float64(bar.Dy())))
	colours := [game.Sides]color.Color{bog, ivory}
	c.bar(image.Rect(bar.Min.X, bar.Min.Y, bar.Max.X, at), colours[g.Near.Other()])
	c.bar(image.Rect(bar.Min.X, at, bar.Max.X, bar.Max.Y), colours[g.Near])
	c.outline(bar, 0, float64(c.line()), rim)
	middle := (bar.Min.Y + bar.Max.Y) / 2
	c.bar(image.Rect(bar.Min.X-c.px(4), middle, bar.Max.X+c.px(4), middle+c.line()), bronze)
}
