package render

import (
	"github.com/g3n/engine/core"
	"github.com/g3n/engine/gls"
	"github.com/go-gl/gl/v3.3-core/gl"
)

// boardPass clears the damaged areas and draws the table and the board.
type boardPass struct {
	root  *core.Node
	shelf *shelf
}

func newBoardPass(*painter) (pass, error) { return &boardPass{root: core.NewNode()}, nil }

func (s *boardPass) draw(p *painter, f *frame) error {
	if s.shelf != f.shelf {
		s.root.RemoveAll(false)
		s.shelf = f.shelf
		for _, w := range f.shelf.set {
			s.root.Add(newBody(w.geom, w.paint))
		}
	}
	gl.BindFramebuffer(gl.FRAMEBUFFER, p.target.draw)
	for _, a := range f.areas {
		p.cut(a, p.w, p.h)
		p.gs.DepthMask(true)
		p.gs.ClearColor(darkness[0], darkness[1], darkness[2], 1)
		p.gs.Clear(gls.COLOR_BUFFER_BIT | gls.DEPTH_BUFFER_BIT)
		if err := p.r.Render(s.root, &p.eye); err != nil {
			return err
		}
	}
	return nil
}

// darkness is the colour of the hall beyond the table.
var darkness = [3]float32{0.045, 0.035, 0.028}

func (s *boardPass) dispose() {
	s.root.RemoveAll(false)
	s.shelf = nil
}
