package render

import (
	"image"
	"unsafe"

	"github.com/g3n/engine/geometry"
	"github.com/g3n/engine/gls"

	"tafl3d/render/gl"
	"tafl3d/render/hud"
)

// panels draws pictures over the window.
type panels struct {
	quad     *geometry.Geometry
	rect     gls.Uniform
	textures map[string]*panelTexture
}

type panelTexture struct {
	id      uint32
	w, h    int
	version uint64
	used    bool
}

// init prepares the geometry of panels for a program.
func (s *panels) init(p *painter, prog string) error {
	s.quad, s.textures = quad(true), map[string]*panelTexture{}
	s.rect.Init("uRect")
	return prime(p.gs, p.r, s.quad, prog)
}

// draw draws the panels over the bound frame buffer of w by h pixels.
func (s *panels) draw(p *painter, list []hud.Panel, w, h int) error {
	if err := use(p.r, progPanel); err != nil {
		return err
	}
	gs := p.gs
	gs.Viewport(0, 0, int32(w), int32(h))
	gs.Disable(gls.DEPTH_TEST)
	gs.Disable(gls.CULL_FACE)
	gs.Enable(gls.BLEND)
	gs.BlendEquation(gls.FUNC_ADD)
	gs.BlendFunc(gls.ONE, gls.ONE_MINUS_SRC_ALPHA)
	s.quad.RenderSetup(gs)
	for i := range list {
		q := &list[i]
		if q.Image == nil || q.W <= 0 || q.H <= 0 {
			continue
		}
		gs.ActiveTexture(gl.TEXTURE0)
		s.bind(gs, q)
		x, y := 2/float32(w), 2/float32(h)
		gs.Uniform4f(s.rect.Location(gs), float32(q.X)*x-1, 1-float32(q.Y+q.H)*y, float32(q.X+q.W)*x-1,
			1-float32(q.Y)*y)
		gs.DrawElements(gls.TRIANGLES, 6, gls.UNSIGNED_INT, 0)
	}
	s.sweep()
	return nil
}

// bind binds the texture of a panel and uploads its changes.
func (s *panels) bind(gs *gls.GLS, q *hud.Panel) {
	t := s.textures[q.ID]
	if t == nil {
		t = &panelTexture{}
		gl.GenTextures(1, &t.id)
		s.textures[q.ID] = t
	}
	t.used = true
	gs.BindTexture(gl.TEXTURE_2D, t.id)
	size := q.Image.Rect.Size()
	if t.version != q.Version || t.w != size.X || t.h != size.Y {
		t.upload(q.Image, size != image.Pt(q.W, q.H))
		t.version = q.Version
	}
}

func (t *panelTexture) upload(m *image.RGBA, stretched bool) {
	size := m.Rect.Size()
	gl.PixelStorei(gl.UNPACK_ROW_LENGTH, int32(m.Stride/4))
	pix := unsafe.Pointer(&m.Pix[m.PixOffset(m.Rect.Min.X, m.Rect.Min.Y)])
	if t.w != size.X || t.h != size.Y {
		t.w, t.h = size.X, size.Y
		filter := int32(gl.NEAREST)
		if stretched {
			filter = gl.LINEAR
		}
		likeWindow(t.w, t.h)
		gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, filter)
		gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, filter)
		gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
		gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
	}
	gl.TexSubImage2D(gl.TEXTURE_2D, 0, 0, 0, int32(t.w), int32(t.h), gl.RGBA, gl.UNSIGNED_BYTE, pix)
	gl.PixelStorei(gl.UNPACK_ROW_LENGTH, 0)
}

// sweep deletes the textures of removed panels.
func (s *panels) sweep() {
	for id, t := range s.textures {
		if !t.used {
			release(t.id)
			delete(s.textures, id)
		}
		t.used = false
	}
}

func (s *panels) dispose() {
	s.sweep()
	s.sweep()
	if s.quad != nil {
		s.quad.Dispose()
		s.quad = nil
	}
}
