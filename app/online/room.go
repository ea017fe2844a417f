// Package online is where one meets people elsewhere: a game laid out on the local network,
// or a service with its lobby, queue, ladder, invitations and profiles. It owns the
// connections. It plays no game: what one sits down at stands at the board, beside it.
package online

import (
	"context"
	"fmt"
	"slices"
	"time"

	"tafl3d/app/remote"
	"tafl3d/app/shell"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/variant"
	"tafl3d/net/wire"
	"tafl3d/panel"
)

// Client is what the room asks of the rest of the client.
type Client interface {
	// Join sits down at a game that a host keeps, once it has told of it. Go does so when
	// the player asks for it, and goes back to the board where he sits there already.
	Join(h remote.Host, id string)
	GoTo(h remote.Host, id string)
	// Away reports whether the game at the board is one elsewhere, and Plays whether
	// somebody here plays it.
	Away() bool
	Plays() bool
	// Noticed hears what a host tells of games; nil is one that is not yet ours.
	Noticed(h remote.Host, n wire.Notice)
	// Dismiss leaves the games of a host.
	Dismiss(h remote.Host)
	// AskLeave asks whether the game at the board may be left, where that loses something.
	AskLeave(then func())
	Settings() Elsewhere
	Change(e Elsewhere)
	// Choice is a choice of a game: with what was looked for last, or as at the board.
	Choice(last bool) Choice
}

// Choice is a game that is being chosen, as fields of a page.
type Choice interface {
	Games() []panel.Field // the variant
	Terms() []panel.Field // side and clock
	Aside() []panel.Part
	Do(c panel.Command)
	Chosen() Chosen
}

// Chosen is a game that was chosen.
type Chosen struct {
	Variant *variant.Variant
	Own     bool // it is in no catalogue
	Made    bool // it was changed just now and is kept nowhere
	Side    int  // ByLot is either
	Clock   string
}

// ByLot is the side of who has no wish.
const ByLot = game.Sides

// Events are the pages of events elsewhere.
type Events interface {
	List()                                 // opens those of the service
	Visit(at remote.Holder, id string)     // opens one at the board, and no other page
	Last() (open func())                   // opens the one that was looked at last, nil if there is none
	Ask() func(ctx context.Context) func() // what asks for those on the screen, nil if there are none there
	Forget(h remote.Host)                  // a host is gone; nil: forget all
}

// Words are those that the whole client says alike.
type Words struct {
	Game     func(id string) string // names a variant, which need not be known here
	Side     func(id string, s game.Side) string
	Controls func(texts []string) []string
	Error    func(err error) string
}

// Options configure a Room.
type Options struct {
	Client  Client
	Events  Events
	Network remote.Network // nil: there is nobody elsewhere
	Words   Words
	Now     func() time.Time
	Buzz    func()            // the sound of a refusal
	Copy    func(text string) // puts a text on the clipboard; nil: there is none
	Random  func(n int) int
}

// Room is who keeps games for us elsewhere, and the pages on which one meets others.
type Room struct {
	*shell.Shell
	Options
	state
}

// state is what changes as one connects and disconnects. It belongs to the main thread.
type state struct {
	lan     remote.Host                // a desktop on the local network, ours or another; nil: none
	hosting remote.Offered             // is lan, where the game is laid out here
	service remote.Service             // where we are signed in; nil: nowhere
	address string                     // of the service
	lobby   wire.Lobby                 // as it was told last
	invited map[string]wire.Invitation // ours that are open, by the ids of their seeks, as far as they were told
	waiting wire.Waiting
	queued  bool
	busy    bool      // something is being asked
	polling bool      // the lobby or the queue is being asked
	fault   error     // why the lobby could not be had
	next    time.Time // when the service is asked again; zero: not by itself
}

// New returns a room where nobody is connected yet.
func New(s *shell.Shell, o Options) *Room { return &Room{Shell: s, Options: o} }

// Service returns where we are signed in, nil if nowhere.
func (r *Room) Service() remote.Service { return r.service }

// Busy reports whether something is being asked that the player waits for.
func (r *Room) Busy() bool { return r.busy }

// Next returns when the room next has something to ask, zero if that is not known.
func (r *Room) Next() time.Time { return r.next }

// Soon lets what is on the screen be asked for anew.
func (r *Room) Soon() { r.next = r.Now() }

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
	longestName  = 40
	pollTime     = 2 * time.Second
)

