package render

import (
	"github.com/g3n/engine/core"
	"github.com/g3n/engine/material"

	"tafl3d/render/gl"
	"tafl3d/render/room"
)

// backdropPass draws the floor of the room where nothing stands before it.
type backdropPass struct {
	root  *core.Node
	floor *body
}

func newBackdropPass(p *painter) (pass, error) {
	s := &backdropPass{root: core.NewNode()}
	paint := newDecalPaint(progFloor, [4]float32{})
	paint.SetBlending(material.BlendNone)
	s.floor = newBody(p.quad, paint)
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
	return p.each(f.areas, s.root)
}

func (s *backdropPass) dispose() {}
