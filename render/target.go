package render

import (
	"fmt"

	"tafl3d/render/gl"
)

// target is a frame buffer with a multisampled buffer to draw into and a single-sample buffer to show.
type target struct {
	w, h, samples int
	draw, show    uint32
	colour, depth uint32 // of draw
	picture       uint32 // colour texture, instead of a buffer if one sample is enough
	result        uint32 // of show
}

// newTarget creates a target. It uses fewer samples if the driver supports fewer.
func newTarget(w, h, samples int) (*target, error) { return makeTarget(w, h, samples, false) }

// makeTarget creates a target for linear floating-point light or for display colours.
func makeTarget(w, h, samples int, linear bool) (*target, error) {
	var most int32
	gl.GetIntegerv(gl.MAX_SAMPLES, &most)
	t := &target{w: w, h: h, samples: min(samples, int(most))}
	gl.GenFramebuffers(1, &t.draw)
	gl.BindFramebuffer(gl.FRAMEBUFFER, t.draw)
	if linear {
		t.colour = t.storage(gl.RGBA16F, gl.COLOR_ATTACHMENT0, 0)
	} else if t.samples > 1 {
		t.colour = t.storage(gl.RGBA8, gl.COLOR_ATTACHMENT0, t.samples)
	} else {
		t.picture = emptyTexture(w, h, 1)
		gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, t.picture, 0)
	}
	t.depth = t.storage(gl.DEPTH_COMPONENT24, gl.DEPTH_ATTACHMENT, t.samples)
	err := complete()
	if t.samples > 1 {
		gl.GenFramebuffers(1, &t.show)
		gl.BindFramebuffer(gl.FRAMEBUFFER, t.show)
		t.result = t.storage(gl.RGBA8, gl.COLOR_ATTACHMENT0, 0)
		if err == nil {
			err = complete()
		}
	}
	if err != nil {
		t.dispose()
		return nil, err
	}
	return t, nil
}

// storage attaches a buffer to the bound frame buffer.
func (t *target) storage(format, attachment uint32, samples int) uint32 {
	var b uint32
	gl.GenRenderbuffers(1, &b)
	gl.BindRenderbuffer(gl.RENDERBUFFER, b)
	if samples > 1 {
		gl.RenderbufferStorageMultisample(gl.RENDERBUFFER, int32(samples), format, int32(t.w), int32(t.h))
	} else {
		gl.RenderbufferStorage(gl.RENDERBUFFER, format, int32(t.w), int32(t.h))
	}
	gl.FramebufferRenderbuffer(gl.FRAMEBUFFER, attachment, gl.RENDERBUFFER, b)
	return b
}

func complete() error {
	if s := gl.CheckFramebufferStatus(gl.FRAMEBUFFER); s != gl.FRAMEBUFFER_COMPLETE {
		return fmt.Errorf("%w (the driver refuses a frame buffer, status %#x)", ErrNoOpenGL, s)
	}
	return nil
}

// resolve copies an area from the drawn to the shown buffer.
func (t *target) resolve(a area) {
	if t.show == 0 || a.empty() {
		return
	}
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, t.draw)
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, t.show)
	x0, y0, x1, y1 := int32(a.x0), int32(a.y0), int32(a.x1), int32(a.y1)
	gl.BlitFramebuffer(x0, y0, x1, y1, x0, y0, x1, y1, gl.COLOR_BUFFER_BIT, gl.NEAREST)
}

// source returns the frame buffer of the picture after resolve.
func (t *target) source() uint32 {
	if t.show != 0 {
		return t.show
	}
	return t.draw
}

func (t *target) dispose() {
	for _, b := range []*uint32{&t.colour, &t.depth, &t.result} {
		if *b != 0 {
			gl.DeleteRenderbuffers(1, b)
			*b = 0
		}
	}
	release(t.picture)
	t.picture = 0
	for _, f := range []*uint32{&t.draw, &t.show} {
		if *f != 0 {
			gl.DeleteFramebuffers(1, f)
			*f = 0
		}
	}
}

// shadowMap is a depth texture with comparison.
type shadowMap struct {
	size    int
	frame   uint32
	texture uint32
	plain   uint32 // sampler for depths without comparison
	hard    uint32 // sampler that compares with the nearest texel only, for drafts
}

func newShadowMap(size int) (*shadowMap, error) {
	s := &shadowMap{size: size}
	gl.GenTextures(1, &s.texture)
	defer scratch()()
	gl.BindTexture(gl.TEXTURE_2D, s.texture)
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.DEPTH_COMPONENT24, int32(size), int32(size), 0, gl.DEPTH_COMPONENT,
		gl.UNSIGNED_INT, nil)
	for name, v := range map[uint32]int32{
		gl.TEXTURE_MIN_FILTER: gl.LINEAR, gl.TEXTURE_MAG_FILTER: gl.LINEAR,
		gl.TEXTURE_COMPARE_MODE: gl.COMPARE_REF_TO_TEXTURE, gl.TEXTURE_COMPARE_FUNC: gl.LEQUAL,
		gl.TEXTURE_WRAP_S: gl.CLAMP_TO_EDGE, gl.TEXTURE_WRAP_T: gl.CLAMP_TO_EDGE,
	} {
		gl.TexParameteri(gl.TEXTURE_2D, name, v)
	}
	gl.GenFramebuffers(1, &s.frame)
	gl.BindFramebuffer(gl.FRAMEBUFFER, s.frame)
	gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, s.texture, 0)
	gl.DrawBuffer(gl.NONE)
	gl.ReadBuffer(gl.NONE)
	s.plain, s.hard = nearest(gl.NONE), nearest(gl.COMPARE_REF_TO_TEXTURE)
	if err := complete(); err != nil {
		s.dispose()
		return nil, err
	}
	return s, nil
}

// nearest creates a nearest-texel sampler, with or without comparison.
func nearest(compare int32) (s uint32) {
	gl.GenSamplers(1, &s)
	for name, v := range map[uint32]int32{
		gl.TEXTURE_MIN_FILTER: gl.NEAREST, gl.TEXTURE_MAG_FILTER: gl.NEAREST,
		gl.TEXTURE_COMPARE_MODE: compare, gl.TEXTURE_COMPARE_FUNC: gl.LEQUAL,
		gl.TEXTURE_WRAP_S: gl.CLAMP_TO_EDGE, gl.TEXTURE_WRAP_T: gl.CLAMP_TO_EDGE,
	} {
		gl.SamplerParameteri(s, name, v)
	}
	return s
}

// bind binds the map twice: for comparison and for reading depths.
func (s *shadowMap) bind(p *painter) {
	for _, unit := range []uint32{shadowUnit, casterUnit} {
		p.gs.ActiveTexture(gl.TEXTURE0 + unit)
		p.gs.BindTexture(gl.TEXTURE_2D, s.texture)
	}
	gl.BindSampler(casterUnit, s.plain)
	soft := uint32(0)
	if p.isDraft() {
		soft = s.hard
	}
	gl.BindSampler(shadowUnit, soft)
}

func (s *shadowMap) dispose() {
	release(s.texture)
	for unit, made := range map[uint32]*uint32{casterUnit: &s.plain, shadowUnit: &s.hard} {
		gl.BindSampler(unit, 0)
		gl.DeleteSamplers(1, made)
	}
	gl.DeleteFramebuffers(1, &s.frame)
}
