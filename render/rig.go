package render

import (
	"errors"
	"image"
	"time"

	"github.com/go-gl/glfw/v3.3/glfw"

	"tafl3d/internal/cpu"
	"tafl3d/render/gl"
	"tafl3d/scene"
)

// Rig measures drawing times in its own visible window. Use it on the main thread.
type Rig struct{ *Studio }

// OpenRig opens a window for pictures of w by h pixels.
func OpenRig(opt Options, w, h int) (*Rig, error) {
	opt = opt.withDefaults()
	opt.Width, opt.Height = w, h
	win, err := openWindow(opt, true)
	if err != nil {
		return nil, err
	}
	glfw.SwapInterval(0)
	s, err := furnish(win, newCarver(false, opt.Cache), opt, scene.Style{}, w, h)
	if err != nil {
		return nil, err
	}
	return &Rig{s}, nil
}

// Renderer returns the OpenGL name of the renderer.
func (r *Rig) Renderer() string { return gl.GoStr(gl.GetString(gl.RENDERER)) }

// Trial configures a measurement.
type Trial struct {
	Frames int           // number of pictures, after a quarter as many to warm up
	Most   time.Duration // time limit for each phase: warming up, measuring, passes
	Step   func(i int)   // changes the scene before each picture
	Full   bool          // draw full pictures, as with the camera at rest
}

// Timing is the result of a trial.
type Timing struct {
	Frames []time.Duration // from the first command until the finished picture is shown
	Size   image.Point     // size of the drawing, before it is stretched over the window
	CPU    time.Duration   // per picture on all cores, including a software renderer; 0: unknown
	Passes []PassTiming    // from additional pictures, in drawing order
}

// tick is the scene time between two pictures.
const tick = time.Second / 30

// Measure draws pictures of a scene with the passes of the game, after warming up and in motion, in a window
// of w by h pixels.
func (r *Rig) Measure(sc *scene.Scene, w, h int, t Trial) (*Timing, error) {
	if err := r.prepare(sc, w, h); err != nil {
		return nil, err
	}
	p := r.painter
	draw := func() error {
		if err := p.useDraft(sc.Camera().Busy() && !t.Full); err != nil {
			return err
		}
		if p.stale(sc) {
			if err := p.paint(sc); err != nil {
				return err
			}
		}
		defer p.watch.start(len(passes))()
		return r.window.show(p, func() error { return nil })
	}
	took, err := t.measure(sc, draw)
	if err != nil {
		return nil, err
	}
	took.Size = image.Pt(p.w, p.h)
	p.watch = newWatch()
	defer func() { p.watch = nil }()
	_, err = t.draw(sc, t.Frames/2, draw)
	took.Passes = p.watch.passes
	return took, err
}

// prepare sets up window, quality and stage.
func (r *Rig) prepare(sc *scene.Scene, w, h int) error {
	r.window.win.SetSize(w, h)
	glfw.PollEvents()
	p := r.painter
	if err := errors.Join(p.applyStyle(sc.Dressed()), p.resize(w, h)); err != nil {
		return err
	}
	sc.Camera().Resize(w, h)
	sc.Camera().Skip()
	return r.finish(sc)
}

// measure warms up and then measures.
func (t *Trial) measure(sc *scene.Scene, draw func() error) (*Timing, error) {
	if _, err := t.draw(sc, max(t.Frames/4, 6), draw); err != nil {
		return nil, err
	}
	before := cpu.Used()
	frames, err := t.draw(sc, t.Frames, draw)
	if err != nil {
		return nil, err
	}
	return &Timing{Frames: frames, CPU: (cpu.Used() - before) / time.Duration(len(frames))}, nil
}

// draw draws up to n pictures, at least one, and returns their times.
func (t *Trial) draw(sc *scene.Scene, n int, draw func() error) (took []time.Duration, err error) {
	for began := time.Now(); len(took) < n && (len(took) == 0 || time.Since(began) < t.Most); {
		t.Step(len(took))
		start := time.Now()
		sc.Advance(tick)
		if err := draw(); err != nil {
			return nil, err
		}
		gl.Finish()
		took = append(took, time.Since(start))
		glfw.PollEvents()
	}
	return took, nil
}
