package render

import (
	"github.com/g3n/engine/gls"

	"tafl3d/render/gl"
)

// shadowPass draws the shadow map of the key light.
type shadowPass struct {
	instances
	resources *resources
	set       []*body
}

func newShadowPass(*painter) (pass, error) { return &shadowPass{instances: newInstances()}, nil }

func (s *shadowPass) draw(p *painter, f *frame) error {
	if s.resources != f.resources {
		s.dispose()
		s.resources = f.resources
		for _, w := range f.resources.set {
			b := newBody(w.geom, f.resources.dark)
			s.set = append(s.set, b)
			s.root.Add(b)
		}
	}
	s.follow(f.men, s.fresh, func(m *standing, b *body) {
		stand(m, b)
		b.area = m.dark
	})
	gl.BindFramebuffer(gl.FRAMEBUFFER, p.shadow.frame)
	for _, a := range f.dark {
		p.scissor(a, p.shadow.size, p.shadow.size)
		p.gs.DepthMask(true)
		p.gs.Clear(gls.DEPTH_BUFFER_BIT)
		in := a.within(area{hem, hem, p.shadow.size - hem, p.shadow.size - hem})
		if in.empty() {
			continue
		}
		p.scissor(in, p.shadow.size, p.shadow.size)
		show(s.root, a)
		if err := p.r.Render(s.root, &p.eye); err != nil {
			return err
		}
	}
	return nil
}

// hem is the width of the lit border of the map in texels, so that everything outside is lit.
const hem = 3

func (s *shadowPass) fresh(m *standing) []*body {
	var bs []*body
	for _, w := range m.model.parts {
		bs = append(bs, newBody(w.geom, s.resources.dark))
	}
	return bs
}

func (s *shadowPass) dispose() {
	s.clear()
	for _, b := range s.set {
		s.root.Remove(b)
	}
	s.set, s.resources = nil, nil
}
