package app

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"tafl3d/app/remote"
	"tafl3d/app/shell"
	"tafl3d/game/match"
	"tafl3d/net/wire"
	"tafl3d/panel"
)

// network is who keeps games for us elsewhere.
type network struct {
	lan       remote.Host    // the desktop of the evening, ours or that of the other; nil: none
	hosting   remote.Offered // is lan, where the game is laid out here
	service   remote.Service // where we are signed in; nil: nowhere
	address   string         // of the service
	joining   *far           // a game that has not yet told of itself
	following following      // which begins after the game at the table
	lobby     wire.Lobby     // as it was told last
	events    farEvents
	invited   map[string]wire.Invitation // ours that are open, by the ids of their seeks, as far as they were told
	waiting   wire.Waiting
	queued    bool
	busy      bool      // something is being asked
	polling   bool      // the lobby or the queue is being asked
	fault     error     // why the lobby could not be had
	next      time.Time // when the service is asked again; zero: not by itself
}

// Elsewhere is what the player has chosen for good about the network.
type Elsewhere struct {
	Name     string   `json:"name,omitempty"`     // that others see
	Services []string `json:"services,omitempty"` // addresses, the newest first
	// Variant and Clock are those of the game that was looked for last; empty is none yet.
	Variant string `json:"variant,omitempty"`
	Clock   string `json:"clock,omitempty"`
}

const (
	mostServices = 8
	longestURL   = 120
	pollTime     = 2 * time.Second
)

func (e *Elsewhere) check() error {
	if len(e.Services) > mostServices {
		return fmt.Errorf("services: %d are more than %d", len(e.Services), mostServices)
	}
	for _, s := range e.Services {
		if len(s) > longestURL || s == "" {
			return fmt.Errorf("services: %.20q has not from 1 to %d letters", s, longestURL)
		}
	}
	if len([]rune(e.Name)) > longestName {
		return fmt.Errorf("name: %.20q is longer than %d letters", e.Name, longestName)
	}
	if e.Clock == "" {
		return nil
	}
	_, err := match.ParseControl(e.Clock)
	return err
}

// usualClock is that of games and events elsewhere while none has been chosen.
const usualClock = "10m+5s"

// farPage returns a choice of a game elsewhere, with what was looked for last.
func farPage(a *App) newPage {
	s := &a.settings
	c := s.New
	c.Variant, c.Clock = cmp.Or(s.Net.Variant, c.Variant), cmp.Or(s.Net.Clock, usualClock)
	return newPage{a: a, choice: c, v: a.lib.usual(c.Variant), days: true}
}

// remember puts a service first among the known ones.
func (e *Elsewhere) remember(address string) {
	rest := slices.DeleteFunc(slices.Clone(e.Services), func(s string) bool { return s == address })
	e.Services = append([]string{address}, rest[:min(len(rest), mostServices-1)]...)
}

// close ends all connections.
func (n *network) close() {
	if n.joining != nil {
		n.joining.remote.Close()
	}
	if n.lan != nil {
		n.lan.Close()
	}
	if n.service != nil {
		n.service.Close()
	}
	*n = network{}
}

// beyond lets f run beside the main thread and then what it returns on it. Pages
// show that something is asked.
func (a *App) beyond(f func(ctx context.Context) (then func())) {
	a.net.busy = true
	a.Touch()
	a.Go(func() {
		then := f(a.Ctx())
		a.Later(func() {
			a.net.busy = false
			then()
			a.Touch()
		})
	})
}

// failed tells of what could not be done elsewhere.
func (a *App) failed(err error) func() {
	return func() { a.Refuse(textError(err)) }
}

// dismiss ends the connection to a club without waiting for it.
func (a *App) dismiss(c remote.Host) {
	if g := a.game; g != nil && g.far != nil && g.far.club == c {
		a.leave()
	}
	if j := a.net.joining; j != nil && j.club == c {
		j.remote.Close()
		a.net.joining = nil
	}
	if a.net.following.club == c {
		a.net.following = following{}
	}
	a.Go(c.Close)
}

// leaveLan ends the evening on the local network.
func (a *App) leaveLan() {
	if c := a.net.lan; c != nil {
		a.net.lan, a.net.hosting = nil, nil
		a.net.events.forget(c)
		a.dismiss(c)
	}
}

// frameNet takes in what came over the network, and asks when it is time.
func (a *App) frameNet(now time.Time) {
	n := &a.net
	if f := n.following; f.club != nil && !now.Before(f.at) {
		a.goFollowing()
	}
	a.arrive()
	a.watchFar()
	awaited := n.service != nil && (n.queued || a.atLobby()) || a.attending() != nil
	switch {
	case !awaited:
		n.next = time.Time{}
	case !n.polling && !now.Before(n.next):
		n.next = now.Add(pollTime)
		a.poll()
	}
	if t, ok := a.awayTick(now); ok && (n.next.IsZero() || t.Before(n.next)) {
		n.next = t
		a.Touch()
	}
}

