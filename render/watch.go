package render

import (
	"time"

	"github.com/go-gl/gl/v3.3-core/gl"
)

// Timing is how long the pictures of a bench took.
type Timing struct {
	Frames []time.Duration // from the first command until the picture is shown
	Passes []PassTiming    // in the order of drawing
}

// PassTiming is how long a pass took in every picture that it drew: until the
// processor had given its commands, and how long the card (or the processor in
// its place) worked on them.
type PassTiming struct {
	Name     string
	CPU, GPU []time.Duration
}

// watch measures passes.
type watch struct {
	query  uint32
	passes []PassTiming
}

func newWatch() *watch {
	w := &watch{passes: make([]PassTiming, len(passes))}
	for i := range passes {
		w.passes[i].Name = passes[i].name
	}
	gl.GenQueries(1, &w.query)
	return w
}

// start begins to measure a pass and returns what ends it. A nil watch measures
// nothing.
func (w *watch) start(pass int) (stop func()) {
	if w == nil {
		return func() {}
	}
	gl.BeginQuery(gl.TIME_ELAPSED, w.query)
	began := time.Now()
	return func() {
		p := &w.passes[pass]
		p.CPU = append(p.CPU, time.Since(began))
		gl.EndQuery(gl.TIME_ELAPSED)
		var ns uint64
		gl.GetQueryObjectui64v(w.query, gl.QUERY_RESULT, &ns)
		p.GPU = append(p.GPU, time.Duration(ns))
	}
}

func (w *watch) close() { gl.DeleteQueries(1, &w.query) }
