package hud

import (
	"image"

	"tafl3d/panel"
	"tafl3d/tongue"
)

// Commands that collapse or expand a panel.
const (
	foldMoves = "fold-moves"
	foldSeats = "fold-seats"
)

// Dimensions of collapsed panels, in units.
const (
	foldSide  = 34.0 // tab of a collapsed panel
	foldSize  = 20.0 // icon on an expanded panel
	roomLeast = 0.78 // least width of the board, as a share of the window height, before panels collapse
)

// fold is the state of a collapsible panel.
type fold struct {
	is    bool
	chose bool // set by the player, not by the window width
	asked int  // number of handled requests
}

// ask applies the requests of the player; n counts them.
func (f *fold) ask(n int) {
	if f.asked != n {
		f.asked, f.chose, f.is = n, true, !f.is
	}
}

// arrangeFolds decides which panels are collapsed: as the player chose, otherwise the move list if the board
// would be too small. Seats with clocks stay expanded.
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

// arrangeFolded places the tab of the seats and, if a board of full height leaves space, the status below it.
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

// foldTab draws the tab that expands a panel.
func foldTab(c *canvas, id string, atLeft bool) {
	c.ground(oak)
	c.tool(c.bounds().Inset(c.px(3)), 18, foldButton(id, true, atLeft), panel.Command{ID: id})
}

// foldTool draws the icon that collapses a panel.
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
