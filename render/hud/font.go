package hud

import (
	"fmt"
	"image"
	"image/draw"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-fonts/latin-modern/lmroman10italic"
	"github.com/go-fonts/latin-modern/lmroman10regular"
	"github.com/go-fonts/liberation/liberationsansbold"
	"github.com/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"tafl3d/lettering"
)

// family identifies a typeface.
type family uint8

const (
	sans family = iota
	bold
	serif
	serifItalic
	families
)

// fonts holds the typefaces, their cached faces, and the background for text.
type fonts struct {
	parsed [families]*opentype.Font
	shaped [families]*lettering.Font // for texts that need shaping; loaded on first use
	files  [families][]byte
	faces  map[faceKey]*face
	grain  []int8
}

type faceKey struct {
	family family
	size   int // in 1/64 pixel
}

func newFonts() (*fonts, error) {
	f := &fonts{faces: map[faceKey]*face{}, grain: newGrain()}
	f.files = [families][]byte{liberationsansregular.TTF, liberationsansbold.TTF, lmroman10regular.TTF,
		lmroman10italic.TTF}
	for i, file := range f.files {
		p, err := opentype.Parse(file)
		if err != nil {
			return nil, fmt.Errorf("a built-in font cannot be read: %w", err)
		}
		f.parsed[i] = p
	}
	return f, nil
}

// forget drops all cached faces, for a change of scale.
func (f *fonts) forget() { clear(f.faces) }

// face returns the face of a family at a size in pixels.
func (f *fonts) face(fam family, px float64) *face {
	key := faceKey{fam, int(math.Round(px * 64))}
	if c, ok := f.faces[key]; ok {
		return c
	}
	// NewFace fails only for hinting modes that we do not use.
	raw, _ := opentype.NewFace(f.parsed[fam], &opentype.FaceOptions{Size: px, DPI: 72, Hinting: font.HintingNone})
	c := &face{fonts: f, family: fam, raw: raw, letters: f.parsed[fam], lines: map[string]lettering.Line{},
		signs: map[sign]glyph{}, marks: map[mark]glyph{}, advances: map[rune]fixed.Int26_6{},
		kerns: map[[2]rune]fixed.Int26_6{}}
	if fam != sans {
		c.spare = f.face(sans, px)
	}
	c.size, c.em = fixed.Int26_6(key.size), fixed.Int26_6(f.parsed[fam].UnitsPerEm())
	m := raw.Metrics()
	c.ascent, c.descent = m.Ascent.Ceil(), m.Descent.Ceil()
	b, _, _ := raw.GlyphBounds('H')
	c.caps = (-b.Min.Y).Round()
	f.faces[key] = c
	return c
}

// face is a typeface at one size with its cached glyphs.
type face struct {
	fonts           *fonts
	family          family
	lines           map[string]lettering.Line // shaped texts
	signs           map[sign]glyph            // glyphs of shaped texts
	raw             font.Face
	letters         *opentype.Font
	spare           *face // fallback for missing letters; nil: none
	marks           map[mark]glyph
	advances        map[rune]fixed.Int26_6
	kerns           map[[2]rune]fixed.Int26_6
	size, em        fixed.Int26_6 // in pixels; in font units
	caps            int           // height of capitals
	ascent, descent int
}

// mark identifies a glyph at a quarter-pixel position.
type mark struct {
	r    rune
	part uint8
}

type glyph struct {
	mask *image.Alpha
	at   image.Point // offset of the mask from the pen
}

// stand returns the face with the letter r: f or its fallback.
func (f *face) stand(r rune) *face {
	if i, err := f.letters.GlyphIndex(nil, r); f.spare != nil && err == nil && i == 0 {
		return f.spare
	}
	return f
}

// glyph returns the glyph of r at part quarters of a pixel.
func (f *face) glyph(r rune, part uint8) glyph {
	key := mark{r, part}
	if g, ok := f.marks[key]; ok {
		return g
	}
	if _, carved := runes[r]; carved {
		f.marks[key] = f.runeGlyph(r, part)
		return f.marks[key]
	}
	if f.lacks(r) {
		f.marks[key] = f.boxOf(part)
		return f.marks[key]
	}
	if s := f.stand(r); s != f {
		return s.glyph(r, part)
	}
	dot := fixed.Point26_6{X: fixed.Int26_6(part) * 16}
	var g glyph
	if dr, mask, at, _, ok := f.raw.Glyph(dot, r); ok && !dr.Empty() {
		g.mask, g.at = image.NewAlpha(image.Rectangle{Max: dr.Size()}), dr.Min
		draw.Draw(g.mask, g.mask.Rect, mask, at, draw.Src)
	}
	f.marks[key] = g
	return g
}

