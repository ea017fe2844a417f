package render

import (
	"github.com/g3n/engine/core"
	"github.com/go-gl/gl/v3.3-core/gl"
)

// boardPass draws the table and the board.
type boardPass struct {
	root  *core.Node
	shelf *shelf
}

func newBoardPass(*painter) (pass, error) { return &boardPass{root: core.NewNode()}, nil }

func (s *boardPass) draw(p *painter, f *frame) error {
	if s.shelf != f.shelf {
		s.root.RemoveAll(false)
		s.shelf = f.shelf
		for i, w := range f.shelf.set {
			b := newBody(w.geom, w.paint)
			b.SetRenderOrder(len(f.shelf.set) - i) // the engine draws what is opaque from the highest on
			s.root.Add(b)
		}
	}
	gl.BindFramebuffer(gl.FRAMEBUFFER, p.target.draw)
	return p.each(f.areas, s.root)
}

func (s *boardPass) dispose() {
	s.root.RemoveAll(false)
	s.shelf = nil
}
