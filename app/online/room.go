// Package online is where one meets people elsewhere: a game laid out on the local network,
// or a service with its lobby, queue, ladder, invitations and profiles. It owns the
// connections. It plays no game: what one sits down at stands at the board, beside it.
package online

import (
	"context"
	"fmt"
	"maps"
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
	// Archived hears that games of ours may have come into the archive of a service; nil: we
	// have left it.
	Archived(s remote.Service)
	// Dismiss leaves the games of a host.
	Dismiss(h remote.Host)
	// AskLeave asks whether the game at the board may be left, where that loses something.
	AskLeave(then func())
	Settings() Elsewhere
	Change(e Elsewhere)
	// Idle reports whether nothing is done here that a game elsewhere would break into.
	Idle() bool
	// Choice is a choice of a game: with what was looked for last, or as at the board.
	Choice(last bool) Choice
}

// Choice is a game that is being chosen, as fields of a page.
type Choice interface {
	Game() panel.Field    // the variant
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
	Families func(families []string) []string
	Error    func(err error) string
	// Board draws a game as wire.Position tells its pieces; nil where it is not known here.
	Board func(id, pieces string) *panel.Diagram
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
	looks   map[string]look            // by game, likewise
	view    int                        // of the lobby
	invited map[string]wire.Invitation // ours that are open, by the ids of their seeks, as far as they were told
	waiting wire.Waiting
	queued  bool
	busy    bool      // something is being asked
	polling bool      // the lobby or the queue is being asked
	fault   error     // why the lobby could not be had
	next    time.Time // when the service is asked again; zero: not by itself
	follows follower  // the service that is to tell of changes in the lobby
	told    bool      // and it does
	slow    bool      // next is a question that nobody waits for

	back     returning
	lanWay   Back   // back to lan, where it is another desktop
	lanGame  string // of ours that goes on at lan; empty: none
	lanEvent bool   // lan holds an event
}

// New returns a room where nobody is connected yet.
func New(s *shell.Shell, o Options) *Room { return &Room{Shell: s, Options: o} }

// Service returns where we are signed in, nil if nowhere.
func (r *Room) Service() remote.Service { return r.service }

// Busy reports whether something is being asked that the player waits for.
func (r *Room) Busy() bool { return r.busy }

// Next returns when the room next has something to ask, zero if that is not known.
func (r *Room) Next() time.Time {
	if p, is := r.Front().(*joinPage); is && !p.looking {
		return p.next
	}
	if r.back.fault != nil && !r.back.on && (r.next.IsZero() || r.back.next.Before(r.next)) {
		return r.back.next
	}
	return r.next
}

// Soon lets what is on the screen be asked for anew.
func (r *Room) Soon() { r.next = r.Now() }

// Elsewhere is what the player has chosen for good about the network.
type Elsewhere struct {
	Name     string   `json:"name,omitempty"`     // that others see
	Services []string `json:"services,omitempty"` // addresses, the newest first
	// Called are the names of services, by address.
	Called map[string]string `json:"called,omitempty"`
	// Variant and Clock are those of the game that was looked for last; empty is none yet.
	Variant string `json:"variant,omitempty"`
	// To, Delay, Unrated and Legs are the terms on which it was looked for.
	To      int    `json:"to,omitempty"`
	Delay   int    `json:"delay,omitempty"`
	Unrated bool   `json:"unrated,omitempty"`
	Legs    int    `json:"legs,omitempty"`
	Clock   string `json:"clock,omitempty"`
	Back    Back   `json:"back,omitzero"`
}

