package picture

import (
	"fmt"
	"html"
	"math"
	"strconv"
	"strings"

	"tafl3d/game"
)

// svg is a pen that writes SVG.
type svg struct {
	strings.Builder
	numbered bool // pieces tell their square
}

// begin opens the element of a picture.
func (p *svg) begin(class, attributes, label string, w, h float64, alone bool) {
	space := ""
	if alone {
		space = fmt.Sprintf(` xmlns="http://www.w3.org/2000/svg" width="%s" height="%s"`, num(w), num(h))
	}
	fmt.Fprintf(p, `<svg%s class="%s" viewBox="0 0 %s %s" role="img" aria-label="%s"%s>`, space, class, num(w), num(h), html.EscapeString(label), attributes)
}

// num writes a number: whole, since a unit is a hundred.
func num(f float64) string { return strconv.FormatFloat(math.Round(f), 'f', -1, 64) }

func (p *svg) group(class string) { fmt.Fprintf(p, `<g class="%s">`, class) }

func (p *svg) end() { p.WriteString("</g>") }

func (p *svg) rect(class string, x, y, w, h, round float64) {
	rx := ""
	if round > 0 {
		rx = ` rx="` + num(round) + `"`
	}
	fmt.Fprintf(p, `<rect class="%s" x="%s" y="%s" width="%s" height="%s"%s/>`, class, num(x), num(y), num(w), num(h), rx)
}

func (p *svg) circle(class string, x, y, r float64) {
	fmt.Fprintf(p, `<circle class="%s" cx="%s" cy="%s" r="%s"/>`, class, num(x), num(y), num(r))
}

func (p *svg) path(class string, list []point) {
	fmt.Fprintf(p, `<path class="%s" d="%s"/>`, class, way(list))
}

func way(list []point) string {
	var text strings.Builder
	for _, q := range list {
		op := "L"
		if q.begin {
			op = "M"
		}
		text.WriteString(op + num(q.x) + " " + num(q.y))
	}
	return text.String()
}

func (p *svg) text(class string, x, y float64, text string) {
	fmt.Fprintf(p, `<text class="%s" x="%s" y="%s">%s</text>`, class, num(x), num(y), html.EscapeString(text))
}

func (p *svg) use(class, symbol string, x, y, scale float64, at game.Square) {
	data, size := "", ""
	if p.numbered && at != game.NoSquare {
		data = fmt.Sprintf(` data-sq="%d"`, at)
	}
	if scale != 1 {
		size = fmt.Sprintf(" scale(%g)", scale)
	}
	fmt.Fprintf(p, `<use class="%s" href="#%s"%s transform="translate(%s %s)%s"/>`, class, symbol, data, num(x), num(y), size)
}

// symbols writes the gradients and figures.
func (p *svg) symbols() {
	p.WriteString("<defs>\n")
	for _, g := range gradients {
		fmt.Fprintf(p, `<radialGradient id="%s" cx="38%%" cy="30%%" r="80%%"><stop offset="0" stop-color="%s"/><stop offset="%g" stop-color="%s"/><stop offset="1" stop-color="%s"/></radialGradient>`+"\n",
			g.name, g.stops[0], g.mid, g.stops[1], g.stops[2])
	}
	for _, f := range figures {
		fmt.Fprintf(p, `<g id="%s">`, f.name)
		for i := range f.shapes {
			p.shape(&f.shapes[i])
		}
		p.WriteString("</g>\n")
	}
	p.WriteString("</defs>")
}

func (p *svg) shape(s *shape) {
	how := `class="` + s.class + `"`
	if s.class == "" {
		how = s.declare(`="`, `" `) + `"`
	}
	if s.join {
		how += ` stroke-linejoin="round"`
	}
	if s.path != nil {
		fmt.Fprintf(p, `<path d="%s" %s/>`, way(s.path), how)
		return
	}
	fmt.Fprintf(p, `<circle cy="%g" r="%g" %s/>`, s.y, s.r, how)
}
