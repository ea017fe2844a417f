// Package render opens the window and draws a scene with the panels over it.
// It is the only package that imports the engine and OpenGL. Everything in it
// belongs to the main thread, which the program must have locked.
package render

import (
	"errors"
	"runtime"
	"time"

	"tafl3d/game"
	"tafl3d/panel"
	"tafl3d/render/cache"
)

// Errors of opening the window. Each is one line with its remedy.
var (
	ErrNoDisplay = errors.New("no display: start the game in a graphical session" +
		onLinux(", or set DISPLAY (or WAYLAND_DISPLAY)"))
	ErrNoOpenGL = errors.New("OpenGL 3.3 is missing: install the driver of the graphics card's maker" +
		onLinux(", or Mesa's software driver (package libgl1-mesa-dri)"))
)

// onLinux is a remedy that helps there alone.
func onLinux(remedy string) string {
	if runtime.GOOS != "linux" {
		return ""
	}
	return remedy
}

// Options say how to open the window and how finely to draw. The zero value
// works.
type Options struct {
	Title         string
	Width, Height int // of the window; 0 means 1280 by 720
	Samples       int // for smooth edges: 1, 2, 4 or 8; 0 leaves it to the quality
	Shadow        int // side of the shadow map in texels; 0 leaves it to the quality
	Detail        int // side of the board's map in texels; 0 leaves it to the quality
	Seed          uint64
	Speed         float32      // how fast the pointer orbits; 0 means 1
	Cache         *cache.Cache // keeps what was carved; nil: nothing is kept
	Report        func(Status) // is told on the main thread how far the picture is, whenever that changes; may be nil
	Photograph    bool         // draw nothing but photographs: of many exposures, in linear light
}

// Status says how far the picture in the window is.
type Status struct {
	Finished bool // the picture is whole, nothing in it moves, and all input was handled
	Inputs   int  // how many keys and buttons were released by then, from the start on
}

func (o Options) withDefaults() Options {
	o.Title = orElse(o.Title, "tafl3d")
	o.Width, o.Height = orElse(o.Width, 1280), orElse(o.Height, 720)
	o.Speed = orElse(o.Speed, 1)
	return o
}

func orElse[T comparable](v, otherwise T) T {
	var zero T
	if v == zero {
		return otherwise
	}
	return v
}

// Client is the controller as the loop sees it.
type Client interface {
	// Frame drains what happened since the last call. It returns when it next
	// wants to be called; the zero time means only on input.
	Frame(now time.Time) (wake time.Time)
	// Screen returns what the panels show.
	Screen() *panel.Screen
	// Do carries out what a panel asks for.
	Do(panel.Command)
	// Key handles a key that was pressed.
	Key(panel.Key)
	// Type handles a letter that was typed, after the key that wrote it.
	Type(letter rune)
	// Paste handles text of the clipboard that was asked for.
	Paste(text string)
	// Dropped handles files that were dropped on the window.
	Dropped(names []string)
	// Hover says over which square the pointer is; on is false off the board.
	Hover(sq game.Square, on bool)
	// Glimpse says which panel's command the pointer is over that is told so, and when it
	// leaves it; then that has no ID.
	Glimpse(panel.Command)
	// Press says that the left button went down.
	Press(sq game.Square, on bool)
	// Drag says that the pointer moved with the left button down, from -1 to 1
	// with y up.
	Drag(x, y float32)
	// Release says that the left button went up.
	Release(sq game.Square, on bool)
	// Draw says that the right button went down or up, with the colour that the keys
	// held with it mean, from 0 on. It reports whether the client draws on the board with
	// it; else it turns the board.
	Draw(sq game.Square, on, down bool, colour int) bool
	// Draws reports whether the right button draws now, so that the middle one turns the board.
	Draws() bool
	// FullScreen reports whether the player wants the whole screen.
	FullScreen() bool
	// Quit reports whether the client wants the window closed.
	Quit() bool
	// Close saves and stops; the window is closing.
	Close()
}
