package core

import (
	"testing"

	"tafl3d/game"
)

// TestWords: every reason has a sentence of its own in a family that gives it.
func TestWords(t *testing.T) {
	board, err := game.NewGrid(7)
	if err != nil {
		t.Fatal(err)
	}
	for r := GameOver; r < reasons; r++ {
		said := 0
		for _, lines := range []bool{false, true} {
			e := Illegal{Reason: r, Move: game.Move{From: 1, To: 2}, At: 3, Board: board, Piece: game.Kind{Name: "man"},
				Lines: lines}
			if format, _ := e.Words(); format != ErrIllegal.Error() {
				said++
			}
		}
		if said == 0 {
			t.Errorf("reason %d has no words", r)
		}
	}
}
