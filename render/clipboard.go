package render

import "github.com/go-gl/glfw/v3.3/glfw"

// Copy puts text on the clipboard. It belongs to the main thread, while Run runs.
func Copy(text string) { glfw.SetClipboardString(text) }

// Clipboard returns the text on the clipboard, empty where there is none. It belongs to the
// main thread, while Run runs.
func Clipboard() string { return glfw.GetClipboardString() }

// Raise brings the window to the front, as far as the desktop allows it. It belongs to the
// main thread, while Run runs.
func Raise() {
	if w := glfw.GetCurrentContext(); w != nil {
		if w.GetAttrib(glfw.Iconified) == glfw.True {
			w.Restore()
		}
		if !onWayland() { // where only the person's own act does
			w.Focus()
			w.RequestAttention()
		}
	}
}
