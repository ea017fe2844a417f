package hud

import (
	"image"
	"image/color"
	"math"

	"tafl3d/game"
	"tafl3d/panel"
)

// Colours of small boards.
var (
	cellLight = color.NRGBA{86, 66, 43, 255}
	cellLine  = color.NRGBA{28, 20, 13, 255}
	cellMark  = color.NRGBA{201, 160, 98, 150}
	cellCamp  = color.NRGBA{150, 84, 52, 110}
	pathLine  = color.NRGBA{201, 160, 98, 190}
)

// plate is the position and scale of a small board.
type plate struct {
	*panel.Diagram
	mid  [2]float64
	unit float64 // pixels per square
}

// diagramSize returns the largest size of a small board in width by height pixels.
func diagramSize(d *panel.Diagram, width, height int) image.Point {
	w, h := spread(d.Board)
	unit := math.Min(float64(width)/w, float64(height)/h)
	return image.Pt(int(w*unit), int(h*unit))
}

// spread returns the size of a board in squares, including its border.
func spread(b *game.Board) (w, h float64) {
	x, y := b.Span()
	return float64(x) + 1.16, float64(y) + 1.16
}

// diagramPainter draws small boards.
type diagramPainter struct{ canvas *canvas }

func (c *canvas) diagrams() diagramPainter { return diagramPainter{c} }

// diagram draws a small board in r.
func (dp diagramPainter) diagram(r image.Rectangle, d *panel.Diagram) {
	c := dp.canvas
	w, h := spread(d.Board)
	p := plate{d, [2]float64{float64(r.Min.X+r.Max.X) / 2, float64(r.Min.Y+r.Max.Y) / 2},
		math.Min(float64(r.Dx())/w, float64(r.Dy())/h)}
	half := image.Pt(int(w*p.unit/2), int(h*p.unit/2))
	mid := image.Pt(int(p.mid[0]), int(p.mid[1]))
	box := image.Rectangle{Min: mid.Sub(half), Max: mid.Add(half)}
	c.fill(box, 4*c.k, cellLight)
	c.outline(box, 4*c.k, float64(c.line()), rim)
	dp.regions(p)
	if d.Board.Grid() {
		dp.cells(p)
	} else {
		dp.paths(p)
	}
	for s, piece := range d.Pieces {
		if piece != game.Empty {
			c.man(p.around(game.Square(s), 0.84), d.Kinds[piece])
		}
	}
	dp.pointOut(p)
}

// at returns the middle of a square in pixels.
func (p *plate) at(s game.Square) (x, y float64) {
	bx, by := p.Board.At(s)
	return p.mid[0] + float64(bx)*p.unit, p.mid[1] - float64(by)*p.unit
}

// around returns a rectangle of size squares, centred on s.
func (p *plate) around(s game.Square, size float64) image.Rectangle {
	x, y := p.at(s)
	h := p.unit * size / 2
	return image.Rect(int(math.Round(x-h)), int(math.Round(y-h)), int(math.Round(x+h)), int(math.Round(y+h)))
}

// regions marks the throne, the corners, the camps and other regions.
func (dp diagramPainter) regions(p plate) {
	c := dp.canvas
	for _, s := range p.Signs {
		dp.cross(p.around(s, 0.5))
	}
	for _, s := range p.Camps {
		c.bar(p.around(s, 1), cellCamp)
	}
	for _, s := range p.Throne {
		c.bar(p.around(s, 1), veil)
		dp.cross(p.around(s, 0.8))
	}
	for _, s := range p.Corner {
		c.bar(p.around(s, 1), veil)
		dp.cross(p.around(s, 0.8))
	}
}

// cross draws a cross on a square.
func (dp diagramPainter) cross(r image.Rectangle) {
	c := dp.canvas
	c.pen(cellMark)
	c.dc.SetLineWidth(math.Max(1, float64(r.Dx())/14))
	c.dc.DrawLine(float64(r.Min.X), float64(r.Min.Y), float64(r.Max.X), float64(r.Max.Y))
	c.dc.DrawLine(float64(r.Min.X), float64(r.Max.Y), float64(r.Max.X), float64(r.Min.Y))
	c.dc.Stroke()
}

