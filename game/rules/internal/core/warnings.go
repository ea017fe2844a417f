package core

import (
	"tafl3d/game"
)

// Warnings is the threats that stand in a position (tafl 9). They have no
// effect on legality.
type Warnings struct {
	KingTakeable bool // a turn of the attackers takes the king
	Encircled    bool // an encirclement stands on the board
	KingEscapes  int  // directions in which a turn of the king begins that ends on a winning square
	FortStands   bool // a sealed exit fort stands
	Checked      bool // in games with check: the royal piece of the side to move is attacked
	// Squares are those that make the threats: the winning squares the king
	// reaches, where attackers would stand to take him, and who gives check.
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
