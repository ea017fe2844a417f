package set

import (
	"math"
	"slices"
	"strings"

	"tafl3d/game"
	"tafl3d/scene"
)

// drawBoard draws the board with its upper left corner at the origin.
func (s *sheet) drawBoard(p *plan) {
	if p.form == scene.Disc {
		s.roundFrame(p)
	} else {
		s.squareFrame(p)
	}
	s.drawField(p)
}

// drawField draws what lies within the frame.
func (s *sheet) drawField(p *plan) {
	if p.cells() {
		s.cells(p)
	} else {
		s.regions(p)
		s.ways(p)
		s.points(p)
	}
}

// squareFrame draws a frame with an interlace on each side and a knot in each corner.
func (s *sheet) squareFrame(p *plan) {
	w, h := p.size()
	s.brush(s.c.frame)
	s.pen(s.c.line, 0.35)
	s.f.Rect(0, 0, w, h, "DF")
	s.brush(s.c.field)
	s.f.Rect(p.frame, p.frame, w-2*p.frame, h-2*p.frame, "DF")
	s.pen(s.c.strand, 0.012*p.unit)
	if s.c.lines {
		s.pen(s.c.frameInk, 0.012*p.unit)
	}
	in := 0.035 * p.unit
	s.f.Rect(in, in, w-2*in, h-2*in, "D")
	in = p.frame - in
	s.f.Rect(in, in, w-2*in, h-2*in, "D")
	m := p.bandMiddle()
	corners := []point{{m, m}, {w - m, m}, {w - m, h - m}, {m, h - m}}
	r := 0.165 * p.unit
	for k, a := range corners {
		b := corners[(k+1)%4]
		long := math.Hypot(b.x-a.x, b.y-a.y)
		dx, dy := (b.x-a.x)/long*1.5*r, (b.y-a.y)/long*1.5*r
		n := max(2, int(math.Round((long-3*r)/(0.36*p.unit)/2))*2)
		s.braid(straightCourse(point{a.x + dx, a.y + dy}, point{b.x - dx, b.y - dy}), n, 0.075*p.unit, 0.062*p.unit)
	}
	for _, c := range corners {
		s.knot(c, r, 0.062*p.unit)
	}
	s.names(p)
}

// bandMiddle returns how far the middle of the interlace lies from the edge of the board.
func (p *plan) bandMiddle() float64 { return 0.24 * p.unit }

// names writes the letters of the files and the numbers of the ranks between the interlace and the field.
func (s *sheet) names(p *plan) {
	if p.form == scene.Fan {
		return
	}
	_, h := p.size()
	size := 0.14 * p.unit
	ink := s.c.strand
	if s.c.lines {
		ink = s.c.text
	}
	s.font("B", size*72/25.4, ink)
	w, _ := p.size()
	var files, ranks []string
	for sq := range game.Square(p.board.Squares()) {
		x, y := p.at(sq)
		name := p.board.Name(sq)
		rank := strings.TrimLeft(name, "abcdefghijklmnopqrstuvwxyz")
		file := strings.TrimSuffix(name, rank)
		if !slices.Contains(files, file) {
			files = append(files, file)
			s.text(x, h-p.frame+0.18*p.unit, file, "C")
			s.text(x, p.frame-0.085*p.unit, file, "C")
		}
		if !slices.Contains(ranks, rank) {
			ranks = append(ranks, rank)
			s.text(p.frame-0.135*p.unit, y+0.35*size, rank, "C")
			s.text(w-p.frame+0.135*p.unit, y+0.35*size, rank, "C")
		}
	}
}

// roundFrame draws a round board with an interlace around it.
func (s *sheet) roundFrame(p *plan) {
	x, y := p.middle()
	s.brush(s.c.frame)
	s.pen(s.c.line, 0.35)
	s.f.Circle(x, y, p.fieldX+p.frame, "DF")
	s.brush(s.c.field)
	s.f.Circle(x, y, p.fieldX, "DF")
	s.pen(s.c.strand, 0.012*p.unit)
	if s.c.lines {
		s.pen(s.c.frameInk, 0.012*p.unit)
	}
	s.f.Circle(x, y, p.fieldX+p.frame-0.05*p.unit, "D")
	s.f.Circle(x, y, p.fieldX+0.05*p.unit, "D")
	r := p.fieldX + p.frame/2
	n := int(math.Round(2*math.Pi*r/(0.5*p.unit)/2)) * 2
	s.braid(ringCourse(point{x, y}, r), n, 0.13*p.unit, 0.1*p.unit)
}

