package core

import (
	"tafl3d/game"
)

// Warnings holds the threats in a position (tafl 9). They have no effect on legality.
type Warnings struct {
	KingTakeable bool // the attackers can capture the king in one move
	Encircled    bool // there is an encirclement on the board
	KingEscapes  int  // number of directions in which the king can begin a move that ends on a winning square
	FortStands   bool // there is a sealed exit fort
	Checked      bool // in games with check: the royal piece of the side to move is attacked
	// Squares are the squares of the threats: the winning squares the king can reach, the squares from which
	// attackers would capture him, and the pieces that give check.
	Squares []game.Square
}

// Any reports whether there is any threat.
func (w *Warnings) Any() bool {
	return w.KingTakeable || w.Encircled || w.KingEscapes > 0 || w.FortStands || w.Checked
}

func (w *Warnings) Note(s game.Square) {
	for _, t := range w.Squares {
		if t == s {
			return
		}
	}
	w.Squares = append(w.Squares, s)
}
