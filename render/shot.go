package render

import (
	"errors"
	"image"
	"time"

	"github.com/go-gl/glfw/v3.3/glfw"

	"tafl3d/panel"
	"tafl3d/render/gl"
	"tafl3d/render/hud"
	"tafl3d/render/room"
	"tafl3d/scene"
)

// Studio draws pictures in a hidden window, one after another. It belongs to the
// main thread.
type Studio struct {
	window  *window
	painter *painter
}

func newStudio(opt Options, look scene.Style, w, h int) (*Studio, error) {
	opt = opt.withDefaults()
	return newStudioOf(newCarver(false, opt.Cache), opt, look, w, h)
}

// newStudioOf opens a studio with a carver, which may be at work.
func newStudioOf(c *carver, opt Options, look scene.Style, w, h int) (*Studio, error) {
	opt.Width, opt.Height = min(w, 640), min(h, 480)
	win, err := openWindow(opt, false)
	if err != nil {
		c.close()
		return nil, err
	}
	return furnish(win, c, opt, look, w, h)
}

// furnish makes a studio of a window, which it closes if it cannot.
func furnish(win *window, c *carver, opt Options, look scene.Style, w, h int) (*Studio, error) {
	p, err := newPainter(opt, look, c)
	if err != nil {
		c.close()
		win.close()
		return nil, err
	}
	s := &Studio{win, p}
	p.carver.light(room.Named(look.Room))
	if err := errors.Join(p.suit(look), p.resize(w, h)); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// finish waits until the scene's stage is carved in full.
func (s *Studio) finish(sc *scene.Scene) error {
	for {
		if _, err := s.painter.prepareStage(sc); err != nil {
			return err
		}
		if !s.painter.carving() {
			return nil
		}
		time.Sleep(5 * time.Millisecond)
		glfw.PollEvents()
	}
}

func (s *Studio) close() {
	s.painter.dispose()
	s.window.close()
}

// OpenStudio opens a studio for pictures of w by h pixels. Whoever opened it
// closes it.
func OpenStudio(opt Options, w, h int) (*Studio, error) {
	return newStudio(opt, scene.Style{}, w, h)
}

// Close lets go of the window.
func (s *Studio) Close() { s.close() }

// Take draws a picture of a scene with the passes of the game. screen adds the
// panels; nil leaves them off. The scene's camera goes to where it is heading.
func (s *Studio) Take(sc *scene.Scene, screen *panel.Screen) (*image.RGBA, error) {
	p := s.painter
	w, h := p.full.w, p.full.h
	p.carver.light(room.Named(sc.Dressed().Room))
	if err := errors.Join(p.suit(sc.Dressed()), p.resize(w, h)); err != nil {
		return nil, err
	}
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
	if err := p.paint(sc); err != nil {
		return nil, err
	}
	gl.BindFramebuffer(gl.FRAMEBUFFER, p.target.source())
	if err := p.panels.draw(p, list, w, h); err != nil {
		return nil, err
	}
	return p.read(p.target.source()), nil
}

// Shot draws one picture of w by h pixels in a studio of its own.
func Shot(opt Options, sc *scene.Scene, screen *panel.Screen, w, h int) (*image.RGBA, error) {
	opt = opt.withDefaults()
	c := newCarver(false, opt.Cache)
	c.ahead(sc, opt)
	s, err := newStudioOf(c, opt, sc.Dressed(), w, h)
	if err != nil {
		return nil, err
	}
	defer s.close()
	return s.Take(sc, screen)
}
