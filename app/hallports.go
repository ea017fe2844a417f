package app

import (
	"tafl3d/app/events"
	"tafl3d/panel"
)

// Hall is what tournaments need beside the rest of the Options.
type Hall struct {
	Events   events.Store
	Entrants events.Contenders // nil: only people can enter
	// Picture draws a dialog as a PNG of its own; nil: nobody can. It is called
	// beside the main thread.
	Picture func(d *panel.Dialog) ([]byte, error)
}