const (
	mostServices = 8
	longestURL   = 120
	longestName  = 40
	pollTime     = 2 * time.Second
	toldTime     = 15 * time.Second // between questions for the lobby to a service that tells when it has changed
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
	for address, name := range e.Called {
		if len(address) > longestURL || len([]rune(name)) > longestName {
			return fmt.Errorf("called: %.20q, %.20q: one of them is too long", address, name)
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

// remember puts a service first among the known ones, with what it is called.
func (e *Elsewhere) remember(address, name string) {
	rest := slices.DeleteFunc(slices.Clone(e.Services), func(s string) bool { return host(s) == host(address) })
	e.Services = append([]string{address}, rest[:min(len(rest), mostServices-1)]...)
	letters := []rune(name)
	called := map[string]string{address: string(letters[:min(len(letters), longestName)])}
	for _, s := range e.Services[1:] {
		if n := e.Called[s]; n != "" {
			called[s] = n
		}
	}
	e.Called = called
}

// forget takes a service off the list, and gives up the way back to its games.
func (e *Elsewhere) forget(address string) {
	if e.Back.Service == address {
		e.Back.Service = ""
	}
	e.Services = slices.DeleteFunc(slices.Clone(e.Services), func(s string) bool { return s == address })
	e.Called = maps.Clone(e.Called)
	delete(e.Called, address)
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
		r.lan, r.hosting, r.lanGame, r.lanEvent = nil, nil, "", false
		r.keepLan(Back{})
		r.Events.Forget(h)
		r.Dismiss(h)
	}
}

// Frame asks for what is on the screen when it is time, now and then for games of ours
// that go on, and comes back to those that were left.
func (r *Room) Frame(now time.Time) {
	r.lookAround()
	if !r.back.next.IsZero() && r.back.fault != nil && !now.Before(r.back.next) {
		r.Return()
	}
	awaited := r.service != nil && (r.queued || r.atLobby()) || r.Events.Ask() != nil
	every := pollTime
	if awaited && r.slow {
		r.next = now
	}
	r.followLobby()
	if r.slow = !awaited; r.slow {
		every = idleTime
	} else if r.told && !r.queued && r.Events.Ask() == nil {
		every = toldTime
		if r.view == viewWatch || r.view == viewMine { // whose boards nobody tells of
			every = boardTime
		}
	}
	switch {
	case r.slow && (r.service == nil || len(r.lobby.Mine) == 0):
		r.next = time.Time{}
	case r.slow && r.next.IsZero():
		r.next = now.Add(every)
	case !r.polling && !now.Before(r.next):
		r.next = now.Add(every)
		r.poll()
	}
}

// boardTime is between looks at the boards of games that the lobby shows.
const boardTime = 4 * time.Second

// follower is a service that tells of changes in its lobby, as long as it is asked to.
type follower interface{ Follow(on bool) }

// followLobby hears of changes in the lobby while it is on the screen.
func (r *Room) followLobby() {
	var want follower
	if f, can := r.service.(follower); can && r.atLobby() {
		want = f
	}
	if want == r.follows {
		return
	}
	if r.follows != nil {
		r.follows.Follow(false)
	}
	if r.follows, r.told = want, false; want != nil {
		want.Follow(true)
	}
}

// lobbyChanged asks for the lobby anew: the service says that it has changed.
func (r *Room) lobbyChanged() {
	if r.follows != nil {
		r.told = true
		r.Soon()
	}
}

// atLobby reports whether the lobby is on the screen.
func (r *Room) atLobby() bool {
	_, is := r.Front().(*lobbyPage)
	return is
}

// poll asks the service for the lobby, and in the queue how it goes; and for the
// events on the screen.
func (r *Room) poll() {
	n := r
	s, queued, events, view := n.service, n.queued, r.Events.Ask(), viewPlay
	if n.atLobby() {
		view = n.view
	}
	n.polling = true
	r.Go(func() {
		heard, told := func() {}, func() {}
		if s != nil {
			heard = r.askLobby(s, queued, view)
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
func (r *Room) askLobby(s remote.Service, queued bool, view int) (heard func()) {
	lobby, err := wire.GetLobby.Ask(r.Ctx(), s, wire.None{})
	var looks map[string]look
	if err == nil {
		looks = r.lookAt(s, r.lookedAt(view, &lobby)...)
	}
	var w wire.Waiting
	var lost error
	if queued {
		w, lost = wire.GetQueue.Ask(r.Ctx(), s, wire.None{})
	}
	return func() {
		n := r
		if n.fault = err; err == nil {
			r.heardLobby(lobby, looks)
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
				switch {
				case r.service == nil:
				case n.Kind == wire.NoticeLobby:
					r.lobbyChanged()
				default:
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

// Enter opens the choice of who keeps the game, and over it the lobby where we are signed
// in: the local network stays in reach.
func (r *Room) Enter() {
	if r.Network == nil {
		return
	}
	r.openNet()
	if r.service != nil {
		r.openLobby()
	}
}

func (r *Room) openNet() {
	r.Remove(func(p shell.Page) bool { _, is := p.(netPage); return is })
	r.Open(netPage{r})
}

// netPage is the choice of who keeps the game.
type netPage struct{ r *Room }

func (p netPage) Show() panel.Dialog {
	d := panel.Dialog{ID: "net", Kind: panel.Menu, Title: TextNetwork, Lines: []string{"Against people elsewhere. What you play here without them needs no network."}, Cancel: "close"}
	if p.r.Events.Last() != nil {
		d.Buttons = append(d.Buttons, panel.Button{ID: "event", Label: "To the event", Icon: "events", Primary: true})
	}
	if p.r.service != nil {
		d.Buttons = append(d.Buttons, panel.Button{ID: "lobby", Label: "To the lobby of the service", Icon: "title", Primary: len(d.Buttons) == 0})
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
	case "lobby":
		p.r.openLobby()
	case "invitation":
		p.r.OpenInvitation("")
	}
}
