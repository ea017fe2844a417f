package app

import (
	"tafl3d/game"
	"tafl3d/panel"
)

// Quit implements render.Client.
func (a *App) Quit() bool { return a.shell.Quit() }

// Later queues f for the main thread. It is safe for concurrent use.
func (a *App) Later(f func()) { a.shell.Later(f) }

// Type implements render.Client.
func (a *App) Type(letter rune) { a.shell.Type(letter) }

// Dropped implements render.Client.
func (a *App) Dropped(names []string) { a.shell.Dropped(names) }

// Glimpse implements render.Client.
func (a *App) Glimpse(c panel.Command) { a.board.Analyser.Glimpse(c) }

// Hover implements render.Client.
func (a *App) Hover(sq game.Square, on bool) { a.board.Hand.Hover(sq, on) }

// Press implements render.Client.
func (a *App) Press(sq game.Square, on bool) {
	a.shell.Acted()
	a.board.Hand.Press(sq, on)
}

// Drag implements render.Client.
func (a *App) Drag(x, y float32) { a.board.Hand.Drag(x, y) }

// Release implements render.Client.
func (a *App) Release(sq game.Square, on bool) { a.board.Hand.Release(sq, on) }
