package lettering

import (
	"testing"

	"github.com/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/math/fixed"
)

func sans(t *testing.T) *Font {
	t.Helper()
	f, err := Parse(liberationsansregular.TTF)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// order returns the letters of a line from left to right, by the glyphs that they have alone.
func order(t *testing.T, f *Font, text string, among string) string {
	t.Helper()
	letters := map[uint16]rune{}
	for _, r := range among {
		id, _ := f.face.NominalGlyph(r)
		letters[uint16(id)] = r
	}
	var out []rune
	x := fixed.Int26_6(-1)
	for _, g := range Shape(text, fixed.I(20), f, Arabic()).Glyphs {
		if g.X < x {
			t.Errorf("%q: the pen goes back", text)
		}
		x = g.X
		if g.Font == f {
			out = append(out, letters[g.ID])
		}
	}
	return string(out)
}

// TestHebrewRunsToTheLeft: letters of Hebrew stand from right to left, and Latin and figures among them do not.
func TestHebrewRunsToTheLeft(t *testing.T) {
	f := sans(t)
	for text, want := range map[string]string{"דנה": "הנד", "דנה 12": "12 הנד", "Ann דנה": "Ann הנד"} {
		if got := order(t, f, text, "דנהAn12 "); got != want {
			t.Errorf("%q is drawn as %q, want %q", text, got, want)
		}
	}
}

// TestListsRunToTheRight: the parts of a list stand in its order, such as the attackers before the defenders, and so do
// the parts of a sentence in a language of the program. Each part has its own direction.
func TestListsRunToTheRight(t *testing.T) {
	f := sans(t)
	for text, want := range map[string]string{
		"דנה – אבג":         "הנד – גבא",
		"דנה · 12 · אבג":    "הנד · 12 · גבא",
		"דנה – Ann":         "הנד – Ann",
		"Ann: דנה, אבג":     "Ann: הנד, גבא",
		"דנה Ann Ann אבג":   "הנד Ann Ann גבא",
		"דנה Ann":           "הנד Ann",
		"דנה אבגדנה a1 אבג": "גבא a1 הנדגבא הנד",
	} {
		if got := order(t, f, text, "דנהאבגAn12a ·–:,"); got != want {
			t.Errorf("%q is drawn as %q, want %q", text, got, want)
		}
	}
}

// TestArabicJoins: its letters have other pictures beside each other than alone.
func TestArabicJoins(t *testing.T) {
	l := Shape("سلمى", fixed.I(20), sans(t), Arabic())
	if len(l.Glyphs) == 0 || l.Width <= 0 {
		t.Fatal("nothing is drawn")
	}
	joined := false
	for _, g := range l.Glyphs {
		if g.Font != Arabic() {
			t.Error("a letter of another typeface, or a box")
		}
		alone := map[uint16]bool{}
		for _, r := range "سلمى" {
			id, _ := Arabic().face.NominalGlyph(r)
			alone[uint16(id)] = true
		}
		joined = joined || !alone[g.ID]
		if mask, _ := g.Mask(fixed.I(20), 0); mask == nil {
			t.Error("an empty picture")
		}
	}
	if !joined {
		t.Error("no letter joins")
	}
}

// TestBoxes: what no typeface has is a box that takes room, and what is never seen takes none.
func TestBoxes(t *testing.T) {
	f := sans(t)
	l := Shape("🙂", fixed.I(20), f, Arabic())
	if len(l.Glyphs) != 1 || l.Glyphs[0].Font != nil || l.Width != Box(fixed.I(20)) {
		t.Fatalf("%+v", l)
	}
	mask, at := l.Glyphs[0].Mask(fixed.I(20), 0)
	if mask == nil || at.Y != -mask.Rect.Dy() || mask.AlphaAt(0, 0).A != 255 || mask.AlphaAt(mask.Rect.Dx()/2,
		mask.Rect.Dy()/2).A != 0 {
		t.Error("that is no box")
	}
	if l := Shape("👍🏽\u200d\ufe0f", fixed.I(20), f); l.Width != Box(fixed.I(20)) {
		t.Errorf("one thumb takes %v", l.Width)
	}
	if l := Shape("", fixed.I(20), f); len(l.Glyphs) != 0 || l.Width != 0 {
		t.Errorf("%+v", l)
	}
}

// TestSimple tells which texts need no shaping.
func TestSimple(t *testing.T) {
	for text, want := range map[string]bool{"Þórdís – “½”": true, "ᚠᚢᚦ": true, "Ωμέγα Жук": true, "← → ×": true,
		"דנה": false, "سلمى": false, "🙂": false, "e\u0301": false, "山": false} {
		if Simple(text) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
}
