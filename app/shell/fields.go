package shell

import (
	"tafl3d/app/words"
	"tafl3d/panel"
)

// Switch returns a field that switches on off and on. then is called after a change.
func Switch(id, label, note string, on *bool, then ...func()) panel.Field {
	return panel.Field{ID: id, Label: label, Note: note, Options: words.OffOn, Chosen: words.Bit(*on),
		Set: panel.IntoBool(on, then...)}
}
