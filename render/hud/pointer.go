package hud

import (
	"image"

	"tafl3d/panel"
)

// At returns what a click at a point means. over says that the pointer is over
// a panel, so that the board must not have the click; hit that there is a
// command.
func (h *HUD) At(x, y int) (cmd panel.Command, over bool, hit bool) {
	at := image.Pt(x, y)
	sp := h.under(at)
	if sp.part == parts {
		return panel.Command{}, h.modal && !h.gameOver && !h.beside, false
	}
	t := h.target(sp)
	return t.cmd, true, t.live
}

// Hover says where the pointer is, outside the window at (-1, -1). It reports
// whether something must be redrawn: then call Layout again.
func (h *HUD) Hover(x, y int) bool {
	h.pointer = image.Pt(x, y)
	changed := h.aim()
	h.stale = h.stale || changed
	return changed
}

// Glimpse returns what the pointer means where it is, without a click.
func (h *HUD) Glimpse() panel.Command { return h.target(h.under(h.pointer)).glimpse }

// Press says that the left button went down or up at a point, which shows on
// the button there. It reports whether something must be redrawn.
func (h *HUD) Press(x, y int, down bool) bool {
	changed := h.Hover(x, y)
	if h.held != down {
		h.held = down
		changed = changed || h.hot != nowhere
	}
	h.stale = h.stale || changed
	return changed
}

// Wheel scrolls what is under the pointer by dy notches, up if positive. It
// reports whether something must be redrawn.
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

// aim finds the target under the pointer and reports whether it is another
// one than before.
func (h *HUD) aim() bool {
	sp := h.under(h.pointer)
	if sp.target < 0 {
		sp = nowhere
	}
	changed := sp != h.hot
	h.hot = sp
	return changed
}

// under returns the uppermost part at a point and the target there. Under a
// dialog nothing can be reached, but for the board and the list of moves when a
// game is over.
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

// target returns the target of a spot, an empty one if it has none.
func (h *HUD) target(sp spot) target {
	if sp.part >= parts || sp.target < 0 || sp.target >= len(h.slots[sp.part].canvas.targets) {
		return target{}
	}
	return h.slots[sp.part].canvas.targets[sp.target]
}
