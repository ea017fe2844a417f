package scene

import "tafl3d/game"

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

// trays.
const (
	traySpace = 0.62 // between men along a row
	trayRow   = 0.62 // between rows
	trayGap   = 0.28 // between the board's edge and a tray
)

// Tray is the strip of the table on which the taken men of one side stand.
type Tray struct{ MinX, MinZ, MaxX, MaxZ float32 }

// Tray returns the strip for the taken men of a side: the attackers' men stand
// behind the board, the defenders' in front of it.
func (st *Stage) Tray(side game.Side) Tray {
	w := float32(trayColumns(st.size()))*traySpace/2 + 0.04
	near := st.half() + Frame + trayGap
	t := Tray{MinX: -w, MaxX: w, MinZ: near, MaxZ: near + trayRows*trayRow + 0.12}
	if side == game.Attackers {
		t.MinZ, t.MaxZ = -t.MaxZ, -t.MinZ
	}
	return t
}

// trayRows is how many rows of men a tray is made for.
const trayRows = 2

func trayColumns(size int) int { return int((float32(size) + 2*Frame) / traySpace) }

// slot returns where the nth taken man of a side stands. Men beyond the last
// row stand between the others.
func (st *Stage) slot(side game.Side, n int) Vec {
	cols := trayColumns(st.size())
	col, row := n%cols, n/cols
	shift := float32(0)
	if row >= trayRows {
		row, shift = row%trayRows, 0.5
	}
	t := st.Tray(side)
	x := t.MinX + 0.04 + (float32(col)+0.5+shift)*traySpace
	z := t.MinZ + 0.06 + (float32(row)+0.5)*trayRow
	if side == game.Attackers {
		x, z = -x, t.MaxZ-0.06-(float32(row)+0.5)*trayRow
	}
	return Vec{X: x, Y: Floor, Z: z}
}
