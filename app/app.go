package app

import (
	"time"

	"tafl3d/game"
)

// App is the controller of the desktop game. Its methods belong to the main
// thread.
type App struct {
	screen Screen
	quit   bool
}

// Frame drains what happened at the table since the last frame. It returns
// when it next wants a frame; the zero time means only on input.
func (a *App) Frame(now time.Time) (wake time.Time) { return time.Time{} }

// Screen returns what the panels show.
func (a *App) Screen() *Screen { return &a.screen }

// Do carries out what a panel asks for.
func (a *App) Do(c Command) { a.quit = a.quit || c.ID == "quit" }

// Key handles a key that was pressed.
func (a *App) Key(k Key) {}

// Hover says over which square the pointer is; on is false off the board.
func (a *App) Hover(sq game.Square, on bool) {}

// Press says that the left button went down over sq.
func (a *App) Press(sq game.Square, on bool) {}

// Drag says that the pointer moved to (x, y) with the left button down, from
// -1 to 1 with y up.
func (a *App) Drag(x, y float32) {}

// Release says that the left button went up over sq.
func (a *App) Release(sq game.Square, on bool) {}

// Quit reports whether the window should close.
func (a *App) Quit() bool { return a.quit }

// Close saves and stops everything. The App is not used afterwards.
func (a *App) Close() {}
