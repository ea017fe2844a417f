package app

import (
	"math"
	"slices"

	"tafl3d/game"
	"tafl3d/scene"
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
func (a *App) walk(to arrow) {
	h := &a.hand
	if h.cursor == game.NoSquare {
		a.showCursor()
		return
	}
	if next := a.seen(h.cursor, to); next != game.NoSquare {
		h.cursor = next
	}
	a.touch()
}

// showCursor shows the cursor where the player's eyes may be.
func (a *App) showCursor() {
	h := &a.hand
	a.touch()
	board := a.stage.Board()
	last := a.marks.Last[1]
	switch {
	case h.selected != game.NoSquare:
		h.cursor = h.selected
	case h.hover != game.NoSquare:
		h.cursor = h.hover
	case last != game.NoSquare:
		h.cursor = last
	default:
		h.cursor = board.Cell(board.Size()/2, board.Size()/2)
	}
}

// alike is the least cosine between an arrow and the way to a neighbour that
// it leads to.
const alike = 0.5

// seen returns the neighbour of sq that lies most nearly in the direction of to
// on the screen, whatever the camera does; NoSquare if none does.
func (a *App) seen(sq game.Square, to arrow) game.Square {
	board, camera := a.stage.Board(), a.opt.View.Camera()
	best, most := game.NoSquare, float32(alike)
	x0, y0 := camera.Project(onTable(board, sq))
	for d := range game.GridDirs {
		next := board.Next(sq, d)
		if next == game.NoSquare {
			continue
		}
		x, y := camera.Project(onTable(board, next))
		dx, dy := x-x0, y-y0
		length := float32(math.Hypot(float64(dx), float64(dy)))
		if cos := (dx*to.x + dy*to.y) / max(length, 1e-9); cos > most {
			best, most = next, cos
		}
	}
	return best
}

// onTable returns where the middle of sq lies in the world.
func onTable(b *game.Board, sq game.Square) scene.Vec {
	x, y := b.At(sq)
	return scene.Vec{X: x, Z: -y}
}

// tab moves the cursor to the next piece that may move, or the next square that
// the selected piece may move to.
func (a *App) tab(step int) {
	h := &a.hand
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
	a.touch()
}

// stops returns the squares that tab goes through, in order.
func (a *App) stops() []game.Square {
	var stops []game.Square
	for _, m := range a.game.legal {
		switch {
		case a.answers(m):
			stops = append(stops, m.To)
		case shifts(m) && a.hand.selected == game.NoSquare:
			stops = append(stops, m.From)
		}
	}
	slices.Sort(stops)
	return slices.Compact(stops)
}

// enter acts on the square of the cursor.
func (a *App) enter() {
	if a.hand.cursor == game.NoSquare {
		a.showCursor()
		return
	}
	a.choose(a.hand.cursor)
}
