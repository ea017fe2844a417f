package app_test

import (
	"testing"

	"tafl3d/app/board"
	"tafl3d/game"
)

// If a side has few movable pieces they are marked, and so are pieces that may be removed.
func TestWhatCanBeClickedIsMarked(t *testing.T) {
	p := open(t, t.TempDir(), &board.Setup{Variant: "morris-9"})
	if n := len(p.view.marks.Places); n != 24 {
		t.Errorf("%d points are marked, want 24", n)
	}
	for i, at := range []string{"a7", "b6", "d7", "d6", "g7"} {
		p.click(at)
		if i < 4 {
			p.untilMoves(i + 1)
		}
	}
	p.until("the men to take are marked", func() bool { return len(p.view.marks.Targets) == 2 })
	if p.view.marks.Targets[0] != p.square("b6") && p.view.marks.Targets[1] != p.square("b6") {
		t.Error(p.view.marks.Targets)
	}
	p.click("b6")
	p.untilMoves(5)
	p.Close()

	q := open(t, t.TempDir(), two())
	if len(q.view.marks.Movers) != 0 {
		t.Error("where all may move none is pointed out", q.view.marks.Movers)
	}
	q.Close()

	forced := open(t, t.TempDir(), &board.Setup{Variant: "halatafl-winther"})
	for range 40 {
		if m := forced.view.marks.Movers; len(m) > 0 {
			forced.click(forced.view.stage.Board.Name(m[0]))
			if len(forced.view.marks.Movers) != 0 || forced.view.marks.Selected == game.NoSquare {
				t.Errorf("%+v", forced.view.marks)
			}
			return
		}
		forced.keys("Tab", "Enter", "Tab", "Enter")
		forced.frame()
	}
	t.Error("no forced piece is ever pointed out")
}
