package render

import (
	"fmt"
	"log"
	"os"
	"runtime"
	"strings"

	"github.com/go-gl/glfw/v3.3/glfw"

	"tafl3d/render/gl"
)

// window is the window of the program with its current OpenGL context.
type window struct {
	win    *glfw.Window
	events []event
	x, y   int // position before full screen
	w, h   int
	full   bool
	away   bool // minimised
	inputs int  // keys and buttons released
}

// event is an input event of the system. Positions are pixels of the frame buffer, y down.
type event struct {
	kind   eventKind
	x, y   float64
	button glfw.MouseButton
	key    glfw.Key
	name   string // label of the key, if any
	letter rune
	mods   glfw.ModifierKey
	down   bool
	files  []string
}

type eventKind uint8

const (
	evMove eventKind = iota
	evButton
	evWheel
	evKey
	evLetter
	evLeave
	evExpose
	evFiles
)

// openWindow opens a window with an OpenGL 3.3 context.
func openWindow(opt Options, visible bool) (w *window, err error) {
	defer func() {
		if x := recover(); x != nil {
			glfw.Terminate()
			w, err = nil, fmt.Errorf("%w (%v)", ErrNoOpenGL, x)
		}
	}()
	if onWayland() && os.Getenv("XDG_RUNTIME_DIR") == "" { // libwayland would print its own message
		return nil, because(ErrNoDisplay, "XDG_RUNTIME_DIR is not set")
	}
	said, restore := captureLog()
	defer restore()
	if err := glfw.Init(); err != nil {
		return nil, because(ErrNoDisplay, err.Error())
	}
	if said.Len() > 0 {
		glfw.Terminate()
		return nil, because(ErrNoDisplay, said.String())
	}
	hints(visible)
	g, err := glfw.CreateWindow(opt.Width, opt.Height, opt.Title, nil, nil)
	if err != nil {
		glfw.Terminate()
		return nil, because(ErrNoOpenGL, err.Error())
	}
	g.MakeContextCurrent()
	w = &window{win: g}
	w.listen()
	return w, nil
}

// captureLog captures messages that glfw logs instead of returning, until restore is called.
func captureLog() (said *strings.Builder, restore func()) {
	said = new(strings.Builder)
	flags, out := log.Flags(), log.Writer()
	log.SetFlags(0)
	log.SetOutput(said)
	return said, func() {
		log.SetFlags(flags)
		log.SetOutput(out)
	}
}

// because appends the message of the system to an error, on the same line.
func because(err error, words string) error {
	words = strings.TrimSpace(strings.ReplaceAll(strings.TrimSpace(words), "\n", "; "))
	return fmt.Errorf("%w (%s)", err, words)
}

func hints(visible bool) {
	shown := glfw.False
	if visible {
		shown = glfw.True
	}
	for hint, v := range map[glfw.Hint]int{
		glfw.ContextVersionMajor: 3, glfw.ContextVersionMinor: 3,
		glfw.OpenGLProfile: glfw.OpenGLCoreProfile,
		glfw.Samples:       0, glfw.DepthBits: 0, glfw.StencilBits: 0, glfw.AlphaBits: 0,
		glfw.Visible: shown, glfw.ScaleToMonitor: glfw.True,
		glfw.AutoIconify: glfw.False, // keep the game visible while the user works on another monitor
	} {
		glfw.WindowHint(hint, v)
	}
	glfw.WindowHintString(glfw.X11ClassName, "tafl3d") // desktops use it to find the icon
	glfw.WindowHintString(glfw.X11InstanceName, "tafl3d")
	if runtime.GOOS == "darwin" {
		glfw.WindowHint(glfw.OpenGLForwardCompatible, glfw.True)
	}
}

// listen records all events of the system.
func (w *window) listen() {
	add := func(e event) { w.events = append(w.events, e) }
	w.win.SetCursorPosCallback(func(_ *glfw.Window, x, y float64) {
		x, y = w.pixels(x, y)
		add(event{kind: evMove, x: x, y: y})
	})
	w.win.SetCursorEnterCallback(func(_ *glfw.Window, in bool) {
		if !in {
			add(event{kind: evLeave})
		}
	})
	w.win.SetMouseButtonCallback(func(_ *glfw.Window, b glfw.MouseButton, a glfw.Action, m glfw.ModifierKey) {
		// The pointer may have moved since the click: use the position of the last event before it.
		add(event{kind: evButton, button: b, mods: m, down: a == glfw.Press})
		w.count(a)
	})
	w.win.SetScrollCallback(func(_ *glfw.Window, dx, dy float64) { add(event{kind: evWheel, x: dx, y: dy}) })
	w.win.SetKeyCallback(func(_ *glfw.Window, k glfw.Key, code int, a glfw.Action, m glfw.ModifierKey) {
		if a != glfw.Release {
			add(event{kind: evKey, key: k, name: printed(k, code), mods: m, down: true})
		}
		w.count(a)
	})
	w.win.SetCharCallback(func(_ *glfw.Window, letter rune) { add(event{kind: evLetter, letter: letter}) })
	w.win.SetDropCallback(func(_ *glfw.Window, names []string) { add(event{kind: evFiles, files: names}) })
	w.win.SetRefreshCallback(func(*glfw.Window) { add(event{kind: evExpose}) })
	w.win.SetFramebufferSizeCallback(func(*glfw.Window, int, int) { add(event{kind: evExpose}) })
	w.win.SetIconifyCallback(func(_ *glfw.Window, on bool) {
		w.away = on
		add(event{kind: evExpose})
	})
	w.win.SetFocusCallback(func(*glfw.Window, bool) { add(event{kind: evExpose}) })
}

