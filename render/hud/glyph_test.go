package hud

import "testing"

// TestLettersOfTheNorth asserts that every typeface, or its fallback, has the letters of the languages and of
// the names of games.
func TestLettersOfTheNorth(t *testing.T) {
	f, err := newFonts()
	if err != nil {
		t.Fatal(err)
	}
	for fam := range families {
		face := f.face(fam, 20)
		for _, r := range "áðéíóúýþæöåøüßđŋšŧžčÁÐÉÍÓÚÝÞÆÖÅØÜĐŊŠŦŽČ„“–…×½−←→↑↓·" {
			if i, err := face.stand(r).letters.GlyphIndex(nil, r); err != nil || i == 0 ||
				face.width(string(r), 0) == 0 {
				t.Errorf("typeface %d has no %q", fam, r)
			}
		}
	}
}

// TestRunesAreDrawn asserts that every rune has strokes that stay within its
// room, and that no two look alike.
func TestRunesAreDrawn(t *testing.T) {
	f, err := newFonts()
	if err != nil {
		t.Fatal(err)
	}
	face := f.face(serif, 30)
	seen := map[string]rune{}
	for r := range runes {
		g := face.glyph(r, 0)
		ink := 0
		for _, a := range g.mask.Pix {
			ink += int(a)
		}
		if ink < 255 || g.mask.Rect.Dx() > face.advance(r).Ceil()+2 {
			t.Errorf("%q: ink %d, %v", r, ink, g.mask.Rect)
		}
		if o, is := seen[string(g.mask.Pix)]; is {
			t.Errorf("%q looks like %q", r, o)
		}
		seen[string(g.mask.Pix)] = r
	}
	for _, r := range "ᚠᚢᚦᚨᚱᚲ" {
		if _, is := runes[r]; !is {
			t.Errorf("there is no %q", r)
		}
	}
}
