package render

import (
	"image"
	"math/bits"

	"github.com/g3n/engine/core"
	"github.com/g3n/engine/geometry"
	"github.com/g3n/engine/gls"
	"github.com/g3n/engine/material"
	"github.com/g3n/engine/renderer"

	"tafl3d/render/carve"
	"tafl3d/render/gl"
)

// sketch is the version of a part of board or table for drafts. For flat parts, the light on upward faces is
// baked into a texture once; shadows are drawn over it. A draft then needs two texture lookups instead of a
// lighting computation. Upright parts get a simplified mesh.
type sketch struct {
	mesh uploadedMesh
	top  *geometry.Geometry // shows the baked texture; nil: none
	rest *geometry.Geometry // lit in every picture; nil: none
	view *sketchPaint
	size image.Point
	by   lamp // light of the baked texture; zero: not baked yet
}

// sketchSize is the largest width of a baked texture in texels: about the pixels of the board in a draft.
const sketchSize = 512

// upright is the smallest upward component of the normals of baked faces. It includes bevels.
const upright = 0.25

// flatFaceLimit is the largest number of faces of a part that counts as flat.
const flatFaceLimit = 1000

// propCell is the cell size for simplified objects on the table, in squares.
const propCell = 0.07

// newSketch returns the sketch of a part; nil if it would not be faster.
func newSketch(gs *gls.GLS, r *renderer.Renderer, part *carve.Part, w uploadedMesh) (*sketch, error) {
	if w.paint.prog != progCarved && w.paint.prog != progMatte {
		return nil, nil
	}
	if len(part.Mesh.Indices) > 3*flatFaceLimit {
		m := coarse(&part.Mesh, propCell)
		s := &sketch{mesh: w, rest: interleaved(m.Positions, m.Normals, m.UVs, m.Tangents, m.Indices)}
		return s, prime(gs, r, s.rest, progCarved)
	}
	top, rest := part.Mesh, part.Mesh
	top.Indices, rest.Indices = sorted(&part.Mesh)
	if len(top.Indices) == 0 {
		return nil, nil
	}
	s := &sketch{mesh: w, view: newSketchPaint(), size: part.Material.Maps.Albedo.Rect.Size()}
	for s.size.X > sketchSize {
		s.size = s.size.Div(2)
	}
	s.top = interleaved(top.Positions, top.Normals, top.UVs, top.Tangents, top.Indices)
	if err := prime(gs, r, s.top, progCarved); err != nil || len(rest.Indices) == 0 {
		return s, err
	}
	s.rest = interleaved(rest.Positions, rest.Normals, rest.UVs, rest.Tangents, rest.Indices)
	return s, prime(gs, r, s.rest, progCarved)
}

// sorted returns the upward faces of a mesh and the others.
func sorted(m *carve.Mesh) (up, others []uint32) {
	for i := 0; i+2 < len(m.Indices); i += 3 {
		face := m.Indices[i : i+3]
		if min(m.Normals[3*face[0]+1], m.Normals[3*face[1]+1], m.Normals[3*face[2]+1]) > upright {
			up = append(up, face...)
		} else {
			others = append(others, face...)
		}
	}
	return up, others
}

func (s *sketch) dispose() {
	if s == nil {
		return
	}
	for _, g := range []*geometry.Geometry{s.top, s.rest} {
		if g != nil {
			g.Dispose()
		}
	}
	if s.view != nil {
		release(s.view.picture)
	}
}

// lamp identifies the light of a sketch and the position of the eye for its gloss.
type lamp struct {
	sky   *sky
	light keyLight
	eye   [4]float32
}

// shines reports whether the light is still current.
func (l *lamp) shines(p *painter) bool { return l.sky == p.sky && l.light == p.light }

// ready reports whether drafts can show the sketch.
func (s *sketch) ready(p *painter) bool { return s.top == nil || s.by.shines(p) }

