package hud

import (
	"unicode"

	"golang.org/x/image/math/fixed"

	"tafl3d/lettering"
)

// sign identifies a glyph of a shaped text at a quarter-pixel position.
type sign struct {
	font *lettering.Font
	id   uint16
	part uint8
}

// mostLines is the number of cached shaped texts per face.
const mostLines = 512

// lacks reports whether no typeface has the letter r. Invisible letters never count as missing.
func (f *face) lacks(r rune) bool {
	if _, carved := runes[r]; carved || !unicode.IsGraphic(r) {
		return false
	}
	i, err := f.stand(r).letters.GlyphIndex(nil, r)
	return err == nil && i == 0
}

// boxOf returns the box drawn for missing letters.
func (f *face) boxOf(part uint8) glyph {
	mask, at := lettering.Glyph{}.Mask(f.size, fixed.Int26_6(part)*16)
	return glyph{mask, at}
}

// shaping returns the shaping font of a family; nil if it cannot be loaded, which a test excludes.
func (f *fonts) shaping(fam family) *lettering.Font {
	if f.shaped[fam] == nil {
		f.shaped[fam], _ = lettering.Parse(f.files[fam])
	}
	return f.shaped[fam]
}

// line shapes a text.
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

// sign returns the glyph of a shaped text.
func (f *face) sign(g lettering.Glyph, part uint8) glyph {
	key := sign{g.Font, g.ID, part}
	if have, ok := f.signs[key]; ok {
		return have
	}
	mask, at := g.Mask(f.size, fixed.Int26_6(part)*16)
	f.signs[key] = glyph{mask, at}
	return f.signs[key]
}
