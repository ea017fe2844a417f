// Package online connects to other players: games on the local network, or a service with lobby, queue,
// rankings, invitations and profiles. It owns the connections. Joined games are played by package board.
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

// Games handles network games at the board.
type Games interface {
	// Join joins a game of a host once its first message arrives. GoTo does so on request of the player, or
	// returns to the game at the board.
	Join(h remote.Host, id string)
	GoTo(h remote.Host, id string)
	// Away reports whether the game at the board is a network game, and Plays whether a local player takes
	// part.
	Away() bool
	Plays() bool
	// Noticed handles a notice of a host about games; nil: a game that is not yet ours.
	Noticed(h remote.Host, n wire.Notice)
	// Dismiss leaves the games of a host.
	Dismiss(h remote.Host)
}

// Client provides functions of the rest of the client.
type Client interface {
	// Archived reports that the archive of a service may have new games; nil: signed out.
	Archived(s remote.Service)
	// AskLeave asks for confirmation if leaving the game at the board loses something.
	AskLeave(then func())
	Settings() Elsewhere
	Change(e Elsewhere)
	// Idle reports whether a network game may interrupt the player.
	Idle() bool
	// Choice returns the selection of a game: as last time, or as at the board.
	Choice(last bool) Choice
}

// Choice is a selection of a game, as fields of a page.
type Choice interface {
	Game() panel.Field    // the variant
	Terms() []panel.Field // side and clock
	Aside() []panel.Part
	Chosen() Chosen
}

// Chosen is a selected game.
type Chosen struct {
	Variant *variant.Variant
	Own     bool // it is in no catalogue
	Made    bool // unsaved changes
	Side    int  // ByLot: either
	Clock   string
}

// ByLot means no preference for a side.
const ByLot = game.Sides

// Events opens the pages of remote tournaments.
type Events interface {
	List()                                 // opens the list of the service
	Visit(at remote.Holder, id string)     // opens a tournament over the board
	Last() (open func())                   // opens the last one; nil: none
	Ask() func(ctx context.Context) func() // requests the visible ones; nil: none
	Forget(h remote.Host)                  // a host is gone; nil: all hosts
}

// Words are texts shared by the client.
type Words struct {
	Game     func(id string) string              // name of a variant, which may be unknown here
	Side     func(id string, s game.Side) string // name of a side within a sentence
	Controls func(texts []string) []string
	Families func(families []string) []string
	Error    func(err error) string
	// Board returns a diagram of pieces in the format of wire.Position; nil if the variant is unknown.
	Board func(id, pieces string) *panel.Diagram
}

// Options are the dependencies of a Room.
type Options struct {
	Client  Client
	Games   Games
	Events  Events
	Network remote.Network // nil: no network
	Words   Words
	Now     func() time.Time
	Buzz    func()            // error sound
	Copy    func(text string) // copies a text; nil: no clipboard
	Random  func(n int) int
}

// Views of the lobby.
const (
	viewPlay = iota
	viewWatch
	viewPeople
	viewMine
)

// Room manages network connections and the pages of the lobby.
type Room struct {
	shell *shell.Shell
	opt   Options
	local *localNetwork
	// Reconnection returns to games that were in progress when the program ended.
	Reconnection *Reconnection
	state
}

// Back is the data for reconnecting to games that were in progress when the program ended. It is part of the
// settings.
type Back struct {
	Service string `json:"service,omitempty"` // address
	// Host is a desktop on the local network as host:port, Code its verified code, and Name our name there.
	Host  string `json:"host,omitempty"`
	Code  string `json:"code,omitempty"`
	Name  string `json:"name,omitempty"`
	Hosts bool   `json:"hosts,omitempty"` // a game is announced here
}

// localNetwork is the connection to a desktop on the local network. Use it on the main thread.
type localNetwork struct {
	room    *Room
	host    remote.Host    // the desktop, this one or another; nil: none
	hosting remote.Offered // host, if the game is announced here
	way     Back           // reconnection data for host, if it is another desktop
	game    string         // our game in progress at host; empty: none
	event   bool           // host hosts a tournament
}

// Reconnection returns to the games that were in progress when the program ended. Use it on the main thread.
type Reconnection struct {
	room  *Room
	state returning
}

// returning is the state of reconnecting.
type returning struct {
	on    bool      // in progress
	fault error     // last error
	next  time.Time // time of the next attempt
}

// look is a recent state of a game at the service.
type look struct {
	wire.Position
	told time.Time // time of arrival
}

// state is the state of the connection to a service. Use it on the main thread.
type state struct {
	service remote.Service             // the service where we are signed in; nil: none
	address string                     // of the service
	lobby   wire.Lobby                 // last known state
	looks   map[string]look            // last known states, by game
	view    int                        // of the lobby
	invited map[string]wire.Invitation // our open invitations, by the ids of their seeks, if known
	waiting wire.Waiting
	queued  bool
	busy    bool      // a request is running
	polling bool      // a lobby or queue request is running
	fault   error     // error of the last lobby request
	next    time.Time // time of the next request; zero: none
	follows follows   // subscriptions
	told    bool      // the lobby has changed
	since   time.Time // start of waiting in the queue, by the local clock
	redraw  time.Time // time of the next redraw without a request
	slow    bool      // next is a background request
	warning string    // of a moderator, unread; empty: none
}

