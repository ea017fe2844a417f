package app

import (
	"slices"

	"tafl3d/app/shell"
	"tafl3d/game"
	"tafl3d/panel"
	"tafl3d/scene"
)

// restage shows the game again, or the board of the settings where there is
// none.
func (a *App) restage() {
	a.hand = emptyHand()
	if g := a.game; g != nil {
		a.set(g.variant)
		a.opt.View.Set(g.shown.position.Setup())
		a.takeUpChain()
		return
	}
	a.set(a.lib.Usual(a.settings.New.Variant))
}

// pressBeside says that the button went down while a sheet uses the board.
func (a *App) pressBeside(p shell.Beside, sq game.Square, on bool) {
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
func (a *App) releaseBeside(p shell.Beside, sq game.Square, on bool) {
	dragged := a.hand.press.dragging
	a.letGo()
	p.Release(sq, on, dragged)
}

// viewKey does what a key does to the cursor or to the picture, if anything.
func (a *App) viewKey(k panel.Key) bool {
	for to, name := range map[arrow]string{arrowLeft: "Left", arrowRight: "Right", arrowUp: "Up", arrowDown: "Down"} {
		if k == (panel.Key{Name: name}) {
			a.walk(to)
			return true
		}
	}
	for _, t := range pictureActs() {
		if slices.Contains(t.keys, k) {
			t.run(a, 0)
			a.Touch()
			return true
		}
	}
	return false
}

// markBeside is what is pointed out on the board while a sheet uses it.
func (a *App) markBeside(p shell.Beside) scene.Marks {
	m := scene.NoMarks()
	m.Hover, m.Cursor = a.hand.hover, a.hand.cursor
	p.Mark(&m)
	return m
}
