package carve

import (
	"tafl3d/game"
	"tafl3d/scene"
)

// Dimensions of all boards, in squares.
const (
	rebate    = 0.07        // margin of the field beyond its outermost lines
	frameWide = scene.Frame // from the outermost line of the field to the rim
	thick     = scene.Thick // of the board below the field
	rounding  = 0.1         // of the rim
)

// form is the type of a board.
type form uint8

// Types of boards.
const (
	tafl    form = iota // a grid of cells
	cells               // cells that are no grid
	checked             // alternating light and dark cells
	disc                // lines on a round board
	fan                 // converging lines
	lattice             // intersections with points between them
	mill                // only lines along ranks and files
	crossed             // lines with diagonals
)

// layout holds the dimensions of a board.
type layout struct {
	stage          scene.Stage
	form           form
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
		stage: st, form: formOf(&st), fieldX: x, fieldZ: z, halfX: x + frameWide, halfZ: z + frameWide,
		rim: frameWide, letters: 0.77, band: 0.34, res: o.size(),
	}
	l.look = lookOf(&st, l.form, o)
	l.half = max(l.halfX, l.halfZ)
	if l.form == disc {
		l.fieldX = outermost(st.Board) + 0.42
		l.fieldZ, l.rim = l.fieldX, l.half-l.fieldX
		l.letters, l.band = 0.44*l.rim/frameWide, 0.77*l.rim/frameWide
	}
	l.scale = float32(l.res) / (2 * l.half)
	return l
}

// formOf derives the type of a board from its lines.
func formOf(st *scene.Stage) form {
	var has game.Class
	for _, line := range st.Board.Lines() {
		has |= line.Class
	}
	w, h := st.Board.Span()
	switch {
	case st.Board.Grid():
		return tafl
	case st.Cells() && has&game.Diagonal != 0 && has&game.Unmarked == 0:
		return checked
	case st.Cells():
		return cells
	case w == h && outermost(st.Board) < 0.55*(w+h)/2*1.1:
		return disc
	case !straight(st.Board):
		return fan
	case has == game.Main:
		return mill
	case between(st.Board):
		return lattice
	}
	return crossed
}

// outermost returns the distance of the farthest point from the middle.
func outermost(b *game.Board) float32 {
	var far float32
	for q := range game.Square(b.Squares()) {
		x, y := b.At(q)
		far = max(far, hypot(x, y))
	}
	return far
}

// straight reports whether all files and ranks are straight lines parallel to the board.
func straight(b *game.Board) bool {
	files, ranks := map[int]float32{}, map[int]float32{}
	for q := range game.Square(b.Squares()) {
		x, y := b.At(q)
		f, r := b.FileRank(q)
		if at, ok := files[f]; ok && abs(at-x) > 0.01 {
			return false
		}
		if at, ok := ranks[r]; ok && abs(at-y) > 0.01 {
			return false
		}
		files[f], ranks[r] = x, y
	}
	return true
}

// between reports whether some points are not on a main line.
func between(b *game.Board) bool {
	on := make([]bool, b.Squares())
	n := 0
	for _, l := range b.Lines() {
		for _, q := range l.Squares {
			if l.Class == game.Main && !on[q] {
				on[q] = true
				n++
			}
		}
	}
	return n < len(on)
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
	if l.form == disc {
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
