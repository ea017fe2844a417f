package board

import (
	"slices"

	"tafl3d/game"
)

// Arrow is a direction on the screen.
type Arrow struct{ x, y float32 }

var (
	ArrowLeft  = Arrow{-1, 0}
	ArrowRight = Arrow{1, 0}
	ArrowUp    = Arrow{0, 1}
	ArrowDown  = Arrow{0, -1}
)

// Walk moves the keyboard cursor to the next square in screen direction. The first call only shows the
// cursor.
func (h *Hand) Walk(to Arrow) {
	if h.cursor == game.NoSquare {
		h.ShowCursor()
		return
	}
	if next := h.board.opt.View.Towards(h.cursor, to.x, to.y); next != game.NoSquare {
		h.cursor = next
	}
	h.board.shell.Touch()
}

// RemoveCursor removes the cursor from the board.
func (h *Hand) RemoveCursor() { h.cursor = game.NoSquare }

// HideCursor hides the cursor if left and right browse the moves without it.
func (h *Hand) HideCursor() {
	if h.board.Stepping() {
		h.cursor = game.NoSquare
		h.board.shell.Touch()
	}
}

// ShowCursor shows the cursor at a likely square.
func (h *Hand) ShowCursor() {
	h.board.shell.Touch()
	last := h.board.marks.Last[1]
	switch {
	case h.Selected != game.NoSquare:
		h.cursor = h.Selected
	case h.hover != game.NoSquare:
		h.cursor = h.hover
	case last != game.NoSquare:
		h.cursor = last
	default:
		h.cursor = middlemost(h.board.stage.Board())
	}
}

// Tab moves the cursor to the next movable piece or the next destination of the selected piece. It returns
// false if there is none in that direction.
func (h *Hand) Tab(step int) bool {
	if h.blocked() != "" {
		return false
	}
	stops := h.stops()
	i, found := slices.BinarySearch(stops, h.cursor)
	if !found && step > 0 {
		i--
	}
	if h.cursor == game.NoSquare && step < 0 {
		i = len(stops)
	}
	i += step
	if n := len(stops); n > 0 && h.Selected != game.NoSquare {
		i = (i + n) % n
	}
	if i < 0 || i >= len(stops) {
		return false
	}
	h.cursor = stops[i]
	h.board.shell.Touch()
	return true
}

// stops returns the squares for Tab, in order.
func (h *Hand) stops() []game.Square {
	var stops []game.Square
	for _, m := range h.board.game.legal {
		switch {
		case h.answers(m):
			stops = append(stops, m.To)
		case shifts(m) && h.Selected == game.NoSquare:
			stops = append(stops, m.From)
		}
	}
	slices.Sort(stops)
	return slices.Compact(stops)
}

// Enter acts on the square of the cursor.
func (h *Hand) Enter() {
	if h.cursor == game.NoSquare {
		h.ShowCursor()
		return
	}
	if h.cursor == h.Selected && h.board.game != nil && h.board.game.State.Position.Chain() != game.NoSquare &&
		h.MayEnd() {
		h.EndTurn()
		return
	}
	h.choose(h.cursor)
}
