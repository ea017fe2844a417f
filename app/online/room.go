// Package online is where one meets people elsewhere: a game laid out on the local network,
// or a service with its lobby, queue, ladder, invitations and profiles. It owns the
// connections. It plays no game: what one sits down at stands at the board, beside it.
package online

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"tafl3d/app/remote"
	"tafl3d/app/shell"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/variant"
	"tafl3d/net/wire"
	"tafl3d/panel"
)

// Games are the games that are played elsewhere, at the board here.
type Games interface {
	// Join sits down at a game that a host keeps, once it has told of it. GoTo does so when
	// the player asks for it, and goes back to the board where they sit there already.
	Join(h remote.Host, id string)
	GoTo(h remote.Host, id string)
	// Away reports whether the game at the board is one elsewhere, and Plays whether
	// somebody here plays it.
	Away() bool
	Plays() bool
	// Noticed is called with what a host tells of games; nil is one that is not yet ours.
	Noticed(h remote.Host, n wire.Notice)
	// Dismiss leaves the games of a host.
	Dismiss(h remote.Host)
}

// Client is what the room asks of the rest of the client.
type Client interface {
	// Archived is called when games of ours may have come into the archive of a service; nil: we
	// have left it.
	Archived(s remote.Service)
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
	Game     func(id string) string              // names a variant, which need not be known here
	Side     func(id string, s game.Side) string // names a side within a sentence
	Controls func(texts []string) []string
	Families func(families []string) []string
	Error    func(err error) string
	// Board draws a game as wire.Position tells its pieces; nil where it is not known here.
	Board func(id, pieces string) *panel.Diagram
}

// Options configure a Room.
type Options struct {
	Client  Client
	Games   Games
	Events  Events
	Network remote.Network // nil: there is nobody elsewhere
	Words   Words
	Now     func() time.Time
	Buzz    func()            // the sound of a refusal
	Copy    func(text string) // puts a text on the clipboard; nil: there is none
	Random  func(n int) int
}

// The views of the lobby.
const (
	viewPlay = iota
	viewWatch
	viewPeople
	viewMine
	views
)

// Room is who keeps games for us elsewhere, and the pages on which one meets others.
type Room struct {
	shell *shell.Shell
	opt   Options
	state
}

// Back is the way back to games elsewhere that were not over when the program ended. It
// is kept with the settings.
type Back struct {
	Service string `json:"service,omitempty"` // its address
	// Host is a desktop on the local network, as host:port; Code was compared with its own,
	// and Name is how we are called there.
	Host  string `json:"host,omitempty"`
	Code  string `json:"code,omitempty"`
	Name  string `json:"name,omitempty"`
	Hosts bool   `json:"hosts,omitempty"` // a game is laid out here
}

// returning is how it goes with the way back.
type returning struct {
	on    bool      // it is being tried
	fault error     // why it failed last
	next  time.Time // when it is tried again
}

// look is a game at the service as it stood a moment ago.
type look struct {
	wire.Position
	told time.Time // when it was told here
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
	follows follows   // what the service is to tell by itself
	told    bool      // that the lobby has changed it does
	since   time.Time // when the wait in the queue began, by the clock here
	redraw  time.Time // when that is shown next, where nothing is asked
	slow    bool      // next is a question that nobody waits for

	back     returning
	lanWay   Back   // back to lan, where it is another desktop
	lanGame  string // of ours that goes on at lan; empty: none
	lanEvent bool   // lan holds an event
}

// follower is a service that tells of changes in its lobby and its queue by itself, as long as it is
// asked to. It says by a notice that there is something, and what is not told is false.
type follower interface {
	Follow(lobby, queue bool)
	Lobby() (wire.Lobby, bool)
	Waiting() (wire.Waiting, bool)
}

// follows is what a service is to tell by itself. Its zero value is nothing.
type follows struct {
	at           follower
	lobby, queue bool
}

// New returns a room where nobody is connected yet.
func New(s *shell.Shell, o Options) *Room { return &Room{shell: s, opt: o} }

// Service returns where we are signed in, nil if nowhere.
func (r *Room) Service() remote.Service { return r.service }

// Busy reports whether something is being asked that the player waits for.
func (r *Room) Busy() bool { return r.busy }

// Soon lets what is on the screen be asked for anew.
func (r *Room) Soon() { r.next = r.opt.Now() }

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
	r.shell.Touch()
	r.shell.Go(func() {
		then := f(r.shell.Ctx())
		r.shell.Later(func() {
			r.busy = false
			then()
			r.shell.Touch()
		})
	})
}

