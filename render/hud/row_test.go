package hud

import (
	"slices"
	"testing"

	"tafl3d/panel"
)

// TestWordsOfARowHaveOneSize lays out buttons of long and short words, for which there
// is not room enough.
func TestWordsOfARowHaveOneSize(t *testing.T) {
	h := newHUD(t)
	labels := []string{"Language and text", "Board and graphics", "Volume", "Other engines", "Done"}
	d := &panel.Dialog{ID: "settings", Title: "Settings",
		Fields: []panel.Field{{ID: "sound", Label: "Sound", Options: []string{"on", "off"}}}}
	for _, l := range labels {
		d.Buttons = append(d.Buttons, panel.Button{ID: l, Label: l})
	}
	for _, text := range []float32{1, 1.5} {
		s := &panel.Screen{Dialog: d, Sizes: panel.Sizes{Text: text}}
		h.stale = true
		h.Layout(s, 1280, 720, 1)
		found, tall := 0, 0
		for _, x := range h.slots[partDialog].canvas.texts {
			if !slices.Contains(labels, x.text) {
				continue
			}
			if found++; tall == 0 {
				tall = x.ink.Dy()
			}
			if x.ink.Dy() != tall {
				t.Errorf("text %g: %q is %d pixels tall, others %d", text, x.text, x.ink.Dy(), tall)
			}
		}
		if found != len(labels) {
			t.Errorf("text %g: %d of %d words are there whole", text, found, len(labels))
		}
	}
}
