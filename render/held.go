package render

import "tafl3d/render/gl"

// Holdings counts what the graphics driver holds for the program.
type Holdings struct{ Textures, Buffers, Arrays, FrameBuffers, RenderBuffers, Programs int }

// fewestNames is the number up to which names are looked at in any case: some
// drivers give the lowest name that is free, others count on.
const fewestNames = 8000

// Held counts what the driver holds in the context that is current.
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

// held counts the names that stand for something, up to the next that the
// driver would give.
func held(next uint32, is func(uint32) bool) (n int) {
	for id := uint32(1); id < max(next, fewestNames); id++ {
		if is(id) {
			n++
		}
	}
	return n
}

// fresh returns a name that is free.
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
