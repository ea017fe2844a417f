package render

import (
	"tafl3d/render/gl"
)

// contactPass draws the contact shadow under every piece.
type contactPass struct {
	instances
	paint *decalPaint
}

func newContactPass(*painter) (pass, error) {
	return &contactPass{instances: newInstances(), paint: newDecalPaint(progBlob, [4]float32{})}, nil
}

func (s *contactPass) draw(p *painter, f *frame) error {
	st := f.scene.On()
	s.follow(f.men, func(*standing) []*body { return []*body{newBody(p.quad, s.paint)} }, func(m *standing, b *body) {
		ground := groundUnder(st, m.at)
		high := max(m.at.Y-ground, 0)
		r := m.model.size.max.X + 0.24 + 0.25*high
		b.place(m.at.X, ground+0.003, m.at.Z, 0, 0, 0)
		b.SetScale(r, 1, r)
		b.tint[0] = 0.78 / (1 + 7*high)
		b.area = m.area
	})
	gl.BindFramebuffer(gl.FRAMEBUFFER, p.target.draw)
	return p.each(f.areas, s.root)
}

func (s *contactPass) dispose() { s.clear() }
