package scene

import (
	"math"

	"tafl3d/game"
)

// The measures of the set, in squares.
const (
	Frame  = 1.02         // how wide the frame around the playing field is
	Thick  = 0.50         // how thick the board is; the table top lies that far below it
	Tall   = 0.78         // no piece is taller
	Broad  = 0.33         // the radius of a piece's body, for picking
	Raised = 0.14         // how high a selected piece is held
	Held   = 0.42         // how high a carried piece is held
	Floor  = 0.05 - Thick // where the taken men stand
)

// Reach returns how far the playing field goes from the middle along x and z:
// half a square beyond the outermost places.
func (st *Stage) Reach() (x, z float32) {
	if st.Board == nil {
		return 0, 0
	}
	w, h := st.Board.Span()
	return w/2 + 0.5, h/2 + 0.5
}

// largest is the size from which on a lattice that is full of points is a
// board of cells.
const largest = 7

// Cells reports whether men stand in cells: on a grid, on a draughts board and
// on large lattices without a gap. On other boards they stand where lines meet.
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

// Square returns the square on which a point of the upper face lies. Where men
// stand on points it is the nearest one, if that is within half of the way to
// its next.
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

// pointReach is how far from a point the pointer may be at most.
const pointReach = 0.6

func (st *Stage) cell(x, z float32) (game.Square, bool) {
	h, _ := st.Reach()
	if x < -h || z < -h || x >= h || z >= h {
		return game.NoSquare, false
	}
	sq := st.Board.Cell(int(x+h), st.Board.Size()-1-int(z+h))
	return sq, sq != game.NoSquare
}

// nearest returns the square nearest to a point, less one, and how far it is.
func (st *Stage) nearest(p Vec, less game.Square) (game.Square, float32) {
	best, far := game.NoSquare, float32(math.Inf(1))
	for sq := range game.Square(st.Board.Squares()) {
		if d := distance(st.Place(sq), p); sq != less && d < far {
			best, far = sq, d
		}
	}
	return best, far
}

// Room returns how far a mark around a place may reach without touching another:
// half a square, less where points lie closer together.
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

// Taken men stand in a zigzag of two lines, as close as they fit.
const (
	trayGap   = 0.26 // between the board's edge and a tray
	trayApart = 0.58 // between two men
	trayRim   = 0.33 // between a man's middle and the tray's edge
	trayEnd   = 0.47 // and its ends, beside which men lie
)

// trayLine returns how many men a tray holds, how far along the tray the next
// one stands, and how far apart the two lines are.
func (st *Stage) trayLine() (men int, along, across float32) {
	half, _ := st.Reach()
	men = max(int(half*4.4+0.8), 2)
	along = (2*half + 2*Frame - 2*trayEnd) / float32(men-1)
	across = float32(math.Sqrt(float64(max(0, trayApart*trayApart-along*along))))
	return men, along, across
}

// Tray is the strip of the table on which the taken men of one side stand.
type Tray struct{ MinX, MinZ, MaxX, MaxZ float32 }

// Tray returns the strip for the taken men of a side: the attackers' men stand
// behind the board, the defenders' in front of it.
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

// slot returns where the nth taken man of a side stands. Those for whom the
// tray has no room stand on the table beyond it.
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

// lieAt returns where the foot of the nth taken man of a side is, who lies in the
// tray, and which way he fell: heads and feet lie by turns on either side.
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

// A man who lies is tipped by so much, in radians, and about so long.
const (
	lying     = math.Pi / 2
	lyingLong = 0.62
)

// handApart is the room between the tray of a side's hand and that of the men it
// has taken.
const handApart = 0.2

// handSlot returns where the nth man in the hand of a side stands: in a tray of
// their own beyond that on the side's own edge, which holds the men that it has
// taken.
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

// Hand is the tray in which the men in the hand of a side stand, at its own edge
// of the board. It has no depth where no man begins in the hand.
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

// Depth returns how far from the middle, along z, the trays and the men in the
// hands reach.
func (st *Stage) Depth() float32 {
	return max(st.Hand(game.Attackers).MaxZ, -st.Hand(game.Defenders).MinZ)
}
