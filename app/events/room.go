package events

import (
	"context"
	"time"

	"tafl3d/app/board"
	"tafl3d/app/online"
	"tafl3d/app/remote"
	"tafl3d/app/shell"
	"tafl3d/game/table"
	"tafl3d/net/wire"
	"tafl3d/panel"
	"tafl3d/tournament/tables"
)

// Room manages the local tournament, its pages, and remote tournaments. Use it on the main thread.
type Room struct {
	shell        *shell.Shell
	board        *board.Board
	Event        *Event // the open local tournament; nil: none
	opt          Ports
	host         Client
	online       *online.Room
	guests       *guests
	RemoteEvents RemoteEvents
}

// Client provides functions of the rest of the program.
type Client interface {
	Usual() string // the last variant
	Games() Chooser
	Title() shell.Page
	Settings() online.Elsewhere
}

// Seats joins games that are played over the network.
type Seats interface {
	GoTo(h remote.Host, id string)
	Join(h remote.Host, id string)
	StopJoining(h remote.Host)
}

// Chooser provides the fields for selecting a variant.
type Chooser interface {
	Games() []panel.Field
	Aside() []panel.Part
	Chosen() online.Chosen
}

// Ports are the dependencies of tournaments.
type Ports struct {
	Events  *Options       // nil: no local tournaments
	Network remote.Network // nil: no network
	Seats   Seats
	Engines board.Engines
	Ear     board.Ear
	Clock   table.Clock
	Pace    time.Duration
}

// New returns the room without a tournament. net finds remote tournaments.
func New(b *board.Board, opt Ports, net *online.Room, host Client) *Room {
	r := &Room{shell: b.Shell(), board: b, opt: opt, host: host, online: net}
	r.guests = &guests{room: r}
	return r
}

// RemoteEvents holds the state of remote tournaments.
type RemoteEvents struct {
	list  []wire.EventBrief
	heard bool
	fault error
	Last  *remoteEventPage // the last one viewed; nil: none
}

// guests admits players of the local network to the open tournament.
type guests struct {
	room  *Room
	venue *venue // nil: closed
}

// venue is the state of a tournament on the local network.
type venue struct {
	remote.Venue
	ctx    context.Context // of its background work
	cancel context.CancelFunc
	begun  map[tables.Game]bool // games requested to start
}
