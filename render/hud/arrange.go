package hud

import (
	"image"

	"tafl3d/panel"
)

// arrange chooses the visible parts and their places.
func (h *HUD) arrange(s *panel.Screen) {
	for p := range h.slots {
		h.slots[p].rect = image.Rectangle{}
	}
	h.insets = [4]int{}
	h.modal = s.Dialog != nil
	if h.m.tiny() {
		return
	}
	h.gameOver = h.modal && s.Dialog.Kind == panel.Over
	titled := h.modal && s.Dialog.Kind == panel.Title
	h.beside = h.modal && s.Dialog.Kind == panel.Beside
	if s.Game != nil && !titled {
		h.arrangeFolds(s)
		if !h.beside { // replaces the move list
			h.arrangeMoves(s.Game)
		}
		h.arrangeSeats(s.Game)
	}
	if !titled && !h.gameOver && !h.beside {
		h.arrangeBar(s)
	}
	if s.Game != nil && s.Game.Value != nil && !titled && !h.beside {
		h.arrangeValue()
	}
	if h.modal {
		h.arrangeDialog(s)
	} else {
		h.dialog = dialogState{}
	}
	h.arrangeToasts(s, titled)
	h.arrangeBanner(s)
}

// edge returns the distance of the panels from the edge of the window.
func (h *HUD) edge() int { return h.m.pick(10, edge, edge+4) }

// arrangeSeats places the two seats, with the status between them, at the left.
func (h *HUD) arrangeSeats(g *panel.Sheet) {
	if h.folds.seats.is {
		h.arrangeFolded(g)
		return
	}
	e, w := h.edge(), h.m.pick(196, 236, 276)
	far := seatHeight(h.m, &g.Seats[g.Near.Other()], w)
	near := seatHeight(h.m, &g.Seats[g.Near], w)
	h.slots[partFar].rect = image.Rect(e, e, e+w, e+far)
	h.slots[partNear].rect = image.Rect(e, h.m.h-e-near, e+w, h.m.h-e)
	y := e + far + h.m.px(gap)
	room := h.m.h - e - near - h.m.px(gap) - y
	tall := planStatus(h.fonts, h.m, g, w).height
	h.slots[partStatus].rect = image.Rect(e, y, e+w, y+min(tall, room))
	h.insets[0] = 2*e + w
}

// arrangeMoves places the move list at the right.
func (h *HUD) arrangeMoves(g *panel.Sheet) {
	e, w := h.edge(), h.m.pick(226, 248, 300)
	if h.folds.moves.is {
		side := h.m.px(foldSide)
		h.slots[partMoves].rect = image.Rect(h.m.w-e-side, e, h.m.w-e, e+side)
		h.insets[2] = 2*e + side
		return
	}
	h.slots[partMoves].rect = image.Rect(h.m.w-e-w, e, h.m.w-e, h.m.h-e)
	h.insets[2] = 2*e + w
	h.moves.follow(g, h.moveRoom())
}

// middle returns the area between the side panels.
func (h *HUD) middle() image.Rectangle {
	e := h.edge()
	return image.Rect(max(h.insets[0], e), e, h.m.w-max(h.insets[2], e), h.m.h-e)
}

// arrangeBar places the toolbar at the bottom of the middle.
func (h *HUD) arrangeBar(s *panel.Screen) {
	if len(s.Bar) == 0 {
		return
	}
	mid := h.middle()
	size := planTools(h.fonts, h.m, s.Bar, mid.Dx()).size
	x := mid.Min.X + (mid.Dx()-size.X)/2
	h.slots[partBar].rect = image.Rect(x, mid.Max.Y-size.Y, x+size.X, mid.Max.Y)
	h.insets[3] = size.Y + h.edge() + h.m.px(3)
}

// arrangeValue places the evaluation bar at the left of the board.
func (h *HUD) arrangeValue() {
	e, w := h.edge(), h.m.px(valueWide)
	x := max(h.insets[0], e)
	h.slots[partValue].rect = image.Rect(x, e, x+w, h.m.h-max(h.insets[3], e))
	h.insets[0] = x + w + e
}

// arrangeToasts places the notices at the top of the middle, or at the bottom of the window if they would
// cover the title of a dialog.
func (h *HUD) arrangeToasts(s *panel.Screen, titled bool) {
	ts := h.toastsShown(s)
	if len(ts) == 0 {
		return
	}
	mid := h.middle()
	if titled {
		mid = image.Rect(h.insets[0], mid.Min.Y, mid.Max.X, mid.Max.Y)
	}
	size := toastSize(h.fonts, h.m, ts, min(mid.Dx(), h.m.px(toastWidth)))
	x := mid.Min.X + (mid.Dx()-size.X)/2
	at := image.Rect(x, mid.Min.Y, x+size.X, mid.Min.Y+size.Y)
	if h.modal && !titled && at.Overlaps(h.titleAt()) {
		size = toastSize(h.fonts, h.m, ts, h.m.w-2*h.edge()) // usually on one line, below the buttons
		x = (h.m.w - size.X) / 2
		at = image.Rect(x, h.m.h-size.Y+h.m.px(toastHeight-toastSlim), x+size.X, h.m.h)
	}
	h.slots[partToasts].rect = at
}

// titleAt returns the area of the dialog title.
func (h *HUD) titleAt() image.Rectangle {
	r := h.slots[partDialog].rect
	r.Max.Y = min(r.Max.Y, r.Min.Y+h.dialog.plan.head)
	return r
}

// placeTip places the tooltip near the target under the pointer, inside the window.
func (h *HUD) placeTip() {
	h.slots[partTip].rect = image.Rectangle{}
	t := h.target(h.hot)
	if t.tip == "" {
		return
	}
	at := t.rect.Add(h.slots[h.hot.part].rect.Min)
	size := tipSize(h.fonts, h.m, t, h.m.w/2)
	x := (at.Min.X+at.Max.X)/2 - size.X/2
	y := at.Min.Y - size.Y - h.m.px(8)
	if y < 0 {
		y = at.Max.Y + h.m.px(8)
	}
	e := h.m.px(6)
	from, to := e, h.m.w-e
	if bar := h.slots[partBar].rect; h.hot.part == partBar && bar.Dx() > size.X {
		from, to = bar.Min.X, bar.Max.X // other panels are next to the bar
	}
	x = max(from, min(x, to-size.X))
	h.slots[partTip].rect = image.Rect(x, y, x+size.X, y+size.Y)
}