// missing returns a sketch to bake before drafts can show it or, if there is time, one baked for another eye
// position; nil if there is none. The first picture of a stage does not wait for sketches, and brief stages
// have none.
func (p *painter) missing() *sketch {
	if p.resources == nil || p.fresh || p.brief() || p.sky == nil || p.last == (block{}) || p.last.toward[3] != 0 {
		return nil
	}
	for _, s := range p.resources.drafts {
		if s != nil && s.top != nil && (!s.by.shines(p) || !p.isDraft() && s.by.eye != p.last.eye) {
			return s
		}
	}
	return nil
}

// sketchNext bakes the next missing sketch, if any. It bakes one per call to keep the pauses short.
func (p *painter) sketchNext() error {
	s := p.missing()
	if s == nil {
		return nil
	}
	s.by = lamp{p.sky, p.light, p.last.eye}
	return s.draw(p)
}

// owing reports whether drafts need a missing sketch.
func (p *painter) owing() bool { return p.pace.Drafts() && p.missing() != nil }

// draw bakes the light: first for all faces, so that the texture has no gaps at seams, then for the upward
// faces.
func (s *sketch) draw(p *painter) error {
	if s.view.picture == 0 {
		s.view.picture = emptyTexture(s.size.X, s.size.Y, bits.Len(uint(min(s.size.X, s.size.Y))))
	}
	var frame uint32
	gl.GenFramebuffers(1, &frame)
	defer gl.DeleteFramebuffers(1, &frame)
	gl.BindFramebuffer(gl.FRAMEBUFFER, frame)
	gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, s.view.picture, 0)
	if err := use(p.r, s.mesh.paint.prog+unfolded); err != nil {
		return err
	}
	p.uncut()
	p.gs.Viewport(0, 0, int32(s.size.X), int32(s.size.Y))
	s.mesh.paint.RenderSetup(p.gs)
	p.gs.Disable(gls.DEPTH_TEST)
	p.gs.Disable(gls.CULL_FACE)
	at := newBody(s.mesh.geom, s.mesh.paint)
	at.UpdateMatrixWorld()
	at.CalculateMatrices(p.gs, &core.RenderInfo{})
	at.RenderSetup(p.gs, nil)
	for _, g := range []*geometry.Geometry{s.mesh.geom, s.top} {
		g.RenderSetup(p.gs)
		p.gs.DrawElements(gls.TRIANGLES, int32(len(g.Indices())), gls.UNSIGNED_INT, 0)
	}
	defer scratch()()
	gl.BindTexture(gl.TEXTURE_2D, s.view.picture)
	gl.GenerateMipmap(gl.TEXTURE_2D)
	return nil
}

// sketchPaint is the material that shows a sketch.
type sketchPaint struct {
	material.Material
	picture uint32
}

func newSketchPaint() *sketchPaint {
	p := &sketchPaint{}
	prepare(&p.Material, progSketch)
	p.SetBlending(material.BlendNone)
	return p
}

// RenderSetup sets the texture. The engine calls it.
func (p *sketchPaint) RenderSetup(gs *gls.GLS) {
	p.Material.RenderSetup(gs)
	gs.ActiveTexture(gl.TEXTURE0)
	gs.BindTexture(gl.TEXTURE_2D, p.picture)
}

// stretch draws the picture of the target, which may be smaller, over the whole window.
func (p *painter) stretch() error {
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
	if err := use(p.r, progSpread); err != nil {
		return err
	}
	gs := p.gs
	gs.Viewport(0, 0, int32(p.full.w), int32(p.full.h))
	gs.Disable(gls.DEPTH_TEST)
	gs.Disable(gls.CULL_FACE)
	gs.Disable(gls.BLEND)
	gs.ActiveTexture(gl.TEXTURE0)
	gs.BindTexture(gl.TEXTURE_2D, p.target.picture)
	p.panels.quad.RenderSetup(gs)
	gs.DrawElements(gls.TRIANGLES, 6, gls.UNSIGNED_INT, 0)
	return nil
}
