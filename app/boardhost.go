package app

import (
	"tafl3d/game"
	"tafl3d/game/table"
	"tafl3d/panel"
)

// boardHost answers what the game at the board asks.
type boardHost struct{ a *App }

func (h boardHost) Wishes() wishes {
	s := &h.a.settings
	return wishes{autoFlip: s.AutoFlip, targets: s.Targets, threats: s.Threats, speed: s.speed(), voice: s.Reading.Voice, usual: s.New.Variant, carvings: s.Carvings}
}

func (h boardHost) Carve(carvings map[int]string) {
	s := h.a.settings
	s.Carvings = carvings
	h.a.change(s)
}

func (h boardHost) Begun() { h.a.toured() }

func (h boardHost) Computer(s *Setup, side game.Side) (Computer, error) { return h.a.computer(s, side) }

func (h boardHost) Turned() { h.a.score() }

func (h boardHost) Failed(f *table.PlayerError) { h.a.scoreFailure(f) }

func (h boardHost) Keep(g *sitting) { h.a.keepBout(g) }

func (h boardHost) Over() {
	switch g := h.a.game; {
	case g.bout != nil:
		h.a.Open(boutPage{h.a})
	case g.far != nil:
		h.a.Open(farOverPage{h.a})
	default:
		h.a.Open(overPage{h.a})
	}
}

func (h boardHost) Notes() []panel.Note { return h.a.farNotes() }
