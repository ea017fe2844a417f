package render

import (
	"github.com/g3n/engine/core"
	"github.com/g3n/engine/gls"
	"github.com/go-gl/gl/v3.3-core/gl"

	"tafl3d/render/room"
)

// backdropPass clears the damaged areas and draws the floor of the room.
type backdropPass struct {
	root  *core.Node
	floor *body
}

func newBackdropPass(p *painter) (pass, error) {
	s := &backdropPass{root: core.NewNode()}
	s.floor = newBody(p.quad, newDecalPaint(progFloor, [4]float32{}))
	s.root.Add(s.floor)
	return s, nil
}

// deep is how far the floor lies under the board, in half boards.
const deep = 1.35

func (s *backdropPass) draw(p *painter, f *frame) error {
	half := lit(f.scene.On())
	s.floor.place(0, -deep*half, 0, 0, 0, 0)
	s.floor.SetScale(4*room.FloorReach*half, 1, 4*room.FloorReach*half)
	gl.BindFramebuffer(gl.FRAMEBUFFER, p.target.draw)
	for _, a := range f.areas {
		p.cut(a, p.w, p.h)
		p.gs.DepthMask(true)
		p.gs.ClearColor(0, 0, 0, 1)
		p.gs.Clear(gls.COLOR_BUFFER_BIT | gls.DEPTH_BUFFER_BIT)
		if err := p.r.Render(s.root, &p.eye); err != nil {
			return err
		}
	}
	return nil
}

func (s *backdropPass) dispose() {}
