package app

import (
	"fmt"
	"slices"

	"tafl3d/app/board"
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/panel"
)

// names returns the names to choose from: an empty one for the plain engine, its styles and the external
// engines.
func (o *opponents) names() []string {
	names := []string{""}
	if o.app.opt.Engines == nil {
		return names
	}
	for _, m := range o.app.opt.Engines.Manners() {
		names = append(names, m.Name)
	}
	for i := range o.app.settings.Programs {
		names = append(names, o.app.settings.Programs[i].Name)
	}
	return names
}

// opponentField returns the field for the kind of computer player.
func (o *opponents) field(id string, who *string) panel.Field {
	names := o.names()
	f := panel.Field{ID: id, Label: textEngine, Chosen: max(slices.Index(names, *who), 0),
		Set: func(n int) { *who = names[n] }}
	docs := map[string]string{}
	for _, m := range o.app.opt.Engines.Manners() {
		docs[m.Name] = m.Doc
	}
	for _, name := range names {
		f.Options = append(f.Options, board.TextOpponent(name))
	}
	f.Note = docs[names[f.Chosen]]
	if p := o.app.settings.programOf(names[f.Chosen]); p != nil {
		f.Note = textRuns(p.Command)
	}
	return f
}

// levelField returns the field for the level of the ith computer. External engines have none.
func (o *opponents) levelField(id, label string, c *Choice, i int) panel.Field {
	return panel.Field{ID: id, Label: label, Options: words.LevelNames(), Chosen: c.Levels[i] - 1,
		Set: func(n int) { c.Levels[i] = n + 1 }, Disabled: o.app.settings.programOf(c.Who[i]) != nil}
}

// computer returns the computer player for a side of a setup.
func (o *opponents) computer(s *board.Setup, side game.Side) (board.Computer, error) {
	c := board.Computer{Level: s.Levels[side]}
	who := s.Who[side]
	if o.app.opt.Engines == nil || c.Level < 1 || c.Level > words.Levels {
		return c, fmt.Errorf("there is no computer player of level %d", c.Level)
	}
	if c.Program = o.app.settings.programOf(who); c.Program == nil {
		c.Manner = who
		if !slices.Contains(o.names(), who) {
			return c, fmt.Errorf("there is no opponent %q any more", who)
		}
	}
	return c, nil
}
