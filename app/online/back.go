package online

import (
	"cmp"
	"context"
	"slices"
	"time"

	"tafl3d/app/remote"
	"tafl3d/net/wire"
	"tafl3d/tongue"
)

const (
	returnTime = 10 * time.Second // between attempts to reconnect
	idleTime   = 15 * time.Second // between requests to the service while the lobby is hidden
)

// keep updates the saved reconnection data.
func (c *Reconnection) keep(change func(b *Back)) {
	e := c.room.opt.Client.Settings()
	was := e.Back
	if change(&e.Back); e.Back != was {
		c.room.opt.Client.Change(e)
	}
}

// Sat records the start of a local player's game at a host; over records its end.
func (c *Reconnection) Sat(h remote.Host, id string, over bool) {
	switch {
	case h == nil:
	case c.room.service != nil && h == remote.Host(c.room.service):
		if !over {
			c.keep(func(b *Back) { b.Service = c.room.address })
		}
	case h == c.room.local.host:
		if c.room.local.game = id; over {
			c.room.local.game = ""
		}
		way := Back{}
		if !over || c.room.local.event {
			way = c.room.local.way
		}
		c.room.local.keep(way)
	}
}

// Return reconnects to the games that were in progress when the program ended.
func (c *Reconnection) Return() {
	b := c.room.opt.Client.Settings().Back
	if c.room.opt.Network == nil || c.state.on || b == (Back{}) {
		return
	}
	c.state.on = true
	c.room.shell.Touch()
	toService, toLan := c.room.service == nil, c.room.local.host == nil // background work must not access the room
	c.room.shell.Go(func() {
		back := func() {}
		switch {
		case b.Service != "" && toService:
			back = c.returnToService(c.room.shell.Ctx(), b.Service)
		case b.Hosts && toLan:
			back = c.hostAgain(c.room.shell.Ctx())
		case b.Host != "" && toLan:
			back = c.returnToHost(c.room.shell.Ctx(), b)
		}
		c.room.shell.Later(func() {
			c.state = returning{next: c.room.opt.Now().Add(returnTime)}
			back()
			c.room.shell.Touch()
		})
	})
}

// returnToService signs in at the service of our game, in the background.
func (c *Reconnection) returnToService(ctx context.Context, address string) (then func()) {
	s, err := c.room.opt.Network.Service(ctx, address, "", false, c.room.tellService())
	var lobby wire.Lobby
	if err == nil {
		lobby, err = wire.GetLobby.Ask(ctx, s, wire.None{})
	}
	var looks map[string]look
	if err == nil {
		looks = c.room.lookAt(s, c.room.lookedAt(viewPlay, &lobby)...)
	}
	return func() {
		switch {
		case s != nil && (err != nil || c.room.service != nil):
			c.room.shell.Go(s.Close)
			c.state.fault = err
		case err != nil:
			c.state.fault = err
		default:
			c.room.enterService(s, address)
			c.room.heardLobby(lobby, looks)
			c.sitAgain(s, c.room.ours())
		}
	}
}

// sitAgain joins our first game, if the player is idle.
func (c *Reconnection) sitAgain(h remote.Host, games []string) {
	if len(games) > 0 && c.room.opt.Client.Idle() {
		c.room.opt.Games.Join(h, games[0])
	}
}

// returnToHost reconnects to a desktop on the local network with a verified code, in the background. A host
// with a different code is rejected.
func (c *Reconnection) returnToHost(ctx context.Context, b Back) (then func()) {
	d, err := c.room.opt.Network.Knock(ctx, b.Host)
	if err != nil {
		return func() { c.state.fault = err }
	}
	if d.Code() != b.Code {
		return func() { c.Forget() }
	}
	h, err := d.Enter(ctx, b.Name, c.room.local.notices())
	if err != nil {
		return func() { c.state.fault = err }
	}
	return func() {
		switch {
		case c.room.local.host != nil:
			c.room.shell.Go(h.Close)
		case c.room.opt.Client.Idle():
			c.room.local.enter(h, d, b)
		default:
			c.room.local.host, c.room.local.way, c.room.local.game = h, b, d.Offer().Game
		}
	}
}

// hostAgain announces our last game again, in the background.
func (c *Reconnection) hostAgain(ctx context.Context) (then func()) {
	h, err := c.room.opt.Network.HostAgain(ctx, c.room.local.notices())
	if err != nil {
		return c.Forget // it cannot be resumed, so do not try again
	}
	return func() {
		if c.room.local.host != nil {
			c.room.shell.Go(h.Close)
			return
		}
		c.room.local.host, c.room.local.hosting, c.room.local.way = h, h, Back{Hosts: true}
		if game := h.Began(); game != "" && c.room.opt.Client.Idle() {
			c.room.opt.Games.Join(h, game)
		} else {
			c.room.local.game = game
		}
	}
}

// Forget discards the saved reconnection data that was not used.
func (c *Reconnection) Forget() {
	c.keep(func(b *Back) { *b = Back{} })
	c.state = returning{}
	c.room.shell.Touch()
}

