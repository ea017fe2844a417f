package app

import (
	"tafl3d/game"
	"tafl3d/panel"
)

// tools is the bar as the keyboard goes through it: Tab comes to it behind the last piece
// that may move, and from its last button back to the board.
type tools struct {
	a  *App
	on string // the button that the keyboard holds, empty while it is on the board
}

// tab goes to the next piece or button, or the one before.
func (t *tools) tab(step int) {
	a := t.a
	if t.on == "" && a.board.Hand.Tab(step) {
		return
	}
	bar := a.bar()
	i := len(bar)
	if step > 0 {
		i = -1
	}
	for j := range bar {
		if bar[j].ID == t.on {
			i = j
		}
	}
	for i += step; i >= 0 && i < len(bar) && bar[i].Disabled; {
		i += step
	}
	if t.on = ""; i >= 0 && i < len(bar) {
		t.on, a.board.Hand.Cursor = bar[i].ID, game.NoSquare
	} else if a.board.Hand.Cursor = game.NoSquare; !a.board.Hand.Tab(step) {
		a.board.Hand.ShowCursor()
	}
	a.shell.Touch()
}

// key does what a key means on the bar, and reports whether it means anything there. Any
// other key is for the board again.
func (t *tools) key(k panel.Key) bool {
	if t.on == "" || k.Ctrl || k.Alt {
		return false
	}
	switch k.Name {
	case "Tab":
		t.tab(map[bool]int{false: 1, true: -1}[k.Shift])
	case "Left":
		t.tab(-1)
	case "Right":
		t.tab(1)
	case "Enter", "Space":
		on := t.on
		t.a.Do(panel.Command{ID: on})
		if t.a.shell.Depth() == 0 {
			t.on = on
		}
	case "Esc":
		t.on = ""
		t.a.board.Hand.ShowCursor()
	default:
		t.on = ""
		return false
	}
	return true
}
