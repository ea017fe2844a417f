// Package hud draws the panels, text and icons around the board from the
// screen models of app into pictures, and says what a click on them means. It
// knows no window and no OpenGL: whoever has a window lays the pictures over
// it. Coordinates are pixels of the frame buffer, y down.
package hud

import (
	"hash/maphash"
	"image"

	"tafl3d/panel"
	"tafl3d/tongue"
)

// Panel is a picture to be laid over the window.
type Panel struct {
	ID         string // the same from frame to frame
	X, Y, W, H int
	// Image is premultiplied. It may be smaller than W by H: then it is
	// stretched with a linear filter. It is drawn over at the next Layout,
	// therefore use it before.
	Image   *image.RGBA
	Version uint64 // grows when the picture has changed
}

// part names a panel; the parts lie above each other in this order.
type part int

const (
	partFar part = iota
	partNear
	partStatus
	partValue
	partMoves
	partBar
	partScrim
	partDialog
	partBanner
	partToasts
	partTip
	parts
)

var partIDs = [parts]string{
	"seat-far", "seat-near", "status", "value", "moves", "bar", "scrim", "dialog", "banner", "toasts", "tip",
}

// slot is the place of a part and its picture.
type slot struct {
	rect    image.Rectangle // empty: not shown
	canvas  canvas
	sum     uint64 // of all that the picture shows
	version uint64
}

// spot is what the pointer is over: a target of a part, -1 for none.
type spot struct {
	part   part
	target int
}

var nowhere = spot{parts, -1}

// HUD draws a screen model. It belongs to one goroutine.
type HUD struct {
	fonts  *fonts
	seed   maphash.Seed
	slots  [parts]slot
	panels []Panel
	drawn  drawnBoard
	insets [4]int // left, top, right, bottom

	m       metrics
	version uint64
	size    image.Point
	scale   float32
	stale   bool // something but the screen has changed
	blind   bool // the panels are only measured, for the tests

	pointer  image.Point
	hot      spot
	held     bool // the button is held down on hot
	moves    scroll
	dialog   dialogState
	gameOver bool // the dialog "over" is open: the board stays free
	modal    bool // a dialog is open
	beside   bool // it stands beside the board, which stays in play
	folds    struct{ moves, seats fold }
}

// New returns a HUD; the error is about its fonts.
func New() (*HUD, error) {
	f, err := newFonts()
	if err != nil {
		return nil, err
	}
	return &HUD{fonts: f, seed: maphash.MakeSeed(), hot: nowhere, stale: true, pointer: image.Pt(-1, -1)}, nil
}

// Layout brings the panels up to date for a window of w by hgt pixels. scale
// is how many pixels of the frame buffer the system takes for one. It does
// nothing if neither the screen's version nor the window nor the pointer's
// target has changed since the last call.
func (h *HUD) Layout(s *panel.Screen, w, hgt int, scale float32) {
	size := image.Pt(w, hgt)
	if !h.stale && s.Version == h.version && size == h.size && scale == h.scale {
		return
	}
	h.stale, h.version, h.size, h.scale = false, s.Version, size, scale
	m := fit(w, hgt, scale, s.Sizes)
	if s.Banner != nil {
		m.h -= m.px(bannerHeight)
	}
	if m != h.m {
		if m.k != h.m.k {
			h.fonts.forget()
		}
		h.m = m
	}
	h.arrange(s)
	h.refresh(s)
	if h.aim() {
		h.arrange(s)
		h.refresh(s)
	}
	h.placeTip()
	h.draw(s, partTip)
	h.collect()
}

// refresh draws the parts whose content has changed, all but the tip.
func (h *HUD) refresh(s *panel.Screen) {
	for p := range partTip {
		h.draw(s, p)
	}
}

