package hud

import (
	"slices"
	"testing"

	"tafl3d/panel"
)

// TestAMessageCoversNoTitle shows a long message over every page of the program, in small windows,
// and asserts that it covers neither the page's title nor a button.
func TestAMessageCoversNoTitle(t *testing.T) {
	h := newHUD(t)
	for _, p := range thePages {
		s := p.shown(t, "de")
		if s.Dialog == nil || s.Dialog.Kind == panel.Title {
			continue
		}
		s.Toasts = []panel.Toast{{Text: "Saved: /home/ragnhild/Pictures/tafl3d/2026-11-25-215010-copenhagen-2015.gif",
			Tone: panel.Good}}
		for _, z := range sizes[:3] {
			s.Sizes = z.Sizes
			s.Version++
			h.stale = true
			h.Layout(s, z.w, z.h, 1)
			message, page := h.slots[partToasts].rect, &h.slots[partDialog]
			if message.Empty() {
				t.Fatalf("%s: there is no message", p.name)
			}
			title := slices.IndexFunc(page.canvas.texts, func(x textBox) bool { return x.text == s.Dialog.Title })
			if title >= 0 && page.canvas.texts[title].ink.Add(page.rect.Min).Overlaps(message) {
				t.Errorf("%s at %dx%d: the message at %v covers the title", p.name, z.w, z.h, message)
			}
			for _, x := range page.canvas.targets {
				at := x.rect.Add(page.rect.Min)
				cut := at.Dy() < message.Dy() // the last row of a list that scrolls
				if x.cmd.ID != "" && !cut && 3*at.Intersect(message).Dy() > at.Dy() {
					t.Errorf("%s at %dx%d: the message at %v covers %q at %v", p.name, z.w, z.h, message, x.cmd.ID, at)
					break
				}
			}
			keepPicture(t, h, "message-"+p.name)
		}
	}
}
