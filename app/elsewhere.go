package app

import (
	"cmp"
	"context"
	"slices"

	"tafl3d/app/catalogue"
	"tafl3d/app/events"
	"tafl3d/app/online"
	"tafl3d/app/remote"
	"tafl3d/app/rulebook"
	"tafl3d/app/shell"
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/variant"
	"tafl3d/panel"
)

// enterOnline makes the room of games against people elsewhere.
func (a *App) enterOnline() {
	a.online = online.New(a.Shell, online.Options{
		Client: farClient{a}, Events: farPages{a}, Network: a.opt.Network, Now: a.opt.Clock.Now, Buzz: a.opt.Ear.Refuse, Copy: a.opt.Copy, Random: a.Chance.IntN,
		Words: online.Words{Game: a.textGame, Side: a.sideOf, Controls: words.Controls, Families: textFamilies, Error: words.Error,
			Board: func(id, pieces string) *panel.Diagram { return drawn(a.Lib, id, pieces) }},
	})
}

// textGame names a variant by its id, which may be one that is not known here.
func (a *App) textGame(id string) string {
	if v, err := a.Lib.Get(id); err == nil {
		return a.Lib.Name(v)
	}
	return id
}

// sideOf names a side of a variant, which need not be known here.
func (a *App) sideOf(id string, s game.Side) string {
	if v, err := a.Lib.Get(id); err == nil {
		return words.Side(v.Rules, s)
	}
	return s.String()
}

// farClient is what the rooms of games and events elsewhere ask of the rest.
type farClient struct{ *App }

// Join implements online.Client.
func (c farClient) Join(h remote.Host, id string) { c.joinFar(h, id) }

// GoTo implements online.Client.
func (c farClient) GoTo(h remote.Host, id string) { c.goFar(h, id) }

// Away implements online.Client.
func (c farClient) Away() bool { return c.Game != nil && c.Game.Remote != nil }

// Plays implements online.Client.
func (c farClient) Plays() bool { return c.Away() && c.Going() && !c.Game.Setup.Watched() }

// Idle implements online.Client.
func (c farClient) Idle() bool {
	switch c.Front().(type) {
	case titlePage, resumePage:
		return c.Game == nil && c.joining == nil
	}
	return false
}

// Usual implements events.Client.
func (c farClient) Usual() string { return c.settings.New.Variant }

// Title implements events.Client.
func (c farClient) Title() shell.Page { return titlePage{c.App} }

// Games implements events.Client.
func (c farClient) Games() events.Chooser {
	return farChoice{&newPage{a: c.App, v: c.Lib.Usual(c.Usual())}}
}

// StopJoining implements events.Client: it no longer joins a game that h keeps.
func (c farClient) StopJoining(h remote.Host) {
	if j := c.joining; j != nil && j.Club == h {
		j.Remote.Close()
		c.joining = nil
	}
}

// Archived implements online.Client.
func (c farClient) Archived(s remote.Service) {
	if s == nil {
		c.library.Fetch(nil)
		return
	}
	c.library.Fetch(s)
}

// Settings implements online.Client.
func (c farClient) Settings() online.Elsewhere { return c.settings.Net }

// Change implements online.Client.
func (c farClient) Change(e online.Elsewhere) {
	s := c.settings
	s.Net = e
	c.change(s)
}

// Choice implements online.Client.
func (c farClient) Choice(last bool) online.Choice {
	chosen := c.settings.New
	if last {
		e := c.settings.Net
		chosen.Side = byLot
		chosen.Variant, chosen.Clock = cmp.Or(e.Variant, chosen.Variant), cmp.Or(e.Clock, online.UsualClock)
	}
	return farChoice{&newPage{a: c.App, choice: chosen, v: c.Lib.Usual(chosen.Variant), days: last}}
}

// farChoice is the choice of a game elsewhere, or of an event.
type farChoice struct{ *newPage }

// Game implements online.Choice.
func (c farChoice) Game() panel.Field {
	mates := c.filter().mates
	return panel.Field{ID: "variant", Label: words.Variant, Options: c.a.Lib.Names(mates), Chosen: slices.Index(mates, c.v), Pick: "gallery", Starts: true, Note: textAllGames}
}

// Do implements online.Choice.
func (c farChoice) Do(cmd panel.Command) {
	if cmd.ID == "gallery" {
		c.a.games.OpenGallery(onlyChosen{c.newPage})
		return
	}
	c.newPage.Do(cmd)
}

// onlyChosen is the choice of a game with which none begins at once.
type onlyChosen struct{ of *newPage }

// All implements games.Choice.
func (c onlyChosen) All() []*variant.Variant { return c.of.All() }

// Choose implements games.Choice.
func (c onlyChosen) Choose(v *variant.Variant) { c.of.Choose(v) }

// drawn is a game as wire.Position tells its pieces, nil where it is not known here.
func drawn(lib catalogue.Catalogue, id, pieces string) *panel.Diagram {
	v, err := lib.Get(id)
	if err != nil || len(pieces) != v.Rules.Board().Squares() {
		return nil
	}
	list := make([]game.Piece, len(pieces))
	for s := range list {
		for p, k := range v.Rules.Kinds() {
			if p > 0 && k.Letter == pieces[s] {
				list[s] = game.Piece(p)
			}
		}
	}
	return rulebook.Diagram(v.Rules, list)
}

// Terms implements online.Choice.
func (c farChoice) Terms() []panel.Field {
	r, options := c.v.Rules, c.clocks()
	return []panel.Field{
		{ID: "side", Label: words.YourSide, Options: []string{words.Side(r, game.Attackers), words.Side(r, game.Defenders), textByLot}, Chosen: c.choice.Side},
		{ID: "clock", Label: words.Clock, Options: words.Controls(options), Chosen: slices.Index(options, c.choice.Clock)},
	}
}

// Chosen implements online.Choice.
func (c farChoice) Chosen() online.Chosen {
	made := c.v == c.made
	return online.Chosen{Variant: c.v, Own: made || c.a.Lib.Mine(c.v), Made: made, Side: c.choice.Side, Clock: c.choice.Clock}
}

// farPages are the pages of events elsewhere.
type farPages struct{ *App }

// List implements online.Events.
func (f farPages) List() { f.OpenFarEvents() }

// Visit implements online.Events.
func (f farPages) Visit(at remote.Holder, id string) {
	f.Clear()
	if f.Game == nil {
		f.Open(titlePage{f.App})
	}
	f.OpenFarEvent(at, id)
}

// Last implements online.Events.
func (f farPages) Last() func() {
	if p := f.FarEvents.Last; p != nil {
		return func() { f.OpenFarEvent(p.At, p.Id) }
	}
	return nil
}

// Ask implements online.Events.
func (f farPages) Ask() func(context.Context) func() { return f.AskEvents() }

// Forget implements online.Events.
func (f farPages) Forget(h remote.Host) {
	if h == nil {
		f.FarEvents = events.FarEvents{}
		return
	}
	f.FarEvents.Forget(h)
}
