package render

import "github.com/go-gl/gl/v3.3-core/gl"

// Holdings counts what the graphics driver holds for the program.
type Holdings struct{ Textures, Buffers, Arrays, FrameBuffers, RenderBuffers, Programs int }

// mostNames is the number up to which names are looked at. Drivers give the lowest
// that are free.
const mostNames = 8000

// Held counts what the driver holds in the context that is current.
func Held() (h Holdings) {
	counts := []struct {
		n  *int
		is func(uint32) bool
	}{
		{&h.Textures, gl.IsTexture}, {&h.Buffers, gl.IsBuffer}, {&h.Arrays, gl.IsVertexArray},
		{&h.FrameBuffers, gl.IsFramebuffer}, {&h.RenderBuffers, gl.IsRenderbuffer}, {&h.Programs, gl.IsProgram},
	}
	for id := uint32(1); id < mostNames; id++ {
		for _, c := range counts {
			if c.is(id) {
				*c.n++
			}
		}
	}
	return h
}
