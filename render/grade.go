package render

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// grade is a step of quality.
type grade struct {
	name    string
	samples int           // for smooth edges
	shadow  int           // side of the shadow map in texels
	detail  int           // side of the board's map in texels
	budget  time.Duration // what painting may take while the camera moves; showing comes on top
	define  []string      // for the programs
}

const second = time.Second

// grades lists the steps, the quickest first.
var grades = []grade{
	{name: "low", samples: 1, shadow: 1024, detail: 1024, budget: second / 110, define: []string{"LOW"}},
	{name: "medium", samples: 4, shadow: 2048, detail: 2048, budget: second / 55},
	{name: "high", samples: 4, shadow: 2048, detail: 2048, budget: second / 55, define: []string{"HIGH"}},
	{name: "ultra", samples: 8, shadow: 4096, detail: 4096, budget: second / 55, define: []string{"HIGH", "ULTRA"}},
}

// usualGrade is where auto begins on a machine that draws with its graphics card.
const usualGrade = 1

// software are words in the names of renderers that draw with the processor. Auto
// stays at the quickest step there: to change it later would cost more than it gains.
var software = []string{"llvmpipe", "softpipe", "SwiftShader", "Software Rasterizer", "GDI Generic"}

// firstGrade returns where auto begins, and whether it is to stay there.
func firstGrade(renderer string) (at int, fixed bool) {
	if slices.ContainsFunc(software, func(w string) bool { return strings.Contains(renderer, w) }) {
		return 0, true
	}
	return usualGrade, false
}

// gradeOf returns the place of a step in grades. Where it is to be chosen by
// measured time, auto is true.
func gradeOf(name string) (at int, auto bool) {
	for i := range grades {
		if grades[i].name == name {
			return i, false
		}
	}
	return usualGrade, true
}

// with returns the grade with what the options say otherwise.
func (g grade) with(o Options) grade {
	g.samples, g.shadow, g.detail = cmp.Or(o.Samples, g.samples), cmp.Or(o.Shadow, g.shadow), cmp.Or(o.Detail, g.detail)
	if o.Photograph { // of which one has many samples itself
		g.samples, g.define = 1, append(slices.Clip(g.define), "PHOTO")
	}
	return g
}

// What a full picture may take before auto goes a step down, and what it must
// not exceed to go a step up.
const (
	tooSlow   = time.Second
	quickOnly = 7 * time.Millisecond
)

// better returns the step that suits a machine that needs so long for a full
// picture at a step. Auto leaves the highest step to those who ask for it.
func better(at int, cost time.Duration) int {
	switch {
	case cost == 0:
	case cost > tooSlow:
		return max(at-1, 0)
	case cost < quickOnly:
		return min(at+1, len(grades)-2)
	}
	return at
}
