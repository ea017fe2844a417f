package hud

import (
	"fmt"
	"testing"

	"tafl3d/app/board"
	"tafl3d/game/variant"
	"tafl3d/panel"
	"tafl3d/scene"
)

// boardShare lays a screen out and returns how much of the window's height the board
// takes in the flat view, with its frame.
func boardShare(t *testing.T, h *HUD, s *panel.Screen, id string, w, tall int) float64 {
	t.Helper()
	v, err := variant.Get(id)
	if err != nil {
		t.Fatal(err)
	}
	s.Version++
	h.Layout(s, w, tall, 1)
	stage := board.Stage(v)
	c := scene.New(stage).Camera()
	c.SetFlat(true)
	c.Resize(w, tall)
	c.Insets(h.Insets())
	c.Skip()
	wide, deep := stage.Reach()
	_, top := c.Project(scene.Vec{X: -wide - scene.Frame, Z: -deep - scene.Frame})
	_, foot := c.Project(scene.Vec{X: wide + scene.Frame, Z: deep + scene.Frame})
	return float64(top-foot) / 2
}

// TestTheBoardTakesTheRoom asserts that the flat view fills 85 % of the window height, in a narrow window
// because the move list collapses automatically.
func TestTheBoardTakesTheRoom(t *testing.T) {
	for _, at := range []struct{ w, h int }{{1280, 720}, {800, 600}, {1024, 768}, {1920, 1080}} {
		for _, id := range []string{"brandubh-gorrion", "copenhagen-2015", "fox-geese-13"} {
			h := newHUD(t)
			s := aPage{"game", id, nil, nil}.shown(t, "en")
			if share := boardShare(t, h, s, id, at.w, at.h); share < 0.85 {
				t.Errorf("%s at %dx%d: the board fills %.3f of the height, panels take %v", id, at.w, at.h,
					share, h.insets)
			}
		}
	}
}

// TestFolding folds the panels by key and by click, in a wide window and in a narrow one.
func TestFolding(t *testing.T) {
	for _, w := range []int{1280, 800} {
		h := newHUD(t)
		s := aPage{"game", "copenhagen-2015", nil, nil}.shown(t, "en")
		lay := func() (moves, seats bool) {
			s.Version++
			h.Layout(s, w, 600, 1)
			checkLayout(t, h, fmt.Sprint("folding at ", w))
			return h.folds.moves.is, h.folds.seats.is
		}
		first, seats := lay()
		if first != (w == 800) || seats {
			t.Errorf("at %d the moves are folded: %v, the seats: %v", w, first, seats)
		}
		for _, id := range []string{foldMoves, foldSeats} { // a click on the sign says so
			found := false
			for y := 0; y < 600 && !found; y += 4 {
				for x := 0; x < w && !found; x += 4 {
					c, _, hit := h.At(x, y)
					found = hit && c.ID == id
				}
			}
			if !found {
				t.Errorf("at %d nothing folds: %s", w, id)
			}
		}
		left, _, right, _ := h.Insets()
		s.Folds = panel.Folds{Moves: 1, Seats: 1}
		if moves, seats := lay(); moves == first || !seats {
			t.Errorf("at %d folding by key: moves %v, seats %v", w, moves, seats)
		}
		if l, _, r, _ := h.Insets(); l >= left || (r >= right) != first {
			t.Errorf("at %d the board has no more room: %d, %d; had %d, %d", w, l, r, left, right)
		}
		s.Folds = panel.Folds{Moves: 2, Seats: 2}
		if moves, seats := lay(); moves != first || seats {
			t.Errorf("at %d opening again: moves %v, seats %v", w, moves, seats)
		}
	}
}
