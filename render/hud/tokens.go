package hud

import (
	"cmp"
	"image"
	"image/color"
	"math"

	"tafl3d/panel"
)

// Colours of the HUD: parchment by lamplight on bog oak, with bronze accents.
var (
	oak     = color.NRGBA{27, 20, 14, 226}    // panel background
	oakDeep = color.NRGBA{18, 13, 9, 244}     // dialog background
	well    = color.NRGBA{8, 5, 3, 120}       // sunken field
	rule    = color.NRGBA{201, 160, 98, 62}   // thin lines inside a panel
	rim     = color.NRGBA{201, 160, 98, 105}  // panel border
	veil    = color.NRGBA{240, 208, 150, 22}  // hovered
	press   = color.NRGBA{240, 208, 150, 44}  // pressed, or an active toggle
	bronze  = color.NRGBA{217, 168, 92, 255}  // accent
	gilt    = color.NRGBA{240, 200, 128, 255} // bright accent
	pitch   = color.NRGBA{33, 22, 12, 255}    // text on bronze
	dusk    = color.NRGBA{9, 6, 4, 255}       // behind dialogs
	bog     = color.NRGBA{92, 54, 36, 255}    // attackers
	bogRim  = color.NRGBA{214, 160, 116, 255}
	ivory   = color.NRGBA{233, 221, 194, 255} // defenders
	amber   = color.NRGBA{236, 178, 74, 255}  // king, and warnings
	ochre   = color.NRGBA{226, 106, 76, 255}  // bad
	moss    = color.NRGBA{165, 190, 118, 255} // good
)

// High-contrast colours: black backgrounds, white and yellow text, visible borders. Other colours stay the
// same.
var starks = map[color.NRGBA]color.NRGBA{
	oak:     {0, 0, 0, 255},
	oakDeep: {0, 0, 0, 255},
	well:    {0, 0, 0, 255},
	dusk:    {0, 0, 0, 255},
	rule:    {190, 190, 190, 255},
	rim:     {255, 255, 255, 255},
	veil:    {58, 58, 58, 255},
	press:   {96, 84, 20, 255},
	bronze:  {255, 224, 64, 255},
	gilt:    {255, 240, 140, 255},
	pitch:   {0, 0, 0, 255},
	bog:     {150, 60, 20, 255},
	bogRim:  {255, 255, 255, 255},
	ivory:   {255, 255, 255, 255},
	amber:   {255, 224, 64, 255},
	ochre:   {255, 150, 120, 255},
	moss:    {150, 255, 120, 255},

	cellGood: {0, 92, 0, 255},
	cellEven: {72, 72, 72, 255},
	cellBad:  {128, 0, 0, 255},
	cellLive: {96, 84, 20, 255},

	inkBright.C.(color.NRGBA): {255, 255, 255, 255},
	inkPlain.C.(color.NRGBA):  {255, 255, 255, 255},
	inkSoft.C.(color.NRGBA):   {236, 236, 236, 255},
	inkFaint.C.(color.NRGBA):  {214, 214, 214, 255},
	inkDead.C.(color.NRGBA):   {160, 160, 160, 255},
}

// stark returns the high-contrast replacement of a colour.
func stark(col color.NRGBA) color.NRGBA {
	if s, is := starks[col]; is {
		return s
	}
	return col
}

// Text colours as image sources.
var (
	inkBright = image.NewUniform(color.NRGBA{247, 238, 218, 255})
	inkPlain  = image.NewUniform(color.NRGBA{228, 215, 189, 255})
	inkSoft   = image.NewUniform(color.NRGBA{183, 166, 136, 255})
	inkFaint  = image.NewUniform(color.NRGBA{139, 123, 97, 255})
	inkDead   = image.NewUniform(color.NRGBA{112, 100, 82, 255})
	inkBronze = image.NewUniform(bronze)
	inkGilt   = image.NewUniform(gilt)
	inkAmber  = image.NewUniform(amber)
	inkOchre  = image.NewUniform(ochre)
	inkPitch  = image.NewUniform(pitch)
)

