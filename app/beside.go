package app

import (
	"tafl3d/app/shell"
	"tafl3d/game"
	"tafl3d/scene"
)

// restage shows the game again, or the board of the settings where there is
// none.
func (a *board) restage() {
	a.hand.grip = emptyGrip()
	if g := a.game; g != nil {
		a.set(g.variant)
		a.opt.View.Set(g.shown.position.Setup())
		a.hand.takeUpChain()
		return
	}
	a.set(a.lib.Usual(a.host.Wishes().usual))
}

// pressBeside says that the button went down while a sheet uses the board.
func (a *hand) pressBeside(p shell.Beside, sq game.Square, on bool) {
	a.Focus(shell.OnBoard)
	a.hand.cursor = game.NoSquare
	if !on {
		sq = game.NoSquare
	} else {
		a.hand.press = press{on: sq}
	}
	p.Press(sq)
	a.Touch()
}

// releaseBeside says that it went up.
func (a *hand) releaseBeside(p shell.Beside, sq game.Square, on bool) {
	dragged := a.hand.press.dragging
	a.hand.letGo()
	p.Release(sq, on, dragged)
}

// markBeside is what is pointed out on the board while a sheet uses it.
func (a *hand) markBeside(p shell.Beside) scene.Marks {
	m := scene.NoMarks()
	m.Hover, m.Cursor = a.hand.hover, a.hand.cursor
	p.Mark(&m)
	return m
}
