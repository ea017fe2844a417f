package web

import (
	"strings"
	"testing"

	"tafl3d/game/variant"
	"tafl3d/picture"
)

// TestArt checks that the boards and pieces of the catalogue have their pictures, that these are small, and that none
// is left over.
func TestArt(t *testing.T) {
	used, without := map[string]bool{}, []string{}
	for _, v := range variant.All() {
		name := picture.Ground(v.Rules)
		for _, size := range []string{"board", "small"} {
			if artAddress(size, name) == "" {
				without = append(without, size+" "+name+" of "+v.ID)
			}
			used[size+"-"+name+".webp"] = true
		}
		for _, k := range v.Rules.Kinds()[1:] {
			name := picture.Piece(k)
			if figure(k) != figurePrefix+name { // else its drawing, or another kind's picture
				without = append(without, "piece "+name+" of "+v.ID)
			}
			used["piece-"+name+".webp"] = true
		}
	}
	if len(without) > 0 {
		t.Errorf("no picture of %s; make pages-art renders them", strings.Join(without, ", "))
	}
	most := map[string]int{"board": 90 << 10, "small": 20 << 10, "piece": 8 << 10}
	for name, file := range artFiles {
		if !used[name] {
			t.Errorf("%s is shown nowhere", name)
		}
		kind, _, _ := strings.Cut(name, "-")
		if data, err := art.ReadFile(file); err != nil || len(data) > most[kind] {
			t.Errorf("%s: %d bytes, %v", name, len(data), err)
		}
	}
}

// TestFigures adds the symbols of the pieces that a page mentions, once each, and no others.
func TestFigures(t *testing.T) {
	page := `<p>` + figuresHere +
		`</p><use href="#piece-attackers-man"/> data-kinds="t:piece-attackers-man:Men:attackers;` +
		`K:piece-defenders-king:King:defenders" href="#piece-nothing"`
	got := string(withFigures([]byte(page)))
	for symbol, want := range map[string]int{"attackers-man": 1, "defenders-king": 1, "defenders-man": 0,
		"nothing": 0} {
		if n := strings.Count(got, `id="piece-`+symbol+`"`); n != want {
			t.Errorf("%d symbols for %s, want %d", n, symbol, want)
		}
	}
	if strings.Contains(got, figuresHere) {
		t.Error("the mark is still in the page")
	}
	if plain := "<p>piece-attackers-man</p>"; string(withFigures([]byte(plain))) != plain {
		t.Error("a page without the mark is changed")
	}
}
