package app

import (
	"fmt"

	"tafl3d/app/board"
	"tafl3d/app/words"
	"tafl3d/panel"
)

// soundGroups are the groups of Volumes as the settings show them.
var soundGroups = [len(board.Volumes{})]struct{ id, label, note string }{
	{"hush.men", "Pieces moved", ""},
	{"hush.captures", "Captures", ""},
	{"hush.ends", "Ends of games", "The lyre for a win, a loss and a draw"},
	{"hush.signals", "Warnings and refusals", "The king in danger, and moves that may not be"},
}

// Hushes are how much quieter than they could be the groups of Volumes are: indices
// into textVolumes, 0 for full.
type Hushes [len(board.Volumes{})]int

func (h *Hushes) check() error {
	for i, n := range h {
		if n < 0 || n >= len(textVolumes) {
			return fmt.Errorf("hushes: %d for %s is not from 0 to %d", n, soundGroups[i].id, len(textVolumes)-1)
		}
	}
	return nil
}

func (h *Hushes) volumes() (v board.Volumes) {
	for i, n := range h {
		v[i] = 1 - float64(n)/float64(len(textVolumes)-1)
	}
	return v
}

// volumePage is the dialog of the volumes.
type volumePage struct{ a *App }

func (p volumePage) Show() panel.Dialog {
	d := panel.Dialog{ID: "volumes", Title: textVolume, Cancel: "close", Buttons: []panel.Button{{ID: "close", Label: words.Done, Primary: true}}}
	d.Fields = append(d.Fields, panel.Field{ID: "sound", Label: words.Sound, Options: words.OffOn, Chosen: words.Bit(p.a.settings.Sound), Note: words.SoundNote})
	for i, g := range soundGroups {
		d.Fields = append(d.Fields, panel.Field{ID: g.id, Label: g.label, Options: textVolumes, Chosen: p.a.settings.Hushes[i], Note: g.note, Disabled: !p.a.settings.Sound})
	}
	return d
}

func (p volumePage) Do(c panel.Command) {
	s := p.a.settings
	if c.ID == "sound" {
		s.Sound = c.Arg == 1
		p.a.change(s)
	}
	for i, g := range soundGroups {
		if c.ID == g.id {
			s.Hushes[i] = min(max(c.Arg, 0), len(textVolumes)-1)
			p.a.change(s)
		}
	}
}

// Of the volumes.
const textVolume = "Volume"

var textVolumes = []string{"full", "75 %", "50 %", "25 %", "silent"}
