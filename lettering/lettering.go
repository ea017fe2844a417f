// Package lettering shapes text that needs more than one glyph per character from left to right:
// Hebrew and Arabic, joined letters, and characters that a typeface lacks. Characters that no
// typeface has become boxes. The package does not draw to a screen.
package lettering

import (
	"bytes"
	"fmt"
	"image"
	"image/draw"
	"math"
	"regexp"
	"slices"
	"sync"
	"unicode"

	"eliasnaur.com/font/noto/sans/arabic/regular"
	"github.com/go-text/typesetting/di"
	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/language"
	"github.com/go-text/typesetting/shaping"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// firstComplex is the first character that may need shaping: combining accents, then Hebrew and
// everything after it.
const firstComplex = 0x0300

// Simple reports whether a text needs no shaping: one glyph per character, from left to right.
func Simple(text string) bool {
	for _, r := range text {
		if r >= firstComplex && !plain(r) {
			return false
		}
	}
	return true
}

// plain reports whether a character beyond Latin needs no shaping: Greek and Cyrillic, Latin with
// two accents, punctuation, signs, arrows and runes.
func plain(r rune) bool {
	switch {
	case unicode.Is(unicode.Mn, r), ignorable(r):
		return false
	case r < 0x0530, r >= 0x1E00 && r < 0x2000, r >= 0x2000 && r < 0x2C00, r >= 0x16A0 && r < 0x1700:
		return true
	}
	return false
}

// ignorable reports whether a character is invisible: joiners, direction marks and variation
// selectors.
func ignorable(r rune) bool {
	return unicode.Is(unicode.Cf, r) || r >= 0xFE00 && r <= 0xFE0F || r >= 0xE0100 && r <= 0xE01EF ||
		r >= 0x1F3FB && r <= 0x1F3FF
}

// Font is a typeface.
type Font struct {
	outlines *sfnt.Font
	face     *font.Face
}

// Parse parses a typeface.
func Parse(ttf []byte) (*Font, error) {
	outlines, err := sfnt.Parse(ttf)
	if err != nil {
		return nil, fmt.Errorf("a font cannot be read: %w", err)
	}
	face, err := font.ParseTTF(bytes.NewReader(ttf))
	if err != nil {
		return nil, fmt.Errorf("a font cannot be read: %w", err)
	}
	return &Font{outlines, face}, nil
}

// Arabic is the typeface for Arabic, Persian and Urdu, which the other typefaces lack.
var Arabic = sync.OnceValue(func() *Font {
	f, err := Parse(regular.TTF)
	if err != nil {
		panic(err) // cannot fail: the typeface is embedded and tested
	}
	return f
})

// Glyph is a glyph and its position: the offset of its pen from that of the text, in pixels with y
// up.
type Glyph struct {
	Font *Font // nil means a box, because no typeface has the character
	ID   uint16
	X, Y fixed.Int26_6
}

// Line is a shaped text, from left to right.
type Line struct {
	Glyphs []Glyph
	Width  fixed.Int26_6
}

// boxWide is the advance of a box, in units of the font size.
const boxWide = 0.62

// chooser is a shaping.Fontmap that returns the first typeface with a character.
type chooser struct {
	fonts []*Font
}

// ResolveFace implements shaping.Fontmap.
func (c *chooser) ResolveFace(r rune) *font.Face {
	for _, f := range c.fonts {
		if _, ok := f.face.NominalGlyph(r); ok {
			return f.face
		}
	}
	return c.fonts[0].face
}

// of returns the Font of a face.
func (c *chooser) of(face *font.Face) *Font {
	if i := slices.IndexFunc(c.fonts, func(f *Font) bool { return f.face == face }); i >= 0 {
		return c.fonts[i]
	}
	return c.fonts[0]
}

// separator matches what separates the parts of a list, such as two players or a date and an event. The program joins
// such parts from left to right.
var separator = regexp.MustCompile(` [–—·|-] |[:,;] `)

// Shape shapes a text on one line with a font size in pixels, each character from the first
// typeface that has it. The parts of a list stand from left to right, whatever the direction of each.
// Two goroutines must not call it with the same typefaces at the same time.
func Shape(text string, size fixed.Int26_6, fonts ...*Font) Line {
	cuts := separator.FindAllStringIndex(text, -1)
	if direction([]rune(text)) == di.DirectionRTL && !hasSpacedMark(text, cuts) {
		cuts = nil // a sentence with commas
	}
	var l Line
	from := 0
	for _, cut := range cuts {
		l.join(shapePart(text[from:cut[0]], size, fonts))
		l.join(shapePart(text[cut[0]:cut[1]], size, fonts))
		from = cut[1]
	}
	l.join(shapePart(text[from:], size, fonts))
	return l
}

// hasSpacedMark reports whether one of the separators has a space on both sides.
func hasSpacedMark(text string, cuts [][]int) bool {
	return slices.ContainsFunc(cuts, func(cut []int) bool { return text[cut[0]] == ' ' })
}

// join appends a line.
func (l *Line) join(part Line) {
	for _, g := range part.Glyphs {
		g.X += l.Width
		l.Glyphs = append(l.Glyphs, g)
	}
	l.Width += part.Width
}

// shapePart shapes a text that has one direction.
func shapePart(text string, size fixed.Int26_6, fonts []*Font) Line {
	runes := slices.DeleteFunc([]rune(text), func(r rune) bool { return unicode.IsControl(r) })
	if len(runes) == 0 || len(fonts) == 0 {
		return Line{}
	}
	c := &chooser{fonts: fonts}
	base := direction(runes)
	var split shaping.Segmenter
	var shaper shaping.HarfbuzzShaper
	runs := split.Split(shaping.Input{Text: runes, RunEnd: len(runes), Direction: base, Size: size,
		Language: language.NewLanguage("en")}, c)
	var outs []shaping.Output
	for _, in := range runs {
		outs = append(outs, shaper.Shape(in))
	}
	var wrapper shaping.LineWrapper
	lines, _ := wrapper.WrapParagraph(shaping.WrapConfig{Direction: base, DisableTrailingWhitespaceTrim: true},
		math.MaxInt32>>7, runes, shaping.NewSliceIterator(outs))
	var l Line
	for _, line := range lines {
		line = slices.Clone(line)
		slices.SortFunc(line, func(a, b shaping.Output) int { return int(a.VisualIndex - b.VisualIndex) })
		for i := range line {
			l.add(c.of(line[i].Face), &line[i], runes, size)
		}
	}
	return l
}

func (l *Line) add(f *Font, run *shaping.Output, runes []rune, size fixed.Int26_6) {
	boxed := -1 // cluster that already has its box
	for i := range run.Glyphs {
		g := &run.Glyphs[i]
		if g.GlyphID == 0 && g.TextIndex() == boxed {
			continue
		}
		at := Glyph{Font: f, ID: uint16(g.GlyphID), X: l.Width + g.XOffset, Y: g.YOffset}
		switch r := runes[min(max(g.TextIndex(), 0), len(runes)-1)]; {
		case g.GlyphID == 0 && (ignorable(r) || unicode.IsSpace(r)):
			if unicode.IsSpace(r) {
				l.Width += size / 3
			}
			continue
		case g.GlyphID == 0:
			at.Font, boxed = nil, g.TextIndex()
			l.Width += Box(size)
		default:
			l.Width += g.Advance
		}
		l.Glyphs = append(l.Glyphs, at)
	}
}

// Box returns the advance of a box at a font size.
func Box(size fixed.Int26_6) fixed.Int26_6 { return fixed.Int26_6(math.Round(boxWide * float64(size))) }

// latinShare is the number of letters from right to left for each other letter, from which on a text that begins and
// ends with them is a text in their language, not a sentence of the program around names.
const latinShare = 6

// direction returns the direction of a text: from right to left if it begins and ends with letters of that direction
// and has few others.
func direction(runes []rune) di.Direction {
	first, last, other, own := false, false, 0, 0
	for _, r := range runes {
		switch {
		case unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko, unicode.Adlam):
			if own++; other == 0 {
				first = true
			}
			last = true
		case unicode.IsLetter(r):
			other++
			last = false
		}
	}
	if first && last && own >= latinShare*other {
		return di.DirectionRTL
	}
	return di.DirectionLTR
}

