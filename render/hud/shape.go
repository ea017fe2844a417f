package hud

import (
	"unicode"

	"golang.org/x/image/math/fixed"

	"tafl3d/lettering"
)

// sign is a letter of a shaped text at one of four fractions of a pixel.
type sign struct {
	font *lettering.Font
	id   uint16
	part uint8
}

// mostLines is how many shaped texts a face keeps.
const mostLines = 512

// lacks reports whether no typeface has the letter r. Those that are never seen count as had.
func (f *face) lacks(r rune) bool {
	if _, carved := runes[r]; carved || !unicode.IsGraphic(r) {
		return false
	}
	i, err := f.stand(r).letters.GlyphIndex(nil, r)
	return err == nil && i == 0
}

// boxOf is what stands for a letter that no typeface has.
func (f *face) boxOf(part uint8) glyph {
	mask, at := lettering.Glyph{}.Mask(f.size, fixed.Int26_6(part)*16)
	return glyph{mask, at}
}

// shaping returns a family for texts that need shaping; nil where its font cannot be read, which a test rules
// out.
func (f *fonts) shaping(fam family) *lettering.Font {
	if f.shaped[fam] == nil {
		f.shaped[fam], _ = lettering.Parse(f.files[fam])
	}
	return f.shaped[fam]
}

// line returns a text as it is drawn that needs shaping.
func (f *face) line(s string) lettering.Line {
	if l, ok := f.lines[s]; ok {
		return l
	}
	if len(f.lines) >= mostLines {
		clear(f.lines)
	}
	list := []*lettering.Font{f.fonts.shaping(f.family)}
	if f.family != sans {
		list = append(list, f.fonts.shaping(sans))
	}
	f.lines[s] = lettering.Shape(s, f.size, append(list, lettering.Arabic())...)
	return f.lines[s]
}

// sign returns the picture of a letter of a shaped text.
func (f *face) sign(g lettering.Glyph, part uint8) glyph {
	key := sign{g.Font, g.ID, part}
	if have, ok := f.signs[key]; ok {
		return have
	}
	mask, at := g.Mask(f.size, fixed.Int26_6(part)*16)
	f.signs[key] = glyph{mask, at}
	return f.signs[key]
}
