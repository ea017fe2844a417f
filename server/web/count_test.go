package web

import (
	"testing"

	"tafl3d/game/played"
)

// TestPageCountsMoves: the page of a game lists as many moves as both sides have made, numbered in
// rounds as in the program's window.
func TestPageCountsMoves(t *testing.T) {
	for _, g := range played.Games(t) {
		made, list := g.Root.Last().Ply(), lineOf(g, g.Root.Main(), nil)
		last := 0
		for i, turn := range list {
			if (turn.Round != 0) != (i%2 == 0) {
				t.Errorf("%s: move %d has number %d", g.Variant, i+1, turn.Round)
			}
			last = max(last, turn.Round)
		}
		if len(list) != made || last != (made+1)/2 {
			t.Errorf("%s of %d moves: the list has %d in %d rounds", g.Variant, made, len(list), last)
		}
	}
}