// cells draws the lines of a grid.
func (dp diagramPainter) cells(p plate) {
	c := dp.canvas
	n := p.Board.Size()
	side := p.unit * float64(n)
	x0, y0 := p.mid[0]-side/2, p.mid[1]-side/2
	c.pen(cellLine)
	c.dc.SetLineWidth(math.Max(1, p.unit/24))
	for i := range n + 1 {
		at := float64(i) * p.unit
		c.dc.DrawLine(x0+at, y0, x0+at, y0+side)
		c.dc.DrawLine(x0, y0+at, x0+side, y0+at)
	}
	c.dc.Stroke()
}

// paths draws the lines and points of a board of intersections.
func (dp diagramPainter) paths(p plate) {
	c := dp.canvas
	c.pen(pathLine)
	c.dc.SetLineWidth(math.Max(1, p.unit/22))
	for _, l := range p.Board.Lines() {
		for i := 1; i < len(l.Squares); i++ {
			x0, y0 := p.at(l.Squares[i-1])
			x1, y1 := p.at(l.Squares[i])
			c.dc.DrawLine(x0, y0, x1, y1)
		}
	}
	c.dc.Stroke()
	for s := range game.Square(p.Board.Squares()) {
		x, y := p.at(s)
		c.dc.DrawCircle(x, y, math.Max(1.2, p.unit/11))
	}
	c.dc.Fill()
}

// pointOut highlights squares and draws the arrow of a move.
func (dp diagramPainter) pointOut(p plate) {
	c := dp.canvas
	ring := func(s game.Square, col color.Color) {
		x, y := p.at(s)
		c.pen(col)
		c.dc.SetLineWidth(math.Max(1.2, p.unit/12))
		c.dc.DrawCircle(x, y, p.unit*0.44)
		c.dc.Stroke()
	}
	for _, s := range p.Good {
		ring(s, moss)
	}
	for _, s := range p.Bad {
		ring(s, ochre)
	}
	if p.Arrow[0] == p.Arrow[1] {
		return
	}
	dp.shaft(p)
}

// shaft draws the arrow of a move up to the outline of the moved piece.
func (dp diagramPainter) shaft(p plate) {
	c := dp.canvas
	x0, y0 := p.at(p.Arrow[0])
	x1, y1 := p.at(p.Arrow[1])
	dx, dy := x1-x0, y1-y0
	n := math.Hypot(dx, dy)
	dx, dy = dx/n*p.unit, dy/n*p.unit
	x1, y1 = x1-dx*0.5, y1-dy*0.5
	c.pen(gilt)
	c.dc.SetLineWidth(math.Max(1.4, p.unit/11))
	c.dc.DrawLine(x0, y0, x1, y1)
	c.dc.DrawLine(x1, y1, x1-dx*0.26-dy*0.2, y1-dy*0.26+dx*0.2)
	c.dc.DrawLine(x1, y1, x1-dx*0.26+dy*0.2, y1-dy*0.26-dx*0.2)
	c.dc.Stroke()
}

func (d *digest) diagram(p *panel.Diagram) {
	d.num(p.Board.Size(), p.Board.Squares(), len(p.Board.Lines()), len(p.Pieces), int(p.Arrow[0]), int(p.Arrow[1]))
	for _, q := range p.Pieces {
		d.num(int(q))
	}
	for _, list := range [][]game.Square{p.Throne, p.Corner, p.Camps, p.Signs, p.Good, p.Bad} {
		d.num(len(list))
		for _, s := range list {
			d.num(int(s))
		}
	}
	for _, k := range p.Kinds {
		d.kind(k)
	}
}

func (d *digest) kind(k game.Kind) {
	d.text(k.Name)
	d.num(int(k.Side))
	d.flag(k.Royal)
}

func (d *digest) parts(ps []panel.Part) {
	d.num(len(ps))
	for i := range ps {
		d.text(ps[i].Head, ps[i].Text)
		if ps[i].Board != nil {
			d.diagram(ps[i].Board)
		}
	}
}
