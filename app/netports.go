package app

import (
	"context"
	"time"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/table"
	"tafl3d/game/variant"
)

// Network is where games against people elsewhere come from. What takes a
// context may wait, and is called beside the main thread. A tell is called from
// any goroutine.
type Network interface {
	// Host lays a game out on the local network.
	Host(ctx context.Context, o HostOffer, tell func(Notice)) (Hosting, error)
	// OpenVenue opens an event of ours to the local network.
	OpenVenue(ctx context.Context, o VenueOffer) (Venue, error)
	// Find looks for games and events on the local network for a moment.
	Find(ctx context.Context) ([]Nearby, error)
	// Knock looks who hosts a game at an address.
	Knock(ctx context.Context, address string) (Door, error)
	// Service signs this device in at a service. Where it has no account yet it
	// gets one of a name, or that of a guest if there is none and guest is true.
	Service(ctx context.Context, address, name string, guest bool, tell func(Notice)) (Service, error)
	// Invitation reads a link or a code. It does not wait. The error is
	// ErrNoInvitation.
	Invitation(text string) (Invitation, error)
	// Invited tells who invites to what; the address is not empty.
	Invited(ctx context.Context, i Invitation) (OpenSeek, error)
	// Pair adds this device to an account at a service by a code that another device
	// of its owner shows, or by one for recovery.
	Pair(ctx context.Context, address, code string, tell func(Notice)) (Service, error)
}

// HostOffer is the game that is laid out on the local network.
type HostOffer struct {
	Name    string // of whoever hosts
	Variant *variant.Variant
	Own     bool // the variant is in no catalogue
	Side    game.Side
	Clock   string
}

// Hosting is a game laid out here.
type Hosting interface {
	Club
	Code() string        // that both players see
	Addresses() []string // that the other can type
}

// Nearby is a game that somebody has laid out on the local network, or an event that he
// holds there.
type Nearby struct {
	Address, Name, Variant, Clock string
	Side                          game.Side // that is free, in a game
	Event                         string    // its name; empty is a game
}

// Door is a host as he was found, before anybody trusts him.
type Door interface {
	Offer() Nearby
	Code() string // that he must see too
	// Enter sits down, after the player has confirmed the code. A club that holds an
	// event is Attended.
	Enter(ctx context.Context, name string, tell func(Notice)) (Club, error)
	// First is the game to join, or the event.
	First() string
}

// Club is whoever keeps games for us: a service, or a desktop on the local
// network. Join and Link do not wait.
type Club interface {
	Join(game string) Remote
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

// Notice is something that a club tells.
type Notice struct {
	Kind NoticeKind
	Game string
	Text string // who it comes from
}

// NoticeKind says what a notice is about.
type NoticeKind uint8

// The notices.
const (
	NoticeOther     NoticeKind = iota
	NoticeGame                 // a game of ours has begun
	NoticeChallenge            // somebody challenges us
	NoticeRematch              // somebody wants to play again
	NoticeDeclined             // somebody does not take our challenge
	NoticeAway                 // somebody whom we challenge is not connected
)

// Remote is a table at the far end of a link. Its methods do not wait.
type Remote interface {
	table.Table
	Standing() Standing
	Abort(side game.Side) error
	Accept(side game.Side, q Question) error
	Decline(side game.Side, q Question) error
	Say(text string)
}

// Standing is what there is to know of a networked game beside the match.
type Standing struct {
	Known   bool // the far end has told of the game
	Variant *variant.Variant
	Control match.Control
	Rated   bool
	Delay   time.Duration // by which those who watch see it later
	Leg     int           // which of a match of two games, from 1; 0 is no match
	Seats   [game.Sides]Person
	You     [game.Sides]bool // sides that we play
	Here    [game.Sides]bool // who is connected
	Until   [game.Sides]time.Time
	Asked   Question
	Event   string // of which it is a game; empty outside one
	Aborted bool
	Waiting int // acts that were sent and not yet answered
	Said    []Said
	Err     error
}

// Question waits for an answer: its zero value for none.
type Question struct {
	Kind  QuestionKind
	By    game.Side
	Plies int // to take back
}

// QuestionKind says what is asked.
type QuestionKind uint8

// The questions.
const (
	NoQuestion QuestionKind = iota
	AskTakeback
	AskPause
	AskResume
)

// Said is a line of chat.
type Said struct{ By, Text string }

// Person is a player elsewhere.
type Person struct {
	Name        string
	Rating      int // 0 is none yet
	Provisional bool
	Bot         bool
	Level       int // of a bot that is offered; 0 is not said
}

// Service is a club with a lobby.
type Service interface {
	Attended
	Organiser
	Accounts
	Name() string
	Me() Person
	Lobby(ctx context.Context) (Lobby, error)
	// Seek lays a game out. The seek that it returns has an invitation where that
	// was asked for; it is told this once.
	Seek(ctx context.Context, s Seek) (OpenSeek, error)
	// Take accepts a seek by its id, or an invitation by its code.
	Take(ctx context.Context, id, code string) (game string, err error)
	Withdraw(ctx context.Context, id string) error
	Enqueue(ctx context.Context, s Seek) (Waiting, error)
	// Waiting tells how the waiting goes, and that we still wait.
	Waiting(ctx context.Context) (Waiting, error)
	Unqueue(ctx context.Context) error
	PlayBot(ctx context.Context, name string) (game string, err error)
	// Ladder lists the best at games like that of v under a clock.
	Ladder(ctx context.Context, v *variant.Variant, clock string) ([]Rung, error)
}

// Seek says what game somebody looks for.
type Seek struct {
	Variant       *variant.Variant // nil in a lobby, where VariantID names it
	VariantID     string
	Own           bool // the variant is in no catalogue
	Clock         string
	Side          int // 0 attackers, 1 defenders, byLot
	Rated, Double bool
	To            string        // name of who is challenged
	Invite        bool          // for whoever has the code
	Delay         time.Duration // by which those who watch see it later
}

// OpenSeek is a seek in the lobby.
type OpenSeek struct {
	ID          string
	By          Person
	Seek        Seek
	Mine, ForMe bool
	Invitation  Invitation // of ours, where it is told
}

// Brief is a game in a list.
type Brief struct {
	ID, Variant, Pool string
	Seats             [game.Sides]Person
	Rated             bool
	Turn              Turn
}

// Turn says whose turn it is in a game in a list.
type Turn uint8

// The turns.
const (
	TurnUnknown Turn = iota // of games of others
	TurnMine
	TurnTheirs
)

// Lobby is what there is to join and to watch.
type Lobby struct {
	Seeks      []OpenSeek
	Live, Mine []Brief
	Waiting    int // players in the queue
}

// Waiting tells how it goes in the queue.
type Waiting struct {
	In                      bool
	Seconds, Range, Players int // Range 0 is any rating
	Bots                    []Person
}

// Rung is a place on a ladder.
type Rung struct {
	Person
	Points, Games int
}
