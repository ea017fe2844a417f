package render

import (
	"github.com/g3n/engine/core"
	"github.com/g3n/engine/geometry"
	"github.com/g3n/engine/gls"
	"github.com/g3n/engine/graphic"
	"github.com/g3n/engine/material"
	"github.com/g3n/engine/math32"
)

// body is a positioned mesh. The engine draws it with one of our shader programs.
type body struct {
	graphic.Graphic
	tint            [4]float32
	area            area // in the picture or in the shadow map; empty: everywhere
	uModel, uTinted gls.Uniform
	bare            bool // the program uses no tint
	rough           bool // low-poly version for drafts
	hidden          bool // not drawn in this picture
}

// newBody returns a body with a shared geometry and a shared material.
func newBody(g *geometry.Geometry, m material.IMaterial) *body {
	b := &body{tint: [4]float32{1, 1, 1, 0}}
	b.Init(b, g, gls.TRIANGLES)
	b.SetCullable(false)
	b.AddMaterial(b, m, 0, 0)
	b.uModel.Init("uModel")
	b.uTinted.Init("uTint")
	switch m.(type) {
	case *depthPaint, *sketchPaint:
		b.bare = true
	}
	return b
}

// RenderSetup sets the uniforms for transform and tint. The engine calls it.
func (b *body) RenderSetup(gs *gls.GLS, _ *core.RenderInfo) {
	gs.UniformMatrix4fv(b.uModel.Location(gs), 1, false, &b.ModelMatrix()[0])
	if !b.bare {
		gs.Uniform4f(b.uTinted.Location(gs), b.tint[0], b.tint[1], b.tint[2], b.tint[3])
	}
}

// Dispose does nothing: geometry and material are shared, and their owners dispose of them.
func (b *body) Dispose() {}

// place sets the position and the rotation about the three axes.
func (b *body) place(x, y, z, tiltX, turn, tiltZ float32) {
	b.SetPosition(x, y, z)
	b.SetRotation(tiltX, turn, tiltZ)
}

// show makes only the bodies under root visible that overlap an area.
func show(root *core.Node, a area) {
	for _, n := range root.Children() {
		if b, ok := n.(*body); ok {
			b.SetVisible(!b.hidden && (b.area.empty() || b.area.meets(a)))
		}
	}
}

// interleaved builds a geometry with the vertex layout of all meshes: position, normal, texture coordinates,
// tangent.
func interleaved(positions, normals, uvs, tangents []float32, indices []uint32) *geometry.Geometry {
	n := len(positions) / 3
	data := math32.NewArrayF32(0, n*12)
	for i := range n {
		data.Append(positions[3*i : 3*i+3]...)
		data.Append(slice(normals, i, 3)...)
		data.Append(slice(uvs, i, 2)...)
		data.Append(slice(tangents, i, 4)...)
	}
	vbo := gls.NewVBO(data)
	vbo.AddCustomAttrib("VertexPosition", 3)
	vbo.AddCustomAttrib("VertexNormal", 3)
	vbo.AddCustomAttrib("VertexTexcoord", 2)
	vbo.AddCustomAttrib("VertexTangent", 4)
	g := geometry.NewGeometry()
	g.AddVBO(vbo)
	g.SetIndices(indices)
	return g
}

// slice returns the ith group of n numbers, or zeros if it does not exist.
func slice(v []float32, i, n int) []float32 {
	if len(v) < (i+1)*n {
		return make([]float32, n)
	}
	return v[i*n : (i+1)*n]
}

// quad returns a square from -1 to 1 in the plane y = 0 or, if upright, from 0 to 1 in the plane of the
// picture.
func quad(upright bool) *geometry.Geometry {
	if upright {
		return interleaved([]float32{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0}, nil, nil, nil, []uint32{0, 1, 2, 0, 2, 3})
	}
	return interleaved([]float32{-1, 0, 1, 1, 0, 1, 1, 0, -1, -1, 0, -1}, nil, nil, nil, []uint32{0, 1, 2, 0, 2, 3})
}
