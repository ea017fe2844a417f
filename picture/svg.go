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
	numbered bool // pieces carry the name of their square
}

// begin opens the root element of a picture.
func (p *svg) begin(class, attributes, label string, brim, w, h float64, alone bool) {
	space := ""
	if alone {
		space = fmt.Sprintf(` xmlns="http://www.w3.org/2000/svg" width="%s" height="%s"`, num(w), num(h))
	}
	fmt.Fprintf(p, `<svg%s class="%s" viewBox="%s %s %s %s" role="img" aria-label="%s"%s>`, space, class, num(-brim),
		num(-brim), num(w+2*brim), num(h+2*brim), html.EscapeString(label), attributes)
}

// num formats a number without fraction, since a unit is a hundred.
func num(f float64) string { return strconv.FormatInt(int64(math.Round(f)), 10) }

// write appends texts. It avoids formatting, because pages have hundreds of figures.
func (p *svg) write(texts ...string) {
	for _, t := range texts {
		p.WriteString(t)
	}
}

func (p *svg) group(class string) { p.write(`<g class="`, class, `">`) }

func (p *svg) end() { p.WriteString("</g>") }

func (p *svg) rect(class string, x, y, w, h, round float64) {
	p.write(`<rect class="`, class, `" x="`, num(x), `" y="`, num(y), `" width="`, num(w), `" height="`, num(h), `"`)
	if round > 0 {
		p.write(` rx="`, num(round), `"`)
	}
	p.WriteString("/>")
}

func (p *svg) circle(class string, x, y, r float64) {
	p.write(`<circle class="`, class, `" cx="`, num(x), `" cy="`, num(y), `" r="`, num(r), `"/>`)
}

func (p *svg) picture(class, address string, x, y, w, h float64) {
	p.write(`<image class="`, class, `" href="`, html.EscapeString(address), `" x="`, num(x), `" y="`, num(y),
		`" width="`, num(w), `" height="`, num(h), `"/>`)
}

func (p *svg) path(class string, list []point) {
	p.write(`<path class="`, class, `" d="`)
	p.way(list)
	p.WriteString(`"/>`)
}

func (p *svg) way(list []point) {
	for _, q := range list {
		op := "L"
		if q.begin {
			op = "M"
		}
		p.write(op, num(q.x), " ", num(q.y))
	}
}

func (p *svg) text(class string, x, y float64, text string) {
	p.write(`<text class="`, class, `" x="`, num(x), `" y="`, num(y), `">`, html.EscapeString(text), `</text>`)
}

func (p *svg) use(class, symbol string, x, y, scale float64, at game.Square) {
	p.write(`<use class="`, class, `" href="#`, symbol, `"`)
	if p.numbered && at != game.NoSquare {
		p.write(` data-sq="`, strconv.Itoa(int(at)), `"`)
	}
	p.write(` transform="translate(`, num(x), " ", num(y), ")")
	if scale != 1 {
		p.write(" scale(", strconv.FormatFloat(scale, 'g', -1, 64), ")")
	}
	p.WriteString(`"/>`)
}

// symbols writes the gradients and figures.
func (p *svg) symbols() {
	p.WriteString("<defs>\n")
	for _, g := range gradients {
		fmt.Fprintf(p, `<radialGradient id="%s" cx="38%%" cy="30%%" r="80%%"><stop offset="0" stop-color="%s"/><stop `+
			`offset="%g" stop-color="%s"/><stop offset="1" stop-color="%s"/></radialGradient>`+"\n",
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
		p.WriteString(`<path d="`)
		p.way(s.path)
		p.write(`" `, how, "/>")
		return
	}
	fmt.Fprintf(p, `<circle cy="%g" r="%g" %s/>`, s.y, s.r, how)
}
