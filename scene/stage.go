package scene

import (
	"math"

	"tafl3d/game"
)

// Dimensions of the set, in squares.
const (
	Frame  = 1.02         // width of the frame around the playing field
	Thick  = 0.50         // thickness of the board; the table top is that far below its upper face
	Tall   = 0.78         // greatest height of a piece
	Broad  = 0.33         // radius of a piece, for picking
	Raised = 0.14         // height of a selected piece
	Held   = 0.42         // height of a carried piece
	Floor  = 0.05 - Thick // level of the captured pieces
)

// Reach returns half the extent of the playing field along x and z: half a square beyond the outermost
// places.
func (st *Stage) Reach() (x, z float32) {
	if st.Board == nil {
		return 0, 0
	}
	w, h := st.Board.Span()
	return w/2 + 0.5, h/2 + 0.5
}

// largest is the size from which a lattice without gaps is drawn as cells.
const largest = 7

// Cells reports whether pieces are placed in cells: on a grid, on a draughts board and on large lattices
// without a gap. On other boards they are placed on intersections.
func (st *Stage) Cells() bool {
	if st.Board.Grid() {
		return true
	}
	for _, l := range st.Board.Lines() {
		if l.Class == game.Main {
			w, h := st.Board.Span()
			return w >= largest-1 && float32(st.Board.Squares()) == (w+1)*(h+1)
		}
	}
	return true
}

// Place returns the middle of a square on the upper face of the board.
func (st *Stage) Place(sq game.Square) Vec {
	x, y := st.Board.At(sq)
	return Vec{X: x, Z: -y}
}

// Square returns the square at a point of the upper face. On boards of points it is the nearest one within
// pointReach of the distance to its neighbour.
func (st *Stage) Square(x, z float32) (game.Square, bool) {
	if st.Board == nil {
		return game.NoSquare, false
	}
	if st.Board.Grid() {
		return st.cell(x, z)
	}
	p := Vec{X: x, Z: z}
	sq, far := st.nearest(p, game.NoSquare)
	c := st.Place(sq)
	if st.Cells() {
		return sq, max(abs(x-c.X), abs(z-c.Z)) < 0.5
	}
	_, apart := st.nearest(c, sq)
	return sq, far < min(apart/2, pointReach)
}

// pointReach is the largest distance of the pointer from a point, as a share of the distance of two points.
const pointReach = 0.6

func (st *Stage) cell(x, z float32) (game.Square, bool) {
	h, _ := st.Reach()
	if x < -h || z < -h || x >= h || z >= h {
		return game.NoSquare, false
	}
	sq := st.Board.Cell(int(x+h), st.Board.Size()-1-int(z+h))
	return sq, sq != game.NoSquare
}

// nearest returns the square nearest to a point, without the square less, and its distance.
func (st *Stage) nearest(p Vec, less game.Square) (game.Square, float32) {
	best, far := game.NoSquare, float32(math.Inf(1))
	for sq := range game.Square(st.Board.Squares()) {
		if d := distance(st.Place(sq), p); sq != less && d < far {
			best, far = sq, d
		}
	}
	return best, far
}

// Room returns the largest radius of a mark that does not touch its neighbours: half a square, less where
// points are closer together.
func (st *Stage) Room() float32 {
	room := float32(0.5)
	if st.Board.Grid() {
		return room
	}
	for sq := range game.Square(st.Board.Squares()) {
		_, apart := st.nearest(st.Place(sq), sq)
		room = min(room, apart/2)
	}
	return room
}

func abs(x float32) float32 { return max(x, -x) }

// Captured pieces are placed in a zigzag of two lines, as close as they fit.
const (
	trayGap   = 0.26 // between the edge of the board and the tray
	trayApart = 0.58 // between two pieces
	trayRim   = 0.33 // between the middle of a piece and the edge of the tray
	trayEnd   = 0.47 // and at the ends of the tray
)

