package app

import (
	"tafl3d/app/events"
	"tafl3d/app/online"
	"tafl3d/app/remote"
	"tafl3d/app/shell"
	"tafl3d/game/variant"
	"tafl3d/panel"
)

// eventClient is the client as the pages of events ask it.
type eventClient struct{ *App }

func (c eventClient) Usual() string { return c.settings.New.Variant }

func (c eventClient) Games() events.Chooser {
	return gameChooser{&newPage{a: c.App, v: c.Lib.Usual(c.Usual())}}
}

// gameChooser are the fields of a new game that choose it.
type gameChooser struct{ p *newPage }

func (g gameChooser) Games() []panel.Field { return g.p.games(g.p.a) }

func (g gameChooser) Aside() []panel.Part { return g.p.aside(g.p.a) }

func (g gameChooser) Do(c panel.Command) bool { return g.p.doGame(g.p.a, c) }

func (g gameChooser) Chosen() *variant.Variant { return g.p.v }

func (c eventClient) Title() shell.Page { return titlePage{c.App} }

func (c eventClient) Elsewhere() online.Elsewhere { return c.settings.Net }

// StopJoining no longer joins a game that h keeps.
func (c eventClient) StopJoining(h remote.Host) {
	if j := c.joining; j != nil && j.Club == h {
		j.Remote.Close()
		c.joining = nil
	}
}

func (c eventClient) Go(h remote.Host, id string) { c.goFar(h, id) }

func (c eventClient) Join(h remote.Host, id string) { c.joinFar(h, id) }
