package hud

import (
	"encoding/binary"
	"image"
	"image/color"
	"math"

	"github.com/fogleman/gg"
	"golang.org/x/image/math/fixed"

	"tafl3d/panel"
)

// canvas draws the picture of a panel and records the drawn targets.
type canvas struct {
	metrics
	fonts   *fonts
	size    image.Point // of the panel
	paper   func(size image.Point) *image.RGBA
	img     *image.RGBA
	dc      *gg.Context
	targets []target
	texts   []textBox
	hot     int // index of the target under the pointer; -1: none
	down    int // index of the pressed target; -1: none
}

// target is an area of a panel that reacts to clicks or to the pointer.
type target struct {
	rect     image.Rectangle // in panel coordinates
	cmd      panel.Command
	live     bool          // a click runs cmd
	tip, key string        // tooltip
	glimpse  panel.Command // command of hovering; without an ID: none
}

// textBox records a drawn text, for tests.
type textBox struct {
	text string
	box  image.Rectangle // limit
	ink  image.Rectangle // drawn area
}

// state is the visible state of a target.
type state struct{ hot, down bool }

// reset clears the canvas and sets its size.
func (c *canvas) reset(m metrics, size image.Point) {
	c.metrics = m
	c.targets, c.texts, c.size = c.targets[:0], c.texts[:0], size
	if c.img != nil && c.img.Rect.Size() == size {
		clear(c.img.Pix)
		return
	}
	c.img = c.paper(size)
	c.dc = gg.NewContextForRGBA(c.img)
	c.dc.SetLineCapRound()
	c.dc.SetLineJoinRound()
}

// newPicture returns a transparent picture.
func newPicture(size image.Point) *image.RGBA { return image.NewRGBA(image.Rectangle{Max: size}) }

// pen sets the colour for the following drawing.
func (c *canvas) pen(col color.Color) { c.dc.SetColor(c.tone(col)) }

// tone returns the displayed colour, which differs in high contrast.
func (c *canvas) tone(col color.Color) color.Color {
	if n, is := col.(color.NRGBA); is && c.contrast {
		return stark(n)
	}
	return col
}

// ink returns the source image for text of a style.
func (c *canvas) ink(s style) image.Image {
	if n, is := s.ink.C.(color.NRGBA); is && c.contrast {
		return image.NewUniform(stark(n))
	}
	return s.ink
}

// bounds returns the rectangle of the panel, from (0, 0).
func (c *canvas) bounds() image.Rectangle { return image.Rectangle{Max: c.size} }

// target registers a target and returns its visible state.
func (c *canvas) target(t target) state {
	i := len(c.targets)
	c.targets = append(c.targets, t)
	return state{i == c.hot, i == c.hot && i == c.down && t.live}
}

// fill paints a rounded rectangle.
func (c *canvas) fill(r image.Rectangle, round float64, col color.Color) {
	c.pen(col)
	c.dc.DrawRoundedRectangle(float64(r.Min.X), float64(r.Min.Y), float64(r.Dx()), float64(r.Dy()), round)
	c.dc.Fill()
}

// outline draws the border of a rounded rectangle, inside it.
func (c *canvas) outline(r image.Rectangle, round float64, width float64, col color.Color) {
	c.pen(col)
	c.dc.SetLineWidth(width)
	h := width / 2
	c.dc.DrawRoundedRectangle(float64(r.Min.X)+h, float64(r.Min.Y)+h, float64(r.Dx())-width, float64(r.Dy())-width,
		math.Max(round-h, 0))
	c.dc.Stroke()
}

// bar paints a rectangle.
func (c *canvas) bar(r image.Rectangle, col color.Color) {
	c.pen(col)
	c.dc.DrawRectangle(float64(r.Min.X), float64(r.Min.Y), float64(r.Dx()), float64(r.Dy()))
	c.dc.Fill()
}

// diamond paints a small lozenge centred on a point.
func (c *canvas) diamond(x, y, r float64, col color.Color) {
	c.pen(col)
	c.dc.MoveTo(x-r, y)
	c.dc.LineTo(x, y-r)
	c.dc.LineTo(x+r, y)
	c.dc.LineTo(x, y+r)
	c.dc.ClosePath()
	c.dc.Fill()
}

// lay composes a sheet over a part of a picture, like draw.Over. It skips transparent areas, which most of a
// sheet is.
func lay(to *image.RGBA, at image.Rectangle, sheet *image.RGBA) {
	at = at.Intersect(to.Rect).Intersect(sheet.Rect.Add(at.Min))
	for y := range at.Dy() {
		dst := to.Pix[to.PixOffset(at.Min.X, at.Min.Y+y):][:4*at.Dx()]
		src := sheet.Pix[sheet.PixOffset(0, y):][:len(dst)]
		for x := 0; x < len(src); x += 4 {
			if binary.NativeEndian.Uint32(src[x:]) == 0 {
				continue
			}
			through := uint32(255-src[x+3]) * 0x101
			for i := x; i < x+4; i++ {
				dst[i] = uint8((uint32(dst[i])*through/255 + uint32(src[i])*0x101) >> 8)
			}
		}
	}
}

