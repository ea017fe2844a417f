package render

import (
	"time"

	"tafl3d/render/gl"
)

// PassTiming is how long a pass took in every picture that it drew, until all that
// it asked for was drawn.
type PassTiming struct {
	Name string
	Took []time.Duration
}

// watch measures passes, and after them how long it takes until the window shows
// the picture. It waits for each to be finished, so that pictures take
// longer while it looks.
type watch struct{ passes []PassTiming }

func newWatch() *watch {
	w := &watch{passes: make([]PassTiming, len(passes)+1)}
	for i := range passes {
		w.passes[i].Name = passes[i].name
	}
	w.passes[len(passes)].Name = "show"
	return w
}

// start begins to measure a pass and returns what ends it. A nil watch measures
// nothing.
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
