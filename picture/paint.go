package picture

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"strings"
	"sync"

	"github.com/fogleman/gg"
	"github.com/go-fonts/liberation/liberationsansbold"
	"github.com/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"tafl3d/game"
	"tafl3d/lettering"
)

// paint is a pen that draws pixels.
type paint struct {
	dc    *gg.Context
	k     float64 // pixels per unit
	faces map[look]font.Face
}

func newPaint(w, h int, k float64) *paint {
	return &paint{gg.NewContext(w, h), k, map[look]font.Face{}}
}

func (p *paint) image() *image.RGBA { return p.dc.Image().(*image.RGBA) }

func (p *paint) group(string) {}

func (p *paint) end() {}

func (p *paint) rect(class string, x, y, w, h, round float64) {
	k := p.k
	if round > 0 {
		p.dc.DrawRoundedRectangle(x*k, y*k, w*k, h*k, round*k)
	} else {
		p.dc.DrawRectangle(x*k, y*k, w*k, h*k)
	}
	p.finish(byName[class], 0, 0, 0, 1)
}

func (p *paint) picture(_, _ string, _, _, _, _ float64) {} // only pages have pictures

func (p *paint) circle(class string, x, y, r float64) {
	p.dc.DrawCircle(x*p.k, y*p.k, r*p.k)
	p.finish(byName[class], x, y, r, 1)
}

func (p *paint) path(class string, list []point) {
	p.trace(list, 0, 0, 1)
	p.finish(byName[class], 0, 0, 0, 1)
}

// trace adds a path, translated and scaled.
func (p *paint) trace(list []point, x, y, scale float64) {
	var begin point
	for i, q := range list {
		qx, qy := (x+q.x*scale)*p.k, (y+q.y*scale)*p.k
		if q.begin {
			p.dc.MoveTo(qx, qy)
			begin = q
			continue
		}
		if last := i+1 == len(list) || list[i+1].begin; last && q.x == begin.x && q.y == begin.y {
			p.dc.ClosePath()
			continue
		}
		p.dc.LineTo(qx, qy)
	}
}

// finish fills and strokes the path. A gradient covers a disc of radius r around x and y.
func (p *paint) finish(l look, x, y, r, scale float64) {
	if l.fill != "" {
		if name, is := strings.CutPrefix(l.fill, "url(#"); is {
			p.dc.SetFillStyle(p.light(strings.TrimSuffix(name, ")"), x, y, r))
		} else {
			p.dc.SetFillStyle(gg.NewSolidPattern(paintOf(l.fill, l.opacity)))
		}
		p.dc.FillPreserve()
	}
	if l.stroke != "" {
		p.dc.SetStrokeStyle(gg.NewSolidPattern(paintOf(l.stroke, l.strokeAlpha)))
		p.dc.SetLineWidth(l.width * p.k * scale)
		p.dc.SetLineCap(gg.LineCapButt)
		if l.round {
			p.dc.SetLineCap(gg.LineCapRound)
		}
		p.dc.StrokePreserve()
	}
	p.dc.ClearPath()
}

// light returns a radial gradient centered above and left of the center of a disc.
func (p *paint) light(name string, x, y, r float64) gg.Pattern {
	k, cx, cy := p.k, x-0.24*r, y-0.4*r
	g := gg.NewRadialGradient(cx*k, cy*k, 0, cx*k, cy*k, 1.6*r*k)
	for _, from := range gradients {
		if from.name == name {
			g.AddColorStop(0, paintOf(from.stops[0], 0))
			g.AddColorStop(from.mid, paintOf(from.stops[1], 0))
			g.AddColorStop(1, paintOf(from.stops[2], 0))
		}
	}
	return g
}

// paintOf parses the colour "#rrggbb" with an opacity; 0 means 1.
func paintOf(hex string, opacity float64) color.NRGBA {
	var v [3]byte
	for i := range v {
		for _, c := range []byte(hex[1+2*i : 3+2*i]) {
			v[i] = v[i]<<4 | byte(strings.IndexByte("0123456789abcdef", c))
		}
	}
	if opacity == 0 {
		opacity = 1
	}
	return color.NRGBA{v[0], v[1], v[2], byte(opacity*255 + 0.5)}
}

