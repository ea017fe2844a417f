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
func (r *Room) keep(change func(b *Back)) {
	e := r.opt.Client.Settings()
	was := e.Back
	if change(&e.Back); e.Back != was {
		r.opt.Client.Change(e)
	}
}

// Sat records the start of a local player's game at a host; over records its end.
func (r *Room) Sat(h remote.Host, id string, over bool) {
	switch {
	case h == nil:
	case r.service != nil && h == remote.Host(r.service):
		if !over {
			r.keep(func(b *Back) { b.Service = r.address })
		}
	case h == r.lan:
		if r.lanGame = id; over {
			r.lanGame = ""
		}
		way := Back{}
		if !over || r.lanEvent {
			way = r.lanWay
		}
		r.keepLan(way)
	}
}

// Return reconnects to the games that were in progress when the program ended.
func (r *Room) Return() {
	b := r.opt.Client.Settings().Back
	if r.opt.Network == nil || r.back.on || b == (Back{}) {
		return
	}
	r.back.on = true
	r.shell.Touch()
	toService, toLan := r.service == nil, r.lan == nil // background work must not access the room
	r.shell.Go(func() {
		back := func() {}
		switch {
		case b.Service != "" && toService:
			back = r.returnToService(r.shell.Ctx(), b.Service)
		case b.Hosts && toLan:
			back = r.hostAgain(r.shell.Ctx())
		case b.Host != "" && toLan:
			back = r.returnToHost(r.shell.Ctx(), b)
		}
		r.shell.Later(func() {
			r.back = returning{next: r.opt.Now().Add(returnTime)}
			back()
			r.shell.Touch()
		})
	})
}

// returnToService signs in at the service of our game, in the background.
func (r *Room) returnToService(ctx context.Context, address string) (then func()) {
	s, err := r.opt.Network.Service(ctx, address, "", false, r.tellService())
	var lobby wire.Lobby
	if err == nil {
		lobby, err = wire.GetLobby.Ask(ctx, s, wire.None{})
	}
	var looks map[string]look
	if err == nil {
		looks = r.lookAt(s, r.lookedAt(viewPlay, &lobby)...)
	}
	return func() {
		switch {
		case s != nil && (err != nil || r.service != nil):
			r.shell.Go(s.Close)
			r.back.fault = err
		case err != nil:
			r.back.fault = err
		default:
			r.enterService(s, address)
			r.heardLobby(lobby, looks)
			r.sitAgain(s, r.ours())
		}
	}
}

// sitAgain joins our first game, if the player is idle.
func (r *Room) sitAgain(h remote.Host, games []string) {
	if len(games) > 0 && r.opt.Client.Idle() {
		r.opt.Games.Join(h, games[0])
	}
}

// returnToHost reconnects to a desktop on the local network with a verified code, in the background. A host
// with a different code is rejected.
func (r *Room) returnToHost(ctx context.Context, b Back) (then func()) {
	d, err := r.opt.Network.Knock(ctx, b.Host)
	if err != nil {
		return func() { r.back.fault = err }
	}
	if d.Code() != b.Code {
		return func() { r.Forget() }
	}
	h, err := d.Enter(ctx, b.Name, r.tellLan())
	if err != nil {
		return func() { r.back.fault = err }
	}
	return func() {
		switch {
		case r.lan != nil:
			r.shell.Go(h.Close)
		case r.opt.Client.Idle():
			r.enterLan(h, d, b)
		default:
			r.lan, r.lanWay, r.lanGame = h, b, d.Offer().Game
		}
	}
}

// hostAgain announces our last game again, in the background.
func (r *Room) hostAgain(ctx context.Context) (then func()) {
	h, err := r.opt.Network.HostAgain(ctx, r.tellLan())
	if err != nil {
		return r.Forget // it cannot be resumed, so do not try again
	}
	return func() {
		if r.lan != nil {
			r.shell.Go(h.Close)
			return
		}
		r.lan, r.hosting, r.lanWay = h, h, Back{Hosts: true}
		if game := h.Began(); game != "" && r.opt.Client.Idle() {
			r.opt.Games.Join(h, game)
		} else {
			r.lanGame = game
		}
	}
}

// Forget discards the saved reconnection data that was not used.
func (r *Room) Forget() {
	r.keep(func(b *Back) { *b = Back{} })
	r.back = returning{}
	r.shell.Touch()
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
	r.keep(func(b *Back) {
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
	if r.lan != nil && r.lanGame != "" {
		list = append(list, Under{Host: r.lan, Game: r.lanGame, Text: tongue.Text("Your game on the local network")})
	}
	for _, b := range r.ourGames() {
		list = append(list, Under{Host: r.service, Game: b.Game, Text: textBrief(r, b), look: r.looks[b.Game]})
	}
	return list
}

// Notice is a pending event other than a game in progress: a reconnection, an announced game, the queue, or a
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
	case where != "" && r.back.on:
		return Notice{Text: tongue.Textf("Connecting to your game at %s…", where), Button: "Leave game",
			Open: r.askForget}, true
	case where != "" && r.back.fault != nil:
		return Notice{Text: tongue.Textf("Your game at %s cannot be reached: %s", where,
			r.opt.Words.Error(r.back.fault)), Button: "Try again", Open: r.Return, Bad: true}, true
	case r.hosting != nil && r.lanGame == "":
		return Notice{Text: tongue.Textf("Your game is open on the local network: code %s", r.hosting.Code()),
			Button: "Show", Shown: "hosting", Open: func() { r.shell.Open(hostingPage{r}) }}, true
	case r.queued:
		return Notice{Text: tongue.Textf("Looking for an opponent: %s",
			tongue.Now().Span(time.Duration(r.waits())*time.Second)), Button: "Show", Shown: "waiting",
			Open: func() { r.shell.Open(waitingPage{r}) }}, true
	}
	return n, false
}

// askForget asks whether to discard the reconnection data.
func (r *Room) askForget() {
	r.shell.Ask("Leave the game?", "The game continues without you, and you lose when your time runs out.",
		"Leave game", r.Forget)
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
