package render

import (
	"unsafe"

	"tafl3d/render/gl"
	"tafl3d/render/room"
)

// sky holds the uploaded light of a room.
type sky struct {
	*room.Light
	mirror, floor uint32
}

// newSky uploads the light of a room.
func newSky(l *room.Light) *sky {
	s := &sky{Light: l}
	gl.Enable(gl.TEXTURE_CUBE_MAP_SEAMLESS)
	gl.GenTextures(1, &s.mirror)
	defer scratch()()
	gl.BindTexture(gl.TEXTURE_CUBE_MAP, s.mirror)
	for k := range l.Mirror {
		n := int32(room.MirrorSize >> k)
		for face, pix := range l.Mirror[k] {
			gl.TexImage2D(gl.TEXTURE_CUBE_MAP_POSITIVE_X+uint32(face), int32(k), gl.RGBA8, n, n, 0, gl.RGBA,
				gl.UNSIGNED_BYTE, unsafe.Pointer(&pix[0]))
		}
	}
	gl.TexParameteri(gl.TEXTURE_CUBE_MAP, gl.TEXTURE_MAX_LEVEL, room.Levels-1)
	gl.TexParameteri(gl.TEXTURE_CUBE_MAP, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR)
	gl.TexParameteri(gl.TEXTURE_CUBE_MAP, gl.TEXTURE_MAG_FILTER, gl.LINEAR)
	s.floor = plainTexture(room.FloorSize, l.Floor)
	return s
}

// bind makes the light available to the programs.
func (s *sky) bind(p *painter) {
	p.gs.ActiveTexture(gl.TEXTURE0 + skyUnit)
	gl.BindTexture(gl.TEXTURE_CUBE_MAP, s.mirror)
	p.gs.ActiveTexture(gl.TEXTURE0 + floorUnit)
	p.gs.BindTexture(gl.TEXTURE_2D, s.floor)
}

// harmonics returns the coefficients for the shaders, multiplied by the constants of the basis.
func (s *sky) harmonics() (out [9][4]float32) {
	factor := [9]float32{0.282095, 0.488603, 0.488603, 0.488603, 1.092548, 1.092548, 0.315392, 1.092548, 0.546274}
	for i, h := range s.Harmonics {
		out[i] = [4]float32{h[0] * factor[i], h[1] * factor[i], h[2] * factor[i], 0}
	}
	return out
}

func (s *sky) dispose() { release(s.mirror, s.floor) }
