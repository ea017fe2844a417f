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

// Rig measures how long pictures take, in a window of its own that is shown. It
// belongs to the main thread.
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

// Renderer names what draws, as OpenGL says it.
func (r *Rig) Renderer() string { return gl.GoStr(gl.GetString(gl.RENDERER)) }

// Trial says what is measured.
type Trial struct {
	Frames int           // how many pictures; a quarter as many are drawn before, to warm up
	Most   time.Duration // warming up, measuring and looking at the passes each end after it
	Step   func(i int)   // gives the scene something to do before each picture
	Full   bool          // each picture is drawn whole and in full, as when the camera has come to rest
}

// Timing is how long the pictures of a trial took.
type Timing struct {
	Frames []time.Duration // from the first command until the picture is shown and finished
	Size   image.Point     // in which they were drawn, before they were stretched over the window
	CPU    time.Duration   // of all cores, a picture, the drawing of a software renderer included; 0: unknown
	Passes []PassTiming    // of further pictures, in the order of drawing
}

// tick is how far the scene moves on between two pictures.
const tick = time.Second / 30

// Measure draws pictures of a scene with the passes of the game, warm and in
// motion, in a window of w by h pixels.
func (r *Rig) Measure(sc *scene.Scene, w, h int, t Trial) (*Timing, error) {
	if err := r.prepare(sc, w, h); err != nil {
		return nil, err
	}
	p := r.painter
	draw := func() error {
		if err := p.hurry(sc.Camera().Busy() && !t.Full); err != nil {
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

// prepare has the window, the quality and the stage ready.
func (r *Rig) prepare(sc *scene.Scene, w, h int) error {
	r.window.win.SetSize(w, h)
	glfw.PollEvents()
	p := r.painter
	if err := errors.Join(p.suit(sc.Dressed()), p.resize(w, h)); err != nil {
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

// draw draws up to n pictures, at least one, and returns how long each took.
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