// trayLine returns how many pieces a tray holds, their spacing along the tray, and the distance of the two
// lines.
func (st *Stage) trayLine() (men int, along, across float32) {
	half, _ := st.Reach()
	men = max(int(half*4.4+0.8), 2)
	along = (2*half + 2*Frame - 2*trayEnd) / float32(men-1)
	across = float32(math.Sqrt(float64(max(0, trayApart*trayApart-along*along))))
	return men, along, across
}

// Tray is the strip of the table for the captured pieces of a side.
type Tray struct{ MinX, MinZ, MaxX, MaxZ float32 }

// Tray returns the strip for the captured pieces of a side: attackers behind the board, defenders in front of
// it.
func (st *Stage) Tray(side game.Side) Tray {
	_, _, across := st.trayLine()
	w, near := st.Reach()
	w, near = w+Frame, near+Frame+trayGap
	t := Tray{MinX: -w, MaxX: w, MinZ: near, MaxZ: near + across + 2*trayRim}
	if side == game.Attackers {
		t.MinZ, t.MaxZ = -t.MaxZ, -t.MinZ
	}
	return t
}

// slot returns the place of the nth captured piece of a side. Pieces that do not fit into the tray continue
// beyond its end.
func (st *Stage) slot(side game.Side, n int) Vec {
	men, along, across := st.trayLine()
	_, far := st.Reach()
	col, row := n%men, n/men
	x := (float32(col) - float32(men-1)/2) * along
	z := far + Frame + trayGap + trayRim
	if col%2 == 1 {
		z += across
	}
	y := float32(Floor)
	if row > 0 {
		z, y = z+float32(row)*(across+2*trayRim), -Thick
	}
	if side == game.Attackers {
		x, z = -x, -z
	}
	return Vec{X: x, Y: y, Z: z}
}

// lieAt returns the base of the nth captured piece of a side in its tray, and its tilt. Successive pieces
// point in opposite directions.
func (st *Stage) lieAt(side game.Side, n int) (foot Vec, tip float32) {
	men, _, across := st.trayLine()
	foot, tip = st.slot(side, n), lying
	if n%men%2 == 1 {
		tip = -lying
	}
	out := float32(1) // away from the board
	if side == game.Attackers {
		out = -1
	}
	middle := across / 2
	if n%men%2 == 1 {
		middle = -middle
	}
	foot.Z += out*middle - tip/lying*lyingLong/2
	return foot, tip
}

// Tilt of a captured piece, in radians, and its length.
const (
	lying     = math.Pi / 2
	lyingLong = 0.62
)

// handApart is the gap between the two trays of a side: its hand and its captures.
const handApart = 0.2

// handSlot returns the place of the nth piece in the hand of a side: in a tray beyond the one on the side's
// own edge, which holds the pieces that the side captured.
func (st *Stage) handSlot(side game.Side, n int) Vec {
	men, _, _ := st.trayLine()
	v := st.slot(side.Other(), men+n)
	v.Y = Floor
	if v.Z > 0 {
		v.Z += handApart
	} else {
		v.Z -= handApart
	}
	return v
}

// Hand returns the tray for the hand of a side, at its own edge of the board. The tray has no depth if the
// variant has no hand.
func (st *Stage) Hand(side game.Side) Tray {
	men, _, across := st.trayLine()
	deep, apart := float32((st.Hands[side]+men-1)/men)*(across+2*trayRim), float32(handApart)
	if deep == 0 {
		apart = 0
	}
	t := st.Tray(side.Other())
	if side == game.Attackers {
		t.MinZ = t.MaxZ + apart
		t.MaxZ = t.MinZ + deep
	} else {
		t.MaxZ = t.MinZ - apart
		t.MinZ = t.MaxZ - deep
	}
	return t
}

// Depth returns the extent of trays and hands along z, from the middle.
func (st *Stage) Depth() float32 {
	return max(st.Hand(game.Attackers).MaxZ, -st.Hand(game.Defenders).MinZ)
}
