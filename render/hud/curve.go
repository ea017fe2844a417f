package hud

import (
	"fmt"
	"image"
	"math"
	"slices"

	"tafl3d/game"
	"tafl3d/panel"
)

// Dimensions of curves, in units.
const (
	curveTall   = 96.0
	curveText   = 52.0  // numbers at the left
	chancesTall = 216.0 // height of a chart from 0 to 100
	chancesWide = 780.0 // width of its dialog
	axisTall    = 22.0  // numbers below the chart
)

// curveBlock draws values between their minimum and maximum.
func (co *composer) curveBlock(points []float64) block {
	return block{co.hud.m.px(curveTall), -1, func(c *canvas, r image.Rectangle) {
		low, high := slices.Min(points), slices.Max(points)
		if low == high { // a line in the middle
			low, high = low-1, high+1
		}
		room := image.Rect(r.Min.X+c.px(curveText), r.Min.Y+c.px(8), r.Max.X-c.px(8), r.Max.Y-c.px(8))
		c.fill(room, 0, cellEven)
		at := func(i int) (x, y float64) {
			x = float64(room.Min.X) + float64(room.Dx())*(float64(i)+0.5)/float64(len(points))
			return x, float64(room.Max.Y) - float64(room.Dy())*(0.1+0.8*(points[i]-low)/(high-low))
		}
		drawCurve(c, len(points), at)
		x, y := at(len(points) - 1)
		c.diamond(x, y, 5*c.k, bronze)
		drawFigure(c, r, room, room.Min.Y+c.px(10), high)
		drawFigure(c, r, room, room.Max.Y-c.px(10), low)
	}}
}

// drawCurve draws a line through points.
func drawCurve(c *canvas, n int, at func(i int) (x, y float64)) {
	c.pen(bronze)
	c.dc.SetLineWidth(2 * c.k)
	for i := range n {
		if x, y := at(i); i == 0 {
			c.dc.MoveTo(x, y)
		} else {
			c.dc.LineTo(x, y)
		}
	}
	c.dc.Stroke()
}

// drawFigure draws a number at the left of the chart area, at height y.
func drawFigure(c *canvas, r, room image.Rectangle, y int, v float64) {
	c.text(image.Rect(r.Min.X, y-c.px(10), room.Min.X-c.px(6), y+c.px(10)), fmt.Sprint(int(math.Round(v))),
		typeSmall, right)
}

// chancesBlock draws winning chances from 0 to 100 per move: the area of a side above the middle and of the
// other side below it, with move numbers below and mistakes marked on the line.
func (co *composer) chancesBlock(ch *panel.Chart) block {
	return block{co.hud.m.px(chancesTall), -1, func(c *canvas, r image.Rectangle) {
		room := image.Rect(r.Min.X+c.px(curveText), r.Min.Y+c.px(12), r.Max.X-c.px(14), r.Max.Y-c.px(axisTall+4))
		last := max(len(ch.Curve)-1, 1)
		across := func(i int) float64 { return float64(room.Min.X) + float64(room.Dx())*float64(i)/float64(last) }
		at := func(i int) (x, y float64) {
			return across(i), float64(room.Max.Y) - float64(room.Dy())*min(max(ch.Curve[i], 0), 100)/100
		}
		c.fill(room, 0, cellEven)
		hot := clickPoints(c, ch, room, across)
		fillUnder(c, len(ch.Curve), room, at)
		for _, v := range []float64{0, 25, 50, 75, 100} {
			y := room.Max.Y - int(float64(room.Dy())*v/100)
			c.bar(image.Rect(room.Min.X, y, room.Max.X, y+c.line()), rule)
			if v != 25 && v != 75 {
				drawFigure(c, r, room, y, v)
			}
		}
		drawTurns(c, last, room, across)
		drawCurve(c, len(ch.Curve), at)
		for _, i := range ch.Faults {
			if i < len(ch.Curve) {
				x, y := at(i)
				c.diamond(x, y, 8*c.k, bog)
				c.diamond(x, y, 6*c.k, barShades[2])
			}
		}
		if hot >= 0 {
			x, y := at(hot)
			c.diamond(x, y, 5*c.k, amber)
		}
	}}
}

// clickPoints registers a click target for each point and returns the point under the pointer; -1: none.
func clickPoints(c *canvas, ch *panel.Chart, room image.Rectangle, across func(i int) float64) (hot int) {
	hot = -1
	if ch.Pick == "" {
		return hot
	}
	half := (across(1) - across(0)) / 2
	for i := range ch.Curve {
		x := across(i)
		t := target{rect: image.Rect(int(x-half), room.Min.Y, int(x+half), room.Max.Y).Intersect(room),
			cmd: panel.Command{ID: ch.Pick, Arg: i}, live: true}
		if i < len(ch.Tips) {
			t.tip = ch.Tips[i]
		}
		if st := c.target(t); st.hot {
			c.glow(t.rect, st, false)
			hot = i
		}
	}
	return hot
}

// fillUnder fills the area below a curve.
func fillUnder(c *canvas, n int, room image.Rectangle, at func(i int) (x, y float64)) {
	c.dc.MoveTo(float64(room.Min.X), float64(room.Max.Y))
	for i := range n {
		x, y := at(i)
		c.dc.LineTo(x, y)
	}
	c.dc.LineTo(float64(room.Max.X), float64(room.Max.Y))
	c.dc.ClosePath()
	c.pen(cellLive)
	c.dc.Fill()
}

// drawTurns draws as many move numbers under the chart as fit.
func drawTurns(c *canvas, plies int, room image.Rectangle, across func(ply int) float64) {
	step := 1
	for _, s := range []int{1, 2, 5, 10, 20, 50, 100, 200, 500} {
		if step = s; plies/game.Sides/s <= 14 {
			break
		}
	}
	for turn := step; turn*game.Sides <= plies+1; turn += step {
		x := int(across(min(turn*game.Sides, plies)))
		c.bar(image.Rect(x, room.Max.Y, x+c.line(), room.Max.Y+c.px(4)), rule)
		c.text(image.Rect(x-c.px(30), room.Max.Y+c.px(3), x+c.px(30), room.Max.Y+c.px(axisTall)), fmt.Sprint(turn),
			typeSmall, centre)
	}
}
