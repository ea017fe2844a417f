package render

import (
	"errors"
	"image"
	"math"
	"time"
	"unsafe"

	"github.com/go-gl/glfw/v3.3/glfw"

	"tafl3d/panel"
	"tafl3d/render/film"
	"tafl3d/render/gl"
	"tafl3d/render/hud"
	"tafl3d/render/room"
	"tafl3d/scene"
)

// Studio draws pictures in a hidden window. Use it on the main thread.
type Studio struct {
	window  *window
	painter *painter
}

func newStudio(opt Options, look scene.Style, w, h int) (*Studio, error) {
	opt = opt.withDefaults()
	return newStudioOf(newCarver(false, opt.Cache), opt, look, w, h)
}

// newStudioOf opens a studio with a carver, which may already be running.
func newStudioOf(c *carver, opt Options, look scene.Style, w, h int) (*Studio, error) {
	opt.Width, opt.Height = min(w, 640), min(h, 480)
	win, err := openWindow(opt, false)
	if err != nil {
		c.close()
		return nil, err
	}
	return furnish(win, c, opt, look, w, h)
}

// furnish creates a studio in a window. On error it closes the window.
func furnish(win *window, c *carver, opt Options, look scene.Style, w, h int) (*Studio, error) {
	p, err := newPainter(opt, look, c)
	if err != nil {
		c.close()
		win.close()
		return nil, err
	}
	s := &Studio{win, p}
	p.carver.light(room.Named(look.Room))
	if err := errors.Join(p.applyStyle(look), p.resize(w, h)); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// finish waits until the full models of the scene are made.
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

// OpenStudio opens a studio for pictures of w by h pixels. The caller must close it.
func OpenStudio(opt Options, w, h int) (*Studio, error) {
	return newStudio(opt, scene.Style{}, w, h)
}

func (s *Studio) Close() { s.close() }

// Take draws a picture of a scene with the passes of the game. screen adds panels; nil omits them. The camera
// skips to its goal.
func (s *Studio) Take(sc *scene.Scene, screen *panel.Screen) (*image.RGBA, error) {
	p := s.painter
	w, h := p.full.w, p.full.h
	p.carver.light(room.Named(sc.Dressed().Room))
	if err := errors.Join(p.applyStyle(sc.Dressed()), p.resize(w, h)); err != nil {
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

// Shot draws one picture of w by h pixels in a temporary studio.
func Shot(opt Options, sc *scene.Scene, screen *panel.Screen, w, h int) (*image.RGBA, error) {
	opt = opt.withDefaults()
	c := newCarver(false, opt.Cache)
	c.prefetch(sc, opt)
	s, err := newStudioOf(c, opt, sc.Dressed(), w, h)
	if err != nil {
		return nil, err
	}
	defer s.close()
	return s.Take(sc, screen)
}

// Exposure configures a photograph.
type Exposure struct {
	Lens     scene.Lens
	Aperture float32   // radius of the lens in squares; larger means less depth of field
	Lamp     scene.Vec // position of the lamp in squares
	Bulb     float32   // radius of the lamp; larger means softer shadows
	Light    float32   // strength of the lamp, added to the light of the room
	Warm     float32   // how much warmer the lamp is than the light of the room, from 0
	Samples  int       // number of pictures
}

// flash is the light of an exposure: a point of the lamp, or one direction of the room's light. Together the
// exposures cast all shadows.
type flash struct {
	to     scene.Vec
	colour [3]float32
	lamp   [4]float32
	left   float32 // share of the ambient light without shadows
}

// over returns k with the changes of the flash. A nil flash changes nothing.
func (f *flash) over(k keyLight) keyLight {
	if f == nil {
		return k
	}
	k.to, k.colour, k.soft = f.to, f.colour, 0
	k.reach *= 1.25
	k.proj = k.project()
	return k
}

// light sets the constants of a frame.
func (f *flash) light(b *block) {
	if f != nil {
		b.lamp, b.hall[1], b.hall[3] = f.lamp, 2.2*b.hall[1], f.left
	}
}

// dome is the share of the ambient light that casts shadows.
const dome = 0.85

// flash returns the light of the ith exposure. Exposures alternate between the lamp and the room.
func (e *Exposure) flash(i int, sky *sky) *flash {
	a, b := spread2(i/2, 0.11), spread2(i/2, 0.71)
	if i%2 == 0 {
		r := e.Bulb * float32(math.Sqrt(float64(a[0])))
		at := e.Lamp.Add(scene.Vec{X: r * float32(math.Cos(2*math.Pi*float64(a[1]))), Y: e.Bulb * (b[0] - 0.5),
			Z: r * float32(math.Sin(2*math.Pi*float64(a[1])))})
		f := &flash{to: at.Scale(1 / at.Len()), lamp: [4]float32{at.X, at.Y, at.Z, 1}, left: 1 - dome}
		for k, tint := range [3]float32{1 + 0.12*e.Warm, 1 - 0.10*e.Warm, 1 - 0.42*e.Warm} {
			f.colour[k] = 2 * e.Light * sky.Colour[k] * tint
		}
		return f
	}
	high := float32(math.Sqrt(float64(0.06 + 0.94*a[0]))) // cosine distribution, as a level surface receives it
	flat := float32(math.Sqrt(float64(1 - high*high)))
	to := scene.Vec{X: flat * float32(math.Cos(2*math.Pi*float64(a[1]))), Y: high,
		Z: flat * float32(math.Sin(2*math.Pi*float64(a[1])))}
	f := &flash{to: to, left: 1 - dome}
	for k, v := range sky.Shade(to) {
		f.colour[k] = 2 * dome * v * math.Pi / high
	}
	return f
}

// spread2 returns the ith point of a low-discrepancy sequence in the unit square.
func spread2(i int, from float64) [2]float32 {
	const g = 1.32471795724474602596
	_, x := math.Modf(from + float64(i)/g)
	_, y := math.Modf(from + float64(i)/(g*g))
	return [2]float32{float32(x), float32(y)}
}

// Photograph takes many pictures of a scene, each with a different point of the lens and a different light,
// and averages them. The studio must have been opened with Options.Photograph.
func (s *Studio) Photograph(sc *scene.Scene, e Exposure) (*image.RGBA, error) {
	p := s.painter
	w, h := p.full.w, p.full.h
	p.carver.light(room.Named(sc.Dressed().Room))
	if err := errors.Join(p.applyStyle(sc.Dressed()), p.resize(w, h)); err != nil {
		return nil, err
	}
	sc.Camera().Resize(w, h)
	if err := s.finish(sc); err != nil {
		return nil, err
	}
	defer func() { p.flash = nil }()
	f, pix := film.New(w, h), make([]float32, 4*w*h)
	for i := range e.Samples {
		lens, at, off := e.Lens, spread2(i, 0.5), spread2(i, 0.2)
		turn, r := 2*math.Pi*float64(at[1]), e.Aperture*float32(math.Sqrt(float64(at[0])))
		lens.Slip = [2]float32{r * float32(math.Cos(turn)), r * float32(math.Sin(turn))}
		lens.Nudge = [2]float32{(2*off[0] - 1) / float32(w), (2*off[1] - 1) / float32(h)}
		sc.Camera().Hold(lens)
		p.flash, p.whole = e.flash(i, p.sky), true
		if err := p.paint(sc); err != nil {
			return nil, err
		}
		gl.BindFramebuffer(gl.READ_FRAMEBUFFER, p.target.source())
		gl.ReadPixels(0, 0, int32(w), int32(h), gl.RGBA, gl.FLOAT, unsafe.Pointer(&pix[0]))
		f.Expose(pix)
	}
	return f.Develop(), nil
}

// Layer selects what a cutout shows.
type Layer uint8

const (
	BoardLayer Layer = iota + 1 // the board with the shadows of the pieces, without the table
	PieceLayer                  // the pieces
)

// skips reports whether the pictures of a layer lack a pass. The zero layer lacks none.
func (l Layer) skips(pass string) bool {
	switch pass {
	case "pieces":
		return l == BoardLayer
	case "board", "contact":
		return l == PieceLayer
	case "backdrop", "marks", "tokens":
		return l != 0
	}
	return false
}

// Cut configures a cutout.
type Cut struct {
	Lens    scene.Lens
	Layer   Layer
	Light   float32 // brightness; 1 is that of the game
	Samples int     // number of pictures
}

// Cutout draws one layer of a scene on a transparent ground, as the mean of many pictures that are offset by parts of a
// pixel. The studio must have been opened with Options.Photograph.
func (s *Studio) Cutout(sc *scene.Scene, c Cut) (*image.NRGBA, error) {
	p := s.painter
	w, h := p.full.w, p.full.h
	p.carver.light(room.Named(sc.Dressed().Room))
	if err := errors.Join(p.applyStyle(sc.Dressed()), p.resize(w, h)); err != nil {
		return nil, err
	}
	sc.Camera().Resize(w, h)
	if err := s.finish(sc); err != nil {
		return nil, err
	}
	p.layer = c.Layer
	defer func() { p.layer = 0 }()
	f, pix := film.New(w, h), make([]float32, 4*w*h)
	for i := range c.Samples {
		off := spread2(i, 0.2)
		c.Lens.Nudge = [2]float32{(2*off[0] - 1) / float32(w), (2*off[1] - 1) / float32(h)}
		sc.Camera().Hold(c.Lens)
		p.whole, p.dusk = true, true
		if err := p.paint(sc); err != nil {
			return nil, err
		}
		gl.BindFramebuffer(gl.READ_FRAMEBUFFER, p.target.source())
		gl.ReadPixels(0, 0, int32(w), int32(h), gl.RGBA, gl.FLOAT, unsafe.Pointer(&pix[0]))
		f.Expose(pix)
	}
	return f.Cutout(c.Light), nil
}