// Spacing in units. A unit is a pixel at scale 1.
const (
	edge    = 14.0 // between panels and the window
	gap     = 10.0 // between panels
	pad     = 16.0 // inside a panel
	padCosy = 12.0 // inside a panel, in small windows
	radius  = 7.0
	stroke  = 1.7 // line width of icons, on their grid of 24
)

// style is a text style: family, size in units, colour and letter spacing.
type style struct {
	family family
	size   float64
	ink    *image.Uniform
	track  float64
}

// in returns the style with another colour.
func (s style) in(ink *image.Uniform) style {
	s.ink = ink
	return s
}

// Text sizes.
var (
	typeWordmark = style{serif, 104, inkBright, 9}
	typeTitle    = style{serif, 27, inkBright, 0.4}
	typeHeading  = style{serif, 19, inkBright, 0.2}
	typeChoice   = style{serif, 22, inkPlain, 0.3}
	typeName     = style{bold, 15.5, inkBright, 0}
	typeBody     = style{sans, 14.5, inkPlain, 0}
	typeStrong   = style{bold, 14.5, inkBright, 0}
	typeMove     = style{sans, 13.2, inkPlain, 0}
	typeSmall    = style{sans, 13, inkSoft, 0}
	typeTag      = style{sans, 11, inkSoft, 0}
	typeKey      = style{sans, 12, inkSoft, 0}
	typeClock    = style{sans, 36, inkPlain, 0}
	typeNote     = style{serifItalic, 15.5, inkSoft, 0}
)

// leastLarge is the window size, in units, above which large text grows further.
var leastLarge = [2]float64{700, 500}

// Smallest window, in units; below it the panels shrink.
const (
	leastWidth  = 940
	leastHeight = 560
	leastScale  = 0.2
	roomyWidth  = 1480
	smallWidth  = 1100
	smallHeight = 660
)

// metrics converts units to pixels.
type metrics struct {
	w, h int     // of the window
	k    float64 // pixels per unit
	cosy bool    // small window: narrower panels and margins
	wide bool    // large window

	contrast bool // high contrast
}

// fit returns the metrics of a window: the system scale, increased for very large windows and reduced if the
// panels do not fit. Large text also enlarges the panels and brings them closer together.
func fit(w, h int, scale float32, want panel.Sizes) metrics {
	fw, fh := float64(w), float64(h)
	k := math.Max(float64(scale), math.Min(fw/1600, fh/900)) * float64(cmp.Or(want.Scale, 1))
	k = math.Min(k, math.Min(fw/leastWidth, fh/leastHeight))
	k = grown(k, math.Min(fw/leastLarge[0], fh/leastLarge[1]), float64(want.Text))
	k = math.Max(math.Floor(k*20)/20, leastScale)
	lw, lh := fw/k, fh/k
	return metrics{w: w, h: h, k: k, cosy: lw < smallWidth || lh < smallHeight, wide: lw >= roomyWidth,
		contrast: want.Contrast}
}

// grown multiplies k by by, up to most.
func grown(k, most, by float64) float64 { return math.Max(k, math.Min(k*by, most)) }

// tiny reports whether the window is too small for any panel.
func (m metrics) tiny() bool {
	return float64(m.w) < leastWidth*leastScale || float64(m.h) < leastHeight*leastScale
}

// px converts units to whole pixels.
func (m metrics) px(u float64) int { return int(math.Round(u * m.k)) }

// line returns the width of a thin line in pixels.
func (m metrics) line() int { return max(1, m.px(1)) }

// pad returns the padding of a panel in pixels.
func (m metrics) pad() int {
	if m.cosy {
		return m.px(padCosy)
	}
	return m.px(pad)
}

// pick returns a length in pixels for a small, medium or large window.
func (m metrics) pick(small, plain, large float64) int {
	switch {
	case m.cosy:
		return m.px(small)
	case m.wide:
		return m.px(large)
	}
	return m.px(plain)
}
