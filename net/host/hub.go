package host

import (
	"context"
	"errors"
	"log/slog"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"tafl3d/net/ledger"
	"tafl3d/net/wire"
)

// Clock returns game time.
type Clock interface {
	Now(game string) wire.Time
	// Mark records this moment. then returns its game time as known when it is called: Now may turn out to have been
	// too early.
	Mark(game string) (then func() wire.Time)
	// Use declares that a game needs the time until release is called.
	Use(game string) (release func())
}

// Machine is the clock of a desktop that hosts a game: it is the time of day.
type Machine struct{}

// Now implements Clock.
func (Machine) Now(string) wire.Time { return wire.At(time.Now()) }

// Mark implements Clock.
func (Machine) Mark(string) (then func() wire.Time) {
	t := wire.At(time.Now())
	return func() wire.Time { return t }
}

// Use implements Clock.
func (Machine) Use(string) (release func()) { return func() {} }

// Options configures a hub. Journal, Bus and Clock are required.
type Options struct {
	Journal Journal
	Bus     Bus
	Clock   Clock
	Name    string // name of the service, shown to players
	// Login returns the player of a token; nil accepts spectators only. After an error with code wire.Unavailable the
	// client should retry; any other error is final.
	Login func(ctx context.Context, token string) (wire.Player, error)
	// Grace returns how long a player may be absent before the game counts as abandoned; zero means forever. nil
	// means forever for all games.
	Grace func(wire.Spec) time.Duration
	// Finished is called with every game that is over and its entries, at least once by each service that has it
	// open, and again until it returns nil.
	Finished func(ctx context.Context, g *ledger.Game, entries []wire.Entry) error
	// Moved is called after each move whose entry this hub has written, when the turn has passed to the other side. It
	// must not wait, and may read the game only until it returns. nil: not called.
	Moved func(*ledger.Game)
	// Answered is called after every act with its result and how long it took. nil: not called.
	Answered func(kind wire.Kind, code wire.Code, took time.Duration)
	// MaySpeak returns an error if a player or spectator may not chat in a game; nil allows everyone.
	MaySpeak func(ctx context.Context, by wire.Player, spec wire.Spec) error
	// Pending returns the notices that a player gets on each connection, after Welcome; nil: none.
	Pending func(ctx context.Context, player string) []wire.Notice
	// Fit reports whether this service can serve games, if it shares them with other services; nil: always. It may
	// take up to half a second.
	Fit func() bool
	// CompressAfter is how long a game must be idle before its room compresses it; 0 is 30 seconds.
	CompressAfter time.Duration
	// LagCap is the maximum that a clock is credited for the lag of a move.
	LagCap time.Duration
	// Origin reports whether a page of an origin may open a socket; nil allows no browser.
	Origin func(*url.URL) bool
	// Crashed is called for each panic that ended a room; may be nil.
	Crashed func(game string, fault any, stack []byte)
	// Log receives internal errors; nil: none.
	Log *slog.Logger
	Now func() time.Time // time of day; nil: time.Now
}

// Hub holds the open rooms and the connections of players. A room is open while it has connections, or while a clock
// runs in a game whose home is this hub. Hub is safe for concurrent use.
type Hub struct {
	opt    Options
	ctx    context.Context
	cancel context.CancelFunc
	work   sync.WaitGroup

	mu              sync.Mutex
	rooms           map[string]*Room
	faults          map[string]faults // by game
	broken          map[string]bool   // games whose entries are damaged
	closing         bool
	conns           atomic.Int64
	compressor      compressor
	compressedGames atomic.Int64 // rooms whose games are compressed
	folds           atomic.Int64 // entries folded into games so far
	online          onlineList

	lobby   Lobby
	members members
	remote  remote
}

// Conns returns how many connections are open.
func (h *Hub) Conns() int { return int(h.conns.Load()) }

// ErrClosing is the error of a hub that is closing.
var ErrClosing = errors.New("the service is shutting down")

// NewHub returns a hub. The caller must close it.
func NewHub(opt Options) *Hub {
	if opt.Answered == nil {
		opt.Answered = func(wire.Kind, wire.Code, time.Duration) {}
	}
	if opt.Moved == nil {
		opt.Moved = func(*ledger.Game) {}
	}
	if opt.MaySpeak == nil {
		opt.MaySpeak = func(context.Context, wire.Player, wire.Spec) error { return nil }
	}
	if opt.Log == nil {
		opt.Log = slog.New(slog.DiscardHandler)
	}
	if opt.Grace == nil {
		opt.Grace = func(wire.Spec) time.Duration { return 0 }
	}
	if opt.Crashed == nil {
		opt.Crashed = func(string, any, []byte) {}
	}
	if opt.Now == nil {
		opt.Now = time.Now
	}
	if opt.Origin == nil {
		opt.Origin = func(*url.URL) bool { return false }
	}
	if opt.Fit == nil {
		opt.Fit = func() bool { return true }
	}
	if opt.CompressAfter == 0 {
		opt.CompressAfter = compressAfter
	}
	ctx, cancel := context.WithCancel(context.Background())
	return &Hub{lobby: noLobby{}, members: members{movedRooms: make(chan struct{}, 1),
		movedConns: make(chan struct{}, 1)},
		opt: opt, ctx: ctx, cancel: cancel, rooms: map[string]*Room{}, faults: map[string]faults{},
		broken: map[string]bool{}}
}

