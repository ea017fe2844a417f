package hud

import (
	"image"

	"tafl3d/panel"
	"tafl3d/tongue"
)

// The commands that fold a panel away, or open it.
const (
	foldMoves = "fold-moves"
	foldSeats = "fold-seats"
)

// The measures of what folds, in units.
const (
	foldSide  = 34.0 // of the tab that stands in the place of a folded panel
	foldSize  = 20.0 // of the sign on an open one
	roomLeast = 0.78 // of the window's height that the board has in width before panels fold
)

// fold is whether a panel is folded away.
type fold struct {
	is    bool
	chose bool // by the player; else by how narrow the window is
	asked int  // how often it was asked for
}

// ask follows the player, who has asked so often that it be folded or opened.
func (f *fold) ask(n int) {
	if f.asked != n {
		f.asked, f.chose, f.is = n, true, !f.is
	}
}

// arrangeFolds decides which panels are folded away: what the player chose, else the
// list of moves where the board would have too little room beside it. Seats with
// clocks stay.
func (h *HUD) arrangeFolds(s *panel.Screen) {
	m, t := &h.folds.moves, &h.folds.seats
	m.ask(s.Folds.Moves)
	t.ask(s.Folds.Seats)
	if s.Game != nil && s.Game.Seats[0].Clock.On {
		t.is = false
	}
	if !m.chose {
		both := h.m.pick(196, 236, 276) + h.m.pick(226, 248, 300) + 4*h.edge()
		m.is = float64(h.m.w-both) < roomLeast*float64(h.m.h)
	}
}

// arrangeFolded puts the tab of the seats, and under it the status where a board as
// high as the window leaves room beside it.
func (h *HUD) arrangeFolded(g *panel.Sheet) {
	e, side := h.edge(), h.m.px(foldSide)
	h.slots[partFar].rect = image.Rect(e, e, e+side, e+side)
	h.insets[0] = 2*e + side
	w := min(h.m.px(260), (h.m.w-h.insets[0]-h.insets[2]-h.m.h)/2+h.insets[0])
	if w < h.m.px(200) {
		return
	}
	y := e + side + h.m.px(gap)
	h.slots[partStatus].rect = image.Rect(e, y, e+w, y+planStatus(h.fonts, h.m, g, w).height)
}

// foldTab draws the tab that opens a folded panel.
func foldTab(c *canvas, id string, atLeft bool) {
	c.ground(oak)
	c.tool(c.bounds().Inset(c.px(3)), 18, foldButton(id, true, atLeft), panel.Command{ID: id})
}

// foldTool draws the sign at the outer corner of an open panel that folds it away.
func foldTool(c *canvas, id string, atLeft bool) {
	r := c.bounds()
	at := image.Rect(r.Max.X-c.px(foldSize+5), r.Min.Y+c.px(5), r.Max.X-c.px(5), r.Min.Y+c.px(foldSize+5))
	c.tool(at, 12, foldButton(id, false, atLeft), panel.Command{ID: id})
}

func foldButton(id string, folded, atLeft bool) panel.Button {
	b := panel.Button{Key: "L", Label: tongue.Text("Move list"), Icon: "left"}
	if id == foldSeats {
		b.Key, b.Label = "S", tongue.Text("Players")
	}
	if folded == atLeft {
		b.Icon = "right"
	}
	return b
}
