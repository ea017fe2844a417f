package render

import (
	"time"

	"github.com/go-gl/glfw/v3.3/glfw"

	"tafl3d/panel"
	"tafl3d/render/hud"
	"tafl3d/scene"
)

// input translates mouse and keyboard input into commands.
type input struct {
	scene  *scene.Scene
	client Client
	hud    *hud.HUD
	speed  float32
	w, h   int
	// clipboard returns the text of the clipboard; empty if there is none.
	clipboard func() string

	x, y     float64       // pointer position, in pixels of the frame buffer
	onBoard  bool          // the left button was pressed on the board
	onPanel  bool          // or on a panel
	hovered  panel.Command // the hovered command that was last reported to the client
	orbiting bool
	panning  bool
	right    time.Time // time of the last right click, to detect double clicks
	moved    float64   // distance of the pointer since then
}

const doubleClick = 350 * time.Millisecond

// take handles an event. It reports whether to redraw the panels.
func (h *input) take(e event, now time.Time) bool {
	switch e.kind {
	case evMove:
		return h.move(e.x, e.y)
	case evLeave:
		h.client.Hover(-1, false)
		h.hovered = panel.Command{}
		h.client.Glimpse(h.hovered)
		return h.hud.Hover(-1, -1)
	case evButton:
		return h.button(e, now)
	case evWheel:
		return h.wheel(float32(e.y))
	case evKey:
		h.key(e)
	case evLetter:
		h.client.Type(e.letter)
	case evFiles:
		h.client.Dropped(e.files)
	case evExpose:
		return true
	}
	return false
}

// takeClick handles events up to the end of the first click and returns the rest: they may depend on changes
// that the click causes in the next frame.
func (h *input) takeClick(events []event, now time.Time) (rest []event, redo bool) {
	for i, e := range events {
		redo = h.take(e, now) || redo
		if e.kind == evButton && e.button == glfw.MouseButtonLeft && !e.down {
			return append(events[:0], events[i+1:]...), redo
		}
	}
	return events[:0], redo
}

// ndc returns the pointer position from -1 to 1, y up.
func (h *input) ndc(x, y float64) (float32, float32) {
	return float32(2*x/float64(h.w) - 1), float32(1 - 2*y/float64(h.h))
}

func (h *input) move(x, y float64) bool {
	dx, dy := x-h.x, y-h.y
	ox, oy := h.ndc(h.x, h.y)
	h.x, h.y = x, y
	h.moved += max(dx, -dx) + max(dy, -dy)
	nx, ny := h.ndc(x, y)
	switch {
	case h.orbiting:
		k := h.speed * 3.2 / float32(h.h)
		h.scene.Camera().Orbit(-float32(dx)*k, float32(dy)*k*0.8)
		return false
	case h.panning:
		h.scene.Camera().Pan(ox, oy, nx, ny)
		return false
	case h.onBoard:
		h.client.Drag(nx, ny)
	}
	changed := h.hud.Hover(int(x), int(y))
	if over := h.hud.Glimpse(); over != h.hovered {
		h.hovered = over
		h.client.Glimpse(over)
	}
	if _, over, _ := h.hud.At(int(x), int(y)); over && !h.onBoard {
		h.client.Hover(-1, false)
	} else {
		h.client.Hover(h.scene.Pick(nx, ny))
	}
	return changed
}

func (h *input) button(e event, now time.Time) bool {
	switch e.button {
	case glfw.MouseButtonLeft:
		if e.down {
			return h.press(e.mods)
		}
		return h.release()
	case glfw.MouseButtonRight:
		if !h.draws(e) {
			h.rightButton(e.down, e.mods&glfw.ModShift != 0, now)
		}
	case glfw.MouseButtonMiddle:
		h.middleButton(e.down, e.mods&glfw.ModShift != 0)
	}
	return false
}

// middleButton starts or ends panning. If the right button draws, the middle button orbits instead and pans
// with Shift.
func (h *input) middleButton(down, shift bool) {
	h.orbiting, h.panning = false, false
	if down && !h.overPanel() {
		h.orbiting = h.client.Draws() && !shift
		h.panning = !h.orbiting
	}
}