func (p *paint) use(_, symbol string, x, y, scale float64, _ game.Square) {
	for _, f := range figures {
		if f.name != symbol {
			continue
		}
		for i := range f.shapes {
			s := &f.shapes[i]
			l := s.look
			if s.class != "" {
				l = byName[s.class]
			}
			if s.path != nil {
				p.trace(s.path, x, y, scale)
			} else {
				p.dc.DrawCircle(x*p.k, (y+s.y*scale)*p.k, s.r*scale*p.k)
			}
			if p.dc.SetLineJoin(gg.LineJoinBevel); s.join {
				p.dc.SetLineJoin(gg.LineJoinRound)
			}
			p.finish(l, x, y, s.r*scale, scale)
		}
	}
}

func (p *paint) text(class string, x, y float64, text string) {
	l := byName[class]
	anchor := 0.0
	if l.middle {
		anchor = 0.5
	}
	if !lettering.Simple(text) {
		p.shaped(l, x*p.k, y*p.k, anchor, text)
		return
	}
	p.dc.SetFontFace(p.face(l))
	p.dc.SetColor(paintOf(l.fill, l.opacity))
	p.dc.DrawStringAnchored(text, x*p.k, y*p.k, anchor, 0)
}

// shaped writes a text that needs shaping.
func (p *paint) shaped(l look, x, y, anchor float64, text string) {
	size := fixed.Int26_6(math.Round(max(1, l.font*p.k) * 64))
	var line lettering.Line
	withLetters(func(list [2]*lettering.Font) {
		first := list[0]
		if l.bold {
			first = list[1]
		}
		line = lettering.Shape(text, size, first, lettering.Arabic())
	})
	left := fixed.Int26_6(math.Round(x*64)) - fixed.Int26_6(math.Round(anchor*float64(line.Width)))
	ink := image.NewUniform(paintOf(l.fill, l.opacity))
	for _, g := range line.Glyphs {
		pen := left + g.X
		mask, at := g.Mask(size, pen&63)
		if mask == nil {
			continue
		}
		at = at.Add(image.Pt(pen.Floor(), int(math.Round(y))-g.Y.Round()))
		draw.DrawMask(p.image(), mask.Rect.Add(at), ink, image.Point{}, mask, image.Point{}, draw.Over)
	}
}

// letters holds the fonts for shaped texts, in the order of fonts. Its lock guards them.
var letters struct {
	sync.Mutex
	list [2]*lettering.Font
}

// withLetters runs f with the fonts for shaped texts.
func withLetters(f func([2]*lettering.Font)) {
	letters.Lock()
	defer letters.Unlock()
	for i, ttf := range [][]byte{liberationsansregular.TTF, liberationsansbold.TTF} {
		if letters.list[i] == nil {
			var err error
			if letters.list[i], err = lettering.Parse(ttf); err != nil {
				panic("picture: " + err.Error()) // the font is compiled in
			}
		}
	}
	f(letters.list)
}

// fonts are the fonts of captions and, bold, of the names of squares.
var fonts = sync.OnceValue(func() (list [2]*opentype.Font) {
	for i, ttf := range [][]byte{liberationsansregular.TTF, liberationsansbold.TTF} {
		f, err := opentype.Parse(ttf)
		if err != nil {
			panic("picture: " + err.Error()) // the font is compiled in
		}
		list[i] = f
	}
	return list
})

func (p *paint) face(l look) font.Face {
	if f := p.faces[l]; f != nil {
		return f
	}
	from := fonts()[0]
	if l.bold {
		from = fonts()[1]
	}
	f, err := opentype.NewFace(from, &opentype.FaceOptions{Size: max(1, l.font*p.k), DPI: 72})
	if err != nil {
		panic("picture: " + err.Error()) // the size is positive
	}
	p.faces[l] = f
	return f
}
