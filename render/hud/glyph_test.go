package hud

import "testing"

// TestLettersOfTheNorth asserts that every typeface, or the one that stands in
// for it, has the letters of the languages and of the names in the games.
func TestLettersOfTheNorth(t *testing.T) {
	f, err := newFonts()
	if err != nil {
		t.Fatal(err)
	}
	for fam := range families {
		face := f.face(fam, 20)
		for _, r := range "áðéíóúýþæöåøüßđŋšŧžčÁÐÉÍÓÚÝÞÆÖÅØÜĐŊŠŦŽČ„“–…×½−←→↑↓·" {
			if i, err := face.stand(r).letters.GlyphIndex(nil, r); err != nil || i == 0 || face.width(string(r), 0) == 0 {
				t.Errorf("typeface %d has no %q", fam, r)
			}
		}
	}
}
