// Package remote is what the client asks of the network, as interfaces that the program
// fills: who keeps games for us elsewhere, how a line to them stands, and an event of ours
// that guests can join. The nouns that go over the network are those of net/wire.
package remote

import (
	"context"
	"errors"
	"time"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/table"
	"tafl3d/game/variant"
	"tafl3d/net/ledger"
	"tafl3d/net/wire"
	"tafl3d/tournament"
	"tafl3d/tournament/tables"
)

// Network is where games against people elsewhere come from. What takes a
// context may wait, and is called beside the main thread. A tell is called for
// one notice after the other, from any goroutine, and must not wait.
type Network interface {
	// Host lays a game out on the local network.
	Host(ctx context.Context, o Offer, tell func(wire.Notice)) (Offered, error)
	// HostAgain goes on with the game that was laid out here last.
	HostAgain(ctx context.Context, tell func(wire.Notice)) (Offered, error)
	// OpenVenue opens an event of ours to the local network.
	OpenVenue(ctx context.Context, o VenueOffer) (Venue, error)
	// Find looks for games and events on the local network for a moment.
	Find(ctx context.Context) ([]wire.Found, error)
	// FindServices looks for services on the local network for a moment. Address is the link of one.
	FindServices(ctx context.Context) ([]wire.Found, error)
	// Knock looks who hosts a game at an address.
	Knock(ctx context.Context, address string) (Door, error)
	// Service signs this device in at a service. Where it has no account yet it
	// gets one of a name, or that of a guest if there is none and guest is true.
	Service(ctx context.Context, address, name string, guest bool, tell func(wire.Notice)) (Service, error)
	// At returns a service where nobody need be signed in.
	At(address string) (wire.Asker, error)
	// Pair adds this device to an account at a service by a code that another device
	// of its owner shows, or by one for recovery.
	Pair(ctx context.Context, address, code string, tell func(wire.Notice)) (Service, error)
}

// Offer is the game that is laid out on the local network.
type Offer struct {
	Name    string // of whoever hosts
	Variant *variant.Variant
	Own     bool // the variant is in no catalogue
	Side    game.Side
	Clock   string
}

// Offered is a game laid out here.
type Offered interface {
	Host
	Code() string        // that both players see
	Addresses() []string // that the other can type
	Began() string       // the id of the newest game, empty while nobody has come
}

// Door is a host as he was found, before anybody trusts him.
type Door interface {
	Offer() wire.Found
	Code() string // that he must see too
	// Enter sits down, after the player has confirmed the code. A host that holds an
	// event is a Holder.
	Enter(ctx context.Context, name string, tell func(wire.Notice)) (Host, error)
}

// Host is whoever keeps games for us: a service, or a desktop on the local
// network. Join and Link do not wait.
type Host interface {
	Join(game string) Table
	// Rematch asks for another game after one, with sides swapped.
	Rematch(ctx context.Context, game string) error
	Link() Link
	// Close ends the connection; the games go on.
	Close()
}

// Link is how a connection stands.
type Link struct {
	State LinkState
	Lag   time.Duration
	Why   error // of the newest break, nil if there was none
}

// LinkState says whether what we do reaches the other end.
type LinkState uint8

// The states of a link.
const (
	LinkTrying LinkState = iota // to connect, for the first time or again
	LinkUp
	LinkLost // trying again would not help
)

// Table is a table at the far end of a link. Its methods do not wait.
type Table interface {
	table.Table
	Standing() Standing
	// Ask asks for what only a networked game has: to abort, or an answer to a question.
	Ask(side game.Side, act wire.Act) error
	Say(text string)
}

// Standing is what there is to know of a networked game beside the match.
type Standing struct {
	Spec     wire.Spec
	Variant  *variant.Variant // nil until the far end has told of the game
	You      [game.Sides]bool // sides that we play
	Presence [game.Sides]wire.Presence
	Ahead    time.Duration // how far the clock here is ahead of the time of the game
	Asked    ledger.Ask
	Aborted  bool
	Waiting  int // acts that were sent and not yet answered
	Said     []wire.Said
	Err      error
}

// Delay is by how much later those who watch see the game.
func (s *Standing) Delay() time.Duration { return time.Duration(s.Spec.Delay) * time.Second }

// Until is when an absent player loses the game, zero if he does not.
func (s *Standing) Until(side game.Side) time.Time {
	if at := s.Presence[side].Until; at != 0 {
		return at.Time().Add(s.Ahead)
	}
	return time.Time{}
}

// Holder is whoever holds an event that we look at from elsewhere: a service, or a
// desktop on the local network. Its methods beside those of a host may wait.
type Holder interface {
	Host
	wire.Asker
	Me() wire.Player
	// Replay returns the record of a finished game by its id.
	Replay(ctx context.Context, game string) ([]byte, error)
}

// Service is a host with a lobby.
type Service interface {
	Holder
	Name() string
	Address() string // as links begin with it
}

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
var ErrBadDoor = errors.New(
	"the tournament's key on this computer is damaged: players who joined before must join again")

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
