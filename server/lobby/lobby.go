// Package lobby is how players find each other: seeks, challenges, invitations, the queue,
// rematches, and who may meet whom. What comes of it is opened in package games.
package lobby

import (
	"encoding/json"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"tafl3d/net/host"
	"tafl3d/net/wire"
	"tafl3d/server/account"
	"tafl3d/server/games"
	"tafl3d/server/store"
)

// Options is what the room stands on. All of it is required, but for Me.
type Options struct {
	Store    *store.Store
	Hub      *host.Hub
	Bus      host.Bus
	Me       string // this service for others that share the database; empty where there are none
	Accounts *account.Accounts
	Games    *games.Games
	Now      func() time.Time // time of day
	Log      *slog.Logger
}

// Lobby is where players find each other. It is safe for use by many goroutines. Nothing is asked
// of it before Open.
type Lobby struct {
	Options
	replica replica
	share   share
	stale   atomic.Bool // something may have been missed

	followers followers
	// What the lock of the replica guards, too: the board as it was made last, who is connected, and
	// the tickets of who was there since they were renewed last, with when they end.
	board *board
	roll  roll
	kept  map[string]int64
}

// New returns the lobby of a service.
func New(opt Options) *Lobby {
	return &Lobby{Options: opt, replica: replica{news: make(chan struct{}, 1)}}
}

// replica is what there is to see in the lobby and who waits in the queue, in memory: read from the
// database at the start, and kept by what is told of each change since, by this service or another.
type replica struct {
	mu      sync.Mutex
	seeks   map[string]*seek           // by id
	of      map[string][]*seek         // by account that has made them, or for which they are
	open    []*seek                    // that anybody may take, the newest first
	queue   []*seek                    // the oldest first
	offers  []*seek                    // of bots, likewise
	games   map[string]*played         // under way, by id
	live    []*played                  // the newest of them, the newest first
	playing map[string][]*played       // by account
	blocks  map[string]map[string]bool // by account: whom it does not want to meet
	shunned map[string]map[string]bool // the other way round
	gone    map[string]time.Time       // seeks and games, since when: what is told of one late is not believed
	last    map[string]string          // the newest ticket of each account that waits, or did of late
	came    map[string]string          // what game came of a ticket that is gone
	during  []news                     // told while the database is being read
	reading bool
	changes uint64        // that were made
	news    chan struct{} // has room for one: there was a change
}

// seek is one that is open. It is not changed, but for when it ends and what is found out about a
// ticket of the queue, which the replica guards.
type seek struct {
	store.Seek
	what  wire.Seek
	shown *wire.OpenSeek // as others see it
	// own and forHim are how who made it sees it, and he for whom it is; nil: nobody has looked.
	own, forHim *wire.OpenSeek

	waited   *wire.Seek // what is waited for, as it is shown; nil of what is no ticket of the queue
	pools    []pool
	standing map[string]standing // of who waits, by pool; as far as it was asked for
	past     []store.Game        // his, the newest first; nil is not asked for yet
}

// standing is a rating, and by how many games more somebody was the attackers than the defenders.
type standing struct {
	points float64
	tilt   int
}

// played is a game under way.
type played struct {
	brief   *wire.GameBrief
	ours    *wire.GameBrief // as its players see it: with whose turn it is, as far as that is known
	opened  int64
	players [2]string
}

// news is a change of the lobby, as services tell each other.
type news struct {
	store.Change
	// By are those who have made seeks, as they are shown, by seek.
	By map[string]wire.Player `json:"by,omitempty"`
	// Doubted is an account of which a session has ended.
	Doubted string `json:"doubted,omitempty"`
}

// board is the part of the lobby that all see alike. It is made once for all who look until
// something changes, and a second at most: what lapses goes by itself. It is never changed.
type board struct {
	seeks   []*seek // the newest first
	waiting int
	queue   []*seek // that wait, the oldest first
	live    []*wire.GameBrief
	here    []*wire.Player
	bots    []*seek // the weakest first
	plain   *view   // of who has nothing in it, and does not mind whom he meets
	changes uint64  // that are in it
	at      time.Time
}

// view is what somebody sees of the lobby. It is never changed, nor is what it leads to: what is
// another is another place in memory.
type view struct {
	seeks      []*wire.OpenSeek
	live, mine []*wire.GameBrief
	queue      []*wire.Seek
	here, bots []*wire.Player
	waiting    int

	text func() (json.RawMessage, error) // of its lobby, written once
}

// roll is who is connected.
type roll struct {
	list []*wire.Player
	at   time.Time
	good bool // nobody has come or gone since
}

// word is what services tell each other.
type word struct {
	From string `json:"from"`
	Nr   uint64 `json:"nr"`
	News *news  `json:"news,omitempty"` // nil: it says only how far the service is
}

// share is what a service knows of the words of the others, and of its own.
type share struct {
	mu      sync.Mutex
	nr      uint64            // of the newest word of our own
	heard   map[string]uint64 // the newest of each other service
	old     time.Time         // until when services of an older version are taken to be there
	changed bool              // here, since they were told
}

// pool is what somebody plays in a pool of ratings.
type pool struct {
	name             string
	variants, clocks []string
}

// followers are the connections that follow the lobby.
type followers struct {
	mu    sync.Mutex
	all   map[*host.Conn]*follower
	round uint64 // number of what was told last
}

// follower is what a connection was told last.
type follower struct {
	wants   wire.Follow
	changes uint64 // of the replica, where he is told only that there are some
	seen    *view  // where he is told what has changed
	seq     uint64 // its number
	ticket  string // of which he was told last that he waits
	done    string // and that he waits no more
}

// lobbyShows is how many seeks, games and players one is shown.
const lobbyShows = 100

// specOf returns the game that a seek means, without players.
func specOf(q wire.Seek) wire.Spec {
	return wire.Spec{Variant: q.Variants[0], Rules: q.Rules, Start: q.Start, Clock: q.Clocks[0], Rated: q.Rated,
		Double: q.Double, Delay: q.Delay}
}
