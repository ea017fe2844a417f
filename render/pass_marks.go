package render

import (
	"github.com/g3n/engine/core"

	"tafl3d/render/gl"
)

// markPass draws the marks on the board.
type markPass struct {
	root *core.Node
}

func newMarkPass(*painter) (pass, error) {
	return &markPass{root: core.NewNode()}, nil
}

func (s *markPass) draw(p *painter, f *frame) error {
	s.root.RemoveAll(false)
	for i := range f.marks {
		m := &f.marks[i]
		seed := float32(int(m.square)%17) * 1.7
		b := newBody(p.quad, newDecalPaint(progMark, [4]float32{float32(m.shape), m.halfX, m.halfZ, seed}))
		b.place(m.at.X, m.at.Y, m.at.Z, 0, m.turn, 0)
		b.SetScale(m.halfX, 1, m.halfZ)
		b.SetRenderOrder(i)
		b.tint, b.area = m.tint, m.area
		s.root.Add(b)
	}
	gl.BindFramebuffer(gl.FRAMEBUFFER, p.target.draw)
	return p.each(f.areas, s.root)
}

func (s *markPass) dispose() { s.root.RemoveAll(false) }
