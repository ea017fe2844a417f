package render

import (
	"github.com/g3n/engine/gls"
	"github.com/g3n/engine/material"

	"tafl3d/render/carve"
	"tafl3d/render/gl"
)

// paint is a lit material. The shelf that made it owns its textures.
type paint struct {
	material.Material
	prog                   string // program for full pictures
	of                     carve.Material
	maps                   [maps]uint32 // colour and surface textures; 0: none
	uBase, uSurface, uGlow gls.Uniform
	uClear                 gls.Uniform
}

func newPaint(m carve.Material, textures [maps]uint32) *paint {
	p := &paint{of: m, maps: textures}
	prog := progPlain
	switch {
	case m.Clear > 0:
		prog = progGlass
	case textures[0] != 0 && m.Coat == 0 && m.Metal == 0 && m.Roughness >= matte:
		prog = progMatte
	case textures[0] != 0:
		prog = progCarved
	}
	p.prog = prog
	prepare(&p.Material, prog)
	p.SetBlending(material.BlendNone)
	p.uBase.Init("uBase")
	p.uSurface.Init("uSurface")
	p.uGlow.Init("uGlow")
	p.uClear.Init("uClear")
	return p
}

// useDraft switches between drafts and full pictures. Drafts use a simpler program, the nearest mipmap level,
// and unfiltered surface textures.
func (p *paint) useDraft(on bool) {
	prog, filters := p.prog, [maps]int32{gl.LINEAR_MIPMAP_LINEAR, gl.LINEAR_MIPMAP_LINEAR}
	if on {
		prog, filters = p.prog+draftSuffix, [maps]int32{gl.LINEAR_MIPMAP_NEAREST, gl.NEAREST_MIPMAP_NEAREST}
	}
	p.SetShader(prog)
	defer scratch()()
	for i, t := range p.maps {
		if t != 0 {
			gl.BindTexture(gl.TEXTURE_2D, t)
			gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, filters[i])
		}
	}
}

// matte is the roughness from which gloss is left out.
const matte = 0.55

// prepare makes a material use one of our programs.
func prepare(m *material.Material, prog string) {
	m.Init()
	m.SetShader(prog)
	m.SetShaderUnique(true)
	m.SetUseLights(material.UseLightNone)
}

// RenderSetup sets the uniforms of the material. The engine calls it.
func (p *paint) RenderSetup(gs *gls.GLS) {
	p.Material.RenderSetup(gs)
	m := &p.of
	gs.Uniform3f(p.uBase.Location(gs), m.Base[0], m.Base[1], m.Base[2])
	if p.prog != progMatte {
		gs.Uniform4f(p.uSurface.Location(gs), m.Roughness, m.Metal, m.Coat, m.CoatRoughness)
		gs.Uniform4f(p.uGlow.Location(gs), m.Glow[0]*glowing, m.Glow[1]*glowing, m.Glow[2]*glowing, m.Wrap)
	}
	if p.prog == progGlass {
		gs.Uniform4f(p.uClear.Location(gs), m.Left[0], m.Left[1], m.Left[2], m.Clear)
	}
	for i, t := range p.maps {
		if t != 0 {
			gs.ActiveTexture(gl.TEXTURE0 + uint32(i))
			gs.BindTexture(gl.TEXTURE_2D, t)
		}
	}
}

// glowing is the strength of light through translucent materials.
const glowing = 0.16

// depthPaint is the material of the shadow map. It draws back faces, so that lit faces do not shadow
// themselves.
type depthPaint struct {
	material.Material
	light  *keyLight
	uLight gls.Uniform
}

func newDepthPaint(l *keyLight) *depthPaint {
	p := &depthPaint{light: l}
	prepare(&p.Material, progDepth)
	p.SetBlending(material.BlendNone)
	p.uLight.Init("uLight")
	return p
}

// RenderSetup sets the uniforms of the light. The engine calls it.
func (p *depthPaint) RenderSetup(gs *gls.GLS) {
	p.Material.RenderSetup(gs)
	gs.UniformMatrix4fv(p.uLight.Location(gs), 1, false, &p.light.proj[0])
}

// decalPaint is the material of decals on the board: marks and contact shadows.
type decalPaint struct {
	material.Material
	mark   bool
	shape  [4]float32
	uShape gls.Uniform
}

func newDecalPaint(prog string, shape [4]float32) *decalPaint {
	p := &decalPaint{mark: prog == progMark, shape: shape}
	prepare(&p.Material, prog)
	p.SetDepthMask(false)
	p.SetTransparent(true)
	p.uShape.Init("uShape")
	return p
}

// RenderSetup sets the uniforms of the shape. The engine calls it.
func (p *decalPaint) RenderSetup(gs *gls.GLS) {
	p.Material.RenderSetup(gs)
	if p.mark {
		gs.Uniform4f(p.uShape.Location(gs), p.shape[0], p.shape[1], p.shape[2], p.shape[3])
	}
}

// tokenPaint is the material of pieces in the flat view.
type tokenPaint struct {
	material.Material
	flat              carve.Flat
	uBase, uRim, uInk gls.Uniform
}

func newTokenPaint(f carve.Flat) *tokenPaint {
	p := &tokenPaint{flat: f}
	prepare(&p.Material, progToken)
	p.SetTransparent(true)
	p.SetDepthTest(false)
	p.uBase.Init("uBase")
	p.uRim.Init("uRim")
	p.uInk.Init("uInk")
	return p
}

// RenderSetup sets the uniforms of the colours. The engine calls it.
func (p *tokenPaint) RenderSetup(gs *gls.GLS) {
	p.Material.RenderSetup(gs)
	gs.Uniform3f(p.uBase.Location(gs), p.flat.Fill[0], p.flat.Fill[1], p.flat.Fill[2])
	gs.Uniform3f(p.uRim.Location(gs), p.flat.Rim[0], p.flat.Rim[1], p.flat.Rim[2])
	gs.Uniform3f(p.uInk.Location(gs), p.flat.Ink[0], p.flat.Ink[1], p.flat.Ink[2])
}