// Check reports what is wrong with a choice that was read.
func (e *Elsewhere) Check() error {
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

// UsualClock is that of games and events elsewhere while none has been chosen.
const UsualClock = "10m+5s"

// remember puts a service first among the known ones.
func (e *Elsewhere) remember(address string) {
	rest := slices.DeleteFunc(slices.Clone(e.Services), func(s string) bool { return s == address })
	e.Services = append([]string{address}, rest[:min(len(rest), mostServices-1)]...)
}

// Disconnect ends all connections.
func (r *Room) Disconnect() {
	if r.lan != nil {
		r.lan.Close()
	}
	if r.service != nil {
		r.service.Close()
	}
	r.state = state{} // the rest is read beside the main thread, too
}

// Beyond lets f run beside the main thread and then what it returns on it. Pages
// show that something is asked.
func (r *Room) Beyond(f func(ctx context.Context) (then func())) {
	r.busy = true
	r.Touch()
	r.Go(func() {
		then := f(r.Ctx())
		r.Later(func() {
			r.busy = false
			then()
			r.Touch()
		})
	})
}

// Failed tells of what could not be done elsewhere.
func (r *Room) Failed(err error) func() {
	return func() { r.Refuse(r.Words.Error(err)) }
}

// Dismiss ends the connection to a host without waiting for it.
func (r *Room) Dismiss(h remote.Host) {
	r.Client.Dismiss(h)
	r.Go(h.Close)
}

// leaveLan ends the connection on the local network.
func (r *Room) leaveLan() {
	if h := r.lan; h != nil {
		r.lan, r.hosting = nil, nil
		r.Events.Forget(h)
		r.Dismiss(h)
	}
}

// Frame asks for what is on the screen when it is time.
func (r *Room) Frame(now time.Time) {
	awaited := r.service != nil && (r.queued || r.atLobby()) || r.Events.Ask() != nil
	switch {
	case !awaited:
		r.next = time.Time{}
	case !r.polling && !now.Before(r.next):
		r.next = now.Add(pollTime)
		r.poll()
	}
}

// atLobby reports whether the lobby is on the screen.
func (r *Room) atLobby() bool {
	switch p := r.Front().(type) {
	case lobbyPage:
		return true
	case *listPage:
		return p.live
	}
	return false
}

// poll asks the service for the lobby, and in the queue how it goes; and for the
// events on the screen.
func (r *Room) poll() {
	n := r
	s, queued, events := n.service, n.queued, r.Events.Ask()
	n.polling = true
	r.Go(func() {
		heard, told := func() {}, func() {}
		if s != nil {
			heard = r.askLobby(s, queued)
		}
		if events != nil {
			told = events(r.Ctx())
		}
		r.Later(func() {
			n.polling = false
			if n.service == s {
				heard()
			}
			told()
			r.Touch()
		})
	})
}

// askLobby asks a service for the lobby, and how it goes in the queue, beside the
// main thread.
func (r *Room) askLobby(s remote.Service, queued bool) (heard func()) {
	lobby, err := wire.GetLobby.Ask(r.Ctx(), s, wire.None{})
	var w wire.Waiting
	var lost error
	if queued {
		w, lost = wire.GetQueue.Ask(r.Ctx(), s, wire.None{})
	}
	return func() {
		n := r
		if n.fault = err; err == nil {
			n.lobby = lobby
		}
		if queued && n.queued && lost == nil {
			r.waited(w)
		}
	}
}

// waited takes in how it goes in the queue.
func (r *Room) waited(w wire.Waiting) {
	r.waiting, r.queued = w, w.In
	if !w.In {
		r.Shut("waiting")
	}
}

// tellLan and tellService return what a host is given to tell by, which does not wait.
func (r *Room) tellLan() func(wire.Notice) {
	return func(n wire.Notice) { r.Go(func() { r.Later(func() { r.Client.Noticed(r.lan, n) }) }) }
}

func (r *Room) tellService() func(wire.Notice) {
	return func(n wire.Notice) {
		r.Go(func() {
			r.Later(func() {
				if r.service != nil {
					r.Client.Noticed(r.service, n)
				}
			})
		})
	}
}

// Began says that a game has begun: nobody waits for it any more.
func (r *Room) Began() { r.queued = false }

// Mine says how many games of ours go on at the service, with so many more.
func (r *Room) Mine(more int) string { return textCount(textMine, len(r.lobby.Mine)+more) }

// Enter opens the lobby where we are signed in, else the choice of who
// keeps the game.
func (r *Room) Enter() {
	switch {
	case r.Network == nil:
	case r.service != nil:
		r.openLobby()
	default:
		r.Open(netPage{r})
	}
}

// netPage is the choice of who keeps the game.
type netPage struct{ r *Room }

func (p netPage) Show() panel.Dialog {
	d := panel.Dialog{ID: "net", Kind: panel.Menu, Title: TextNetwork, Lines: []string{"Against people elsewhere. What you play here without them needs no network."}, Cancel: "close"}
	if p.r.Events.Last() != nil {
		d.Buttons = append(d.Buttons, panel.Button{ID: "event", Label: "To the event", Icon: "events", Primary: true})
	}
	d.Buttons = append(d.Buttons,
		panel.Button{ID: "host", Label: "Host a game on the local network", Icon: "open", Primary: len(d.Buttons) == 0},
		panel.Button{ID: "join", Label: "Join a game on the local network", Icon: "play"},
		panel.Button{ID: "service", Label: textService, Icon: "title"},
		panel.Button{ID: "invitation", Label: textTakeInvitation, Icon: "accept"},
		panel.Button{ID: "close", Label: textCancel, Icon: "cancel"})
	return d
}

func (p netPage) Do(c panel.Command) {
	switch c.ID {
	case "event":
		if back := p.r.Events.Last(); back != nil {
			back()
		}
	case "host":
		p.r.openHost()
	case "join":
		p.r.openJoin()
	case "service":
		p.r.openService()
	case "invitation":
		p.r.OpenInvitation("")
	}
}

// servicePage asks for the address of a service and signs in there.
type servicePage struct {
	r                   *Room
	address, name, code *shell.Entry
}

func (r *Room) openService() {
	e := r.Client.Settings()
	p := &servicePage{r, shell.NewEntry("", longestURL), shell.NewEntry(e.Name, longestName), shell.NewEntry("", longestName)}
	if len(e.Services) > 0 {
		p.address = shell.NewEntry(e.Services[0], longestURL)
	}
	r.Open(p)
}

func (p *servicePage) Show() panel.Dialog {
	known := p.r.Client.Settings().Services
	d := panel.Dialog{ID: "service", Title: textService, Cancel: "close", Fields: []panel.Field{p.address.Field("address", textAddress, "https://… Only services that you trust")}}
	if len(known) > 1 {
		d.Fields = append(d.Fields, panel.Field{ID: "known", Label: "Known services", Options: known, Chosen: max(0, slices.Index(known, p.address.String()))})
	}
	d.Fields = append(d.Fields, p.name.Field("name", textYourName, textSignNote), p.code.Field("code", "Code of another device", "Only to join an account that you have already"))
	d.Buttons = []panel.Button{
		{ID: "sign", Label: "Sign in", Primary: true, Disabled: p.r.busy},
		{ID: "guest", Label: textGuest, Disabled: p.r.busy},
		{ID: "close", Label: textCancel},
	}
	if p.r.busy {
		d.Lines = []string{TextAsking}
	}
	return d
}

// known returns a service of those known, by its place.
func (p *servicePage) known(i int) string {
	all := p.r.Client.Settings().Services
	return all[min(max(i, 0), len(all)-1)]
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
		p.address = shell.NewEntry(p.known(c.Arg), longestURL)
	case "sign":
		if code := p.code.String(); code != "" {
			p.r.pair(p.address.String(), code)
			return
		}
		p.r.signIn(p.address.String(), p.name.String(), false)
	case "guest":
		p.r.signIn(p.address.String(), "", true)
	}
}