// cells draws a board of cells: throne, corners, camps, then the lines between the cells.
func (s *sheet) cells(p *plan) {
	w, h := p.board.Span()
	x0, y0, u := p.frame, p.frame, p.unit
	for f := range int(w) + 1 {
		for k := range int(h) + 1 {
			if p.dark(f, k) {
				s.darkCell(p, x0+float64(f)*u, y0+(float64(h)-float64(k))*u)
			}
		}
	}
	for _, list := range []struct {
		squares []game.Square
		draw    func(p *plan, x, y float64)
	}{{p.camps, s.camp}, {p.areas, s.area}, {p.gates, s.gate}, {p.throne, s.throne}} {
		for _, sq := range list.squares {
			x, y := p.at(sq)
			list.draw(p, x, y)
		}
	}
	s.ways(p)
	s.pen(s.c.line, max(0.022*u, 0.25))
	for i := 0.0; i <= float64(w)+1; i++ {
		s.line(x0+i*u, y0, x0+i*u, y0+(float64(h)+1)*u)
	}
	for i := 0.0; i <= float64(h)+1; i++ {
		s.line(x0, y0+i*u, x0+(float64(w)+1)*u, y0+i*u)
	}
	s.pen(s.c.line, max(0.045*u, 0.5))
	s.f.Rect(x0, y0, (float64(w)+1)*u, (float64(h)+1)*u, "D")
}

// darkCell draws a dark cell of a chequered board with its corner at x, y.
func (s *sheet) darkCell(p *plan, x, y float64) {
	s.brush(s.c.dark)
	s.f.Rect(x, y, p.unit, p.unit, "F")
	if s.c.lines {
		s.pen(s.c.faint, 0.15)
		s.hatch(x, y, p.unit, p.unit, 0.08*p.unit)
	}
}

// camp draws a square of a camp: tinted and hatched.
func (s *sheet) camp(p *plan, x, y float64) {
	r := 0.41 * p.unit
	s.brush(s.c.camp)
	s.f.Rect(x-p.unit/2, y-p.unit/2, p.unit, p.unit, "F")
	s.pen(s.c.frame, max(0.009*p.unit, 0.12))
	if s.c.lines {
		s.pen(s.c.faint, max(0.009*p.unit, 0.12))
	}
	s.hatch(x-r, y-r, 2*r, 2*r, 0.117*p.unit)
	s.f.Rect(x-r, y-r, 2*r, 2*r, "D")
}

// area marks a cell that the rules of a game name.
func (s *sheet) area(p *plan, x, y float64) {
	s.pen(s.c.line, max(0.018*p.unit, 0.2))
	s.f.Circle(x, y, 0.36*p.unit, "D")
	s.f.Circle(x, y, 0.31*p.unit, "D")
}

// gate draws a corner of a tafl board: a square within which two squares are laced.
func (s *sheet) gate(p *plan, x, y float64) {
	s.marked(p, x, y, s.c.gate)
	s.knot(point{x, y}, 0.3*p.unit, 0.07*p.unit)
}

// throne draws a braided ring around a rosette.
func (s *sheet) throne(p *plan, x, y float64) {
	s.marked(p, x, y, s.c.throne)
	s.braid(ringCourse(point{x, y}, 0.325*p.unit), 12, 0.045*p.unit, 0.052*p.unit)
	s.rosette(point{x, y}, 0.205*p.unit, max(0.014*p.unit, 0.15), s.c.line)
}

// marked draws the ground of a marked square.
func (s *sheet) marked(p *plan, x, y float64, ground colour) {
	s.brush(ground)
	s.f.Rect(x-p.unit/2, y-p.unit/2, p.unit, p.unit, "F")
	s.pen(s.c.line, max(0.016*p.unit, 0.15))
	s.f.Rect(x-0.445*p.unit, y-0.445*p.unit, 0.89*p.unit, 0.89*p.unit, "D")
}

// regions marks the points that the rules name.
func (s *sheet) regions(p *plan) {
	for _, sq := range p.areas {
		x, y := p.at(sq)
		s.brush(s.c.camp)
		s.pen(s.c.line, max(0.012*p.unit, 0.15))
		s.f.Circle(x, y, 0.36*p.unit, "DF")
		s.f.Circle(x, y, 0.3*p.unit, "D")
	}
}

// ways draws the lines along which pieces move.
func (s *sheet) ways(p *plan) {
	s.f.SetLineCapStyle("round")
	for _, w := range p.ways() {
		x1, y1 := p.at(w[0])
		x2, y2 := p.at(w[1])
		s.pen(s.c.line, max(0.04*p.unit, 0.4))
		s.line(x1, y1, x2, y2)
	}
	s.f.SetLineCapStyle("butt")
}

// points draws the points where pieces stand.
func (s *sheet) points(p *plan) {
	for sq := range game.Square(p.board.Squares()) {
		x, y := p.at(sq)
		s.brush(s.c.line)
		s.f.Circle(x, y, 0.2*p.room, "F")
		s.brush(s.c.strand)
		s.f.Circle(x, y, 0.11*p.room, "F")
	}
}
