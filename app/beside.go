package app

import (
	"slices"

	"tafl3d/game"
	"tafl3d/panel"
	"tafl3d/scene"
)

// beside is a sheet that stands beside the board and uses it.
type beside interface {
	page
	// press says that the button went down over sq, NoSquare off the board.
	press(a *App, sq game.Square)
	// release says that it went up; dragged is true if the pointer had moved.
	release(a *App, sq game.Square, on, dragged bool)
	// drags reports whether a piece on sq can be dragged.
	drags(sq game.Square) bool
	// strike acts on the square of the cursor, or takes away there.
	strike(a *App, sq game.Square, away bool)
	// key handles a key of the sheet's own, wherever the keyboard is.
	key(a *App, k panel.Key) bool
	// mark points squares out.
	mark(m *scene.Marks)
}

// onBoard is the focus of the keyboard when it is on the board beside a sheet.
const onBoard = -1

// openBeside opens a sheet with the keyboard on the board.
func (a *App) openBeside(p beside) {
	a.open(p)
	a.pages[len(a.pages)-1].focus = onBoard
}

// beside returns the sheet beside the board that lies highest, nil if there is
// none, and whether it lies on top.
func (a *App) beside() (p beside, top bool) {
	for i, o := range slices.Backward(a.pages) {
		if b, ok := o.page.(beside); ok {
			return b, i == len(a.pages)-1
		}
	}
	return nil, false
}

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
	a.set(a.lib.usual(a.settings.New.Variant))
}

// pressBeside says that the button went down while a sheet uses the board.
func (a *App) pressBeside(p beside, sq game.Square, on bool) {
	a.pages[len(a.pages)-1].focus = onBoard
	a.hand.cursor = game.NoSquare
	if !on {
		sq = game.NoSquare
	} else {
		a.hand.press = press{on: sq}
	}
	p.press(a, sq)
	a.touch()
}

// releaseBeside says that it went up.
func (a *App) releaseBeside(p beside, sq game.Square, on bool) {
	dragged := a.hand.press.dragging
	a.letGo()
	p.release(a, sq, on, dragged)
}

// besideKey handles a key while it is on the board; false leaves it to the
// sheet.
func (a *App) besideKey(p beside, k panel.Key, d *panel.Dialog) bool {
	o := &a.pages[len(a.pages)-1]
	last := len(d.Fields) + len(d.Buttons) - 1
	tab := k.Name == "Tab"
	switch {
	case k.Name == "Esc" && o.focus != onBoard, tab && !k.Shift && o.focus == last, tab && k.Shift && o.focus == 0:
		o.focus = onBoard
	case p.key(a, k):
	case o.focus != onBoard:
		return false
	case tab && k.Shift:
		o.focus = last
	case tab:
		o.focus = 0
	case (k.Name == "Enter" || k.Name == "Space" || k.Name == "Delete" || k.Name == "Backspace") && a.hand.cursor != game.NoSquare:
		p.strike(a, a.hand.cursor, k.Name == "Delete" || k.Name == "Backspace")
	case k.Name == "Enter" || k.Name == "Space":
		a.showCursor()
	default:
		return a.viewKey(k)
	}
	a.touch()
	return true
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
			a.touch()
			return true
		}
	}
	return false
}

// markBeside is what is pointed out on the board while a sheet uses it.
func (a *App) markBeside(p beside) scene.Marks {
	m := scene.NoMarks()
	m.Hover, m.Cursor = a.hand.hover, a.hand.cursor
	p.mark(&m)
	return m
}
