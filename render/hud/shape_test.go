package hud

import (
	"image"
	"image/color"
	"testing"
)

// TestNamesOfEveryScript: a name that this typeface lacks is drawn by another, from right to left where its
// script is so, and as boxes where none has it. It is as wide as it is drawn.
func TestNamesOfEveryScript(t *testing.T) {
	f, err := newFonts()
	if err != nil {
		t.Fatal(err)
	}
	for _, fam := range []family{sans, bold, serif} {
		face := f.face(fam, 20)
		for _, text := range []string{"דנה", "سلمى", "🙂", "☃", "Ann דנה 🙂", "山"} {
			w := face.width(text, 0)
			img := image.NewRGBA(image.Rect(0, 0, 300, 60))
			face.draw(img, 20, 40, text, image.NewUniform(color.White), 0)
			last := 0
			for x := range 300 {
				for y := range 60 {
					if img.RGBAAt(x, y).A > 0 {
						last = x
					}
				}
			}
			if w < 8 || last < 20+w/2 || last > 22+w {
				t.Errorf("family %d, %q: %d wide, drawn to %d", fam, text, w, last-20)
			}
			if short := face.shorten(text+text+text+text, w+20, 0); short == "" || face.width(short, 0) > w+20 {
				t.Errorf("%q is shortened to %q", text, short)
			}
		}
	}
}
