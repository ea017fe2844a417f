package app

import (
	"tafl3d/app/shell"
	"tafl3d/app/words"
	"tafl3d/panel"
)

// volumePage sets the volumes.
type volumePage struct{ a *App }

func (p volumePage) Show() panel.Dialog {
	s := p.a.settings
	change := func() { p.a.change(s) }
	d := panel.Dialog{ID: "volumes", Title: textVolume, Cancel: "close",
		Fields:  []panel.Field{shell.Switch("sound", words.Sound, words.SoundNote, &s.Sound, change)},
		Buttons: []panel.Button{{ID: "close", Label: words.Done, Primary: true}}}
	for i, g := range soundGroups {
		d.Fields = append(d.Fields, panel.Field{ID: g.id, Label: g.label, Options: textVolumes, Chosen: s.Hushes[i],
			Set: panel.Into(&s.Hushes[i], change), Note: g.note, Disabled: !s.Sound})
	}
	return d
}

// Texts of the volumes.
const textVolume = "Volume"