func (h *input) overPanel() bool {
	_, over, _ := h.hud.At(int(h.x), int(h.y))
	return over
}

// press handles a press of the left button on a panel or on the board. With Alt, dragging orbits. It ends a
// glance of the camera, as all keys do.
func (h *input) press(mods glfw.ModifierKey) bool {
	h.scene.Camera().Return()
	if h.overPanel() {
		h.onPanel = true
		return h.hud.Press(int(h.x), int(h.y), true)
	}
	if mods&glfw.ModAlt != 0 {
		h.orbiting = true
		return false
	}
	h.onBoard = true
	h.client.Press(h.scene.Pick(h.ndc(h.x, h.y)))
	return false
}

// release handles a release of the left button. Panel buttons act on release.
func (h *input) release() bool {
	if !h.onBoard && !h.onPanel {
		h.orbiting = false
	}
	if h.onBoard {
		h.onBoard = false
		h.client.Release(h.scene.Pick(h.ndc(h.x, h.y)))
		return false
	}
	if !h.onPanel {
		return false
	}
	h.onPanel = false
	h.hud.Press(int(h.x), int(h.y), false)
	if cmd, _, hit := h.hud.At(int(h.x), int(h.y)); hit {
		h.client.Do(cmd)
	}
	return true
}

// draws passes the right button to the client if it draws on the board with it.
func (h *input) draws(e event) bool {
	if e.down && h.overPanel() || h.orbiting || h.panning {
		return false
	}
	colour := 0
	for i, mod := range []glfw.ModifierKey{glfw.ModShift, glfw.ModControl, glfw.ModAlt} {
		if e.mods&mod != 0 {
			colour = i + 1
		}
	}
	sq, on := h.scene.Pick(h.ndc(h.x, h.y))
	return h.client.Draw(sq, on, e.down, colour)
}

// rightButton opens the menu of a move in the list. Off the panels it starts or ends orbiting; a double click resets
// the camera.
func (h *input) rightButton(down, shift bool, now time.Time) {
	if !down {
		h.orbiting, h.panning = false, false
		return
	}
	if cmd, over, hit := h.hud.At(int(h.x), int(h.y)); over {
		if hit && cmd.ID == "goto" {
			h.client.Do(panel.Command{ID: "move-menu", Arg: cmd.Arg})
		}
		return
	}
	if now.Sub(h.right) < doubleClick && h.moved < 12 {
		h.scene.Camera().Reset()
		h.right = time.Time{}
		return
	}
	h.right, h.moved = now, 0
	h.orbiting, h.panning = !shift, shift
}

func (h *input) wheel(dy float32) bool {
	if h.overPanel() {
		if h.hud.Wheel(int(h.x), int(h.y), dy) {
			return true
		}
		if c, ok := along(h.client.Screen().Dialog, dy); ok {
			h.client.Do(c)
		}
		return false
	}
	f := min(max(1+0.12*dy, 0.5), 2)
	x, y := h.ndc(h.x, h.y)
	h.scene.Camera().ZoomAt(f, x, y)
	return false
}

// notchRows is the number of list rows per wheel notch.
const notchRows = 3

// along returns the command that scrolls the list of a dialog.
func along(d *panel.Dialog, dy float32) (panel.Command, bool) {
	if d == nil {
		return panel.Command{}, false
	}
	for _, f := range d.Fields {
		if f.Rows != nil && f.Rows.Of > len(f.Rows.Rows) {
			return panel.Command{ID: f.ID, Arg: min(max(f.Chosen-int(dy*notchRows), 0), f.Rows.Of-1)}, true
		}
	}
	return panel.Command{}, false
}

func (h *input) key(e event) {
	k := keyOf(e)
	h.scene.Camera().Return()
	switch {
	case k.Name == "v" && k.Ctrl:
		h.client.Paste(h.clipboard())
		return
	case k.Name == "Enter" && k.Alt: // the usual shortcut for full screen
		k = panel.Key{Name: "F11"}
	}
	h.client.Key(k)
}
