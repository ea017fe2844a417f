// Package lettering sets text whose letters do not simply stand beside each other: Hebrew and Arabic, which
// run from right to left, letters that join, and letters that a typeface lacks. What no typeface has is a
// box. It knows no screen.
package lettering

import (
	"bytes"
	"fmt"
	"image"
	"image/draw"
	"math"
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

// firstComplex is the first letter that may need more than to stand behind the one before: a combining
// accent, then Hebrew and what follows.
const firstComplex = 0x0300

// Simple reports whether the letters of a text stand beside each other from left to right, each in a picture
// of its own.
func Simple(text string) bool {
	for _, r := range text {
		if r >= firstComplex && !plain(r) {
			return false
		}
	}
	return true
}

// plain reports whether a letter beyond Latin needs no shaping: Greek and Cyrillic, Latin with two accents,
// punctuation, signs, arrows and runes.
func plain(r rune) bool {
	switch {
	case unicode.Is(unicode.Mn, r), ignorable(r):
		return false
	case r < 0x0530, r >= 0x1E00 && r < 0x2000, r >= 0x2000 && r < 0x2C00, r >= 0x16A0 && r < 0x1700:
		return true
	}
	return false
}

// ignorable reports whether a letter is never seen: joiners, directions, and what varies the one before.
func ignorable(r rune) bool {
	return unicode.Is(unicode.Cf, r) || r >= 0xFE00 && r <= 0xFE0F || r >= 0xE0100 && r <= 0xE01EF ||
		r >= 0x1F3FB && r <= 0x1F3FF
}

// Font is a typeface.
type Font struct {
	outlines *sfnt.Font
	face     *font.Face
}

// Parse reads a typeface.
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

// Arabic is the typeface for Arabic, Persian and Urdu, which the others lack.
var Arabic = sync.OnceValue(func() *Font {
	f, err := Parse(regular.TTF)
	if err != nil {
		panic(err) // it is part of the program, and a test reads it
	}
	return f
})

// Glyph is a picture of a letter, or of several joined, and where it stands: from the pen at the beginning
// of the text to its own, in pixels with y up.
type Glyph struct {
	Font *Font // nil: no typeface has the letter, and it is a box
	ID   uint16
	X, Y fixed.Int26_6
}

// Line is a text as it is drawn, from left to right.
type Line struct {
	Glyphs []Glyph
	Width  fixed.Int26_6
}

// boxWide is how far the pen goes on over a box, in sizes of the letters.
const boxWide = 0.62

// chooser is a shaping.Fontmap: the first typeface that has a letter.
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

// of returns the typeface of a face.
func (c *chooser) of(face *font.Face) *Font {
	if i := slices.IndexFunc(c.fonts, func(f *Font) bool { return f.face == face }); i >= 0 {
		return c.fonts[i]
	}
	return c.fonts[0]
}

// Shape sets a text on one line in letters of so many pixels, each from the first typeface that has it. It
// must not be called by two goroutines with the same typefaces at once.
func Shape(text string, size fixed.Int26_6, fonts ...*Font) Line {
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

// add appends a run.
func (l *Line) add(f *Font, run *shaping.Output, runes []rune, size fixed.Int26_6) {
	boxed := -1 // the cluster that has its box already
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

// Box is how far the pen goes on over a box in letters of a size.
func Box(size fixed.Int26_6) fixed.Int26_6 { return fixed.Int26_6(math.Round(boxWide * float64(size))) }

// direction is that of the first letter that has one.
func direction(runes []rune) di.Direction {
	for _, r := range runes {
		switch {
		case unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko, unicode.Adlam):
			return di.DirectionRTL
		case unicode.IsLetter(r):
			return di.DirectionLTR
		}
	}
	return di.DirectionLTR
}

// Mask draws a glyph in letters of so many pixels with its pen at part, a fraction of a pixel. at is where
// the corner of the mask lies from the pen, with y down; the mask is nil where there is nothing to see.
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

// The measures of a box, in sizes of the letters.
const (
	boxTall   = 0.70
	boxSide   = 0.07 // free at each side
	boxStroke = 0.06
)

// boxMask draws what stands for a letter that no typeface has.
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
