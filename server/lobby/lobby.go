// Package lobby lets players find each other: open challenges, challenges, invitations, the queue, rematches, and
// blocks. It opens the resulting games in package games.
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

// Options configures a Lobby. All fields except Me are required.
type Options struct {
	Store    *store.Store
	Hub      *host.Hub
	Bus      host.Bus
	Me       string // id of this service among those that share the database; empty if there are no others
	Accounts *account.Accounts
	Games    *games.Games
	Now      func() time.Time // time of day
	Log      *slog.Logger
}

// Lobby lets players find each other. It is safe for use by many goroutines. Call Open before anything else.
type Lobby struct {
	Options
	replica replica
	share   share
	stale   atomic.Bool // a message may have been missed

	Relations *Relations

	followers followers
	// The lock of the replica guards these as well: the latest board, the connected players, and the tickets renewed
	// since the last write, with their ends.
	board *board
	roll  roll
	kept  map[string]int64
}

// Relations are what players say about each other: friends, blocks, reports, and whose challenges they accept.
type Relations struct{ lobby *Lobby }

// New returns the lobby of a service.
func New(opt Options) *Lobby {
	s := &Lobby{Options: opt, replica: replica{news: make(chan struct{}, 1)}}
	s.Relations = &Relations{s}
	return s
}

// replica is the state of the lobby and the queue in memory. It is read from the database on startup and updated by
// messages about each change, from this service or others.
type replica struct {
	mu      sync.Mutex
	seeks   map[string]*seek           // by id
	of      map[string][]*seek         // by account that made them or that they are for
	open    []*seek                    // that anyone may accept, the newest first
	queue   []*seek                    // the oldest first
	offers  []*seek                    // of bots, likewise
	games   map[string]*played         // in progress, by id
	live    []*played                  // the newest of them, the newest first
	playing map[string][]*played       // by account
	blocks  map[string]map[string]bool // by account: accounts that it blocks
	shunned map[string]map[string]bool // by account: accounts that block it
	shadows map[string]int64           // accounts whose open challenges are hidden, until when in microseconds
	// removed challenges and games, since when: later messages about them are ignored
	gone    map[string]time.Time
	last    map[string]string // latest ticket of each account that waits or has waited recently
	came    map[string]string // game that came from a removed ticket
	during  []news            // received while the database is being read
	reading bool
	changes uint64        // change count
	news    chan struct{} // has room for one: something has changed
}

// seek is an open challenge. It is immutable, except for its end and what is found out about a ticket of the queue,
// which the replica guards.
type seek struct {
	store.Seek
	what  wire.Seek
	shown *wire.OpenSeek // as others see it
	// own and forHim are the challenge as its maker and its target see it; nil if not built yet.
	own, forHim *wire.OpenSeek
	// folded is the challenge with the others of its account in parts behind it; nil if not built yet.
	folded   *wire.OpenSeek
	parts    []*wire.OpenSeek
	newcomer bool   // its maker had not played yet
	origin   string // mark of the address of such a maker; empty if unknown

	waited   *wire.Seek // for a ticket of the queue what it waits for, as shown; otherwise nil
	pools    []pool
	standing map[string]standing // of the waiting player, by pool; as far as requested
	past     []store.Game        // of the waiting player, the newest first; nil if not requested yet
}

// standing is a rating, and the player's games as attackers minus those as defenders.
type standing struct {
	points float64
	tilt   int
}

// played is a game in progress.
type played struct {
	brief   *wire.GameBrief
	ours    *wire.GameBrief // as its players see it: with whose turn it is, if known
	opened  int64
	players [2]string
}

// news is a change of the lobby, as services send it to each other.
type news struct {
	store.Change
	// By are the makers of challenges as they are shown, by id of the challenge.
	By map[string]wire.Player `json:"by,omitempty"`
	// Doubted is an account of which a session has ended.
	Doubted string `json:"doubted,omitempty"`
}

// board is the part of the lobby that everyone sees alike. It is built once for all viewers until something changes,
// and at least once a second, since challenges expire. It is immutable.
type board struct {
	seeks   []row // the newest first
	waiting int
	queue   []*seek // tickets, the oldest first
	live    []*wire.GameBrief
	here    []*wire.Player
	bots    []*seek // the weakest first
	plain   *view   // for an account without challenges, games and blocks
	changes uint64  // change count of the replica that it includes
	at      time.Time
}

// row is the newest open challenge of an account, with its others behind it.
type row struct {
	account string
	shown   *wire.OpenSeek
}

// view is what an account sees of the lobby. It and everything it points to are immutable: changed items have other
// pointers.
type view struct {
	seeks      []*wire.OpenSeek
	live, mine []*wire.GameBrief
	queue      []*wire.Seek
	here, bots []*wire.Player
	waiting    int

	text func() (json.RawMessage, error) // encoded lobby, encoded once
}

// roll is the list of connected players.
type roll struct {
	list []*wire.Player
	at   time.Time
	good bool // no one has connected or disconnected since
}

// word is a message between services.
type word struct {
	From string `json:"from"`
	Nr   uint64 `json:"nr"`
	News *news  `json:"news,omitempty"` // nil: the message only reports Nr
}

// share counts the messages of this service and of the others.
type share struct {
	mu      sync.Mutex
	nr      uint64            // number of our latest message
	heard   map[string]uint64 // number of the latest message of each other service
	old     time.Time         // until when services of an older version are assumed to run
	changed bool              // here, since services of an older version were informed
}

// pool is what a ticket accepts within a rating pool.
type pool struct {
	name             string
	variants, clocks []string
}

// followers are the connections that follow the lobby.
type followers struct {
	mu    sync.Mutex
	all   map[*host.Conn]*follower
	round uint64 // number of the latest message
}

// follower is what was last sent to a connection.
type follower struct {
	wants   wire.Follow
	changes uint64 // change count of the replica, for a follower that is only informed that something changed
	seen    *view  // for a follower that is sent the changes
	seq     uint64 // number of that message
	ticket  string // ticket of the last message that the player waits
	done    string // ticket of the last message that the player no longer waits
}

// lobbyShows is how many challenges, games and players a view has.
const lobbyShows = 100

// specOf returns the game that a challenge is for, without players.
func specOf(q wire.Seek) wire.Spec {
	return wire.Spec{Variant: q.Variants[0], Rules: q.Rules, Start: q.Start, Clock: q.Clocks[0], Rated: q.Rated,
		Double: q.Double, Delay: q.Delay}
}
