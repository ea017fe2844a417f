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

// Room is where events are: the one that is held here, how it goes on and its pages, and those
// elsewhere. It belongs to the main thread.
type Room struct {
	shell        *shell.Shell
	board        *board.Board
	Event        *Event // that is held here and open, nil if none is
	opt          Ports
	host         Client
	online       *online.Room
	venue        *venue // that event opened to the local network, nil while it is not
	RemoteEvents RemoteEvents
}

// Client is what the pages of events ask of the rest of the program.
type Client interface {
	Usual() string // the variant that was played last
	Games() Chooser
	Title() shell.Page
	Settings() online.Elsewhere
}

// Seats are the places at games that are played elsewhere.
type Seats interface {
	GoTo(h remote.Host, id string)
	Join(h remote.Host, id string)
	StopJoining(h remote.Host)
}

// Chooser are the fields that choose a game.
type Chooser interface {
	Games() []panel.Field
	Aside() []panel.Part
	// DoGame carries out a command of the fields and reports whether it is one of theirs.
	DoGame(c panel.Command) bool
	Chosen() online.Chosen
}

// Ports are what events work with.
type Ports struct {
	Events  *Options       // nil where no event can be held
	Network remote.Network // nil: there is none
	Seats   Seats
	Engines board.Engines
	Ear     board.Ear
	Clock   table.Clock
	Pace    time.Duration
}

// New returns the room without an event. net is where events elsewhere are found.
func New(b *board.Board, opt Ports, net *online.Room, host Client) *Room {
	return &Room{shell: b.Shell(), board: b, opt: opt, host: host, online: net}
}

// RemoteEvents is what is known of events elsewhere.
type RemoteEvents struct {
	list  []wire.EventBrief
	heard bool
	fault error
	Last  *remoteEventPage // the event that was looked at last, nil: none
}

// venue is what an event has while it is open to the local network.
type venue struct {
	remote.Venue
	ctx    context.Context // of what runs for it
	cancel context.CancelFunc
	begun  map[tables.Game]bool // games that were asked to begin
}
