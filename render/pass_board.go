package render

import (
	"github.com/g3n/engine/core"

	"tafl3d/render/gl"
)

// boardPass draws the table and the board.
type boardPass struct {
	root      *core.Node
	resources *resources
	parts     []setPart
}

// setPart is a part of the set with its version for drafts.
type setPart struct {
	whole  *body
	sketch *sketch // nil: drafts use the full part
	board  bool    // of the board itself, not of the table
	drawn  []*body // replace the full part once the sketch is drawn
}

func newBoardPass(*painter) (pass, error) { return &boardPass{root: core.NewNode()}, nil }

func (s *boardPass) draw(p *painter, f *frame) error {
	if s.resources != f.resources {
		s.dispose()
		s.furnish(f.resources)
	}
	for _, part := range s.parts {
		short := p.isDraft() && f.flat == 0 && part.sketch != nil && part.sketch.ready(p)
		part.whole.hidden = short || p.layer == BoardLayer && !part.board
		for _, b := range part.drawn {
			b.hidden = !short
		}
	}
	gl.BindFramebuffer(gl.FRAMEBUFFER, p.target.draw)
	return p.each(f.areas, s.root)
}

// furnish takes the set of a shelf.
func (s *boardPass) furnish(from *resources) {
	s.resources = from
	for i, w := range from.set {
		part := setPart{whole: newBody(w.geom, w.paint), sketch: from.drafts[i], board: w.name == "board/top" ||
			w.name == "board/side"}
		if k := part.sketch; k != nil {
			if k.top != nil {
				part.drawn = append(part.drawn, newBody(k.top, k.view))
			}
			if k.rest != nil {
				part.drawn = append(part.drawn, newBody(k.rest, w.paint))
			}
		}
		for _, b := range append(part.drawn, part.whole) {
			b.SetRenderOrder(len(from.set) - i) // the engine draws opaque objects in descending order
			s.root.Add(b)
		}
		s.parts = append(s.parts, part)
	}
}

func (s *boardPass) dispose() {
	s.root.RemoveAll(false)
	s.resources, s.parts = nil, nil
}
