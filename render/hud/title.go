package hud

import (
	"image"
	"image/color"
	"math"

	"tafl3d/app"
)

// scrim draws the veil between the board and a dialog: darker towards the
// edges, on the title screen only at the left where the words stand.
func (c *canvas) scrim(d *app.Dialog) {
	r := c.bounds()
	for y := range r.Dy() {
		for x := range r.Dx() {
			u := (float64(x) + 0.5) / float64(r.Dx())
			v := (float64(y)+0.5)/float64(r.Dy())*2 - 1
			a := 0.5 + 0.28*math.Min(1, math.Hypot(u*2-1, v)/1.2)
			if isTitle(d) {
				t := math.Max(0, 1-u/0.62)
				a = 0.9 * t * t * (3 - 2*t)
			}
			k := dusk
			k.A = uint8(255 * a)
			c.img.Set(x, y, color.RGBAModel.Convert(k))
		}
	}
}

// titleScreen draws the name of the game and a column of choices, without a
// box, over the living board.
func (c *canvas) titleScreen(d *app.Dialog) {
	r := c.bounds()
	in := image.Rect(r.Min.X+c.px(56), r.Min.Y, r.Max.X-c.px(24), r.Max.Y)
	row := c.px(44)
	lines := c.titleLines(d, in.Dx())
	tall := c.px(112) + c.px(26) + len(lines)*c.px(dialogLine) + c.px(22) + len(d.Buttons)*row
	if tall > in.Dy()-c.px(24) {
		row = max(c.px(30), row-(tall-in.Dy()+c.px(24))/max(len(d.Buttons), 1))
		tall = in.Dy() - c.px(24)
	}
	_, rest := top(in, max((in.Dy()-tall)*2/5, c.px(12)))
	name, rest := top(rest, c.px(112))
	c.shrunk(name, d.Title, typeWordmark, 30, left)
	c.braid(image.Rect(rest.Min.X+c.px(4), rest.Min.Y, rest.Max.X, rest.Min.Y+c.px(12)))
	_, rest = top(rest, c.px(26))
	for _, l := range lines {
		var line image.Rectangle
		line, rest = top(rest, c.px(dialogLine))
		line.Min.X += c.px(4)
		c.text(line, l, typeNote.in(inkSoft), left)
	}
	_, rest = top(rest, c.px(22))
	for i, b := range d.Buttons {
		var at image.Rectangle
		at, rest = top(rest, row)
		c.choice(at, b, d.Focus == i)
	}
}

func (c *canvas) titleLines(d *app.Dialog, w int) []string {
	face, track := c.face(typeNote)
	var lines []string
	for _, l := range d.Lines {
		lines = append(lines, face.wrap(l, w-c.px(8), 3, track)...)
	}
	return lines
}

// choice draws a button of the title screen: a word, and a lozenge before the
// one that is held by the keyboard or under the pointer.
func (c *canvas) choice(r image.Rectangle, b app.Button, focus bool) {
	s := c.target(target{rect: image.Rect(r.Min.X-c.px(24), r.Min.Y, r.Max.X, r.Max.Y), cmd: app.Command{ID: b.ID}, live: !b.Disabled})
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
	if b.Key != "" {
		var cap image.Rectangle
		cap, word = rightmost(word, c.width(b.Key, typeKey)+c.px(12))
		word.Max.X -= c.px(8)
		if s.hot || focus {
			c.keycap(cap, b.Key, right)
		}
	}
	c.shrunk(word, b.Label, st, 14, left)
	if focus {
		w := min(c.width(b.Label, st), word.Dx())
		c.bar(image.Rect(word.Min.X, int(y)+c.px(15), word.Min.X+w, int(y)+c.px(15)+c.line()), bronze)
	}
}

// braid draws two strands that cross, the ornament under the wordmark.
func (c *canvas) braid(r image.Rectangle) {
	mid, amp := float64(r.Min.Y+r.Max.Y)/2, float64(r.Dy())/3
	wave := 30 * c.k
	n := math.Floor(float64(r.Dx()) / wave)
	for strand := range 2 {
		for x := 0.0; x <= n*wave; x++ {
			y := amp * math.Sin(x/wave*2*math.Pi+float64(strand)*math.Pi)
			if x == 0 {
				c.dc.MoveTo(float64(r.Min.X)+x, mid+y)
			} else {
				c.dc.LineTo(float64(r.Min.X)+x, mid+y)
			}
		}
		c.dc.SetColor(bronze)
		c.dc.SetLineWidth(1.5 * c.k)
		c.dc.Stroke()
	}
}