// atLobby reports whether the lobby is on the screen.
func (a *App) atLobby() bool {
	switch p := a.Front().(type) {
	case lobbyPage, *farEventsPage:
		return true
	case *listPage:
		return p.live
	}
	return false
}

// poll asks the service for the lobby, and in the queue how it goes; and for the
// events on the screen.
func (a *App) poll() {
	n := &a.net
	s, queued, events := n.service, n.queued, a.askEvents()
	n.polling = true
	a.Go(func() {
		heard, told := func() {}, func() {}
		if s != nil {
			heard = a.askLobby(s, queued)
		}
		if events != nil {
			told = events(a.Ctx())
		}
		a.Later(func() {
			n.polling = false
			if n.service == s {
				heard()
			}
			told()
			a.Touch()
		})
	})
}

// askLobby asks a service for the lobby, and how it goes in the queue, beside the
// main thread.
func (a *App) askLobby(s remote.Service, queued bool) (heard func()) {
	lobby, err := wire.GetLobby.Ask(a.Ctx(), s, wire.None{})
	var w wire.Waiting
	var lost error
	if queued {
		w, lost = wire.GetQueue.Ask(a.Ctx(), s, wire.None{})
	}
	return func() {
		n := &a.net
		if n.fault = err; err == nil {
			n.lobby = lobby
		}
		if queued && n.queued && lost == nil {
			a.waited(w)
		}
	}
}

// waited takes in how it goes in the queue.
func (a *App) waited(w wire.Waiting) {
	a.net.waiting, a.net.queued = w, w.In
	if !w.In {
		a.Shut("waiting")
	}
}

// tellLan and tellService return what a club is given to tell by.
func (a *App) tellLan() func(wire.Notice) {
	return func(n wire.Notice) { a.Later(func() { a.noticed(a.net.lan, n) }) }
}

func (a *App) tellService() func(wire.Notice) {
	return func(n wire.Notice) {
		a.Later(func() {
			if a.net.service != nil {
				a.noticed(a.net.service, n)
			}
		})
	}
}

// noticed does what a notice of a club is about.
func (a *App) noticed(c remote.Host, n wire.Notice) {
	g := a.game
	switch n.Kind {
	case wire.NoticeGame:
		if c == nil {
			return
		}
		a.net.queued = false
		if g != nil && g.far != nil && a.going() && !g.setup.watched() {
			a.Say(textCount(textMine, len(a.net.lobby.Mine)+1), panel.Good)
			return
		}
		a.begun(c, n.Game)
	case wire.NoticeChallenge:
		a.challenged(n.Text)
	case wire.NoticeRematch:
		a.Say(textWantsRematch, panel.Good)
	case wire.NoticeDeclined:
		a.Say(textDeclines(n.Text), panel.Plain)
		if g.against(n.Text) {
			g.far.asked = false
		}
	case wire.NoticeAway:
		a.Say(textAwaits(n.Text), panel.Plain)
		if g.against(n.Text) {
			g.far.away = true
		}
	}
}

// rematch asks for another game after the one at the table, once.
func (a *App) rematch() {
	f := a.game.far
	if f.asked || a.net.busy {
		return
	}
	f.away = false
	a.beyond(func(ctx context.Context) func() {
		if err := f.club.Rematch(ctx, f.id); err != nil {
			return a.failed(err)
		}
		return func() {
			f.asked = true
			if !f.away { // which is told by then, or comes after
				a.Say(textRematchSent, panel.Plain)
			}
		}
	})
}

// openNetwork opens the lobby where we are signed in, else the choice of who
// keeps the game.
func (a *App) openNetwork() {
	switch {
	case a.opt.Network == nil:
	case a.net.service != nil:
		a.openLobby()
	default:
		a.Open(netPage{a})
	}
}

// netPage is the choice of who keeps the game.
type netPage struct{ a *App }

func (p netPage) Show() panel.Dialog {
	d := panel.Dialog{ID: "net", Kind: panel.Menu, Title: textNetwork, Lines: []string{textNetworkLine}, Cancel: "close"}
	if p := p.a.net.events.last; p != nil {
		d.Buttons = append(d.Buttons, panel.Button{ID: "event", Label: textToEvent, Icon: "events", Primary: true})
	}
	d.Buttons = append(d.Buttons,
		panel.Button{ID: "host", Label: textHostHere, Icon: "open", Primary: len(d.Buttons) == 0},
		panel.Button{ID: "join", Label: textJoinNear, Icon: "play"},
		panel.Button{ID: "service", Label: textService, Icon: "title"},
		panel.Button{ID: "invitation", Label: textTakeInvitation, Icon: "accept"},
		panel.Button{ID: "close", Label: textCancel, Icon: "cancel"})
	return d
}

