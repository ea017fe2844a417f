package hud

import (
	"image"
	"image/color"
	"math"
	"strings"

	"tafl3d/panel"
)

// titlePainter draws the title screen.
type titlePainter struct{ canvas *canvas }

func (c *canvas) titles() titlePainter { return titlePainter{c} }

// scrim darkens the board behind a dialog, more towards the edges; on the title screen only the text at the
// left.
func (tp titlePainter) scrim(d *panel.Dialog) {
	c := tp.canvas
	r := c.bounds()
	for y := range r.Dy() {
		for x := range r.Dx() {
			u := (float64(x) + 0.5) / float64(r.Dx())
			v := (float64(y)+0.5)/float64(r.Dy())*2 - 1
			a := 0.4 + 0.3*math.Min(1, math.Hypot(u*2-1, v)/1.2)
			if d.Kind == panel.Title {
				t := math.Max(0, 1-u/0.62)
				a = 0.9 * t * t * (3 - 2*t)
			}
			k := dusk
			k.A = uint8(255 * a)
			c.img.Set(x, y, color.RGBAModel.Convert(k))
		}
	}
}

// titleScreen draws the title and the main menu, without a box, over the moving board.
func (tp titlePainter) titleScreen(d *panel.Dialog) {
	c := tp.canvas
	r := c.bounds()
	in := image.Rect(r.Min.X+c.px(56), r.Min.Y, r.Max.X-c.px(24), r.Max.Y)
	row, columns := c.px(44), 1
	lines := tp.titleLines(d, in.Dx())
	above := c.px(112) + c.px(26) + len(lines)*c.px(dialogLine) + c.px(22)
	room := in.Dy() - c.px(24)
	tall := above + len(d.Buttons)*row
	if tall > room {
		if row = (room - above) / len(d.Buttons); row < c.px(30) {
			columns = 2
			row = min(c.px(44), (room-above)/((len(d.Buttons)+1)/2))
		}
		tall = room
	}
	_, rest := top(in, max((in.Dy()-tall)*2/5, c.px(12)))
	name, rest := top(rest, c.px(112))
	w := tp.wordmark(name, d.Title)
	tp.braid(image.Rect(rest.Min.X+c.px(4), rest.Min.Y, rest.Min.X+w, rest.Min.Y+c.px(12)))
	_, rest = top(rest, c.px(26))
	for _, l := range lines {
		var line image.Rectangle
		line, rest = top(rest, c.px(dialogLine))
		line.Min.X += c.px(4)
		c.text(line, l, typeNote.in(inkSoft), left)
	}
	_, rest = top(rest, c.px(22))
	for i, b := range d.Buttons {
		at, next := top(rest, row)
		at.Max.X = at.Min.X + at.Dx()/columns - (columns-1)*c.px(24)
		at = at.Add(image.Pt(i%columns*(in.Dx()/columns), 0))
		tp.choice(at, b, d.Focus == i)
		if i%columns == columns-1 {
			rest = next
		}
	}
}

func (tp titlePainter) titleLines(d *panel.Dialog, w int) []string {
	c := tp.canvas
	face, track := c.face(typeNote)
	var lines []string
	for _, l := range d.Lines {
		lines = append(lines, face.wrap(l, w-c.px(8), 3, track)...)
	}
	return lines
}

// choice draws a button of the title screen, with a lozenge if it is focused or hovered.
func (tp titlePainter) choice(r image.Rectangle, b panel.Button, focus bool) {
	c := tp.canvas
	s := c.target(target{rect: image.Rect(r.Min.X-c.px(24), r.Min.Y, r.Max.X, r.Max.Y), cmd: panel.Command{ID: b.ID},
		live: !b.Disabled})
	st := typeChoice
	switch {
	case b.Disabled:
		st = st.in(inkDead)
	case s.down:
		st = st.in(inkBronze)
	case s.hot || focus:
		st = st.in(inkGilt)
	case b.Primary:
		st = st.in(inkBright)
	}
	y := float64(r.Min.Y+r.Max.Y) / 2
	if focus || s.hot && !b.Disabled {
		c.diamond(float64(r.Min.X)-10*c.k, y, 5*c.k, gilt)
	}
	word := r
	word.Min.X += c.px(4)
	for st.size > 12 && c.width(b.Label, st) > word.Dx() {
		st.size--
	}
	w := min(c.width(b.Label, st), word.Dx())
	c.text(word, b.Label, st, left)
	if focus {
		c.bar(image.Rect(word.Min.X, int(y)+c.px(15), word.Min.X+w, int(y)+c.px(15)+c.line()), bronze)
	}
	if _, beside := leftmost(word, w+c.px(14)); b.Key != "" && (focus || s.hot) && beside.Dx() > c.px(70) {
		c.keycap(beside, b.Key, left)
	}
}

// wordmark draws the title in darkening gold and returns its width.
func (tp titlePainter) wordmark(box image.Rectangle, s string) int {
	c := tp.canvas
	s, st := strings.ToUpper(s), typeWordmark
	for st.size > 30 && c.width(s, st) > box.Dx() {
		st.size -= 2
	}
	f, track := c.face(st)
	s = f.shorten(s, box.Dx(), track)
	y := box.Max.Y - c.px(16)
	w := f.width(s, track)
	f.draw(c.img, box.Min.X, y, s, shade{y - f.caps, y, inkBright.C, bronze}, track)
	c.texts = append(c.texts, textBox{s, box, image.Rect(box.Min.X, y-f.caps, box.Min.X+w, y)})
	return w
}

// shade is a vertical gradient from y0 to y1.
type shade struct {
	y0, y1   int
	from, to color.Color
}

func (s shade) ColorModel() color.Model { return color.RGBA64Model }

// Bounds returns a practically unlimited rectangle.
func (s shade) Bounds() image.Rectangle { return image.Rect(-1e6, -1e6, 1e6, 1e6) }

func (s shade) At(_, y int) color.Color {
	t := float64(y-s.y0) / float64(max(s.y1-s.y0, 1))
	t = math.Max(0, math.Min(1, t))
	r0, g0, b0, _ := s.from.RGBA()
	r1, g1, b1, _ := s.to.RGBA()
	mix := func(a, b uint32) uint16 { return uint16(float64(a) + t*(float64(b)-float64(a))) }
	return color.RGBA64{R: mix(r0, r1), G: mix(g0, g1), B: mix(b0, b1), A: 0xffff}
}

// braid draws two intertwined strands, the ornament below the wordmark.
func (tp titlePainter) braid(r image.Rectangle) {
	c := tp.canvas
	mid, amp := float64(r.Min.Y+r.Max.Y)/2, float64(r.Dy())*0.4
	half := float64(r.Dx()) / math.Max(math.Round(float64(r.Dx())/(20*c.k)), 1) // one crossing per half wave
	hide := 4.2 * c.k
	c.pen(bronze)
	c.dc.SetLineWidth(1.7 * c.k)
	for strand := range 2 {
		down := false // the pen
		for x := 0.0; x <= float64(r.Dx()); x += 0.5 {
			crossing := math.Round(x / half)
			inner := crossing > 0 && x < float64(r.Dx())-half/2
			if under := int(crossing)%2 == strand; under && inner && math.Abs(x-crossing*half) < hide {
				down = false
				continue
			}
			y := mid + amp*math.Sin(x/half*math.Pi+float64(strand)*math.Pi)
			if !down {
				c.dc.NewSubPath()
				c.dc.MoveTo(float64(r.Min.X)+x, y)
			} else {
				c.dc.LineTo(float64(r.Min.X)+x, y)
			}
			down = true
		}
		c.dc.Stroke()
	}
}
