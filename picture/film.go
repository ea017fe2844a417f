package picture

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"io"
	"time"

	"tafl3d/game/tree"
)

// Film is a game, or part of a game, as a sequence of pictures. It is a copy, so another goroutine
// may write it while the game changes.
type Film struct {
	Frames []Board
	Size   int           // longer side in pixels; 0 means 640
	Delay  time.Duration // between two turns; 0 means 800 ms
	Last   time.Duration // duration of the last picture; 0 means four delays
}

// FilmOf returns the film from the start, without the first after turns, to a node; nil means the
// end of the main line. The caption of each picture is its turn.
func FilmOf(g *tree.Game, to *tree.Node, after int) *Film {
	c := g.Cursor()
	if to == nil {
		for to = g.Root; to.Main() != nil; {
			to = to.Main()
		}
	}
	f := &Film{}
	for i, n := range append([]*tree.Node{g.Root}, to.Path()...) {
		if c.To(n); i < after && n != to {
			continue
		}
		b := At(c)
		if b.Caption = n.Text; i > 0 {
			b.Caption = fmt.Sprintf("%d. %s", i, n.Text)
			if b.Sign != "" {
				b.Caption += b.Sign.Glyph()
			}
		} else if b.Caption = Players(g); b.Caption == "" {
			b.Caption = " " // so that all pictures have one size
		}
		f.Frames = append(f.Frames, b)
	}
	return f
}

// Players returns the names of the players, empty if unknown.
func Players(g *tree.Game) string {
	a, d := g.Tag(tree.TagAttackers), g.Tag(tree.TagDefenders)
	if a == "" && d == "" {
		return ""
	}
	return fmt.Sprintf("%s – %s", or(a, "?"), or(d, "?"))
}

func or(text, other string) string {
	if text == "" {
		return other
	}
	return text
}

// GIF writes the film as an endless animated GIF. It calls progress, which may be nil, after each
// picture, and returns the error of ctx when that ends.
func (f *Film) GIF(ctx context.Context, out io.Writer, progress func(done, of int)) error {
	size, delay := f.Size, f.Delay
	if size == 0 {
		size = 640
	}
	if delay == 0 {
		delay = 800 * time.Millisecond
	}
	last := f.Last
	if last == 0 {
		last = 4 * delay
	}
	reel := Reel{colours: f.palette(size)}
	for i := range f.Frames {
		if err := ctx.Err(); err != nil {
			return err
		}
		if i == len(f.Frames)-1 {
			delay = last
		}
		reel.Add(f.Frames[i].Image(size), delay)
		if progress != nil {
			progress(i+1, len(f.Frames))
		}
	}
	return reel.Write(out)
}

// hundredths returns a duration in units of GIF, at least two: viewers do not support less.
func hundredths(d time.Duration) int { return max(2, int(d/(10*time.Millisecond))) }

// crop copies a part of a picture, so that the rest can be freed.
func crop(m *image.Paletted) *image.Paletted {
	r := m.Bounds()
	c := image.NewPaletted(r, m.Palette)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		copy(c.Pix[c.PixOffset(r.Min.X, y):][:r.Dx()], m.Pix[m.PixOffset(r.Min.X, y):])
	}
	return c
}

// difference returns the bounds of the pixels in which two pictures of the same size differ; a
// single point if they are equal.
func difference(a, b *image.Paletted) image.Rectangle {
	var r image.Rectangle
	bounds := b.Bounds()
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			if i := b.PixOffset(x, y); a.Pix[i] != b.Pix[i] {
				r = r.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	if r.Empty() {
		return image.Rect(bounds.Min.X, bounds.Min.Y, bounds.Min.X+1, bounds.Min.Y+1)
	}
	return r
}

// palette chooses the colours of the film from some of its pictures and from one that contains
// everything drawn on boards.
func (f *Film) palette(size int) *palette {
	count := map[color.RGBA]int{}
	n := len(f.Frames)
	for _, i := range []int{0, n / 3, 2 * n / 3, n - 1} {
		if i < 0 || i >= n {
			continue
		}
		b := f.Frames[i]
		m := b.Image(min(size, 500))
		for k := 0; k < len(m.Pix); k += 4 {
			count[color.RGBA{m.Pix[k], m.Pix[k+1], m.Pix[k+2], m.Pix[k+3]}]++
		}
	}
	for i := range f.Frames { // the rare colours of marks and signs
		for _, m := range f.Frames[i].Marks {
			add(count, "square-"+m.Colour.String())
			add(count, "arrow-"+m.Colour.String())
		}
		if f.Frames[i].Sign != "" {
			for _, sort := range []string{"good", "dubious", "mistake", "blunder"} {
				add(count, "sign-"+sort)
			}
		}
	}
	return newPalette(count)
}

func add(count map[color.RGBA]int, class string) {
	c := paintOf(byName[class].fill, 0)
	count[color.RGBA{c.R, c.G, c.B, 255}] += 500
}