// follower is a service that reports changes of lobby and queue on request. A notice announces new data; a
// false result means that there is none.
type follower interface {
	Follow(lobby, queue bool)
	Lobby() (wire.Lobby, bool)
	Waiting() (wire.Waiting, bool)
}

// follows holds the subscriptions at a service. The zero value is none.
type follows struct {
	at           follower
	lobby, queue bool
}

// New returns a room without connections.
func New(s *shell.Shell, o Options) *Room {
	r := &Room{shell: s, opt: o}
	r.local, r.Reconnection = &localNetwork{room: r}, &Reconnection{room: r}
	return r
}

// Service returns the service where we are signed in; nil: none.
func (r *Room) Service() remote.Service { return r.service }

// Busy reports whether a request is running for which the player waits.
func (r *Room) Busy() bool { return r.busy }

// Soon requests the displayed data again.
func (r *Room) Soon() { r.next = r.opt.Now() }

// Elsewhere holds the network settings.
type Elsewhere struct {
	Name     string   `json:"name,omitempty"`     // public name
	Services []string `json:"services,omitempty"` // addresses, the newest first
	// Called maps addresses to names of services.
	Called map[string]string `json:"called,omitempty"`
	// Variant and Clock are those of the last open challenge; empty: none yet.
	Variant string `json:"variant,omitempty"`
	// To, Delay, Unrated and Legs are the terms of the last open challenge.
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

// Check returns an error for invalid settings.
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

// UsualClock is the default clock of network games and tournaments.
const UsualClock = "10m+5s"

// remember moves a service to the front of the list and stores its name.
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

// forget removes a service and its reconnection data.
func (e *Elsewhere) forget(address string) {
	if e.Back.Service == address {
		e.Back.Service = ""
	}
	e.Services = slices.DeleteFunc(slices.Clone(e.Services), func(s string) bool { return s == address })
	e.Called = maps.Clone(e.Called)
	delete(e.Called, address)
}

// Disconnect closes all connections.
func (r *Room) Disconnect() {
	if r.local.host != nil {
		r.local.host.Close()
	}
	if r.service != nil {
		r.service.Close()
	}
	r.state = state{} // the other fields are also used in the background
	*r.local = localNetwork{room: r}
	r.Reconnection.state = returning{} // its room is read in the background
}

// Beyond runs f in the background and then the returned function on the main thread. Meanwhile pages show
// that a request is running.
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

// Failed returns a function that shows a network error.
func (r *Room) Failed(err error) func() {
	return func() { r.shell.Refuse(r.opt.Words.Error(err)) }
}

// Dismiss closes the connection to a host without waiting.
func (r *Room) Dismiss(h remote.Host) {
	r.opt.Games.Dismiss(h)
	r.shell.Go(h.Close)
}

// waited handles the state of the queue.
func (r *Room) waited(w wire.Waiting) {
	r.waiting, r.queued = w, w.In
	r.since = r.opt.Now().Add(-time.Duration(w.Seconds) * time.Second)
	if !w.In {
		r.shell.Shut("waiting")
	}
}

// waits returns the waiting time in the queue in seconds.
func (r *Room) waits() int { return int(r.opt.Now().Sub(r.since).Seconds()) }

// tellService returns a function that receives notices. It does not block and keeps the order.
func (r *Room) tellService() func(wire.Notice) {
	return func(n wire.Notice) {
		r.shell.Post(func() {
			switch {
			case n.Kind == wire.NoticeWarning: // perhaps before the service is ours
				warned(r, n.Text)
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

// Began reports the start of a game, which ends waiting in the queue.
func (r *Room) Began() { r.queued = false }

// host returns the part of an address that identifies a service.
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
		turn = l.Turn // it is updated more often
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

// lobbyChanged handles a notice about the lobby: it uses the reported state, or requests it.
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

// queueChanged handles a notice about the queue.
func (r *Room) queueChanged() {
	if w, told := r.toldWaiting(); told {
		r.waited(w)
		r.shell.Touch()
	}
}

// toldWaiting returns the reported state of the queue.
func (r *Room) toldWaiting() (w wire.Waiting, told bool) {
	if !r.queued || !r.follows.queue {
		return w, false
	}
	return r.follows.at.Waiting()
}

// toldQueue reports whether the service reports changes of the queue.
func (r *Room) toldQueue() bool {
	_, told := r.toldWaiting()
	return told
}

// toldLobby returns the reported state of the lobby.
func (r *Room) toldLobby() (l wire.Lobby, told bool) {
	if !r.follows.lobby {
		return l, false
	}
	return r.follows.at.Lobby()
}

// atService returns a function that calls do with the service, if we are signed in.
func (r *Room) atService(do func(remote.Service)) func() {
	return func() {
		if r.service != nil {
			do(r.service)
		}
	}
}