// pair adds this device to an account and opens the lobby.
func (r *Room) pair(address, code string) {
	if address == "" {
		r.Refuse(textNoAddress)
		return
	}
	tell := r.tellService()
	r.Beyond(func(ctx context.Context) func() {
		s, err := r.Network.Pair(ctx, address, code, tell)
		if err != nil {
			return r.Failed(err)
		}
		return func() { r.signedIn(s, address, s.Me().Name) }
	})
}

// signIn signs in at a service and opens its lobby.
func (r *Room) signIn(address, name string, guest bool) {
	if address == "" {
		r.Refuse(textNoAddress)
		return
	}
	tell := r.tellService()
	r.Beyond(func(ctx context.Context) func() {
		s, err := r.Network.Service(ctx, address, name, guest, tell)
		if err != nil {
			return r.Failed(err)
		}
		return func() { r.signedIn(s, address, name) }
	})
}

func (r *Room) signedIn(s remote.Service, address, name string) {
	if old := r.service; old != nil {
		r.Dismiss(old)
	}
	r.service, r.address, r.lobby, r.queued, r.invited = s, address, wire.Lobby{}, false, map[string]wire.Invitation{}
	r.Events.Forget(nil)
	e := r.Client.Settings()
	e.remember(address)
	if name != "" {
		e.Name = name
	}
	r.Client.Change(e)
	r.Shut("service")
	r.Shut("net")
	r.Say(textWelcome(s), panel.Good)
	r.openLobby()
}

// signOut leaves the service.
func (r *Room) signOut() {
	s := r.service
	r.service, r.queued = nil, false
	r.Events.Forget(s)
	r.Dismiss(s)
	r.Say(TextLeftService, panel.Plain)
}