func (f *face) advance(r rune) fixed.Int26_6 {
	if a, ok := f.advances[r]; ok {
		return a
	}
	a, _ := f.stand(r).raw.GlyphAdvance(r)
	if _, carved := runes[r]; carved {
		a = f.runeAdvance(r)
	} else if f.lacks(r) {
		a = lettering.Box(f.size)
	}
	f.advances[r] = a
	return a
}

// kern returns the kerning of two letters. Digits are not kerned, so that they align in columns.
func (f *face) kern(a, b rune) fixed.Int26_6 {
	if !unicode.IsLetter(a) || !unicode.IsLetter(b) {
		return 0
	}
	key := [2]rune{a, b}
	if k, ok := f.kerns[key]; ok {
		return k
	}
	k := f.raw.Kern(a, b) * f.size / f.em // Kern returns font units
	f.kerns[key] = k
	return k
}

// each calls put with each letter and its pen position, and returns the total width.
func (f *face) each(s string, track fixed.Int26_6, put func(r rune, pen fixed.Int26_6)) fixed.Int26_6 {
	var pen fixed.Int26_6
	last := rune(-1)
	for _, r := range s {
		if last >= 0 {
			pen += track + f.kern(last, r)
		}
		if put != nil {
			put(r, pen)
		}
		pen += f.advance(r)
		last = r
	}
	return pen
}

// width returns the width of s in pixels.
func (f *face) width(s string, track fixed.Int26_6) int {
	if !lettering.Simple(s) {
		return f.line(s).Width.Ceil()
	}
	return f.each(s, track, nil).Ceil()
}

// draw draws s with baseline y from pen position x. Colours come from ink at the same position.
func (f *face) draw(dst *image.RGBA, x, y int, s string, ink image.Image, track fixed.Int26_6) {
	put := func(g glyph, x, y int) {
		if g.mask != nil {
			at := g.at.Add(image.Pt(x, y))
			draw.DrawMask(dst, g.mask.Rect.Add(at), ink, at, g.mask, image.Point{}, draw.Over)
		}
	}
	if !lettering.Simple(s) {
		for _, g := range f.line(s).Glyphs {
			pen := g.X + 8
			put(f.sign(g, uint8(pen&63)/16), x+pen.Floor(), y-g.Y.Round())
		}
		return
	}
	f.each(s, track, func(r rune, pen fixed.Int26_6) {
		pen += 8 // rounds to the nearest quarter
		put(f.glyph(r, uint8(pen&63)/16), x+pen.Floor(), y)
	})
}

// shorten truncates s to width pixels with an ellipsis.
func (f *face) shorten(s string, width int, track fixed.Int26_6) string {
	if f.width(s, track) <= width {
		return s
	}
	for s != "" {
		_, n := utf8.DecodeLastRuneInString(s)
		s = s[:len(s)-n]
		if short := strings.TrimRight(s, " ,;:-") + "…"; f.width(short, track) <= width {
			return short
		}
	}
	return ""
}

// wrap breaks s into at most limit lines of width pixels. It truncates the last line if necessary.
func (f *face) wrap(s string, width, limit int, track fixed.Int26_6) []string {
	var lines []string
	line := ""
	words := strings.Fields(s)
	for i, w := range words {
		next := w
		if line != "" {
			next = line + " " + w
		}
		if line == "" || f.width(next, track) <= width {
			line = next
			continue
		}
		if len(lines) == limit-1 {
			return append(lines, f.shorten(line+" "+strings.Join(words[i:], " "), width, track))
		}
		lines = append(lines, f.shorten(line, width, track))
		line = w
	}
	if line != "" {
		lines = append(lines, f.shorten(line, width, track))
	}
	return lines
}

// balance is wrap with lines of similar length, for centred text.
func (f *face) balance(s string, width, limit int, track fixed.Int26_6) []string {
	best := f.wrap(s, width, limit, track)
	whole := strings.Join(strings.Fields(s), " ")
	step := max(width/40, 1)
	for w := width - step; len(best) > 1 && w > 0; w -= step {
		lines := f.wrap(s, w, len(best)+1, track)
		if len(lines) > len(best) || strings.Join(lines, " ") != whole {
			break
		}
		best = lines
	}
	return best
}

// halve breaks s into two lines of minimal width, or one if it is a single word.
func (f *face) halve(s string) []string {
	words := strings.Fields(s)
	if len(words) < 2 {
		return words
	}
	var best []string
	least := 0
	for i := 1; i < len(words); i++ {
		halves := []string{strings.Join(words[:i], " "), strings.Join(words[i:], " ")}
		if w := max(f.width(halves[0], 0), f.width(halves[1], 0)); best == nil || w < least {
			best, least = halves, w
		}
	}
	return best
}
