package render

import (
	"image"
	"time"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/go-gl/glfw/v3.3/glfw"

	"tafl3d/app"
	"tafl3d/render/hud"
	"tafl3d/scene"
)

// studio draws pictures in a hidden window.
type studio struct {
	window  *window
	painter *painter
}

func newStudio(opt Options, w, h int) (*studio, error) {
	opt = opt.withDefaults()
	opt.Width, opt.Height = min(w, 640), min(h, 480)
	win, err := openWindow(opt, false)
	if err != nil {
		return nil, err
	}
	p, err := newPainter(opt, newCarver(false))
	if err != nil {
		win.close()
		return nil, err
	}
	s := &studio{win, p}
	if err := p.resize(w, h); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// finish waits until the scene's stage is carved in full.
func (s *studio) finish(sc *scene.Scene) error {
	for s.painter.shelf == nil || s.painter.shelf.detail < s.painter.opt.Detail {
		if _, err := s.painter.prepareStage(sc); err != nil {
			return err
		}
		time.Sleep(5 * time.Millisecond)
		glfw.PollEvents()
	}
	return nil
}

func (s *studio) close() {
	s.painter.dispose()
	s.window.close()
}

// Shot draws one picture of w by h pixels with the passes of the game, without
// showing a window. screen adds the panels; nil leaves them off. The scene's
// camera goes to where it is heading.
func Shot(opt Options, sc *scene.Scene, screen *app.Screen, w, h int) (*image.RGBA, error) {
	s, err := newStudio(opt, w, h)
	if err != nil {
		return nil, err
	}
	defer s.close()
	sc.Camera().Resize(w, h)
	var list []hud.Panel
	if screen != nil {
		panels, err := hud.New()
		if err != nil {
			return nil, err
		}
		panels.Layout(screen, w, h, 1)
		sc.Camera().Insets(panels.Insets())
		list = panels.Panels()
	}
	sc.Camera().Skip()
	if err := s.finish(sc); err != nil {
		return nil, err
	}
	if err := s.painter.paint(sc); err != nil {
		return nil, err
	}
	gl.BindFramebuffer(gl.FRAMEBUFFER, s.painter.target.source())
	if err := s.painter.panels.draw(s.painter, list, w, h); err != nil {
		return nil, err
	}
	return s.painter.read(s.painter.target.source()), nil
}

// Bench draws a number of pictures of a scene in a hidden window and returns
// how long each took. Between two pictures the scene moves on by a thirtieth
// of a second; step, if not nil, may give it something to do.
func Bench(opt Options, sc *scene.Scene, frames int, step func(i int)) ([]time.Duration, error) {
	opt = opt.withDefaults()
	s, err := newStudio(opt, opt.Width, opt.Height)
	if err != nil {
		return nil, err
	}
	defer s.close()
	if err := s.finish(sc); err != nil {
		return nil, err
	}
	sc.Camera().Resize(opt.Width, opt.Height)
	took := make([]time.Duration, 0, frames)
	for i := range frames {
		if step != nil {
			step(i)
		}
		start := time.Now()
		sc.Advance(time.Second / 30)
		if err := s.painter.hurry(sc.Camera().Busy()); err != nil {
			return nil, err
		}
		if s.painter.stale(sc) {
			if err := s.painter.paint(sc); err != nil {
				return nil, err
			}
		}
		if err := s.window.show(s.painter, func() error { return nil }); err != nil {
			return nil, err
		}
		gl.Finish()
		took = append(took, time.Since(start))
	}
	return took, nil
}
