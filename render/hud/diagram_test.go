package hud

import (
	"hash/maphash"
	"testing"

	"tafl3d/game"
	"tafl3d/panel"
)

func TestADiagramIsDrawnAnewWithItsSigns(t *testing.T) {
	board, err := game.NewGrid(7)
	if err != nil {
		t.Fatal(err)
	}
	seed := maphash.MakeSeed()
	sum := func(signs ...game.Square) uint64 {
		d := newDigest(seed)
		d.diagram(&panel.Diagram{Board: board, Signs: signs})
		return d.sum()
	}
	if sum() == sum(10) || sum(10) == sum(11) {
		t.Error("signs come and go unseen")
	}
}
