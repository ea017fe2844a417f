package app

import (
	"cmp"
	"context"

	"tafl3d/app/board"
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

// enterOnline creates the network room.
func (a *App) enterOnline() {
	a.online = online.New(a.shell, online.Options{
		Client: remoteClient{a}, Games: a.net, Events: remotePages{a}, Network: a.opt.Network, Now: a.opt.Clock.Now,
		Buzz: a.opt.Ear.Refuse, Copy: a.opt.Copy, Random: a.board.Chance.IntN,
		Words: online.Words{Game: a.textGame, Side: a.sideOf, Controls: words.Controls, Families: textFamilies,
			Error: words.Error,
			Board: func(id, pieces string) *panel.Diagram { return drawn(a.board.Lib, id, pieces) }},
	})
}

// textGame returns the name of a variant by its id, which may be unknown here.
func (a *App) textGame(id string) string {
	if v, err := a.board.Lib.Get(id); err == nil {
		return a.board.Lib.Name(v)
	}
	return id
}

// sideOf returns the name of a side of a variant, which may be unknown here.
func (a *App) sideOf(id string, s game.Side) string {
	if v, err := a.board.Lib.Get(id); err == nil {
		return rulebook.Army(v.Rules, s)
	}
	return s.String()
}

// remoteClient implements the clients of network games and tournaments.
type remoteClient struct{ a *App }

// Idle implements online.Client.
func (c remoteClient) Idle() bool {
	switch c.a.shell.Front().(type) {
	case titlePage, resumePage:
		return c.a.board.Game() == nil && !c.a.net.Joining("")
	}
	return false
}

// AskLeave implements online.Client.
func (c remoteClient) AskLeave(then func()) { c.a.board.AskLeave(then) }

// Usual implements events.Client.
func (c remoteClient) Usual() string { return c.a.settings.New.Variant }

// Title implements events.Client.
func (c remoteClient) Title() shell.Page { return titlePage(c) }

// Games implements events.Client.
func (c remoteClient) Games() events.Chooser {
	return remoteChoice{&newPage{a: c.a, v: c.a.board.Lib.Usual(c.Usual())}}
}

// Archived implements online.Client.
func (c remoteClient) Archived(s remote.Service) {
	if s == nil { // avoid an interface with a nil value
		c.a.library.Fetch(nil)
		return
	}
	c.a.library.Fetch(s)
}

// Settings implements online.Client.
func (c remoteClient) Settings() online.Elsewhere { return c.a.settings.Net }

// Change implements online.Client.
func (c remoteClient) Change(e online.Elsewhere) {
	s := c.a.settings
	s.Net = e
	c.a.change(s)
}

// Choice implements online.Client.
func (c remoteClient) Choice(last bool) online.Choice {
	chosen := c.a.settings.New
	if last {
		e := c.a.settings.Net
		chosen.Side = byLot
		chosen.Variant, chosen.Clock = cmp.Or(e.Variant, chosen.Variant), cmp.Or(e.Clock, online.UsualClock)
	}
	return remoteChoice{&newPage{a: c.a, choice: chosen, v: c.a.board.Lib.Usual(chosen.Variant), days: last}}
}

// remoteChoice selects a network game or a tournament.
type remoteChoice struct{ *newPage }

// Game implements online.Choice.
func (c remoteChoice) Game() panel.Field {
	return c.game(func() { c.a.games.OpenGallery(onlyChosen{c.newPage}) })
}

// onlyChosen is a selection that does not start a game.
type onlyChosen struct{ of *newPage }

// All implements games.Choice.
func (c onlyChosen) All() []*variant.Variant { return c.of.All() }

// Choose implements games.Choice.
func (c onlyChosen) Choose(v *variant.Variant) { c.of.Choose(v) }

// drawn returns a diagram of pieces in the format of wire.Position; nil if the variant is unknown.
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
func (c remoteChoice) Terms() []panel.Field {
	r := c.v.Rules
	side := panel.Field{ID: "side", Label: words.YourSide, Options: []string{words.Side(r, game.Attackers),
		words.Side(r, game.Defenders), textByLot}, Chosen: c.choice.Side, Set: panel.Into(&c.choice.Side)}
	return append([]panel.Field{side}, c.clock.Fields(c.clocks(), &c.choice.Clock)...)
}

// Chosen implements online.Choice.
func (c remoteChoice) Chosen() online.Chosen {
	made := c.v == c.made
	return online.Chosen{Variant: c.v, Own: made || c.a.board.Lib.Mine(c.v), Made: made, Side: c.choice.Side,
		Clock: c.choice.Clock}
}

// remotePages opens the pages of remote tournaments.
type remotePages struct{ a *App }

// List implements online.Events.
func (f remotePages) List() { f.a.events.OpenRemoteEvents() }

// Visit implements online.Events.
func (f remotePages) Visit(at remote.Holder, id string) {
	f.a.shell.Clear()
	if f.a.board.Game() == nil {
		f.a.shell.Open(titlePage(f))
	}
	f.a.events.OpenRemoteEvent(at, id)
}

// Last implements online.Events.
func (f remotePages) Last() func() {
	if p := f.a.events.RemoteEvents.Last; p != nil {
		return func() { f.a.events.OpenRemoteEvent(p.At, p.Id) }
	}
	return nil
}

// Ask implements online.Events.
func (f remotePages) Ask() func(context.Context) func() { return f.a.events.AskEvents() }

// Forget implements online.Events.
func (f remotePages) Forget(h remote.Host) {
	if h == nil {
		f.a.events.RemoteEvents = events.RemoteEvents{}
		return
	}
	f.a.events.RemoteEvents.Forget(h)
}

// netClient implements netgame.Client.
type netClient struct{ a *App }

func (c netClient) EventOf(g *board.Game) bool { return c.a.events.EventOf(g) }

func (c netClient) ToEvent() { c.a.events.OpenAnyEvent() }

func (c netClient) Through() { c.a.after.Through() }

func (c netClient) Review() { c.a.study.ReviewBoard() }

func (c netClient) Share() { c.a.after.OpenShare() }

func (c netClient) Title() { c.a.goTitle() }
