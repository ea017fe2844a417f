// Package hud draws panels, text and icons from the screen models of app into pictures, and maps clicks on
// them to commands. It is independent of windows and of OpenGL: the caller draws the pictures over its
// window. Coordinates are pixels of the frame buffer, y down.
package hud

import (
	"hash/maphash"
	"image"

	"tafl3d/panel"
	"tafl3d/tongue"
)

// Panel is a picture to draw over the window.
type Panel struct {
	ID         string // constant between frames
	X, Y, W, H int
	// Image is premultiplied. If it is smaller than W by H, stretch it with a linear filter. The next Layout
	// overwrites it.
	Image   *image.RGBA
	Version uint64 // grows with each change of the picture
}

// part identifies a panel, in drawing order.
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

// slot is the place and the picture of a part.
type slot struct {
	rect    image.Rectangle // empty: hidden
	canvas  canvas
	sum     uint64 // hash of the content
	version uint64
}

// spot is the target of a part under the pointer; -1: none.
type spot struct {
	part   part
	target int
}

var nowhere = spot{parts, -1}

// HUD draws a screen model. It is not safe for concurrent use.
type HUD struct {
	fonts    *fonts
	seed     maphash.Seed
	slots    [parts]slot
	panels   []Panel
	drawn    drawnBoard
	composer composer
	insets   [4]int // left, top, right, bottom

	m       metrics
	version uint64
	size    image.Point
	scale   float32
	stale   bool                               // a change other than of the screen
	paper   func(size image.Point) *image.RGBA // makes the pictures of panels

	pointer  image.Point
	hot      spot
	held     bool // the button is pressed on hot
	moves    scroll
	dialog   dialogState
	gameOver bool // the dialog "over" is open; the board stays uncovered
	modal    bool // a dialog is open
	beside   bool // it is a side dialog; the board stays active
	folds    struct{ moves, seats fold }
}

// New returns a HUD. It returns an error if the fonts cannot be loaded.
func New() (*HUD, error) {
	f, err := newFonts()
	if err != nil {
		return nil, err
	}
	h := &HUD{fonts: f, paper: newPicture, seed: maphash.MakeSeed(), hot: nowhere, stale: true,
		pointer: image.Pt(-1, -1)}
	h.composer.hud = h
	return h, nil
}

// Layout updates the panels for a window of w by hgt pixels. scale is the number of frame buffer pixels per
// window unit. It does nothing if screen version, window and pointer target are unchanged.
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

// refresh redraws the parts with changed content, except the tooltip.
func (h *HUD) refresh(s *panel.Screen) {
	for p := range partTip {
		h.draw(s, p)
	}
}

// draw redraws a part if its content has changed.
func (h *HUD) draw(s *panel.Screen, p part) {
	sl := &h.slots[p]
	if sl.rect.Empty() { // keep the picture: it may return unchanged
		return
	}
	c := &sl.canvas
	c.fonts, c.paper, c.hot, c.down = h.fonts, h.paper, -1, -1
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

// pictureSize returns the size of the picture of a part: the size of its slot, except for the scrim, which is
// stretched.
func (h *HUD) pictureSize(p part) image.Point {
	if p == partScrim {
		return image.Pt(128, 72)
	}
	return h.slots[p].rect.Size()
}

// sign hashes everything that the picture of a part shows.
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

// paint draws a part on an empty canvas.
func (h *HUD) paint(s *panel.Screen, p part, c *canvas) {
	switch p {
	case partFar:
		if h.folds.seats.is {
			foldTab(c, foldSeats, true)
			return
		}
		c.seats().seat(&s.Game.Seats[s.Game.Near.Other()], s.Game)
		foldTool(c, foldSeats, true)
	case partNear:
		c.seats().seat(&s.Game.Seats[s.Game.Near], s.Game)
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
		c.titles().scrim(s.Dialog)
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

// collect lists the visible panels.
func (h *HUD) collect() {
	h.panels = h.panels[:0]
	for p := range parts {
		sl := &h.slots[p]
		if r := sl.rect; !r.Empty() {
			h.panels = append(h.panels, Panel{partIDs[p], r.Min.X, r.Min.Y, r.Dx(), r.Dy(), sl.canvas.img, sl.version})
		}
	}
}

// Panels returns the pictures to draw over the window, back to front. The next Layout reuses the slice.
func (h *HUD) Panels() []Panel { return h.panels }

// Insets returns the width in pixels that panels cover at each side of the window. The rest is for the board.
func (h *HUD) Insets() (left, top, right, bottom int) {
	return h.insets[0], h.insets[1], h.insets[2], h.insets[3]
}
