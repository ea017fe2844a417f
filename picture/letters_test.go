package picture

import (
	"image"
	"testing"
)

// TestNamesOfEveryScript: a caption in Hebrew, Arabic or emoji leaves ink where it stands.
func TestNamesOfEveryScript(t *testing.T) {
	for _, text := range []string{"דנה", "سلمى", "🙂", "Ann"} {
		p := newPaint(300, 60, 1)
		p.text("caption", 150, 40, text)
		ink := 0
		for y := range 60 {
			for x := range 300 {
				if p.image().RGBAAt(x, y).A > 0 {
					ink++
				}
			}
		}
		if ink < 20 {
			t.Errorf("%q: %d pixels", text, ink)
		}
		if in := image.Rect(60, 10, 240, 55); !inside(p.image(), in) {
			t.Errorf("%q is not in the middle", text)
		}
	}
}

// inside reports whether all ink of a picture lies in r.
func inside(m *image.RGBA, r image.Rectangle) bool {
	for y := range m.Rect.Dy() {
		for x := range m.Rect.Dx() {
			if m.RGBAAt(x, y).A > 0 && !(image.Pt(x, y).In(r)) {
				return false
			}
		}
	}
	return true
}
