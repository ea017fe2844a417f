package render

import "github.com/go-gl/glfw/v3.3/glfw"

// Copy puts text on the clipboard. It belongs to the main thread, while Run runs.
func Copy(text string) { glfw.SetClipboardString(text) }