// draw draws one part if its content has changed.
func (h *HUD) draw(s *panel.Screen, p part) {
	sl := &h.slots[p]
	if sl.rect.Empty() { // what it had is right again when it comes back the same
		return
	}
	c := &sl.canvas
	c.fonts, c.blind, c.hot, c.down = h.fonts, h.blind, -1, -1
	if h.hot.part == p {
		c.hot = h.hot.target
		if h.held {
			c.down = c.hot
		}
	}
	d := newDigest(h.seed)
	d.text(tongue.Current())
	d.flag(h.m.contrast, h.folds.moves.is, h.folds.seats.is)
	d.num(sl.rect.Dx(), sl.rect.Dy(), int(h.m.k*1000), c.hot, c.down)
	h.sign(s, p, &d)
	if sum := d.sum(); sum != sl.sum {
		sl.sum = sum
		sl.version++
		c.reset(h.m, h.pictureSize(p))
		h.paint(s, p, c)
	}
}

// pictureSize returns how large the picture of a part is: as large as its
// place, but for the scrim, a gradient that is stretched.
func (h *HUD) pictureSize(p part) image.Point {
	if p == partScrim {
		return image.Pt(128, 72)
	}
	return h.slots[p].rect.Size()
}

// sign writes down all that the picture of a part shows.
func (h *HUD) sign(s *panel.Screen, p part, d *digest) {
	switch p {
	case partFar:
		d.seat(&s.Game.Seats[s.Game.Near.Other()], s.Game)
	case partNear:
		d.seat(&s.Game.Seats[s.Game.Near], s.Game)
	case partStatus:
		d.status(s.Game)
	case partValue:
		d.value(s.Game)
	case partMoves:
		h.signMoves(s.Game, d)
	case partBar:
		d.buttons(s.Bar)
	case partScrim:
		d.text(s.Dialog.ID)
	case partDialog:
		h.signDialog(s.Dialog, d)
	case partBanner:
		d.banner(s.Banner)
	case partToasts:
		d.toasts(h.toastsShown(s))
	case partTip:
		t := h.target(h.hot)
		d.text(t.tip, t.key)
	}
}

// paint draws the picture of a part on an empty canvas.
func (h *HUD) paint(s *panel.Screen, p part, c *canvas) {
	switch p {
	case partFar:
		if h.folds.seats.is {
			foldTab(c, foldSeats, true)
			return
		}
		c.seat(&s.Game.Seats[s.Game.Near.Other()], s.Game)
		foldTool(c, foldSeats, true)
	case partNear:
		c.seat(&s.Game.Seats[s.Game.Near], s.Game)
	case partStatus:
		c.status(s.Game)
	case partValue:
		paintValue(c, s.Game)
	case partMoves:
		if h.folds.moves.is {
			foldTab(c, foldMoves, false)
			return
		}
		h.paintMoves(s.Game, c)
		foldTool(c, foldMoves, false)
	case partBar:
		c.tools(s.Bar)
	case partScrim:
		c.scrim(s.Dialog)
	case partDialog:
		h.paintDialog(s.Dialog, c)
	case partBanner:
		paintBanner(c, s.Banner)
	case partToasts:
		c.toasts(h.toastsShown(s))
	case partTip:
		c.tip(h.target(h.hot))
	}
}

// collect lists the panels that are shown.
func (h *HUD) collect() {
	h.panels = h.panels[:0]
	for p := range parts {
		sl := &h.slots[p]
		if r := sl.rect; !r.Empty() {
			h.panels = append(h.panels, Panel{partIDs[p], r.Min.X, r.Min.Y, r.Dx(), r.Dy(), sl.canvas.img, sl.version})
		}
	}
}

// Panels returns what to lay over the window, back to front. The slice is
// used again at the next Layout.
func (h *HUD) Panels() []Panel { return h.panels }

// Insets returns how many pixels at each side of the window the panels cover;
// the board belongs into the rest.
func (h *HUD) Insets() (left, top, right, bottom int) {
	return h.insets[0], h.insets[1], h.insets[2], h.insets[3]
}