// count counts released keys and buttons: releases, unlike presses, never repeat.
func (w *window) count(a glfw.Action) {
	if a == glfw.Release {
		w.inputs++
	}
}

// pixels converts a position in the window to pixels of the frame buffer.
func (w *window) pixels(x, y float64) (float64, float64) {
	ww, wh := w.win.GetSize()
	fw, fh := w.win.GetFramebufferSize()
	if ww == 0 || wh == 0 {
		return x, y
	}
	return x * float64(fw) / float64(ww), y * float64(fh) / float64(wh)
}

// scale returns the number of frame buffer pixels per window unit.
func (w *window) scale() float32 {
	x, y := w.win.GetContentScale()
	return max(min(x, y), 0.5)
}

// setFull enters or leaves full screen.
func (w *window) setFull(on bool) {
	if on == w.full {
		return
	}
	w.full = on
	if !on {
		w.win.SetMonitor(nil, w.x, w.y, w.w, w.h, glfw.DontCare)
		return
	}
	if !onWayland() {
		w.x, w.y = w.win.GetPos()
	}
	w.w, w.h = w.win.GetSize()
	m := w.monitor()
	if m == nil {
		w.full = false
		return
	}
	mode := m.GetVideoMode()
	w.win.SetMonitor(m, 0, 0, mode.Width, mode.Height, mode.RefreshRate)
}

// onWayland reports whether windows use Wayland, where programs cannot read their position.
func onWayland() bool { return strings.Contains(glfw.GetVersionString(), "Wayland") }

// monitor returns the monitor that shows most of the window.
func (w *window) monitor() *glfw.Monitor {
	best, most := glfw.GetPrimaryMonitor(), 0
	for _, m := range glfw.GetMonitors() {
		x, y := m.GetPos()
		mode := m.GetVideoMode()
		if mode == nil {
			continue
		}
		both := area{w.x, w.y, w.x + w.w, w.y + w.h}.within(area{x, y, x + mode.Width, y + mode.Height})
		if both.size() > most {
			best, most = m, both.size()
		}
	}
	return best
}

// show presents a painted picture with the panels over it.
func (w *window) show(p *painter, over func() error) error {
	if p.target.picture != 0 {
		if err := p.stretch(); err != nil {
			return err
		}
	} else {
		gl.BindFramebuffer(gl.READ_FRAMEBUFFER, p.target.source())
		gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, 0)
		gl.BlitFramebuffer(0, 0, int32(p.w), int32(p.h), 0, 0, int32(p.w), int32(p.h), gl.COLOR_BUFFER_BIT, gl.NEAREST)
		gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
	}
	return w.swap(over())
}

// swap presents the drawn frame unless err is set.
func (w *window) swap(err error) error {
	if err == nil {
		w.win.SwapBuffers()
	}
	return err
}

// close closes the window and terminates glfw.
func (w *window) close() {
	w.win.Destroy()
	glfw.Terminate()
}

// Driver describes the graphics driver.
type Driver struct {
	Vendor, Renderer, Version, Shading string
	Windowing                          string // GLFW version and window system
	Monitor                            string // the first one; empty: none
	Width, Height                      int    // of that monitor, in pixels
	Scale                              float32
	Texture                            int32 // width of the largest texture, in texels
}

// Probe opens a hidden window and reads the names of the driver. Call it on the main thread while no window
// is open. Its errors are those of opening a window.
func Probe() (d Driver, err error) {
	w, err := openWindow(Options{}.withDefaults(), false)
	if err != nil {
		return d, err
	}
	defer glfw.Terminate()
	defer w.win.Destroy()
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
	d.Scale, _ = w.win.GetContentScale()
	if m := glfw.GetPrimaryMonitor(); m != nil {
		mode := m.GetVideoMode()
		d.Monitor, d.Width, d.Height = m.GetName(), mode.Width, mode.Height
	}
	return d, nil
}
