package render

import "tafl3d/render/gl"

// Holdings counts the OpenGL objects of the program.
type Holdings struct{ Textures, Buffers, Arrays, FrameBuffers, RenderBuffers, Programs int }

// fewestNames is the smallest range of names to check: some drivers return the lowest free name, others count
// up.
const fewestNames = 8000

// Held counts the objects of the current context.
func Held() Holdings {
	return Holdings{
		Textures:      held(fresh(gl.GenTextures, gl.DeleteTextures), gl.IsTexture),
		Buffers:       held(fresh(gl.GenBuffers, gl.DeleteBuffers), gl.IsBuffer),
		Arrays:        held(fresh(gl.GenVertexArrays, gl.DeleteVertexArrays), gl.IsVertexArray),
		FrameBuffers:  held(fresh(gl.GenFramebuffers, gl.DeleteFramebuffers), gl.IsFramebuffer),
		RenderBuffers: held(fresh(gl.GenRenderbuffers, gl.DeleteRenderbuffers), gl.IsRenderbuffer),
		Programs:      held(freshProgram(), gl.IsProgram),
	}
}

// held counts valid names up to the next name that the driver would return.
func held(next uint32, is func(uint32) bool) (n int) {
	for id := uint32(1); id < max(next, fewestNames); id++ {
		if is(id) {
			n++
		}
	}
	return n
}

// fresh returns a free name.
func fresh(make, drop func(int32, *uint32)) (id uint32) {
	make(1, &id)
	drop(1, &id)
	return id
}

func freshProgram() uint32 {
	id := gl.CreateProgram()
	gl.DeleteProgram(id)
	return id
}