// Mask renders a glyph at a font size in pixels with its pen at part, a fraction of a pixel. at is
// the corner of the mask relative to the pen, with y down; mask is nil for invisible glyphs.
func (g Glyph) Mask(size, part fixed.Int26_6) (mask *image.Alpha, at image.Point) {
	if g.Font == nil {
		return boxMask(size, part)
	}
	var buf sfnt.Buffer
	way, err := g.Font.outlines.LoadGlyph(&buf, sfnt.GlyphIndex(g.ID), size, nil)
	if err != nil || len(way) == 0 {
		return nil, at
	}
	b := way.Bounds()
	r := image.Rect((b.Min.X + part).Floor(), b.Min.Y.Floor(), (b.Max.X + part).Ceil(), b.Max.Y.Ceil())
	z := vector.NewRasterizer(r.Dx(), r.Dy())
	z.DrawOp = draw.Src
	x := func(p fixed.Point26_6) float32 { return float32(p.X+part)/64 - float32(r.Min.X) }
	y := func(p fixed.Point26_6) float32 { return float32(p.Y)/64 - float32(r.Min.Y) }
	for _, s := range way {
		switch a := s.Args; s.Op {
		case sfnt.SegmentOpMoveTo:
			z.MoveTo(x(a[0]), y(a[0]))
		case sfnt.SegmentOpLineTo:
			z.LineTo(x(a[0]), y(a[0]))
		case sfnt.SegmentOpQuadTo:
			z.QuadTo(x(a[0]), y(a[0]), x(a[1]), y(a[1]))
		case sfnt.SegmentOpCubeTo:
			z.CubeTo(x(a[0]), y(a[0]), x(a[1]), y(a[1]), x(a[2]), y(a[2]))
		}
	}
	mask = image.NewAlpha(image.Rectangle{Max: r.Size()})
	z.Draw(mask, mask.Rect, image.Opaque, image.Point{})
	return mask, r.Min
}

// Dimensions of a box, in units of the font size.
const (
	boxTall   = 0.70
	boxSide   = 0.07 // free space at each side
	boxStroke = 0.06
)

// boxMask renders the box for a missing character.
func boxMask(size, part fixed.Int26_6) (*image.Alpha, image.Point) {
	em := float64(size) / 64
	stroke := max(1, int(math.Round(boxStroke*em)))
	wide, tall := int(math.Round((boxWide-2*boxSide)*em)), int(math.Round(boxTall*em))
	mask := image.NewAlpha(image.Rect(0, 0, max(wide, 3), max(tall, 3)))
	draw.Draw(mask, mask.Rect, image.Opaque, image.Point{}, draw.Src)
	draw.Draw(mask, mask.Rect.Inset(stroke), image.Transparent, image.Point{}, draw.Src)
	x := int(math.Round(boxSide*em + float64(part)/64))
	return mask, image.Pt(x, -mask.Rect.Dy())
}
