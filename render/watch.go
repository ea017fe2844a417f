package render

import (
	"time"

	"tafl3d/render/gl"
)

// PassTiming holds the time of a pass in each picture, until the driver has finished it.
type PassTiming struct {
	Name string
	Took []time.Duration
}

// watch measures each pass and the presentation. It waits for the driver after each, which makes pictures
// slower.
type watch struct{ passes []PassTiming }

func newWatch() *watch {
	w := &watch{passes: make([]PassTiming, len(passes)+1)}
	for i := range passes {
		w.passes[i].Name = passes[i].name
	}
	w.passes[len(passes)].Name = "show"
	return w
}

// start begins to measure a pass. stop ends the measurement. A nil watch measures nothing.
func (w *watch) start(pass int) (stop func()) {
	if w == nil {
		return func() {}
	}
	gl.Finish()
	began := time.Now()
	return func() {
		gl.Finish()
		p := &w.passes[pass]
		p.Took = append(p.Took, time.Since(began))
	}
}
