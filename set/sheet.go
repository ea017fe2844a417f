package set

import (
	"io"
	"math"
	"strconv"
	"strings"

	"codeberg.org/go-pdf/fpdf"
	"github.com/go-fonts/liberation/liberationserifbold"
	"github.com/go-fonts/liberation/liberationserifitalic"
	"github.com/go-fonts/liberation/liberationserifregular"

	"tafl3d/emblem"
	"tafl3d/game"
	"tafl3d/tongue"
)

// sheet is a PDF in the making. All measures are in millimetres, from the upper left corner of the page.
type sheet struct {
	f     *fpdf.Fpdf
	paper Paper
	c     palette
}

// point is a place on a sheet.
type point struct{ x, y float64 }

// margin is what a sheet leaves blank on each side. Marks and lines of text may lie in it, 5 mm from the edge.
const margin = 11.0

// newSheet begins a PDF.
func newSheet(title string, o Options) *sheet {
	f := fpdf.NewCustom(&fpdf.InitType{UnitStr: "mm", Size: fpdf.SizeType{Wd: o.Paper.Width, Ht: o.Paper.Height}})
	f.SetMargins(margin, margin, margin)
	f.SetAutoPageBreak(false, 0)
	f.SetTitle(title, true)
	f.SetCreator("tafl3d", true)
	f.SetLang(tongue.Current())
	f.AddUTF8FontFromBytes("serif", "", liberationserifregular.TTF)
	f.AddUTF8FontFromBytes("serif", "B", liberationserifbold.TTF)
	f.AddUTF8FontFromBytes("serif", "I", liberationserifitalic.TTF)
	f.SetLineCapStyle("butt")
	f.SetLineJoinStyle("round")
	return &sheet{f: f, paper: o.Paper, c: paletteOf(o.Ink)}
}

// page begins a page, upright or turned.
func (s *sheet) page(turned bool) {
	if turned {
		s.f.AddPageFormat("L", fpdf.SizeType{Wd: s.paper.Width, Ht: s.paper.Height})
		return
	}
	s.f.AddPage()
}

// write writes the PDF.
func (s *sheet) write(out io.Writer) error { return s.f.Output(out) }

// pen sets the colour and width of lines.
func (s *sheet) pen(c colour, width float64) {
	s.f.SetDrawColor(c[0], c[1], c[2])
	s.f.SetLineWidth(width)
}

// brush sets the colour of areas.
func (s *sheet) brush(c colour) { s.f.SetFillColor(c[0], c[1], c[2]) }

func (s *sheet) line(x1, y1, x2, y2 float64) { s.f.Line(x1, y1, x2, y2) }

// trail draws a line through points. Style is "D" to draw it, "F" to fill it, "DF" for both.
func (s *sheet) trail(p []point, closed bool, style string) {
	s.f.MoveTo(p[0].x, p[0].y)
	for _, q := range p[1:] {
		s.f.LineTo(q.x, q.y)
	}
	if closed {
		s.f.ClosePath()
	}
	s.f.DrawPath(style)
}

// emblem draws a path of package emblem, its grid on a square of a size around a place.
func (s *sheet) emblem(path string, x, y, size float64, style string) {
	k := size / emblem.Grid
	f := strings.Fields(path)
	at := func(i int) (float64, float64) {
		return x - size/2 + k*number(f[i]), y - size/2 + k*number(f[i+1])
	}
	for len(f) > 0 {
		switch f[0] {
		case "M":
			px, py := at(1)
			s.f.MoveTo(px, py)
			f = f[3:]
		case "L":
			px, py := at(1)
			s.f.LineTo(px, py)
			f = f[3:]
		case "C":
			ax, ay := at(1)
			bx, by := at(3)
			px, py := at(5)
			s.f.CurveBezierCubicTo(ax, ay, bx, by, px, py)
			f = f[7:]
		default: // "Z"
			s.f.ClosePath()
			f = f[1:]
		}
	}
	s.f.DrawPath(style)
}

func number(s string) float64 {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return math.NaN()
	}
	return v
}

// disc draws a piece as a disc of a radius with the emblem of its kind.
func (s *sheet) disc(k game.Kind, x, y, r float64) {
	disc, figure, ink := s.c.body(k.Side == game.Attackers, k.Royal && k.Side == game.Defenders)
	s.brush(disc)
	s.pen(s.c.line, max(0.02*r, 0.15))
	s.f.Circle(x, y, r, "DF")
	s.pen(figure, max(0.035*r, 0.12))
	if s.c.lines {
		s.pen(black, max(0.03*r, 0.12))
	}
	s.f.Circle(x, y, 0.89*r, "D")
	if k.Royal {
		s.f.Circle(x, y, 0.81*r, "D")
	}
	e := emblem.Of(k)
	s.brush(figure)
	s.emblem(e.Body, x, y, 1.28*r, "F")
	if s.c.lines {
		s.pen(black, max(0.05*r, 0.12))
		s.emblem(e.Body, x, y, 1.28*r, "D")
	}
	if e.Ink != "" {
		s.brush(ink)
		s.emblem(e.Ink, x, y, 1.28*r, "F")
	}
}

// font chooses the letters of what is written next. Size is in points, style "" or "B" or "I".
func (s *sheet) font(style string, size float64, c colour) {
	s.f.SetFont("serif", style, size)
	s.f.SetTextColor(c[0], c[1], c[2])
}

// text writes on one line with its foot at y. Align is "L", "C" or "R": what lies at x.
func (s *sheet) text(x, y float64, text, align string) {
	switch w := s.f.GetStringWidth(text); align {
	case "C":
		x -= w / 2
	case "R":
		x -= w
	}
	s.f.Text(x, y, text)
}
