package hud

import (
	"image"
	"image/color"
	"math"

	"tafl3d/panel"
	"tafl3d/tongue"
)

// drawnBoard is the placeholder until a board is carved: a flat board on a lamplit table.
type drawnBoard struct{ table, board slot }

// Carving returns the progress text.
func Carving() string { return tongue.Text("Loading the board") }

// Drawn returns the placeholder until a board is carved, back to front: the board in the free area of the
// window, and the progress from 0 to 1. Draw it below the panels of the last Layout. A nil diagram means an
// empty table.
func (h *HUD) Drawn(d *panel.Diagram, done float64) []Panel {
	h.drawn.table.rect = image.Rect(0, 0, h.m.w, h.m.h)
	under := []Panel{h.drawnOn(&h.drawn.table, "drawn table", image.Pt(96, 54), nil, paintTable)}
	free := image.Rect(h.insets[0], h.insets[1], h.m.w-h.insets[2], h.m.h-h.insets[3]).Inset(h.m.px(28))
	if d == nil || free.Empty() {
		return under
	}
	h.drawn.board.rect = free
	sign := func(s *digest) {
		s.diagram(d)
		s.num(int(1000 * done))
	}
	return append(under, h.drawnOn(&h.drawn.board, "drawn board", free.Size(), sign,
		func(c *canvas) { paintDrawn(c, d, done) }))
}

// drawnOn redraws the picture of a slot if its content changed.
func (h *HUD) drawnOn(sl *slot, id string, size image.Point, sign func(*digest), paint func(*canvas)) Panel {
	s := newDigest(h.seed)
	s.text(tongue.Current())
	s.flag(h.m.contrast)
	s.num(size.X, size.Y, int(h.m.k*1000))
	if sign != nil {
		sign(&s)
	}
	if sum := s.sum(); sum != sl.sum || sl.canvas.img == nil {
		sl.sum = sum
		sl.version++
		sl.canvas.fonts, sl.canvas.paper = h.fonts, h.paper
		sl.canvas.reset(h.m, size)
		paint(&sl.canvas)
	}
	return Panel{id, sl.rect.Min.X, sl.rect.Min.Y, sl.rect.Dx(), sl.rect.Dy(), sl.canvas.img, sl.version}
}

// paintTable paints a lamplit table top.
func paintTable(c *canvas) {
	size := c.img.Rect.Size()
	for y := range size.Y {
		for x := range size.X {
			dx, dy := float64(x)/float64(size.X)-0.55, float64(y)/float64(size.Y)-0.45
			k := math.Exp(-4.5*(dx*dx+dy*dy)) + 0.12
			c.img.SetRGBA(x, y, color.RGBA{uint8(74 * k), uint8(50 * k), uint8(31 * k), 255})
		}
	}
}

// paintDrawn draws the board and, below it, the progress.
func paintDrawn(c *canvas, d *panel.Diagram, done float64) {
	box := c.bounds()
	foot := c.px(46)
	size := diagramSize(d, box.Dx(), box.Dy()-foot)
	mid := image.Pt((box.Min.X+box.Max.X)/2, (box.Min.Y+box.Max.Y-foot)/2)
	r := image.Rectangle{Min: mid.Sub(size.Div(2)), Max: mid.Add(size.Div(2))}
	c.diagrams().diagram(r, d)
	foot = r.Max.Y + c.px(10)
	c.text(image.Rect(r.Min.X, foot, r.Max.X, foot+c.px(20)), Carving(), typeNote, centre)
	wide := min(c.px(220), r.Dx())
	bar := image.Rect(mid.X-wide/2, foot+c.px(26), mid.X+wide/2, foot+c.px(30))
	c.fill(bar, c.k*2, well)
	bar.Max.X = bar.Min.X + int(float64(wide)*done)
	if !bar.Empty() {
		c.fill(bar, c.k*2, bronze)
	}
}
