package set

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"tafl3d/game/variant"
)

// The limits of the measures, in millimetres.
const (
	MinSize, MaxSize = 15, 120
	MinBed, MaxBed   = 100, 1000
	DefaultBed       = 220
)

// Paper is a size of paper.
type Paper struct {
	Name          string
	Width, Height float64 // in millimetres, upright
}

// Papers are the sizes of paper to choose from, the usual one first.
var Papers = []Paper{{"a4", 210, 297}, {"letter", 215.9, 279.4}}

// PaperNamed returns the paper of a name.
func PaperNamed(name string) (Paper, error) {
	var names []string
	for _, p := range Papers {
		if p.Name == name {
			return p, nil
		}
		names = append(names, p.Name)
	}
	return Paper{}, fmt.Errorf("unknown paper %q: use %s", name, strings.Join(names, " or "))
}

// Ink says how much ink the sheets take.
type Ink string

// The values of Ink.
const (
	Colour Ink = "colour"
	Lines  Ink = "lines" // black lines on white, which saves ink
)

// Inks are the values of Ink, the usual one first.
var Inks = []Ink{Colour, Lines}

// InkNamed returns the ink of a name.
func InkNamed(name string) (Ink, error) {
	if i := Ink(name); slices.Contains(Inks, i) {
		return i, nil
	}
	return "", fmt.Errorf("unknown ink %q: use %s or %s", name, Colour, Lines)
}

// Options are the player's choices. A zero value stands for the usual one.
type Options struct {
	Size  float64 // distance of neighbouring squares, in millimetres; 0: as UsualSize says
	Paper Paper
	Bed   float64 // width and depth of what a printer prints at once, in millimetres
	Ink   Ink

	cells int // how fine printed pieces are; 0: as usual
}

// complete checks the options and fills in the usual values.
func (o Options) complete(v *variant.Variant) (Options, error) {
	if o.Size == 0 {
		o.Size = UsualSize(v)
	}
	if o.Paper == (Paper{}) {
		o.Paper = Papers[0]
	}
	if o.Bed == 0 {
		o.Bed = DefaultBed
	}
	if o.Ink == "" {
		o.Ink = Colour
	}
	if !(o.Size >= MinSize && o.Size <= MaxSize) {
		return o, fmt.Errorf("squares of %g mm: use a size from %d to %d mm", o.Size, MinSize, MaxSize)
	}
	if !(o.Bed >= MinBed && o.Bed <= MaxBed) {
		return o, fmt.Errorf("a printer's bed of %g mm: use %d to %d mm", o.Bed, MinBed, MaxBed)
	}
	return o, nil
}

// The usual size lets half of the board and half a square more fit the width of a page, so that four pages are enough
// for most boards and no square in the middle is cut.
const (
	usualHalf                = 183.0
	usualSmallest, usualMost = 20.0, 45.0
)

// UsualSize returns the size of a square that suits a variant, in millimetres.
func UsualSize(v *variant.Variant) float64 {
	w, h := newPlan(v, 1).size()
	return min(max(math.Floor(usualHalf/(max(w, h)/2+0.5)), usualSmallest), usualMost)
}
