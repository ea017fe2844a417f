package remote

import (
	"context"
	"errors"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/table"
	"tafl3d/game/variant"
	"tafl3d/tournament"
	"tafl3d/tournament/tables"
)

// Venue is an event of ours that is open to the local network, and our own end of it: a
// Host for the people who sit here. Begin, BreakOff, Seat and Close may wait.
type Venue interface {
	Host
	Code() string        // that guests see too
	Addresses() []string // that they can type
	// Door is the entrance, to be opened again another day under the same code.
	Door() ([]byte, error)
	// Here reports whether a guest is connected.
	Here(guest string) bool
	// Show hangs out how the event stands. place tells of a game whether it has begun, and
	// its id unless it is played where nobody else can look on.
	Show(t *tournament.Tournament, place func(at tables.Game) (id string, begun bool)) error
	// Begin begins a game, or goes on with it where it was left.
	Begin(ctx context.Context, g VenueGame) error
	// BreakOff ends a game that was decided without it.
	BreakOff(ctx context.Context, at tables.Game) error
	// Seat lets an engine play a side of a game to its end.
	Seat(ctx context.Context, at tables.Game, side game.Side, p table.Player) error
	// Table is the id of a game, for Join.
	Table(at tables.Game) string
}

// VenueOffer is an event that is to be opened to the local network. The functions
// are called from any goroutine, and give up when their ctx ends.
type VenueOffer struct {
	ID, Host string
	State    *tournament.Tournament // to be looked at before OpenVenue returns
	Door     []byte                 // that of the last time, nil: it is opened for the first time
	Visit    func(ctx context.Context, v Visit) error
	// Over is told of every game that has ended, perhaps more than once, until it returns
	// nil.
	Over func(ctx context.Context, at tables.Game, s match.State) error
	// Record returns the saved record of a game.
	Record func(at tables.Game) ([]byte, error)
}

// ErrBadDoor says that a saved entrance cannot be read.
var ErrBadDoor = errors.New("the event's key on this machine is damaged: those who joined before must join again")

// Visit is a guest who wants to enter an event or to leave it.
type Visit struct {
	Guest string // who he is, by his device: the ref of an entrant
	Name  string
	In    bool
}

// VenueGame is a game of an event between people at several machines.
type VenueGame struct {
	At      tables.Game
	Variant *variant.Variant
	Own     bool // the variant is in no catalogue
	Clock   string
	Names   [game.Sides]string
	Who     [game.Sides]string // guests by their refs; empty is who sits here
	Engine  [game.Sides]bool
}
