package render

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// grade is a level of quality.
type grade struct {
	name    string
	samples int           // samples per pixel for antialiasing
	shadow  int           // width of the shadow map in texels
	detail  int           // width of the board's texture in texels
	budget  time.Duration // time to paint while the camera moves, without presenting
	define  []string      // preprocessor definitions of the shaders
}

const second = time.Second

// grades lists the levels, the fastest first.
var grades = []grade{
	{name: "low", samples: 1, shadow: 1024, detail: 1024, budget: second / 110, define: []string{"LOW"}},
	{name: "medium", samples: 4, shadow: 2048, detail: 2048, budget: second / 55},
	{name: "high", samples: 4, shadow: 2048, detail: 2048, budget: second / 55, define: []string{"HIGH"}},
	{name: "ultra", samples: 8, shadow: 4096, detail: 4096, budget: second / 55, define: []string{"HIGH", "ULTRA"}},
}

// usualGrade is the first level of auto with hardware rendering.
const usualGrade = 1

// software lists parts of the names of software renderers. With these, auto stays at the fastest level: a
// later change costs more than it gains.
var software = []string{"llvmpipe", "softpipe", "SwiftShader", "Software Rasterizer", "GDI Generic"}

// firstGrade returns the first level of auto, and whether it is final.
func firstGrade(renderer string) (at int, fixed bool) {
	if slices.ContainsFunc(software, func(w string) bool { return strings.Contains(renderer, w) }) {
		return 0, true
	}
	return usualGrade, false
}

// gradeOf returns the index of a level. auto is true if it depends on measured times.
func gradeOf(name string) (at int, auto bool) {
	for i := range grades {
		if grades[i].name == name {
			return i, false
		}
	}
	return usualGrade, true
}

// with returns the grade with the overrides of the options.
func (g grade) with(o Options) grade {
	g.samples, g.shadow, g.detail = cmp.Or(o.Samples, g.samples), cmp.Or(o.Shadow, g.shadow), cmp.Or(o.Detail, g.detail)
	if o.Photograph { // the photograph averages many pictures itself
		g.samples, g.define = 1, append(slices.Clip(g.define), "PHOTO")
	}
	return g
}

// Times of a full picture above which auto lowers, and below which it raises the level.
const (
	tooSlow   = time.Second
	quickOnly = 7 * time.Millisecond
)

// better returns the level for a machine that takes cost for a full picture at level at. Auto never selects
// the highest level.
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
