package app

import (
	"tafl3d/app/board"
	"tafl3d/game"
	"tafl3d/game/table"
	"tafl3d/panel"
)

// boardHost answers what the game at the board asks.
type boardHost struct{ a *App }

func (h boardHost) Wishes() board.Wishes {
	s := &h.a.settings
	return board.Wishes{AutoFlip: s.AutoFlip, Targets: s.Targets, Threats: s.Threats, Speed: s.speed(), Voice: s.Reading.Voice, Usual: s.New.Variant, Carvings: s.Carvings}
}

func (h boardHost) Carve(carvings map[int]string) {
	s := h.a.settings
	s.Carvings = carvings
	h.a.change(s)
}

func (h boardHost) Begun() { h.a.toured() }

func (h boardHost) Computer(s *board.Setup, side game.Side) (board.Computer, error) {
	return h.a.computer(s, side)
}

func (h boardHost) Turned() { h.a.Score() }

func (h boardHost) Failed(f *table.PlayerError) { h.a.ScoreFailure(f) }

func (h boardHost) Keep(g *board.Game) { h.a.KeepBout(g) }

func (h boardHost) Over() {
	switch g := h.a.Game; {
	case g.Contest != nil:
		h.a.Room.Over()
	case g.Remote != nil:
		h.a.Open(farOverPage(h))
	default:
		h.a.Open(overPage(h))
	}
}

func (h boardHost) Notes() []panel.Note { return h.a.farNotes() }