// ourGames returns our games at the service, first those in which it is our turn.
func (r *Room) ourGames() []wire.GameBrief {
	mine := slices.Clone(r.lobby.Mine)
	slices.SortStableFunc(mine, func(x,
		y wire.GameBrief) int {
		return cmp.Compare(bit(r.ourTurn(y)), bit(r.ourTurn(x)))
	})
	return mine
}

// ours returns the ids of ourGames.
func (r *Room) ours() (ids []string) {
	for _, b := range r.ourGames() {
		ids = append(ids, b.Game)
	}
	return ids
}

// heardLobby handles the state of the lobby and records whether our games are in progress.
func (r *Room) heardLobby(l wire.Lobby, looks map[string]look) {
	goes := func(g wire.GameBrief) bool {
		return slices.ContainsFunc(l.Mine, func(now wire.GameBrief) bool { return now.Game == g.Game })
	}
	if over := slices.DeleteFunc(slices.Clone(r.lobby.Mine), goes); len(over) > 0 {
		r.opt.Client.Archived(r.service)
	}
	r.lobby, r.looks = l, looks
	r.Reconnection.keep(func(b *Back) {
		if b.Service = ""; len(l.Mine) > 0 {
			b.Service = r.address
		}
	})
}

// Under is one of our network games in progress.
type Under struct {
	Host remote.Host
	Game string
	Text string // name of the game
	look look
}

// Left returns the remaining time of the running clock, if known.
func (u *Under) Left(now time.Time) (left time.Duration, ok bool) {
	side, ok := u.look.Runs.Side()
	if !ok {
		return 0, false
	}
	return max(time.Duration(u.look.Position.Left[side])*time.Microsecond-now.Sub(u.look.told), 0), true
}

// Goes returns our network games in progress, the most urgent first.
func (r *Room) Goes() (list []Under) {
	if r.local.host != nil && r.local.game != "" {
		list = append(list, Under{Host: r.local.host, Game: r.local.game,
			Text: tongue.Text("Your game on the local network")})
	}
	for _, b := range r.ourGames() {
		list = append(list, Under{Host: r.service, Game: b.Game, Text: textBrief(r, b), look: r.looks[b.Game]})
	}
	return list
}

// Notice is a pending event other than a game in progress: a warning, a reconnection, an announced game, the queue, or
// a
// tournament.
type Notice struct {
	Text, Button string
	Bad          bool
	Open         func()
	Shown        string // the page with the same information; empty: none
}

// Waits returns the pending notice; ok is false if there is none.
func (r *Room) Waits() (n Notice, ok bool) {
	b := r.opt.Client.Settings().Back
	where := host(cmp.Or(b.Service, b.Host))
	switch {
	case r.warning != "":
		return Notice{Text: textWarning, Button: "Read", Bad: true, Shown: "warning",
			Open: func() { r.shell.Open(warningPage{r}) }}, true
	case where != "" && r.Reconnection.state.on:
		return Notice{Text: tongue.Textf("Connecting to your game at %s…", where), Button: "Leave game",
			Open: r.Reconnection.askForget}, true
	case where != "" && r.Reconnection.state.fault != nil:
		return Notice{Text: tongue.Textf("Your game at %s cannot be reached: %s", where,
			r.opt.Words.Error(r.Reconnection.state.fault)), Button: "Try again", Open: r.Reconnection.Return,
			Bad: true}, true
	case r.local.hosting != nil && r.local.game == "":
		return Notice{Text: tongue.Textf("Your game is open on the local network: code %s", r.local.hosting.Code()),
			Button: "Show", Shown: "hosting", Open: func() { r.shell.Open(hostingPage{r}) }}, true
	case r.queued:
		return Notice{Text: tongue.Textf("Looking for an opponent: %s",
			tongue.Now().Span(time.Duration(r.waits())*time.Second)), Button: "Show", Shown: "waiting",
			Open: func() { r.shell.Open(waitingPage{r}) }}, true
	}
	return n, false
}

// askForget asks whether to discard the reconnection data.
func (c *Reconnection) askForget() {
	c.room.shell.Ask("Leave the game?", "The game continues without you, and you lose when your time runs out.",
		"Leave game", c.Forget)
}

// Largest number of games whose boards are loaded: our own for the banner, and those in the lobby.
const (
	looked     = 4
	lookedMost = 12
)

// lookedAt returns the games whose boards a view of the lobby shows.
func (r *Room) lookedAt(view int, l *wire.Lobby) (list []wire.GameBrief) {
	switch view {
	case viewWatch:
		list = l.Live[:min(len(l.Live), lookedMost)]
	case viewMine:
		return l.Mine[:min(len(l.Mine), lookedMost)]
	}
	return append(slices.Clone(l.Mine[:min(len(l.Mine), looked)]), list...)
}

// lookAt loads the boards of games, in the background.
func (r *Room) lookAt(s remote.Service, games ...wire.GameBrief) map[string]look {
	looks := map[string]look{}
	for _, b := range games {
		if p, err := wire.GetPosition.Ask(r.shell.Ctx(), s, wire.None{}, b.Game); err == nil {
			looks[b.Game] = look{p, r.opt.Now()}
		}
	}
	return looks
}
