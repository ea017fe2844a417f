package picture

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"testing"
	"time"

	"tafl3d/game/tree"
	"tafl3d/game/variant"
)

// played returns a game of some turns with all that can be said of one.
func played(t testing.TB) *tree.Game {
	t.Helper()
	v, err := variant.Get("brandubh-gorrion")
	if err != nil {
		t.Fatal(err)
	}
	g := tree.New(v.ID, v.Rules.Start())
	g.SetTag(tree.TagAttackers, "Astrid")
	c := g.Cursor()
	for _, text := range []string{"b4-b3", "d5-b5", "f4-f5", "c4-c2", "d6-d5", "e4-e2xd2"} {
		n, err := c.Text(text)
		if err != nil {
			t.Fatal(err)
		}
		if n.Ply() == 5 {
			n.Sign(tree.Blunder)
			n.Marks = []tree.Mark{{Colour: tree.Green, From: 0, To: 12}, {Colour: tree.Red, From: 10, To: 10}}
		}
	}
	return g
}

// TestGIF plays an animated GIF as a browser does, and holds each of its pictures to the one
// that was painted.
func TestGIF(t *testing.T) {
	f := FilmOf(played(t), nil, 2)
	f.Size, f.Delay = 300, 250*time.Millisecond
	var file bytes.Buffer
	told := 0
	if err := f.GIF(t.Context(), &file, func(done, of int) {
		if told++; done != told || of != 5 {
			t.Errorf("%d of %d at %d", done, of, told)
		}
	}); err != nil {
		t.Fatal(err)
	}
	g, err := gif.DecodeAll(&file)
	if err != nil {
		t.Fatal(err)
	}
	if len(g.Image) != 5 || g.Delay[0] != 25 || g.Delay[4] != 100 || max(g.Config.Width, g.Config.Height) != 300 {
		t.Fatalf("%d pictures, %v, %+v", len(g.Image), g.Delay, g.Config)
	}
	shown := image.NewRGBA(image.Rect(0, 0, g.Config.Width, g.Config.Height))
	for i, m := range g.Image {
		draw.Draw(shown, m.Bounds(), m, m.Bounds().Min, draw.Over)
		if i > 0 && m.Bounds() == g.Image[0].Bounds() {
			t.Errorf("picture %d is whole, though little changed", i)
		}
		if off := distance(shown, f.Frames[i].Image(300)); off > 3 {
			t.Errorf("picture %d is off by %.1f a pixel", i, off)
		}
	}
}

// distance returns by how much the colours of two pictures differ, on average, where the
// second is not transparent.
func distance(a, b *image.RGBA) float64 {
	sum, n := 0, 0
	for i := 0; i < len(a.Pix); i++ {
		if i%4 != 3 && b.Pix[i|3] == 255 {
			d := int(a.Pix[i]) - int(b.Pix[i])
			sum, n = sum+max(d, -d), n+1
		}
	}
	return float64(sum) / float64(n)
}

func TestGIFIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	f := FilmOf(played(t), nil, 0)
	f.Size = 100
	var file bytes.Buffer
	err := f.GIF(ctx, &file, func(done, _ int) {
		if done == 2 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || file.Len() > 0 {
		t.Errorf("%d bytes, %v", file.Len(), err)
	}
}

// TestPalette: few colours are kept as they are, many are reduced to 256.
func TestPalette(t *testing.T) {
	count := map[color.RGBA]int{}
	for i := range 200 {
		count[color.RGBA{uint8(i), uint8(7 * i), 9, 255}] = 1
	}
	p := newPalette(count)
	for c := range count {
		if p.colours.Convert(c) != c {
			t.Fatalf("%v became %v", c, p.colours.Convert(c))
		}
	}
	for i := range 1 << 16 {
		count[color.RGBA{uint8(i), uint8(i >> 8), uint8(i * 31), 255}] = i
	}
	if p := newPalette(count); len(p.colours) != 256 {
		t.Errorf("%d colours", len(p.colours))
	}
}