// Failed tells of what could not be done elsewhere.
func (r *Room) Failed(err error) func() {
	return func() { r.shell.Refuse(r.opt.Words.Error(err)) }
}

// Dismiss ends the connection to a host without waiting for it.
func (r *Room) Dismiss(h remote.Host) {
	r.opt.Games.Dismiss(h)
	r.shell.Go(h.Close)
}

// leaveLan ends the connection on the local network.
func (r *Room) leaveLan() {
	if h := r.lan; h != nil {
		r.lan, r.hosting, r.lanGame, r.lanEvent = nil, nil, "", false
		r.keepLan(Back{})
		r.opt.Events.Forget(h)
		r.Dismiss(h)
	}
}

// waited takes in how it goes in the queue.
func (r *Room) waited(w wire.Waiting) {
	r.waiting, r.queued = w, w.In
	r.since = r.opt.Now().Add(-time.Duration(w.Seconds) * time.Second)
	if !w.In {
		r.shell.Shut("waiting")
	}
}

// waits is for how many seconds we have waited in the queue.
func (r *Room) waits() int { return int(r.opt.Now().Sub(r.since).Seconds()) }

// tellLan and tellService return what a host reports notices with. It does not wait and keeps
// their order.
func (r *Room) tellLan() func(wire.Notice) {
	return func(n wire.Notice) { r.shell.Post(func() { r.opt.Games.Noticed(r.lan, n) }) }
}

func (r *Room) tellService() func(wire.Notice) {
	return func(n wire.Notice) {
		r.shell.Post(func() {
			switch {
			case r.service == nil:
			case n.Kind == wire.NoticeLobby:
				r.lobbyChanged()
			case n.Kind == wire.NoticeQueue:
				r.queueChanged()
			default:
				r.opt.Games.Noticed(r.service, n)
			}
		})
	}
}

// Began says that a game has begun: nobody waits for it any more.
func (r *Room) Began() { r.queued = false }

// host is the part of an address by which services are told from each other.
func host(address string) string {
	_, rest, scheme := strings.Cut(address, "://")
	if !scheme {
		rest = address
	}
	return strings.ToLower(strings.TrimRight(rest, "/ "))
}

// ourTurn reports whether it is known to be our turn in a game at the service.
func (r *Room) ourTurn(b wire.GameBrief) bool {
	turn := b.Turn
	if l, seen := r.looks[b.Game]; seen && l.Turn != "" {
		turn = l.Turn // which is asked for more often
	}
	if turn == "" || r.service == nil {
		return false
	}
	seat, ours := b.Seat(r.service.Me().ID)
	return ours && seat == turn
}

func bit(on bool) int {
	if on {
		return 1
	}
	return 0
}

// keepLan remembers the way back to the local network, and no other.
func (r *Room) keepLan(way Back) {
	r.keep(func(b *Back) { b.Host, b.Code, b.Name, b.Hosts = way.Host, way.Code, way.Name, way.Hosts })
}

// lobbyChanged takes the lobby in, or asks for it anew: the service says that it has changed.
func (r *Room) lobbyChanged() {
	if !r.follows.lobby {
		return
	}
	r.told = true
	l, whole := r.toldLobby()
	if !whole { // an older service
		r.Soon()
		return
	}
	r.fault = nil
	r.heardLobby(l, r.looks)
	r.shell.Touch()
	unseen := func(b wire.GameBrief) bool { _, seen := r.looks[b.Game]; return !seen }
	if slices.ContainsFunc(r.lookedAt(r.view, &l), unseen) {
		r.Soon()
	}
}

// queueChanged takes in how it goes in the queue: the service tells.
func (r *Room) queueChanged() {
	if w, told := r.toldWaiting(); told {
		r.waited(w)
		r.shell.Touch()
	}
}

// toldWaiting returns how it goes in the queue where the service tells that by itself.
func (r *Room) toldWaiting() (w wire.Waiting, told bool) {
	if !r.queued || !r.follows.queue {
		return w, false
	}
	return r.follows.at.Waiting()
}

// toldQueue reports whether the service tells by itself how it goes in the queue.
func (r *Room) toldQueue() bool {
	_, told := r.toldWaiting()
	return told
}

// toldLobby returns the lobby where the service tells of its changes by itself.
func (r *Room) toldLobby() (l wire.Lobby, told bool) {
	if !r.follows.lobby {
		return l, false
	}
	return r.follows.at.Lobby()
}
