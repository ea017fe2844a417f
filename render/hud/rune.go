package hud

import (
	"image"
	"image/draw"
	"math"
	"strconv"
	"strings"

	"github.com/fogleman/gg"
	"golang.org/x/image/math/fixed"
)

// runes are the letters of the futhark as strokes, because no Go font module contains them: M moves, L draws
// a line, x to the right and y up, in tenths of the height of capitals. The first number is the width.
var runes = map[rune]string{
	// Elder futhark.
	'ᚠ': "5 M 0 0 L 0 10 M 0 4 L 4 8 M 0 7 L 4 11",
	'ᚢ': "5 M 0 0 L 0 10 L 5 6 L 5 0",
	'ᚦ': "4 M 0 0 L 0 10 M 0 8 L 4 5 L 0 2",
	'ᚨ': "4 M 0 0 L 0 10 L 4 7 M 0 7 L 4 4",
	'ᚱ': "5 M 0 0 L 0 10 L 4 7.5 L 0 5 L 5 0",
	'ᚲ': "4 M 4 9 L 0 5 L 4 1",
	'ᚷ': "7 M 0 0 L 7 10 M 0 10 L 7 0",
	'ᚹ': "4 M 0 0 L 0 10 L 4 7.5 L 0 5",
	'ᚺ': "6 M 0 0 L 0 10 M 6 0 L 6 10 M 0 6.5 L 6 3.5",
	'ᚾ': "6 M 3 0 L 3 10 M 0 6.5 L 6 3.5",
	'ᛁ': "1 M 0.5 0 L 0.5 10",
	'ᛃ': "6 M 2 9 L 0 6.5 L 2 4 M 4 6 L 6 3.5 L 4 1",
	'ᛇ': "6 M 0 2 L 3 0 L 3 10 L 6 8",
	'ᛈ': "6 M 6 8 L 4 10 L 0 6 L 0 0 M 0 4 L 0 10 M 0 4 L 4 0 L 6 2",
	'ᛉ': "6 M 3 0 L 3 10 M 0 10 L 3 6 L 6 10",
	'ᛊ': "4 M 4 10 L 0 7 L 4 3 L 0 0",
	'ᛏ': "6 M 3 0 L 3 10 M 0 7 L 3 10 L 6 7",
	'ᛒ': "4 M 0 0 L 0 10 L 4 7.5 L 0 5 L 4 2.5 L 0 0",
	'ᛖ': "6 M 0 0 L 0 10 L 3 7 L 6 10 L 6 0",
	'ᛗ': "6 M 0 0 L 0 10 L 6 5 M 6 0 L 6 10 L 0 5",
	'ᛚ': "4 M 0 0 L 0 10 L 4 7",
	'ᛜ': "6 M 3 8 L 0 5 L 3 2 L 6 5 L 3 8",
	'ᛞ': "7 M 0 0 L 0 10 L 7 0 L 7 10 L 0 0",
	'ᛟ': "6 M 0 0 L 6 6 L 3 10 L 0 6 L 6 0",
	// Letters that differ in the younger futhark.
	'ᚬ': "6 M 3 0 L 3 10 M 0 4 L 6 7 M 0 6.5 L 6 9.5",
	'ᚴ': "4 M 0 0 L 0 10 M 0 4 L 4 9",
	'ᚼ': "6 M 3 0 L 3 10 M 0 7 L 6 3 M 0 3 L 6 7",
	'ᛅ': "6 M 3 0 L 3 10 M 0 3.5 L 6 6.5",
	'ᛋ': "4 M 0 10 L 0 5 L 4 7 L 4 0",
	'ᛘ': "6 M 3 0 L 3 10 M 0 10 L 0 8 L 3 5 L 6 8 L 6 10",
	'ᛦ': "6 M 3 0 L 3 10 M 0 0 L 3 4 L 6 0",
	// Dividers.
	'᛫': "1 M 0.5 4.5 L 0.5 5.5",
	'᛬': "1 M 0.5 2.5 L 0.5 3.5 M 0.5 6.5 L 0.5 7.5",
}

// Dimensions of runes, in heights of capitals.
const (
	runeStroke = 0.13
	runeSide   = 0.11 // on each side of the strokes
)

// runeAdvance returns the advance width of a rune.
func (f *face) runeAdvance(r rune) fixed.Int26_6 {
	width, _ := strconv.ParseFloat(strings.Fields(runes[r])[0], 64)
	caps := float64(f.caps)
	return fixed.Int26_6(math.Round((width/10 + runeStroke + 2*runeSide) * caps * 64))
}

// runeGlyph draws a rune at part quarters of a pixel.
func (f *face) runeGlyph(r rune, part uint8) glyph {
	caps := float64(f.caps)
	w, h := f.runeAdvance(r).Ceil()+2, int(math.Ceil(caps*1.4))+2
	base := math.Ceil(caps*1.2) + 1
	dc := gg.NewContext(w, h)
	dc.SetLineCapButt()
	dc.SetLineWidth(runeStroke * caps)
	dc.SetRGB(1, 1, 1)
	x0 := float64(part)/4 + (runeSide+runeStroke/2)*caps
	words := strings.Fields(runes[r])[1:]
	for i := 0; i+2 < len(words); i += 3 {
		x, _ := strconv.ParseFloat(words[i+1], 64) // cannot fail: the table is ours
		y, _ := strconv.ParseFloat(words[i+2], 64)
		if words[i] == "M" {
			dc.MoveTo(x0+x*caps/10, base-y*caps/10)
		} else {
			dc.LineTo(x0+x*caps/10, base-y*caps/10)
		}
	}
	dc.Stroke()
	mask := image.NewAlpha(image.Rect(0, 0, w, h))
	draw.Draw(mask, mask.Rect, dc.Image(), image.Point{}, draw.Src)
	return glyph{mask: mask, at: image.Pt(0, -int(base))}
}
