package set

import (
	"fmt"
	"io"

	"tafl3d/app/rulebook"
	"tafl3d/game/variant"
	"tafl3d/tongue"
)

// gap is what lies between two discs, for the scissors, in millimetres.
const gap = 2.5

// WritePieces writes the pieces of a variant as a PDF of discs to cut out, at the scale of the board.
func WritePieces(out io.Writer, v *variant.Variant, o Options) error {
	o, err := o.complete(v)
	if err != nil {
		return err
	}
	s := newSheet(title(v), o)
	l := discs{s: s, v: v, r: discRadius(newPlan(v, o.Size)), bottom: o.Paper.Height - margin - 4}
	l.begin()
	for _, m := range Men(v) {
		l.kind(m)
	}
	return s.write(out)
}

// discRadius returns how large the discs of a board are.
func discRadius(p *plan) float64 { return 0.82 * p.room }

// discs lays discs on pages.
type discs struct {
	s      *sheet
	v      *variant.Variant
	r      float64
	y      float64 // top of what comes next
	bottom float64
}

// begin begins a page.
func (l *discs) begin() {
	l.s.page(false)
	l.s.font("", 8, l.s.c.text)
	l.s.text(margin, l.s.paper.Height-margin, title(l.v)+"  ·  "+
		tongue.Text("Print at full size: 100 %.")+"  ·  "+
		tongue.Text("Glue the page onto card and cut out the discs."), "L")
	l.y = margin
}

// kind lays the discs of a kind under its name.
func (l *discs) kind(m Man) {
	s := l.s
	if l.y+8+2*l.r > l.bottom {
		l.begin()
	}
	s.font("B", 12, s.c.text)
	head := tongue.UpperFirst(rulebook.Kind(l.v.Rules, m.Kind))
	s.text(margin, l.y+4.5, head, "L")
	x := margin + s.f.GetStringWidth(head) + 3
	s.font("", 10, s.c.faint)
	s.text(x, l.y+4.5, fmt.Sprintf("%d", m.Count)+"  +  "+tongue.Textf("%d spare", m.Spare), "L")
	s.pen(s.c.faint, 0.2)
	s.line(margin, l.y+6.3, s.paper.Width-margin, l.y+6.3)
	l.y += 9
	step := 2*l.r + gap
	across := max(1, int((s.paper.Width-2*margin+gap)/step))
	for i := range m.Count + m.Spare {
		col := i % across
		if col == 0 && i > 0 {
			l.y += step
		}
		if col == 0 && l.y+2*l.r > l.bottom {
			l.begin()
		}
		s.disc(m.Kind, margin+l.r+float64(col)*step, l.y+l.r, l.r)
	}
	l.y += step + 3
}
