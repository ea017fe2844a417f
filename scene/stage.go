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

// half is how far the playing field reaches from the middle.
func (st *Stage) half() float32 { return float32(st.size()) / 2 }

func (st *Stage) size() int {
	if st.Board == nil {
		return 0
	}
	return st.Board.Size()
}

// Place returns the middle of a square on the upper face of the board.
func (st *Stage) Place(sq game.Square) Vec {
	x, y := st.Board.At(sq)
	return Vec{X: x, Z: -y}
}

// Square returns the square on which a point of the upper face lies.
func (st *Stage) Square(x, z float32) (game.Square, bool) {
	h := st.half()
	if x < -h || z < -h || x >= h || z >= h {
		return game.NoSquare, false
	}
	sq := st.Board.Cell(int(x+h), st.size()-1-int(z+h))
	return sq, sq != game.NoSquare
}

// Taken men stand in a zigzag of two lines, as close as they fit.
const (
	trayGap   = 0.26 // between the board's edge and a tray
	trayApart = 0.58 // between two men
	trayRim   = 0.33 // between a man's middle and the tray's edge
)

// trayLine returns how many men a tray holds, how far along the tray the next
// one stands, and how far apart the two lines are.
func trayLine(size int) (men int, along, across float32) {
	men = (size*11 + 4) / 5
	along = (float32(size) + 2*Frame - 2*trayRim) / float32(men-1)
	across = float32(math.Sqrt(float64(max(0, trayApart*trayApart-along*along))))
	return men, along, across
}

// Tray is the strip of the table on which the taken men of one side stand.
type Tray struct{ MinX, MinZ, MaxX, MaxZ float32 }

// Tray returns the strip for the taken men of a side: the attackers' men stand
// behind the board, the defenders' in front of it.
func (st *Stage) Tray(side game.Side) Tray {
	_, _, across := trayLine(st.size())
	w := st.half() + Frame
	near := w + trayGap
	t := Tray{MinX: -w, MaxX: w, MinZ: near, MaxZ: near + across + 2*trayRim}
	if side == game.Attackers {
		t.MinZ, t.MaxZ = -t.MaxZ, -t.MinZ
	}
	return t
}

// slot returns where the nth taken man of a side stands. Those for whom the
// tray has no room stand on the table beyond it.
func (st *Stage) slot(side game.Side, n int) Vec {
	men, along, across := trayLine(st.size())
	col, row := n%men, n/men
	x := (float32(col) - float32(men-1)/2) * along
	z := st.half() + Frame + trayGap + trayRim
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
