package set

import (
	"math"

	"tafl3d/game"
	"tafl3d/panel"
	"tafl3d/scene"
)

// signs are the colours of what a diagram points out.
var signGood, signBad = colour{70, 120, 52}, colour{176, 52, 36}

// diagramPlan lays out a small board.
func diagramPlan(d *panel.Diagram, unit float64) *plan {
	p := &plan{board: d.Board, throne: d.Throne, gates: d.Corner, camps: d.Camps}
	p.layOut(unit, 0.06*unit)
	return p
}

// diagram draws a small board with its pieces, its upper left corner at x, y.
func (s *sheet) diagram(d *panel.Diagram, p *plan, x, y float64) {
	s.f.TransformBegin()
	s.f.TransformTranslate(x, y)
	w, h := p.size()
	s.brush(s.c.field)
	s.pen(s.c.line, 0.3)
	if p.form == scene.Disc {
		s.f.Circle(w/2, h/2, w/2, "DF")
	} else {
		s.f.Rect(0, 0, w, h, "DF")
	}
	s.drawField(p)
	for sq, piece := range d.Pieces {
		if piece != game.Empty {
			px, py := p.at(game.Square(sq))
			s.disc(d.Kinds[piece], px, py, discRadius(p))
		}
	}
	s.pointOut(d, p)
	s.f.TransformEnd()
}

// pointOut marks squares and draws the arrow of a move.
func (s *sheet) pointOut(d *panel.Diagram, p *plan) {
	for _, sq := range d.Good {
		x, y := p.at(sq)
		s.pen(signGood, 0.05*p.unit)
		s.f.Circle(x, y, 0.92*p.room, "D")
	}
	for _, sq := range d.Bad {
		x, y := p.at(sq)
		r := 0.62 * p.room
		s.pen(signBad, 0.07*p.unit)
		s.line(x-r, y-r, x+r, y+r)
		s.line(x-r, y+r, x+r, y-r)
	}
	if d.Arrow[0] == d.Arrow[1] || d.Arrow[0] == game.NoSquare || d.Arrow[1] == game.NoSquare {
		return
	}
	x1, y1 := p.at(d.Arrow[0])
	x2, y2 := p.at(d.Arrow[1])
	if n := math.Hypot(x2-x1, y2-y1); d.Pieces[d.Arrow[1]] != game.Empty { // up to the piece that has moved there
		x2, y2 = x2-(x2-x1)/n*0.95*p.room, y2-(y2-y1)/n*0.95*p.room
	}
	s.arrow(x1, y1, x2, y2, p.unit)
}

// arrow draws an arrow between two places, on a rim of white that sets it off from what is below.
func (s *sheet) arrow(x1, y1, x2, y2, unit float64) {
	n := math.Hypot(x2-x1, y2-y1)
	dx, dy := (x2-x1)/n*unit, (y2-y1)/n*unit
	bx, by := x2-0.24*dx, y2-0.24*dy
	head := []point{{x2, y2}, {bx - 0.15*dy, by + 0.15*dx}, {bx + 0.15*dy, by - 0.15*dx}}
	for _, c := range []struct {
		ink  colour
		more float64
	}{{white, 0.06}, {signGood, 0}} {
		s.pen(c.ink, (0.085+c.more)*unit)
		s.line(x1, y1, bx, by)
		s.brush(c.ink)
		s.pen(c.ink, max(c.more*unit, 0.05))
		s.trail(head, true, "DF")
	}
}
