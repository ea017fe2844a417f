package hud

import (
	"fmt"
	"image"
	"math"
	"slices"
)

// The measures of a curve, in units.
const (
	curveTall = 96.0
	curveText = 52.0 // of the figures at its left
)

// curveBlock draws how a figure went, between its least and its greatest value; even: from 0 to
// 100, with a line at 50.
func (h *HUD) curveBlock(points []float64, even bool) block {
	return block{h.m.px(curveTall), -1, func(c *canvas, r image.Rectangle) {
		low, high := slices.Min(points), slices.Max(points)
		switch {
		case even:
			low, high = 0, 100
		case low == high: // a line in the middle
			low, high = low-1, high+1
		}
		room := image.Rect(r.Min.X+c.px(curveText), r.Min.Y+c.px(8), r.Max.X-c.px(8), r.Max.Y-c.px(8))
		c.fill(room, 0, cellEven)
		if even {
			y := (room.Min.Y + room.Max.Y) / 2
			c.bar(image.Rect(room.Min.X, y, room.Max.X, y+c.line()), rule)
		}
		at := func(i int) (x, y float64) {
			x = float64(room.Min.X) + float64(room.Dx())*(float64(i)+0.5)/float64(len(points))
			return x, float64(room.Max.Y) - float64(room.Dy())*(0.1+0.8*(points[i]-low)/(high-low))
		}
		c.pen(bronze)
		c.dc.SetLineWidth(2 * c.k)
		for i := range points {
			if x, y := at(i); i == 0 {
				c.dc.MoveTo(x, y)
			} else {
				c.dc.LineTo(x, y)
			}
		}
		c.dc.Stroke()
		x, y := at(len(points) - 1)
		c.diamond(x, y, 5*c.k, bronze)
		figure := func(y0, y1 int, v float64) {
			c.text(image.Rect(r.Min.X, y0, room.Min.X-c.px(6), y1), fmt.Sprint(int(math.Round(v))), typeSmall, right)
		}
		figure(room.Min.Y, room.Min.Y+c.px(20), high)
		figure(room.Max.Y-c.px(20), room.Max.Y, low)
	}}
}
