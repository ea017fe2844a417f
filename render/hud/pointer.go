package hud

import (
	"image"

	"tafl3d/panel"
)

// At returns the command of a click at a point. over reports that a panel covers the point; hit reports that
// there is a command.
func (h *HUD) At(x, y int) (cmd panel.Command, over bool, hit bool) {
	at := image.Pt(x, y)
	sp := h.under(at)
	if sp.part == parts {
		return panel.Command{}, h.modal && !h.gameOver && !h.beside, false
	}
	t := h.target(sp)
	return t.cmd, true, t.live
}

// Hover sets the pointer position; (-1, -1) is outside the window. It reports whether to call Layout again.
func (h *HUD) Hover(x, y int) bool {
	h.pointer = image.Pt(x, y)
	changed := h.aim()
	h.stale = h.stale || changed
	return changed
}

// Glimpse returns the hover command at the pointer.
func (h *HUD) Glimpse() panel.Command { return h.target(h.under(h.pointer)).glimpse }

// Press records a press or release of the left button. It reports whether to redraw.
func (h *HUD) Press(x, y int, down bool) bool {
	changed := h.Hover(x, y)
	if h.held != down {
		h.held = down
		changed = changed || h.hot != nowhere
	}
	h.stale = h.stale || changed
	return changed
}

// Wheel scrolls the part under the pointer by dy notches, up if positive. It reports whether to redraw.
func (h *HUD) Wheel(x, y int, dy float32) bool {
	changed := false
	switch h.under(image.Pt(x, y)).part {
	case partMoves:
		changed = h.moves.by(dy, h.moveRoom())
	case partDialog, partScrim:
		changed = h.dialog.by(h.m, dy)
	}
	h.stale = h.stale || changed
	return changed
}

// aim updates the target under the pointer and reports whether it changed.
func (h *HUD) aim() bool {
	sp := h.under(h.pointer)
	if sp.target < 0 {
		sp = nowhere
	}
	changed := sp != h.hot
	h.hot = sp
	return changed
}

// under returns the topmost part and target at a point. A dialog blocks everything below it, except for board
// and move list at the end of a game.
func (h *HUD) under(at image.Point) spot {
	for p := partToasts; p >= 0; p-- {
		sl := &h.slots[p]
		if !at.In(sl.rect) || p == partToasts {
			continue
		}
		if h.modal && p < partScrim && !(h.gameOver && p == partMoves) {
			return spot{p, -1}
		}
		in := at.Sub(sl.rect.Min)
		for i := len(sl.canvas.targets) - 1; i >= 0; i-- {
			if in.In(sl.canvas.targets[i].rect) {
				return spot{p, i}
			}
		}
		return spot{p, -1}
	}
	return nowhere
}

// target returns the target of a spot; empty if it has none.
func (h *HUD) target(sp spot) target {
	if sp.part >= parts || sp.target < 0 || sp.target >= len(h.slots[sp.part].canvas.targets) {
		return target{}
	}
	return h.slots[sp.part].canvas.targets[sp.target]
}
