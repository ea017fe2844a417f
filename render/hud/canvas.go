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

// canvas is a panel's picture while it is drawn, and what was drawn where.
type canvas struct {
	metrics
	fonts   *fonts
	size    image.Point // of the panel, and of img unless blind
	blind   bool        // only measured, for the tests: img has no pixels
	img     *image.RGBA
	dc      *gg.Context
	targets []target
	texts   []textBox
	hot     int // the target under the pointer, -1 if none
	down    int // the target that is held down, -1 if none
}

// target is a place of a panel that can be clicked, or only pointed at.
type target struct {
	rect     image.Rectangle // in the panel
	cmd      panel.Command
	live     bool          // a click means cmd
	tip, key string        // shown while the pointer is over it
	glimpse  panel.Command // what the pointer over it means; without an ID, nothing
}

// textBox is a text as it was drawn, kept for the tests.
type textBox struct {
	text string
	box  image.Rectangle // what it had to stay in
	ink  image.Rectangle // what it took
}

// state is how a target looks.
type state struct{ hot, down bool }

// reset makes the canvas empty and of a size.
func (c *canvas) reset(m metrics, size image.Point) {
	c.metrics = m
	c.targets, c.texts, c.size = c.targets[:0], c.texts[:0], size
	if c.blind {
		size = image.Point{}
	}
	if c.img != nil && c.img.Rect.Size() == size {
		clear(c.img.Pix)
		return
	}
	c.img = image.NewRGBA(image.Rectangle{Max: size})
	c.dc = gg.NewContextForRGBA(c.img)
	c.dc.SetLineCapRound()
	c.dc.SetLineJoinRound()
}

// pen takes up a colour for what is drawn next.
func (c *canvas) pen(col color.Color) { c.dc.SetColor(c.tone(col)) }

// tone returns a colour as it is shown: as it is, or that which stands for it
// in high contrast.
func (c *canvas) tone(col color.Color) color.Color {
	if n, is := col.(color.NRGBA); is && c.contrast {
		return stark(n)
	}
	return col
}

// ink returns what text of a style is written with.
func (c *canvas) ink(s style) image.Image {
	if n, is := s.ink.C.(color.NRGBA); is && c.contrast {
		return image.NewUniform(stark(n))
	}
	return s.ink
}

// bounds returns the panel's own rectangle, from (0, 0).
func (c *canvas) bounds() image.Rectangle { return image.Rectangle{Max: c.size} }

// target declares a place and returns how it should look.
func (c *canvas) target(t target) state {
	i := len(c.targets)
	c.targets = append(c.targets, t)
	return state{i == c.hot, i == c.hot && i == c.down && t.live}
}

// fill paints a rectangle with round corners.
func (c *canvas) fill(r image.Rectangle, round float64, col color.Color) {
	c.pen(col)
	c.dc.DrawRoundedRectangle(float64(r.Min.X), float64(r.Min.Y), float64(r.Dx()), float64(r.Dy()), round)
	c.dc.Fill()
}

// outline draws the edge of a rectangle with round corners, inside it.
func (c *canvas) outline(r image.Rectangle, round float64, width float64, col color.Color) {
	c.pen(col)
	c.dc.SetLineWidth(width)
	h := width / 2
	c.dc.DrawRoundedRectangle(float64(r.Min.X)+h, float64(r.Min.Y)+h, float64(r.Dx())-width, float64(r.Dy())-width,
		math.Max(round-h, 0))
	c.dc.Stroke()
}

// bar paints a plain rectangle.
func (c *canvas) bar(r image.Rectangle, col color.Color) {
	c.pen(col)
	c.dc.DrawRectangle(float64(r.Min.X), float64(r.Min.Y), float64(r.Dx()), float64(r.Dy()))
	c.dc.Fill()
}

// diamond paints a small lozenge about a point.
func (c *canvas) diamond(x, y, r float64, col color.Color) {
	c.pen(col)
	c.dc.MoveTo(x-r, y)
	c.dc.LineTo(x, y-r)
	c.dc.LineTo(x+r, y)
	c.dc.LineTo(x, y+r)
	c.dc.ClosePath()
	c.dc.Fill()
}

// lay puts a sheet over a part of a picture, as draw.Over does. Most of a sheet is empty, which
// costs next to nothing here.
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

// align says where in its box a text stands.
type align uint8

const (
	left align = iota
	centre
	right
)

// face returns the face of a style at the canvas's scale.
func (c *canvas) face(s style) (*face, fixed.Int26_6) { return c.fonts.style(s, c.k) }

// style returns the face and the tracking of a style at k pixels a unit.
func (f *fonts) style(s style, k float64) (*face, fixed.Int26_6) {
	return f.face(s.family, s.size*k), fixed.Int26_6(math.Round(s.track * k * 64))
}

// width returns how many pixels s takes in a style.
func (c *canvas) width(s string, st style) int {
	f, track := c.face(st)
	return f.width(s, track)
}

// text sets s in the middle of box's height, shortened if it does not fit, and
// reports whether all of it was drawn.
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

// shrunk sets s like text, in the largest size between st's and least units
// that fits.
func (c *canvas) shrunk(box image.Rectangle, s string, st style, least float64, a align) {
	c.text(box, s, c.shrink(s, st, least, box.Dx()), a)
}

// shrink returns the style in the largest size between its own and least units
// in which s takes at most width pixels, in least units if there is none.
func (c *canvas) shrink(s string, st style, least float64, width int) style {
	for st.size > least && c.width(s, st) > width {
		st.size = math.Max(st.size*0.93, least)
	}
	return st
}

// top returns the uppermost h pixels of r and what is left below.
func top(r image.Rectangle, h int) (head, rest image.Rectangle) {
	y := min(r.Min.Y+h, r.Max.Y)
	return image.Rect(r.Min.X, r.Min.Y, r.Max.X, y), image.Rect(r.Min.X, y, r.Max.X, r.Max.Y)
}

// leftmost returns the leftmost w pixels of r and what is left beside it.
func leftmost(r image.Rectangle, w int) (head, rest image.Rectangle) {
	x := min(r.Min.X+w, r.Max.X)
	return image.Rect(r.Min.X, r.Min.Y, x, r.Max.Y), image.Rect(x, r.Min.Y, r.Max.X, r.Max.Y)
}

// rightmost returns the rightmost w pixels of r and what is left beside it.
func rightmost(r image.Rectangle, w int) (tail, rest image.Rectangle) {
	x := max(r.Max.X-w, r.Min.X)
	return image.Rect(x, r.Min.Y, r.Max.X, r.Max.Y), image.Rect(r.Min.X, r.Min.Y, x, r.Max.Y)
}

// square returns the square of a size in the middle of r.
func square(r image.Rectangle, size int) image.Rectangle {
	x, y := r.Min.X+(r.Dx()-size)/2, r.Min.Y+(r.Dy()-size)/2
	return image.Rect(x, y, x+size, y+size)
}