// Open begins a game. The error says what is wrong with spec, or that the first entry could not be written.
func (h *Hub) Open(ctx context.Context, spec wire.Spec) error {
	e, err := ledger.Begin(spec, h.opt.Clock.Now(spec.Game))
	if err != nil {
		return err
	}
	return h.opt.Journal.Append(ctx, spec.Game, e)
}

// With calls f with the room of a game, which is opened if necessary, and again if the room closes meanwhile. The
// error is ErrNoGame if there is no such game, or that of f.
func (h *Hub) With(ctx context.Context, game string, f func(*Room) error) error {
	for {
		r, err := h.room(game)
		if err != nil {
			return err
		}
		select {
		case <-r.ready:
		case <-ctx.Done():
			return ctx.Err()
		}
		if err = r.failed; err == nil {
			err = f(r)
		}
		if !errors.Is(err, errRoomClosed) || ctx.Err() != nil {
			return err
		}
	}
}

// room returns the room of a game, which may still be loading.
func (h *Hub) room(game string) (*Room, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closing {
		return nil, ErrClosing
	}
	if r, ok := h.rooms[game]; ok {
		return r, nil
	}
	if h.quarantined(game) {
		return nil, ErrQuarantined
	}
	r := newRoom(h, game)
	h.rooms[game] = r
	h.work.Go(func() { r.run(h.ctx) })
	return r, nil
}

func (h *Hub) removeRoom(r *Room) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.rooms[r.id] == r {
		delete(h.rooms, r.id)
	}
}

// A game whose room has panicked maxFaults times is quarantined: it cannot be opened for quarantineTime after the
// last panic.
const (
	maxFaults      = 3
	quarantineTime = 10 * time.Minute
)

// faults counts the panics in the room of a game.
type faults struct {
	count int
	last  time.Time
}

// ErrQuarantined is the error for a game that is quarantined after repeated panics.
var ErrQuarantined = wire.Refuse(wire.Unavailable,
	"an error in the service prevents this game from opening; nothing is lost, and the operator has been notified")

// crashed records a panic in the room of a game.
func (h *Hub) crashed(game string, fault any, stack []byte) {
	now := h.opt.Now()
	h.mu.Lock()
	f := h.faults[game]
	if now.Sub(f.last) >= quarantineTime {
		f.count = 0
	}
	f.count, f.last = f.count+1, now
	h.faults[game] = f
	h.mu.Unlock()
	h.opt.Log.Error("panic in a game", "game", game, "fault", fault, "times", f.count, "aside", f.count >= maxFaults,
		"stack", string(stack))
	h.opt.Crashed(game, fault, stack)
}

// quarantined reports whether a game is quarantined. h.mu must be held.
func (h *Hub) quarantined(game string) bool {
	f := h.faults[game]
	return f.count >= maxFaults && h.opt.Now().Sub(f.last) < quarantineTime
}

// Quarantined returns how many games are quarantined.
func (h *Hub) Quarantined() (n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for game := range h.faults {
		if h.quarantined(game) {
			n++
		}
	}
	return n
}

// RecordRead records the result of reading a game. A damaged game is logged once.
func (h *Hub) RecordRead(game string, err error) {
	damaged := errors.Is(err, ErrDamaged)
	h.mu.Lock()
	known := h.broken[game]
	switch {
	case damaged:
		h.broken[game] = true
	case err == nil || errors.Is(err, ErrNoGame):
		delete(h.broken, game)
	}
	h.mu.Unlock()
	if damaged && !known {
		h.opt.Log.Error(
			"a game is damaged and cannot be opened: run taflmatch check for details and restore it from a backup",
			"game",
			game, "error", err)
	}
}

// Damaged reports whether a game was damaged when it was last read.
func (h *Hub) Damaged(game string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.broken[game]
}

// DamagedGames returns how many games were found to be damaged.
func (h *Hub) DamagedGames() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.broken)
}

// Rooms returns how many rooms are open.
func (h *Hub) Rooms() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.rooms)
}

// CompressedGames returns how many of the rooms have their games compressed.
func (h *Hub) CompressedGames() int { return int(h.compressedGames.Load()) }

// Folds returns how many entries have been folded into games since the start.
func (h *Hub) Folds() int64 { return h.folds.Load() }

// Notify sends a notice to all connections of a player, at any hub.
func (h *Hub) Notify(player string, n wire.Notice) { h.opt.Bus.Tell(playerTopic(player), n) }

// Connected reports whether a player has an open connection at any hub.
func (h *Hub) Connected(ctx context.Context, player string) (bool, error) {
	return h.opt.Bus.HasListener(ctx, playerTopic(player))
}

// sessionEnded is the kind of a notice between hubs.
const sessionEnded = "session-ended"

// RevalidateSessions makes every connection of a player, at any hub, check whether its session is still valid.
func (h *Hub) RevalidateSessions(player string) {
	h.opt.Bus.Tell(playerTopic(player), wire.Notice{Kind: sessionEnded})
}

func playerTopic(id string) string { return "player." + id }
func gameTopic(id string) string   { return "game." + id }

// Close closes all rooms and connections and waits for them. Games in progress are not ended.
func (h *Hub) Close() {
	h.mu.Lock()
	h.closing = true
	h.mu.Unlock()
	h.cancel()
	h.work.Wait()
}
