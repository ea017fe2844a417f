package app

import (
	"slices"

	"tafl3d/game"
)

// arrow is a direction on the screen.
type arrow struct{ x, y float32 }

var (
	arrowLeft  = arrow{-1, 0}
	arrowRight = arrow{1, 0}
	arrowUp    = arrow{0, 1}
	arrowDown  = arrow{0, -1}
)

// walk moves the keyboard's cursor to the next square as the player sees it.
// The first time it only shows where the cursor is.
func (a *hand) walk(to arrow) {
	h := a.hand
	if h.cursor == game.NoSquare {
		a.showCursor()
		return
	}
	if next := a.opt.View.Towards(h.cursor, to.x, to.y); next != game.NoSquare {
		h.cursor = next
	}
	a.Touch()
}

// showCursor shows the cursor where the player's eyes may be.
func (a *hand) showCursor() {
	h := a.hand
	a.Touch()
	last := a.marks.Last[1]
	switch {
	case h.selected != game.NoSquare:
		h.cursor = h.selected
	case h.hover != game.NoSquare:
		h.cursor = h.hover
	case last != game.NoSquare:
		h.cursor = last
	default:
		h.cursor = middlemost(a.stage.Board())
	}
}

// tab moves the cursor to the next piece that may move, or the next square that
// the selected piece may move to.
func (a *hand) tab(step int) {
	h := a.hand
	if a.blocked() != "" {
		a.showCursor()
		return
	}
	stops := a.stops()
	if len(stops) == 0 {
		return
	}
	i, found := slices.BinarySearch(stops, h.cursor)
	if !found && step > 0 {
		i--
	}
	h.cursor = stops[(i+step+len(stops))%len(stops)]
	a.Touch()
}

// stops returns the squares that tab goes through, in order.
func (a *hand) stops() []game.Square {
	var stops []game.Square
	for _, m := range a.game.legal {
		switch {
		case a.answers(m):
			stops = append(stops, m.To)
		case shifts(m) && a.selected == game.NoSquare:
			stops = append(stops, m.From)
		}
	}
	slices.Sort(stops)
	return slices.Compact(stops)
}

// enter acts on the square of the cursor.
func (a *hand) enter() {
	if a.cursor == game.NoSquare {
		a.showCursor()
		return
	}
	a.choose(a.cursor)
}
