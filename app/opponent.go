package app

import (
	"fmt"
	"slices"

	"tafl3d/app/board"
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/panel"
)

// opponents returns the names to choose from: an empty one for the plain engine, its styles and the external
// engines.
func (a *App) opponents() []string {
	names := []string{""}
	if a.opt.Engines == nil {
		return names
	}
	for _, m := range a.opt.Engines.Manners() {
		names = append(names, m.Name)
	}
	for i := range a.settings.Programs {
		names = append(names, a.settings.Programs[i].Name)
	}
	return names
}

// opponentField returns the field for the kind of computer player.
func (a *App) opponentField(id, who string) panel.Field {
	names := a.opponents()
	f := panel.Field{ID: id, Label: textEngine, Chosen: max(slices.Index(names, who), 0)}
	docs := map[string]string{}
	for _, m := range a.opt.Engines.Manners() {
		docs[m.Name] = m.Doc
	}
	for _, name := range names {
		f.Options = append(f.Options, board.TextOpponent(name))
	}
	f.Note = docs[names[f.Chosen]]
	if p := a.settings.programOf(names[f.Chosen]); p != nil {
		f.Note = textRuns(p.Command)
	}
	return f
}

// levelField returns the field for the level of the ith computer. External engines have none.
func (a *App) levelField(id, label string, c *Choice, i int) panel.Field {
	return panel.Field{ID: id, Label: label, Options: words.LevelNames(), Chosen: c.Levels[i] - 1,
		Disabled: a.settings.programOf(c.Who[i]) != nil}
}

// computer returns the computer player for a side of a setup.
func (a *App) computer(s *board.Setup, side game.Side) (board.Computer, error) {
	c := board.Computer{Level: s.Levels[side]}
	who := s.Who[side]
	if a.opt.Engines == nil || c.Level < 1 || c.Level > words.Levels {
		return c, fmt.Errorf("there is no computer player of level %d", c.Level)
	}
	if c.Program = a.settings.programOf(who); c.Program == nil {
		c.Manner = who
		if !slices.Contains(a.opponents(), who) {
			return c, fmt.Errorf("there is no opponent %q any more", who)
		}
	}
	return c, nil
}
