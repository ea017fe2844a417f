package carve

import "tafl3d/scene"

// Measures of every board, in squares.
const (
	rebate    = 0.07 // of the field beyond its outermost lines
	rise      = 0.06 // of the frame over the field
	frameWide = 1.02 // from the field's outermost line to the board's rim
	thick     = 0.5  // of the board under the field
	lettering = 0.3  // middle of the coordinates, from the outermost line
	braid     = 0.69 // middle of the interlace band
	rounding  = 0.1  // of the rim
)

// layout says where things lie on a board.
type layout struct {
	stage scene.Stage
	n     int     // squares a side
	field float32 // half the width of the field
	half  float32 // half the width of the board
	res   int     // texels a side
	scale float32 // texels a square
}

// layOut measures a stage.
func layOut(st scene.Stage, o Options) layout {
	n := st.Board.Size()
	field := float32(n) / 2
	half := field + frameWide
	res := o.size()
	return layout{stage: st, n: n, field: field, half: half, res: res, scale: float32(res) / (2 * half)}
}

// texel returns where a point of the board lies on the map, in texels.
func (l *layout) texel(x, z float32) (u, v float32) {
	return (x + l.half) * l.scale, (z + l.half) * l.scale
}

// place returns the middle of a texel on the board.
func (l *layout) place(u, v int) (x, z float32) {
	return (float32(u)+0.5)/l.scale - l.half, (float32(v)+0.5)/l.scale - l.half
}
