// Package remote defines the network interfaces that the client needs and cmd/tafl3d implements: hosts of
// games, connections, and local tournaments that guests can join. The types sent over the network are those
// of net/wire.
package remote

import (
	"context"
	"errors"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/table"
	"tafl3d/game/variant"
	"tafl3d/net/client"
	"tafl3d/net/wire"
	"tafl3d/tournament"
	"tafl3d/tournament/tables"
)

// Network provides games against remote players. Methods with a context may block and are called on
// background goroutines. tell functions are called for one notice at a time, on any goroutine, and must not
// block.
type Network interface {
	// Host announces a game on the local network.
	Host(ctx context.Context, o Offer, tell func(wire.Notice)) (Offered, error)
	// HostAgain announces the last local game again.
	HostAgain(ctx context.Context, tell func(wire.Notice)) (Offered, error)
	// OpenVenue opens a local tournament to the local network.
	OpenVenue(ctx context.Context, o VenueOffer) (Venue, error)
	// Find searches the local network for games and tournaments for a short time.
	Find(ctx context.Context) ([]wire.Found, error)
	// FindServices searches the local network for services for a short time. Address is a link.
	FindServices(ctx context.Context) ([]wire.Found, error)
	// Knock contacts the host of a game at an address.
	Knock(ctx context.Context, address string) (Door, error)
	// Service signs in at a service. If this device has no account, it creates one with name, or a guest
	// account if name is empty and guest is true.
	Service(ctx context.Context, address, name string, guest bool, tell func(wire.Notice)) (Service, error)
	// At returns a service without signing in.
	At(address string) (wire.Asker, error)
	// Pair adds this device to an existing account by a code from another device of its owner, or by a
	// recovery code.
	Pair(ctx context.Context, address, code string, tell func(wire.Notice)) (Service, error)
}

// Offer is a game announced on the local network.
type Offer struct {
	Name    string // of the host
	Variant *variant.Variant
	Own     bool // the variant is in no catalogue
	Side    game.Side
	Clock   string
}

// Offered is a game announced by this program.
type Offered interface {
	Host
	Code() string        // shown to both players
	Addresses() []string // for the other player to type
	Began() string       // id of the latest game; empty before a player joins
}

// Door is a host that was found but not yet verified.
type Door interface {
	Offer() wire.Found
	Code() string // the host shows the same code
	// Enter joins after the player has verified the code. A host of a tournament is a Holder.
	Enter(ctx context.Context, name string, tell func(wire.Notice)) (Host, error)
}

// Host keeps network games: a service, or a desktop on the local network. Join and Link do not block.
type Host interface {
	Join(game string) Table
	// Rematch requests a rematch with sides swapped.
	Rematch(ctx context.Context, game string) error
	Link() client.Link
	// Close closes the connection; the games continue.
	Close()
}

// Table is the table of a network game. Its methods do not block.
type Table interface {
	table.Table
	Status() client.Status
	// Ask makes a request that only network games have, such as aborting or answering.
	Ask(side game.Side, act wire.Act) error
	Say(text string)
}

// Holder hosts a tournament of others: a service, or a desktop on the local network. Its methods, except
// those of Host, may block.
type Holder interface {
	Host
	wire.Asker
	Me() wire.Player
	// Replay returns the record of a finished game by id.
	Replay(ctx context.Context, game string) ([]byte, error)
}

// Service is a host with a lobby.
type Service interface {
	Holder
	Name() string
	Address() string // as at the start of links
}

// Venue is a local tournament opened to the local network, and a Host for local players. Begin, BreakOff,
// Seat and Close may block.
type Venue interface {
	Host
	Code() string        // guests see the same code
	Addresses() []string // for guests to type
	// Identity returns the saved identity, to reopen the tournament with the same code.
	Identity() ([]byte, error)
	// Here reports whether a guest is connected.
	Here(guest string) bool
	// Show publishes the state of the tournament. place returns whether a game has begun, and its id; the id
	// is empty if it cannot be watched.
	Show(t *tournament.Tournament, place func(at tables.Game) (id string, begun bool)) error
	// Begin starts or resumes a game.
	Begin(ctx context.Context, g VenueGame) error
	// BreakOff ends a game that was decided otherwise.
	BreakOff(ctx context.Context, at tables.Game) error
	// Seat lets an engine play a side of a game to its end.
	Seat(ctx context.Context, at tables.Game, side game.Side, p table.Player) error
	// Table returns the id of a game for Join.
	Table(at tables.Game) string
}

// VenueOffer describes a tournament to be opened to the local network. The functions are called on any
// goroutine and return when their ctx ends.
type VenueOffer struct {
	ID, Host string
	State    *tournament.Tournament // the state before OpenVenue returns
	Identity []byte                 // the saved identity; nil: first time
	Visit    func(ctx context.Context, v Visit) error
	// Over reports a finished game, possibly repeatedly, until it returns nil.
	Over func(ctx context.Context, at tables.Game, s match.State) error
	// Record returns the saved record of a game.
	Record func(at tables.Game) ([]byte, error)
}

// ErrBadIdentity is returned for an invalid saved identity.
var ErrBadIdentity = errors.New(
	"the tournament's key on this computer is damaged: players who joined before must join again")

// Visit is the request of a guest to join or leave a tournament.
type Visit struct {
	Guest string // device of the guest: the ref of the participant
	Name  string
	In    bool
}

// VenueGame is a tournament game between several machines.
type VenueGame struct {
	At      tables.Game
	Variant *variant.Variant
	Own     bool // the variant is in no catalogue
	Clock   string
	Names   [game.Sides]string
	Who     [game.Sides]string // refs of guests; empty: a local player
	Engine  [game.Sides]bool
}
