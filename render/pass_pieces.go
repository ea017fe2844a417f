package render

import "tafl3d/render/gl"

// piecePass draws the pieces.
type piecePass struct{ instances }

func newPiecePass(*painter) (pass, error) { return &piecePass{newInstances()}, nil }

func (s *piecePass) draw(p *painter, f *frame) error {
	if f.flat == 1 {
		return nil // tokens replace them
	}
	s.follow(f.men, s.fresh, func(m *standing, b *body) {
		stand(m, b)
		b.tint = [4]float32{m.vary.Tint[0], m.vary.Tint[1], m.vary.Tint[2], 1}
		b.area, b.hidden = m.area, b.rough != p.isDraft()
	})
	gl.BindFramebuffer(gl.FRAMEBUFFER, p.target.draw)
	return p.each(f.areas, s.root)
}

func (s *piecePass) fresh(m *standing) []*body {
	var bs []*body
	for _, w := range m.model.parts {
		bs = append(bs, newBody(w.geom, w.paint))
	}
	for _, w := range m.model.rough {
		b := newBody(w.geom, w.paint)
		b.rough = true
		bs = append(bs, b)
	}
	return bs
}

func (s *piecePass) dispose() { s.clear() }
