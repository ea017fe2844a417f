package events

import (
	"sync/atomic"

	"tafl3d/app/shell"
	"tafl3d/game/match"
	"tafl3d/game/table"
	"tafl3d/game/variant"
	"tafl3d/tournament"
)

// Room is where an event is held at this desktop. It belongs to the main thread.
type Room struct {
	*shell.Shell
	Event *Event // that is open, nil if none is

	opt   *Options
	clock table.Clock
	host  Host
}

// Host is what the room asks of the rest of the client.
type Host interface {
	// Variant returns a variant by its id.
	Variant(id string) (*variant.Variant, error)
	// Paced lets a quick player take its time.
	Paced(p table.Player, least *atomic.Int64) table.Player
	// Moved is told that the event has moved on.
	Moved()
	// Ended is told once that the event is over.
	Ended()
	// Looks reports whether the player looks at the event's page.
	Looks() bool
	// Header is what the record of a game of the event tells of who plays.
	Header(l *tournament.Leg) match.Header
	// Words says a fault to the player.
	Words(err error) string
}

// New returns a room without an event. opt is nil where none can be held.
func New(s *shell.Shell, opt *Options, clock table.Clock, host Host) *Room {
	return &Room{Shell: s, opt: opt, clock: clock, host: host}
}
