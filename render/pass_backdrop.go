package render

import (
	"math"

	"github.com/g3n/engine/core"
	"github.com/g3n/engine/material"

	"tafl3d/render/gl"
	"tafl3d/render/room"
)

// backdropPass draws the floor of the room behind everything else.
type backdropPass struct {
	root  *core.Node
	floor *body
	wall  *body // for photographs that show more than the table
}

func newBackdropPass(p *painter) (pass, error) {
	s := &backdropPass{root: core.NewNode()}
	paint := newDecalPaint(progFloor, [4]float32{})
	paint.SetBlending(material.BlendNone)
	s.floor = newBody(p.quad, paint)
	s.floor.tint[0] = 0
	s.root.Add(s.floor)
	if p.opt.Photograph {
		s.wall = newBody(p.quad, paint)
		s.root.Add(s.wall)
	}
	return s, nil
}

// deep is the distance of the floor below the board, in half boards.
const deep = 1.35

func (s *backdropPass) draw(p *painter, f *frame) error {
	half := lit(f.scene.On())
	s.floor.place(0, -deep*half, 0, 0, 0, 0)
	s.floor.SetScale(4*room.FloorReach*half, 1, 4*room.FloorReach*half)
	if s.wall != nil {
		const far = 8 // in half boards behind the centre of view
		to := f.scene.Camera().Toward()
		s.wall.place(to.X*far*half, 0, to.Z*far*half, math.Pi/2, float32(math.Atan2(float64(-to.X), float64(-to.Z))), 0)
		s.wall.SetScale(20*half, 1, 20*half)
	}
	gl.BindFramebuffer(gl.FRAMEBUFFER, p.target.draw)
	return p.each(f.areas, s.root)
}

func (s *backdropPass) dispose() {}
