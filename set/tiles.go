package set

import (
	"fmt"
	"io"
	"math"

	"tafl3d/game/variant"
	"tafl3d/tongue"
)

// overlap is how much of the board two neighbouring pages both show, in millimetres.
const overlap = 10.0

// tiling says how a board is spread over pages.
type tiling struct {
	turned       bool      // the pages lie on their sides
	pageW, pageH float64   // size of a page as it lies
	cutsX, cutsY []float64 // where the board is cut, from its corner; the first and the last are its edges
}

// foot is what a page leaves for the lines of text below the board, besides its margin.
const foot = 9.0

// tile spreads a board over as few pages as possible.
func tile(paper Paper, p *plan) tiling {
	width, height := p.size()
	along := func(turned bool) tiling {
		t := tiling{turned: turned, pageW: paper.Width, pageH: paper.Height}
		if turned {
			t.pageW, t.pageH = t.pageH, t.pageW
		}
		t.cutsX = cuts(width, t.pageW-2*margin, overlap, p.frame, p.unit)
		t.cutsY = cuts(height, t.pageH-2*margin-foot, overlap, p.frame, p.unit)
		return t
	}
	a, b := along(false), along(true)
	if b.pages() < a.pages() {
		return b
	}
	return a
}

func (t *tiling) cols() int { return len(t.cutsX) - 1 }

func (t *tiling) rows() int { return len(t.cutsY) - 1 }

func (t *tiling) pages() int { return t.cols() * t.rows() }

// cuts divides a length into parts that fit a page, each with half of lap more beyond a cut. Where they can, cuts lie
// between two squares, from frame on in steps of unit, so that no square is cut.
func cuts(length, fits, lap, frame, unit float64) []float64 {
	n := 1
	for ; float64(n)*fits-float64(n-1)*lap < length; n++ {
	}
	list := []float64{0}
	for k := 1; k < n; k++ {
		most := list[k-1] + fits - lap
		if k == 1 {
			most = fits - lap/2
		}
		least := length - float64(n-k)*(fits-lap) - lap/2
		at := min(max(length*float64(k)/float64(n), least), most)
		if near := frame + math.Round((at-frame)/unit)*unit; near >= least && near <= most {
			at = near
		} else if near = frame + math.Floor((at-frame)/unit)*unit; near >= least {
			at = near
		} else if near += unit; near <= most {
			at = near
		}
		list = append(list, at)
	}
	return append(list, length)
}

// part is what a page shows along one direction: from where to where on the board, and where that begins on the page.
type part struct {
	from, to, at float64
	cuts         []float64 // on the page
}

// partOf returns the part between two cuts, in the middle of the room from margin on.
func partOf(list []float64, k int, room float64) part {
	p := part{from: list[k], to: list[k+1]}
	if k > 0 {
		p.from -= overlap / 2
	}
	if k+2 < len(list) {
		p.to += overlap / 2
	}
	p.at = margin + (room-(p.to-p.from))/2
	if k > 0 {
		p.cuts = append(p.cuts, p.at+overlap/2)
	}
	if k+2 < len(list) {
		p.cuts = append(p.cuts, p.at+p.to-p.from-overlap/2)
	}
	return p
}

// WriteBoard writes the board of a variant as a PDF at true scale, spread over pages.
func WriteBoard(out io.Writer, v *variant.Variant, o Options) error {
	o, err := o.complete(v)
	if err != nil {
		return err
	}
	p := newPlan(v, o.Size)
	s := newSheet(title(v), o)
	t := tile(o.Paper, p)
	for row := range t.rows() {
		for col := range t.cols() {
			s.page(t.turned)
			s.boardPage(p, &t, col, row)
			s.footer(&t, v, col, row)
		}
	}
	return s.write(out)
}

// boardPage draws the part of the board on one page, with its marks.
func (s *sheet) boardPage(p *plan, t *tiling, col, row int) {
	const rim = 0.5 // of the outermost line
	x, y := partOf(t.cutsX, col, t.pageW-2*margin), partOf(t.cutsY, row, t.pageH-2*margin-foot)
	s.f.ClipRect(x.at-rim, y.at-rim, x.to-x.from+2*rim, y.to-y.from+2*rim, false)
	s.f.TransformBegin()
	s.f.TransformTranslate(x.at-x.from, y.at-y.from)
	s.drawBoard(p)
	s.f.TransformEnd()
	s.f.ClipEnd()
	s.pen(black, 0.2)
	for _, cx := range x.cuts {
		s.register(cx, y.at-4)
		s.register(cx, y.at+y.to-y.from+4)
	}
	for _, cy := range y.cuts {
		s.register(x.at-4, cy)
		s.register(x.at+x.to-x.from+4, cy)
	}
}

// title is the name of a variant in the player's language.
func title(v *variant.Variant) string { return tongue.Text(v.Name) }

// register draws a circle with a cross, which lies on that of the page beside it.
func (s *sheet) register(x, y float64) {
	const r = 2.4
	s.f.Circle(x, y, 1.3, "D")
	s.line(x-r, y, x+r, y)
	s.line(x, y-r, x, y+r)
}

// footer writes what a page is, draws where it lies, and a ruler to check the scale.
func (s *sheet) footer(t *tiling, v *variant.Variant, col, row int) {
	y := t.pageH - margin
	s.font("", 8, s.c.text)
	text := title(v)
	if n := t.pages(); n > 1 {
		text += "  ·  " + tongue.Textf("Page %d of %d", row*t.cols()+col+1, n)
	}
	text += "  ·  " + tongue.Text("Print at full size: 100 %.")
	s.text(margin, y, text, "L")
	if t.pages() > 1 {
		s.font("I", 7, s.c.faint)
		s.text(margin, y+3.6, tongue.Text(
			"Cut through the marks on the left and at the top. Glue each page onto the ones before, mark on mark."),
			"L")
	}
	s.ruler(t.pageW-margin-64, y-2)
	s.keyMap(t, t.pageW-margin, y, col, row)
}

// ruler draws 50 mm.
func (s *sheet) ruler(x, y float64) {
	s.pen(black, 0.2)
	s.line(x, y, x+50, y)
	for i := 0.0; i <= 50; i += 10 {
		s.line(x+i, y, x+i, y+1.6)
	}
	s.font("", 6, s.c.text)
	s.text(x+25, y+4.2, fmt.Sprintf("%d mm", 50), "C")
}

// keyMap draws the pages as small boxes, this one filled, with the lower right corner at x, y.
func (s *sheet) keyMap(t *tiling, x, y float64, col, row int) {
	if t.pages() == 1 {
		return
	}
	k := min(8/t.pageW/float64(t.cols()), 8/t.pageH/float64(t.rows()))
	w, h := k*t.pageW, k*t.pageH
	s.pen(black, 0.15)
	s.brush(s.c.faint)
	for r := range t.rows() {
		for c := range t.cols() {
			style := "D"
			if r == row && c == col {
				style = "DF"
			}
			s.f.Rect(x-float64(t.cols()-c)*w, y+3.6-float64(t.rows()-r)*h, w, h, style)
		}
	}
}
