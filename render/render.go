// Package render opens the window and draws a scene with panels over it. It is the only package that imports
// the engine and OpenGL. Call all of it on the main thread, which the program must have locked.
package render

import (
	"errors"
	"runtime"
	"time"

	"tafl3d/game"
	"tafl3d/panel"
	"tafl3d/render/cache"
)

// Errors of opening the window. Each is a single line with a remedy.
var (
	ErrNoDisplay = errors.New("no display: start the game in a graphical session" +
		onLinux(", or set DISPLAY (or WAYLAND_DISPLAY)"))
	ErrNoOpenGL = errors.New("OpenGL 3.3 is missing: install the driver of the graphics card's maker" +
		onLinux(", or Mesa's software driver (package libgl1-mesa-dri)"))
)

// onLinux returns the remedy on Linux and an empty text elsewhere.
func onLinux(remedy string) string {
	if runtime.GOOS != "linux" {
		return ""
	}
	return remedy
}

// Options control the window and the quality of rendering. The zero value is valid.
type Options struct {
	Title         string
	Width, Height int // of the window; 0: 1280 by 720
	Samples       int // samples per pixel: 1, 2, 4 or 8; 0: by quality
	Shadow        int // width of the shadow map in texels; 0: by quality
	Detail        int // width of the board's texture in texels; 0: by quality
	Seed          uint64
	Speed         float32      // orbit speed of the pointer; 0: 1
	Cache         *cache.Cache // cache for carved models; nil: none
	Report        func(Status) // called on the main thread when the status changes; may be nil
	Photograph    bool         // only photographs, from many exposures in linear light
}

// Status is the state of the picture in the window.
type Status struct {
	Finished bool // the picture is complete, nothing moves, and all input was handled
	Inputs   int  // keys and buttons released by then, since the start
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

// Client is the controller that the main loop calls.
type Client interface {
	// Frame handles pending work. It returns when to call it again; the zero time means after the next input.
	Frame(now time.Time) (wake time.Time)
	// Screen returns the content of the panels.
	Screen() *panel.Screen
	// Do executes the command of a panel.
	Do(panel.Command)
	// Key handles a pressed key.
	Key(panel.Key)
	// Type handles a typed letter, after Key for the same press.
	Type(letter rune)
	// Paste handles requested text from the clipboard.
	Paste(text string)
	// Dropped handles files dropped on the window.
	Dropped(names []string)
	// Hover reports the square under the pointer; on is false off the board.
	Hover(sq game.Square, on bool)
	// Glimpse reports the hovered panel command, for commands that request it. When the pointer leaves, the
	// command has no ID.
	Glimpse(panel.Command)
	// Press reports a press of the left button.
	Press(sq game.Square, on bool)
	// Drag reports the pointer position while the left button is down, from -1 to 1 with y up.
	Drag(x, y float32)
	// Release reports a release of the left button.
	Release(sq game.Square, on bool)
	// Draw reports a press or release of the right button, with the colour index of the modifier keys. It
	// returns whether the client draws on the board; otherwise the button orbits.
	Draw(sq game.Square, on, down bool, colour int) bool
	// Draws reports whether the right button draws, so that the middle button orbits.
	Draws() bool
	// FullScreen reports whether the player wants full screen.
	FullScreen() bool
	// Quit reports whether to close the window.
	Quit() bool
	// Close saves and stops before the window closes.
	Close()
}
