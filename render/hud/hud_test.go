package hud

import (
	"fmt"
	"image"
	"slices"
	"testing"

	"tafl3d/game"
	"tafl3d/panel"
)

func newHUD(t testing.TB) *HUD {
	t.Helper()
	h, err := New()
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// show lays a screen out as a frame does.
func show(h *HUD, s *panel.Screen) {
	s.Version++
	h.Layout(s, 1280, 720, 1)
}

type window struct {
	w, h  int
	scale float32
	text  float32 // 0 is 1
}

// windows returns the windows to lay out for, fewer of them in a short run.
func windows() []window {
	if testing.Short() {
		return allWindows[:3]
	}
	return allWindows
}

var allWindows = []window{
	{1280, 720, 1, 0}, {1024, 768, 1, 0}, {1024, 768, 1, 1.5}, {1920, 1080, 1, 0}, {1280, 720, 3, 0},
	{1024, 768, 1.5, 0}, {3840, 2160, 1, 0}, {3840, 2160, 3, 0},
	{800, 600, 1, 0}, {2560, 1080, 1.25, 0}, {900, 1400, 1, 0}, {1280, 720, 1, 1.25}, {1280, 720, 1, 1.5},
	{1024, 768, 1, 1.25}, {1920, 1080, 1, 1.5},
	{1280, 720, 0.75, 0}, {1920, 1080, 2, 1.5},
}

// TestNothingOverflows asserts that texts stay inside their boxes and panels,
// texts of a panel and panels of the board do not cover each other, and panels
// stay inside the window.
func TestNothingOverflows(t *testing.T) {
	h := newHUD(t)
	for name, s := range someScreens() {
		for _, w := range windows() {
			s.Sizes, s.Version = panel.Sizes{Text: w.text}, s.Version+1
			h.Layout(s, w.w, w.h, w.scale)
			checkLayout(t, h, fmt.Sprintf("%s at %dx%d scale %g text %g", name, w.w, w.h, w.scale, w.text))
		}
	}
}

// noPicture has panels only laid out: their pictures have no pixels.
func noPicture(image.Point) *image.RGBA { return image.NewRGBA(image.Rectangle{}) }

// TestMeasuredAsPainted asserts that panels that are only measured have the texts and targets of those
// that are painted.
func TestMeasuredAsPainted(t *testing.T) {
	painted, measured := newHUD(t), newHUD(t)
	measured.paper = noPicture
	for name, s := range someScreens() {
		show(painted, s)
		show(measured, s)
		for p := range parts {
			a, b := &painted.slots[p], &measured.slots[p]
			if a.rect != b.rect || !slices.Equal(a.canvas.texts, b.canvas.texts) ||
				!slices.Equal(a.canvas.targets, b.canvas.targets) {
				t.Errorf("%s: panel %s is measured otherwise than it is painted", name, partIDs[p])
			}
			if !a.rect.Empty() && (a.canvas.img.Rect.Empty() || !b.canvas.img.Rect.Empty()) {
				t.Errorf("%s: panel %s has pictures of %v and %v", name, partIDs[p], a.canvas.img.Rect,
					b.canvas.img.Rect)
			}
		}
	}
}

func checkLayout(t *testing.T, h *HUD, where string) {
	t.Helper()
	win := image.Rect(0, 0, h.m.w, h.m.h)
	for p := range parts {
		sl := &h.slots[p]
		if sl.rect.Empty() {
			continue
		}
		if !sl.rect.In(win) {
			t.Errorf("%s: panel %s at %v leaves the window", where, partIDs[p], sl.rect)
		}
		checkTexts(t, &sl.canvas, where+", "+partIDs[p])
		for q := range p {
			apart := p <= partBar || h.gameOver && p == partDialog
			if apart && !h.slots[q].rect.Intersect(sl.rect).Empty() {
				t.Errorf("%s: panel %s covers %s", where, partIDs[p], partIDs[q])
			}
		}
	}
}

func checkTexts(t *testing.T, c *canvas, where string) {
	t.Helper()
	for i, x := range c.texts {
		if x.ink.Min.X < x.box.Min.X || x.ink.Max.X > x.box.Max.X {
			t.Errorf("%s: %q takes %v of the box %v", where, x.text, x.ink, x.box)
		}
		if !x.ink.In(c.bounds()) {
			t.Errorf("%s: %q at %v leaves the panel %v", where, x.text, x.ink, c.bounds())
		}
		for _, y := range c.texts[:i] {
			if !x.ink.Intersect(y.ink).Empty() {
				t.Errorf("%s: %q at %v covers %q at %v", where, x.text, x.ink, y.text, y.ink)
			}
		}
	}
	for _, x := range c.targets {
		if !x.rect.In(c.bounds()) {
			t.Errorf("%s: target %v leaves the panel %v", where, x.rect, c.bounds())
		}
	}
}

func TestWindowsOfAnySize(t *testing.T) {
	h := newHUD(t)
	sizes := []int{0, 1, 120, 190, 400, 4000}
	if testing.Short() {
		sizes = sizes[:4]
	}
	for name, s := range someScreens() {
		for _, w := range sizes {
			for _, hgt := range sizes {
				h.Layout(s, w, hgt, 1)
				for _, p := range h.Panels() {
					if p.X < 0 || p.Y < 0 || p.X+p.W > w || p.Y+p.H > hgt {
						t.Errorf("%s at %dx%d: panel %s at %d,%d size %dx%d", name, w, hgt, p.ID, p.X, p.Y, p.W, p.H)
					}
				}
			}
		}
	}
}

func TestPicturesArePremultiplied(t *testing.T) {
	h := newHUD(t)
	for name, s := range someScreens() {
		h.Layout(s, 1280, 720, 1)
		for _, p := range h.Panels() {
			pix := p.Image.Pix
			for i := 0; i < len(pix); i += 4 {
				if a := pix[i+3]; pix[i] > a || pix[i+1] > a || pix[i+2] > a {
					t.Fatalf("%s: panel %s has the pixel %v", name, p.ID, pix[i:i+4])
				}
			}
		}
	}
}

func versions(h *HUD) map[string]uint64 {
	m := map[string]uint64{}
	for _, p := range h.Panels() {
		m[p.ID] = p.Version
	}
	return m
}

// changed returns the panels whose picture is another one than before.
func changed(h *HUD, before map[string]uint64) []string {
	var ids []string
	for _, p := range h.Panels() {
		if before[p.ID] != p.Version {
			ids = append(ids, p.ID)
		}
	}
	return ids
}

func TestOnlyWhatChangedIsDrawn(t *testing.T) {
	tests := []struct {
		name   string
		change func(s *panel.Screen)
		want   string
	}{
		{"nothing", func(s *panel.Screen) {}, "[]"},
		{"a clock", func(s *panel.Screen) { s.Game.Seats[game.Defenders].Clock.Figures = "0:24" }, "[seat-near]"},
		{"the other clock", func(s *panel.Screen) { s.Game.Seats[game.Attackers].Clock.Low = true }, "[seat-far]"},
		{"the status", func(s *panel.Screen) { s.Game.Status = "Somebody thinks" }, "[status]"},
		{"a tool", func(s *panel.Screen) { s.Bar[1].Disabled = false }, "[bar]"},
		{"a move", func(s *panel.Screen) { s.Game.Rows[39].Ply[1], s.Game.Rows[39].Text[1] = 80, "a1-a2" }, "[moves]"},
		{"a message", func(s *panel.Screen) { s.Toasts = someToasts()[:1] }, "[toasts]"},
		{"a dialog", func(s *panel.Screen) { s.Dialog = someDialogs()["new"] }, "[scrim dialog]"},
	}
	for _, x := range tests {
		t.Run(x.name, func(t *testing.T) {
			h, s := newHUD(t), &panel.Screen{Game: someGame(), Bar: someTools()}
			show(h, s)
			before := versions(h)
			x.change(s)
			show(h, s)
			if got := fmt.Sprint(changed(h, before)); got != x.want {
				t.Errorf("drawn again: %s, want %s", got, x.want)
			}
		})
	}
}

func TestLayoutWithoutChangeAllocatesNothing(t *testing.T) {
	h, s := newHUD(t), &panel.Screen{Game: someGame(), Bar: someTools(), Version: 1}
	h.Layout(s, 1280, 720, 1)
	n := testing.AllocsPerRun(100, func() {
		h.Layout(s, 1280, 720, 1)
		h.Panels()
		h.Hover(640, 300)
		h.At(640, 300)
	})
	if n != 0 {
		t.Errorf("%v allocations a frame, want none", n)
	}
}

func TestInsetsLeaveRoomForTheBoard(t *testing.T) {
	h := newHUD(t)
	for name, s := range someScreens() {
		if s.Dialog != nil && s.Dialog.Kind != panel.Over && s.Dialog.Kind != panel.Title {
			continue
		}
		for _, w := range windows() {
			s.Sizes, s.Version = panel.Sizes{Text: w.text}, s.Version+1
			h.Layout(s, w.w, w.h, w.scale)
			l, top, r, b := h.Insets()
			free := image.Rect(l, top, w.w-r, w.h-b)
			if l+r >= w.w || top+b >= w.h || free.Dx() < w.w/3 || free.Dy() < w.h/3 {
				t.Errorf("%s at %dx%d scale %g: the board is left %v", name, w.w, w.h, w.scale, free)
			}
			for _, p := range h.Panels() {
				over := image.Rect(p.X, p.Y, p.X+p.W, p.Y+p.H).Overlaps(free)
				if over && p.ID != "toasts" && p.ID != "tip" && p.ID != "scrim" &&
					(s.Dialog == nil || s.Dialog.Kind == panel.Over) {
					t.Errorf("%s at %dx%d scale %g: panel %s covers the board's room %v", name, w.w, w.h,
						w.scale, p.ID, free)
				}
			}
		}
	}
}

func BenchmarkDraw(b *testing.B) {
	h, s := newHUD(b), &panel.Screen{Game: someGame(), Bar: someTools(), Toasts: someToasts(),
		Dialog: someDialogs()["new"]}
	show(h, s)
	for p := range partTip {
		b.Run(partIDs[p], func(b *testing.B) {
			for b.Loop() {
				h.slots[p].sum++
				h.draw(s, p)
			}
		})
	}
}

func BenchmarkClockTick(b *testing.B) {
	h, s := newHUD(b), &panel.Screen{Game: someGame(), Bar: someTools()}
	for i := 0; b.Loop(); i++ {
		s.Game.Seats[game.Defenders].Clock.Figures = fmt.Sprintf("0:%02d.%d", i/10%60, i%10)
		show(h, s)
	}
}