func (p netPage) Do(c panel.Command) {
	switch c.ID {
	case "event":
		if p := p.a.net.events.last; p != nil {
			p.a.openFarEvent(p.at, p.id)
		}
	case "host":
		p.a.openHost()
	case "join":
		p.a.openJoin()
	case "service":
		p.a.openService()
	case "invitation":
		p.a.openInvitation("")
	}
}

// servicePage asks for the address of a service and signs in there.
type servicePage struct {
	a                   *App
	address, name, code *shell.Entry
}

func (a *App) openService() {
	e := a.settings.Net
	p := &servicePage{a, shell.NewEntry("", longestURL), shell.NewEntry(e.Name, longestName), shell.NewEntry("", longestName)}
	if len(e.Services) > 0 {
		p.address = shell.NewEntry(e.Services[0], longestURL)
	}
	a.Open(p)
}

func (p *servicePage) Show() panel.Dialog {
	known := p.a.settings.Net.Services
	d := panel.Dialog{ID: "service", Title: textService, Cancel: "close", Fields: []panel.Field{p.address.Field("address", textAddress, textServiceNote)}}
	if len(known) > 1 {
		d.Fields = append(d.Fields, panel.Field{ID: "known", Label: textKnownOnes, Options: known, Chosen: max(0, slices.Index(known, p.address.String()))})
	}
	d.Fields = append(d.Fields, p.name.Field("name", textYourName, textSignNote), p.code.Field("code", textDeviceCode, textDeviceNote))
	d.Buttons = []panel.Button{
		{ID: "sign", Label: textSignIn, Primary: true, Disabled: p.a.net.busy},
		{ID: "guest", Label: textGuest, Disabled: p.a.net.busy},
		{ID: "close", Label: textCancel},
	}
	if p.a.net.busy {
		d.Lines = []string{textAsking}
	}
	return d
}

// written implements writer.
func (p *servicePage) Written(field string) *shell.Entry {
	switch field {
	case "name":
		return p.name
	case "code":
		return p.code
	}
	return p.address
}

// wrote implements writer.
func (p *servicePage) Wrote(string) {}

func (p *servicePage) Do(c panel.Command) {
	switch c.ID {
	case "known":
		p.address = shell.NewEntry(pick(p.a.settings.Net.Services, c.Arg), longestURL)
	case "sign":
		if code := p.code.String(); code != "" {
			p.a.pair(p.address.String(), code)
			return
		}
		p.a.signIn(p.address.String(), p.name.String(), false)
	case "guest":
		p.a.signIn(p.address.String(), "", true)
	}
}

// pair adds this device to an account and opens the lobby.
func (a *App) pair(address, code string) {
	if address == "" {
		a.Refuse(textNoAddress)
		return
	}
	tell := a.tellService()
	a.beyond(func(ctx context.Context) func() {
		s, err := a.opt.Network.Pair(ctx, address, code, tell)
		if err != nil {
			return a.failed(err)
		}
		return func() { a.signedIn(s, address, s.Me().Name) }
	})
}

// signIn signs in at a service and opens its lobby.
func (a *App) signIn(address, name string, guest bool) {
	if address == "" {
		a.Refuse(textNoAddress)
		return
	}
	tell := a.tellService()
	a.beyond(func(ctx context.Context) func() {
		s, err := a.opt.Network.Service(ctx, address, name, guest, tell)
		if err != nil {
			return a.failed(err)
		}
		return func() { a.signedIn(s, address, name) }
	})
}

func (a *App) signedIn(s remote.Service, address, name string) {
	if old := a.net.service; old != nil {
		a.dismiss(old)
	}
	a.net.service, a.net.address, a.net.lobby, a.net.events, a.net.queued, a.net.invited = s, address, wire.Lobby{}, farEvents{}, false, map[string]wire.Invitation{}
	set := a.settings
	set.Net.remember(address)
	if name != "" {
		set.Net.Name = name
	}
	a.change(set)
	a.Shut("service")
	a.Shut("net")
	a.Say(textWelcome(s), panel.Good)
	a.openLobby()
}

// signOut leaves the service.
func (a *App) signOut() {
	s := a.net.service
	a.net.service, a.net.queued = nil, false
	a.net.events.forget(s)
	a.dismiss(s)
	a.Say(textLeftService, panel.Plain)
}
