package app

import (
	"slices"

	"tafl3d/app/board"
	"tafl3d/app/fairness"
	"tafl3d/app/games"
	"tafl3d/game"
	"tafl3d/game/table"
	"tafl3d/game/variant"
	"tafl3d/panel"
)

// boardHost implements board.Host.
type boardHost struct{ a *App }

func (h boardHost) Wishes() board.Wishes {
	s := &h.a.settings
	w := s.Analysis
	if p := s.programOf(w.Engine); p != nil {
		w.Program = *p
	}
	return board.Wishes{AutoFlip: s.AutoFlip, Targets: s.Targets, Threats: s.Threats, Speed: s.speed(),
		Voice: s.Reading.Voice, Usual: s.New.Variant, Carvings: s.Carvings, Analysis: w, Programs: s.Programs}
}

func (h boardHost) Carve(carvings map[int]string) {
	s := h.a.settings
	s.Carvings = carvings
	h.a.change(s)
}

func (h boardHost) Want(w board.Wanted) {
	s := h.a.settings
	w.Program = board.Program{}
	if s.Analysis != w {
		s.Analysis = w
		h.a.change(s)
	}
}

func (h boardHost) OpenPrograms() { h.a.openPrograms() }

func (h boardHost) Begun(v *variant.Variant) {
	s := h.a.settings
	if slices.Index(s.Lately, v.ID) != 0 {
		s.Lately = append([]string{v.ID},
			slices.DeleteFunc(slices.Clone(s.Lately), func(id string) bool { return id == v.ID })...)
		s.Lately = s.Lately[:min(len(s.Lately), mostLately)]
		h.a.change(s)
	}
}

// mostLately is the number of recent games to remember.
const mostLately = 12

// gamesHost implements games.Host.
type gamesHost struct{ a *App }

func (h gamesHost) Favourites() []string { return h.a.settings.Favourites }

func (h gamesHost) Lately() []string { return h.a.settings.Lately }

func (h gamesHost) Favour(id string) {
	s := h.a.settings
	s.Favourites = slices.Clone(s.Favourites)
	if i := slices.Index(s.Favourites, id); i >= 0 {
		s.Favourites = slices.Delete(s.Favourites, i, i+1)
	} else {
		s.Favourites = append(s.Favourites, id)
	}
	h.a.change(s)
}

func (h gamesHost) Rules(v *variant.Variant) { h.a.shell.Open(rulesPage{h.a, v}) }

func (h gamesHost) Fairness(v *variant.Variant) { fairness.Open(h.a.shell, v, h.a.opt.Trial) }

func (h gamesHost) SetMaker() games.SetMaker { return h.a.opt.MakeSet }

func (h gamesHost) About(v *variant.Variant) string { return textAbout(v) }

func (h gamesHost) Families(list []string) []string { return textFamilies(list) }

func (h boardHost) Computer(s *board.Setup, side game.Side) (board.Computer, error) {
	return h.a.opponents.computer(s, side)
}

func (h boardHost) Turned() {
	h.a.events.Score()
	h.a.study.Follow()
}

func (h boardHost) Failed(f *table.PlayerError) { h.a.events.ScoreFailure(f) }

func (h boardHost) Keep(g *board.Game) { h.a.events.KeepGame(g) }

func (h boardHost) Finished(g *board.Game) { h.a.library.Finished(g) }

func (h boardHost) Over() {
	switch g := h.a.board.Game(); {
	case g.Contest != nil:
		h.a.events.Over()
	case g.Remote != nil:
		h.a.net.Over()
	default:
		h.a.after.Announce()
	}
}

func (h boardHost) Notes() []panel.Note { return h.a.net.Notes() }
