package render

import "github.com/go-gl/glfw/v3.3/glfw"

// Copy writes text to the clipboard. Call it on the main thread during Run.
func Copy(text string) { glfw.SetClipboardString(text) }

// Clipboard returns the text of the clipboard; empty if there is none. Call it on the main thread during Run.
func Clipboard() string { return glfw.GetClipboardString() }

// Raise brings the window to the front if the desktop allows it. Call it on the main thread during Run.
func Raise() {
	if w := glfw.GetCurrentContext(); w != nil {
		if w.GetAttrib(glfw.Iconified) == glfw.True {
			w.Restore()
		}
		if !onWayland() { // Wayland accepts this only from the user
			w.Focus()
			w.RequestAttention()
		}
	}
}