// align is the horizontal alignment of text in its box.
type align uint8

const (
	left align = iota
	centre
	right
)

// face returns the face of a style at the scale of the canvas.
func (c *canvas) face(s style) (*face, fixed.Int26_6) { return c.fonts.style(s, c.k) }

// style returns the face and the letter spacing of a style at k pixels per unit.
func (f *fonts) style(s style, k float64) (*face, fixed.Int26_6) {
	return f.face(s.family, s.size*k), fixed.Int26_6(math.Round(s.track * k * 64))
}

// width returns the width of s in pixels.
func (c *canvas) width(s string, st style) int {
	f, track := c.face(st)
	return f.width(s, track)
}

// text draws s, vertically centred in box and shortened to fit. It reports whether all of it was drawn.
func (c *canvas) text(box image.Rectangle, s string, st style, a align) bool {
	f, track := c.face(st)
	short := f.shorten(s, box.Dx(), track)
	if short == "" {
		return s == ""
	}
	w := f.width(short, track)
	x := box.Min.X
	switch a {
	case centre:
		x += (box.Dx() - w) / 2
	case right:
		x += box.Dx() - w
	}
	y := box.Min.Y + (box.Dy()+f.caps+1)/2
	f.draw(c.img, x, y, short, c.ink(st), track)
	ink := image.Rect(x, y-f.caps, x+w, y+f.caps/4)
	c.texts = append(c.texts, textBox{short, box, ink})
	return short == s
}

// shrunk draws s like text, in the largest size from least units to the size of st that fits: on one line or, if
// none fits, on two.
func (c *canvas) shrunk(box image.Rectangle, s string, st style, least float64, a align) {
	one := c.shrink(s, st, least, box.Dx())
	if c.width(s, one) > box.Dx() {
		if words, two, ok := c.twoLines(box, s, st, least); ok {
			line := c.px(two.size * lineStep)
			y := box.Min.Y + (box.Dy()-2*line)/2
			for i, w := range words {
				c.text(image.Rect(box.Min.X, y+i*line, box.Max.X, y+(i+1)*line), w, two, a)
			}
			return
		}
	}
	c.text(box, s, one, a)
}

// Heights of one of two lines, as multiples of the size of its letters: where they are drawn, and for letters larger
// than the least.
const (
	lineStep  = 1.09
	looseStep = 1.25
)

// twoLines breaks s into two lines that fit into box and returns them with their style: the largest size from least
// units to the size of st. It reports whether there is one.
func (c *canvas) twoLines(box image.Rectangle, s string, st style, least float64) (words []string, two style, ok bool) {
	two = st
	for ; ; two.size = math.Max(two.size*0.93, least) {
		face, _ := c.face(two)
		words = face.halve(s)
		tall := 2 * c.px(two.size*looseStep)
		if two.size <= least {
			tall = 2*c.px(two.size*lineStep) - 1
		}
		if len(words) == 2 && tall <= box.Dy() &&
			max(c.width(words[0], two), c.width(words[1], two)) <= box.Dx() {
			return words, two, true
		}
		if two.size <= least || len(words) < 2 {
			return nil, st, false
		}
	}
}

// shrink returns the style in the largest size, from least units to its own, in which s fits into width
// pixels, or in least units if none fits.
func (c *canvas) shrink(s string, st style, least float64, width int) style {
	for st.size > least && c.width(s, st) > width {
		st.size = math.Max(st.size*0.93, least)
	}
	return st
}

// top splits r into its upper h pixels and the rest.
func top(r image.Rectangle, h int) (head, rest image.Rectangle) {
	y := min(r.Min.Y+h, r.Max.Y)
	return image.Rect(r.Min.X, r.Min.Y, r.Max.X, y), image.Rect(r.Min.X, y, r.Max.X, r.Max.Y)
}

// leftmost splits r into its left w pixels and the rest.
func leftmost(r image.Rectangle, w int) (head, rest image.Rectangle) {
	x := min(r.Min.X+w, r.Max.X)
	return image.Rect(r.Min.X, r.Min.Y, x, r.Max.Y), image.Rect(x, r.Min.Y, r.Max.X, r.Max.Y)
}

// rightmost splits r into its right w pixels and the rest.
func rightmost(r image.Rectangle, w int) (tail, rest image.Rectangle) {
	x := max(r.Max.X-w, r.Min.X)
	return image.Rect(x, r.Min.Y, r.Max.X, r.Max.Y), image.Rect(r.Min.X, r.Min.Y, x, r.Max.Y)
}

// square returns a square in the middle of r.
func square(r image.Rectangle, size int) image.Rectangle {
	x, y := r.Min.X+(r.Dx()-size)/2, r.Min.Y+(r.Dy()-size)/2
	return image.Rect(x, y, x+size, y+size)
}
