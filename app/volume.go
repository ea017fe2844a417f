package app

import (
	"tafl3d/app/words"
	"tafl3d/panel"
)

// volumePage sets the volumes.
type volumePage struct{ a *App }

func (p volumePage) Show() panel.Dialog {
	d := panel.Dialog{ID: "volumes", Title: textVolume, Cancel: "close",
		Buttons: []panel.Button{{ID: "close", Label: words.Done, Primary: true}}}
	d.Fields = append(d.Fields, panel.Field{ID: "sound", Label: words.Sound, Options: words.OffOn,
		Chosen: words.Bit(p.a.settings.Sound), Note: words.SoundNote})
	for i, g := range soundGroups {
		d.Fields = append(d.Fields, panel.Field{ID: g.id, Label: g.label, Options: textVolumes,
			Chosen: p.a.settings.Hushes[i], Note: g.note, Disabled: !p.a.settings.Sound})
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

// Texts of the volumes.
const textVolume = "Volume"
