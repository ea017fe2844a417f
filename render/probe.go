package render

import (
	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/go-gl/glfw/v3.3/glfw"
)

// Driver is what the graphics driver says of itself.
type Driver struct {
	Vendor, Renderer, Version, Shading string
	Windowing                          string // GLFW and what it speaks with
	Monitor                            string // the first one; empty is none
	Width, Height                      int    // of that monitor, in pixels
	Scale                              float32
	Texture                            int32 // side of the largest texture, in texels
}

// Probe asks the driver for its names by opening a window that nobody sees. It belongs to
// the main thread, and no window may be open. The errors are those of opening the window.
func Probe() (d Driver, err error) {
	w, err := openWindow(Options{}.withDefaults(), false)
	if err != nil {
		return d, err
	}
	defer glfw.Terminate()
	defer w.Destroy()
	if err := gl.Init(); err != nil {
		return d, because(ErrNoOpenGL, err.Error())
	}
	for name, to := range map[uint32]*string{
		gl.VENDOR: &d.Vendor, gl.RENDERER: &d.Renderer, gl.VERSION: &d.Version, gl.SHADING_LANGUAGE_VERSION: &d.Shading,
	} {
		*to = gl.GoStr(gl.GetString(name))
	}
	gl.GetIntegerv(gl.MAX_TEXTURE_SIZE, &d.Texture)
	d.Windowing = glfw.GetVersionString()
	d.Scale, _ = w.GetContentScale()
	if m := glfw.GetPrimaryMonitor(); m != nil {
		mode := m.GetVideoMode()
		d.Monitor, d.Width, d.Height = m.GetName(), mode.Width, mode.Height
	}
	return d, nil
}
