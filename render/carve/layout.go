package carve

import (
	"tafl3d/scene"
)

// Dimensions of all boards, in squares.
const (
	rebate    = 0.07        // margin of the field beyond its outermost lines
	frameWide = scene.Frame // from the outermost line of the field to the rim
	thick     = scene.Thick // of the board below the field
	rounding  = 0.1         // of the rim
)

// layout holds the dimensions of a board.
type layout struct {
	stage          scene.Stage
	form           scene.Form
	look           look
	fieldX, fieldZ float32 // half the field; its radius if round
	halfX, halfZ   float32 // half the board
	half           float32 // half the extent of the texture
	rim            float32 // from the outermost line of the field to the rim
	// distance of the coordinates from the outermost line, where no piece hides them
	letters float32
	band    float32 // middle of the interlace band
	res     int     // width of the texture in texels
	scale   float32 // texels per square
}

// layOut computes the layout of a stage.
func layOut(st scene.Stage, o Options) layout {
	x, z := st.Reach()
	l := layout{
		stage: st, form: st.Form(), fieldX: x, fieldZ: z, halfX: x + frameWide, halfZ: z + frameWide,
		rim: frameWide, letters: 0.77, band: 0.34, res: o.size(),
	}
	l.look = lookOf(&st, l.form, o)
	l.half = max(l.halfX, l.halfZ)
	if l.form == scene.Disc {
		l.fieldX = st.Radius() + 0.42
		l.fieldZ, l.rim = l.fieldX, l.half-l.fieldX
		l.letters, l.band = 0.44*l.rim/frameWide, 0.77*l.rim/frameWide
	}
	l.scale = float32(l.res) / (2 * l.half)
	return l
}

// side returns half the length of the field along side 0 to 3, and the distance of that edge from the middle.
func (l *layout) side(side int) (long, far float32) {
	if side%2 == 0 {
		return l.fieldX, l.fieldZ
	}
	return l.fieldZ, l.fieldX
}

// beyond returns the distance of a point outside the outermost line, negative inside.
func (l *layout) beyond(x, z float32) float32 {
	if l.form == scene.Disc {
		return hypot(x, z) - l.fieldX
	}
	return max(abs(x)-l.fieldX, abs(z)-l.fieldZ)
}

// texel returns the texture position of a point of the board, in texels.
func (l *layout) texel(x, z float32) (u, v float32) {
	return (x + l.half) * l.scale, (z + l.half) * l.scale
}

// place returns the position of a texel on the board.
func (l *layout) place(u, v int) (x, z float32) {
	return (float32(u)+0.5)/l.scale - l.half, (float32(v)+0.5)/l.scale - l.half
}
