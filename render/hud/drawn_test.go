package hud

import (
	"image"
	"image/color"
	"testing"

	"tafl3d/game"
	"tafl3d/panel"
)

// TestTheDrawnBoard looks at what is seen until a board is carved.
func TestTheDrawnBoard(t *testing.T) {
	h := newHUD(t)
	grid, _ := game.NewGrid(7)
	h.Layout(&panel.Screen{Version: 1}, 1280, 720, 1)
	d := &panel.Diagram{Board: grid, Kinds: someKinds(), Pieces: make([]game.Piece, 49)}
	empty := h.Drawn(d, 0.25)
	if len(empty) != 2 {
		t.Fatalf("there are %d pictures, want a table and a board", len(empty))
	}
	if at := empty[0]; at.W != 1280 || at.H != 720 {
		t.Errorf("the table fills %dx%d of the window", at.W, at.H)
	}
	quarter, version := count(empty[1].Image, bronze), empty[1].Version
	if again := h.Drawn(d, 0.25); again[1].Version != version {
		t.Error("what has not changed is drawn again")
	}
	d.Pieces[24] = 1
	if half := h.Drawn(d, 0.5); half[1].Version == version || count(half[1].Image, bronze) < quarter*3/2 {
		t.Errorf("half of the work shows no more than a quarter: %d pixels of the bar and %d",
			count(half[1].Image, bronze), quarter)
	}
	if bare := h.Drawn(nil, 0); len(bare) != 1 {
		t.Errorf("without a board there are %d pictures", len(bare))
	}
}

// count counts the pixels of a colour.
func count(m *image.RGBA, want color.NRGBA) (n int) {
	for i := 0; i < len(m.Pix); i += 4 {
		if m.Pix[i] == want.R && m.Pix[i+1] == want.G && m.Pix[i+2] == want.B {
			n++
		}
	}
	return n
}
