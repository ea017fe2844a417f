package render

import (
	"encoding/binary"
	"image"
	"unsafe"

	"tafl3d/render/gl"
)

// reserve allocates the bound texture with all mipmap levels. This is slow for large textures.
func reserve(levels []*image.NRGBA, repeat bool) {
	for i, m := range levels {
		s := m.Rect.Size()
		gl.TexImage2D(gl.TEXTURE_2D, int32(i), gl.RGBA8, int32(s.X), int32(s.Y), 0, gl.RGBA, gl.UNSIGNED_BYTE, nil)
	}
	wrap := int32(gl.CLAMP_TO_EDGE)
	if repeat {
		wrap = gl.REPEAT
	}
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, wrap)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, wrap)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAX_LEVEL, int32(len(levels)-1))
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR)
}

// plainTexture uploads a square texture without mipmaps.
func plainTexture(size int, pix []uint8) uint32 {
	defer scratch()()
	t := newTexture()
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, int32(size), int32(size), 0, gl.RGBA, gl.UNSIGNED_BYTE,
		unsafe.Pointer(&pix[0]))
	edged(1)
	return t
}

// emptyTexture creates a texture with mipmap levels to draw into.
func emptyTexture(w, h, levels int) uint32 {
	defer scratch()()
	t := newTexture()
	likeWindow(w, h)
	edged(levels)
	return t
}

// newTexture creates and binds a texture.
func newTexture() (t uint32) {
	gl.GenTextures(1, &t)
	gl.BindTexture(gl.TEXTURE_2D, t)
	return t
}

// likeWindow allocates w by h pixels for the bound texture in the byte order of windows. Mesa's software
// renderer copies such a texture to a window in a third of the time if the program only looks it up. It
// accepts the order only with an unsized format.
func likeWindow(w, h int) {
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.RGBA, int32(w), int32(h), 0, gl.BGRA, gl.UNSIGNED_INT_8_8_8_8_REV, nil)
}

// edged clamps the bound texture to its edges and sets the number of levels.
func edged(levels int) {
	filter := int32(gl.LINEAR)
	if levels > 1 {
		filter = gl.LINEAR_MIPMAP_NEAREST
		gl.GenerateMipmap(gl.TEXTURE_2D)
	}
	for name, v := range map[uint32]int32{
		gl.TEXTURE_WRAP_S: gl.CLAMP_TO_EDGE, gl.TEXTURE_WRAP_T: gl.CLAMP_TO_EDGE,
		gl.TEXTURE_MIN_FILTER: filter, gl.TEXTURE_MAG_FILTER: gl.LINEAR,
		gl.TEXTURE_MAX_LEVEL: int32(levels - 1),
	} {
		gl.TexParameteri(gl.TEXTURE_2D, name, v)
	}
}

// scratchUnit is the texture unit for creating textures. Lower units belong to the programs.
const scratchUnit = 7

// scratch activates scratchUnit. restore activates the previous unit again, as g3n expects.
func scratch() (restore func()) {
	var before int32
	gl.GetIntegerv(gl.ACTIVE_TEXTURE, &before)
	gl.ActiveTexture(gl.TEXTURE0 + scratchUnit)
	return func() { gl.ActiveTexture(uint32(before)) }
}

// levels returns the mipmap levels of a picture, down to one texel.
func levels(m *image.NRGBA) []*image.NRGBA {
	all := []*image.NRGBA{m}
	for m.Rect.Dx() > 1 && m.Rect.Dy() > 1 {
		m = halve(m)
		all = append(all, m)
	}
	return all
}

// halve returns the next mipmap level of m.
func halve(m *image.NRGBA) *image.NRGBA {
	w, h := m.Rect.Dx()/2, m.Rect.Dy()/2
	out := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		a, b := m.Pix[2*y*m.Stride:], m.Pix[(2*y+1)*m.Stride:]
		o := out.Pix[y*out.Stride:]
		for i := 0; i < w*4; i += 4 {
			p, q := binary.LittleEndian.Uint64(a[2*i:]), binary.LittleEndian.Uint64(b[2*i:])
			even, odd := p&bytesApart+q&bytesApart, p>>8&bytesApart+q>>8&bytesApart
			even, odd = quarter(even), quarter(odd)
			binary.LittleEndian.PutUint32(o[i:], uint32(even|odd<<8))
		}
	}
	return out
}

// bytesApart masks every second byte, which leaves room for sums.
const bytesApart = 0x00ff00ff00ff00ff

// quarter adds the two halves of sums, each the sum of two texels, and returns the rounded mean of four
// texels.
func quarter(sums uint64) uint64 {
	return (sums + sums>>32 + 0x00020002) >> 2 & 0x00ff00ff
}

// release deletes textures.
func release(ts ...uint32) {
	for i := range ts {
		if ts[i] != 0 {
			gl.DeleteTextures(1, &ts[i])
		}
	}
}
