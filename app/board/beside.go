package board

import (
	"tafl3d/app/shell"
	"tafl3d/game"
	"tafl3d/scene"
)

// Restage shows the game again, or the board of the settings where there is
// none.
func (b *Board) Restage() {
	b.Hand.Reset()
	if g := b.Game; g != nil {
		b.Set(g.Variant)
		b.opt.View.Set(g.Shown.position.Setup())
		b.Hand.TakeUpChain()
		return
	}
	b.Set(b.Lib.Usual(b.host.Wishes().Usual))
}

// pressBeside says that the button went down while a sheet uses the board.
func (h *Hand) pressBeside(p shell.Beside, sq game.Square, on bool) {
	h.Focus(shell.OnBoard)
	h.Cursor = game.NoSquare
	if !on {
		sq = game.NoSquare
	} else {
		h.press = press{on: sq}
	}
	p.Press(sq)
	h.Touch()
}

// releaseBeside says that it went up.
func (h *Hand) releaseBeside(p shell.Beside, sq game.Square, on bool) {
	dragged := h.press.dragging
	h.LetGo()
	p.Release(sq, on, dragged)
}

// markBeside is what is pointed out on the board while a sheet uses it.
func (h *Hand) markBeside(p shell.Beside) scene.Marks {
	m := scene.NoMarks()
	m.Hover, m.Cursor = h.hover, h.Cursor
	p.Mark(&m)
	return m
}
