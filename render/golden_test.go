package render

import (
	"flag"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tafl3d/app/board"
	"tafl3d/game/variant"
	"tafl3d/render/gl"
	"tafl3d/scene"
)

var update = flag.Bool("update", false, "draw the pictures of testdata/golden anew")

// golden are pictures that are kept, one for every way of drawing.
var golden = []struct {
	name, variant string
	style         scene.Style
	flat          bool
}{
	{"oak-hall", "copenhagen-11x11-tdiamond", scene.Style{Quality: "medium"}, false},
	{"alea-door-ivory", "alea-citadels-19x19", scene.Style{Room: "door", Men: "ivory", Quality: "high"}, false},
	{"ballinderry-studio-glass", "brandubh-gorrion", scene.Style{Room: "studio", Men: "glass", Quality: "medium"},
		false},
	{"tablut-flat", "tablut-ashton", scene.Style{Quality: "medium"}, true},
	{"fox-low", "fox-geese-13", scene.Style{Quality: "low"}, false},
}

// TestPicturesAreWhatTheyWere compares with kept pictures. They hold for Mesa's
// software renderer, whose versions differ a little.
func TestPicturesAreWhatTheyWere(t *testing.T) {
	other := ""
	main(t, func() error {
		s, err := OpenStudio(Options{Detail: 512, Shadow: 1024}, 320, 200)
		if err != nil {
			return err
		}
		defer s.Close()
		if name := gl.GoStr(gl.GetString(gl.RENDERER)); !strings.Contains(name, "llvmpipe") {
			other = name
			return nil
		}
		for _, g := range golden {
			v, err := variant.Get(g.variant)
			if err != nil {
				return err
			}
			sc := scene.New(board.Stage(v))
			start := v.Rules.Start()
			sc.Set(start.Setup())
			sc.Dress(g.style)
			sc.Camera().SetFlat(g.flat)
			img, err := s.Take(sc, nil)
			if err != nil {
				return err
			}
			if err := compare(filepath.Join("testdata", "golden", g.name+".png"), img); err != nil {
				return err
			}
		}
		return nil
	})
	if other != "" {
		t.Skipf(
			"the kept pictures were drawn by llvmpipe, Mesa's software renderer, and this is %s: nothing was compared",
			other)
	}
}

// What two drivers may differ by: in the mean, and the share of the colours that
// differ much.
const (
	meanMost = 2.5
	muchMost = 0.02
	much     = 28
)

// compare compares a picture with a kept one, or keeps it.
func compare(name string, got *image.RGBA) error {
	if *update {
		return keep(name, got)
	}
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	src, err := png.Decode(f)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	want := image.NewRGBA(src.Bounds())
	draw.Draw(want, want.Rect, src, image.Point{}, draw.Src)
	if want.Rect != got.Rect {
		return fmt.Errorf("%s: is %v, drawn was %v", name, want.Rect, got.Rect)
	}
	var sum, far float64
	for i := range got.Pix {
		d := int(got.Pix[i]) - int(want.Pix[i])
		d = max(d, -d)
		sum += float64(d)
		if d > much {
			far++
		}
	}
	n := float64(len(got.Pix)) * 3 / 4
	if sum/n > meanMost || far/n > muchMost {
		return fmt.Errorf("%s: differs by %.2f in the mean, by much in %.2f %%; -update draws it anew, look at it then",
			name, sum/n, 100*far/n)
	}
	return nil
}

func keep(name string, img image.Image) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer f.Close()
	return png.Encode(f, img)
}
