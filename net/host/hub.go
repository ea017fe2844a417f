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

// Clock tells game time.
type Clock interface {
	Now(game string) wire.Time
	// Mark notes this moment. then tells what game time it was, as far as is known when
	// it is called: what Now says may turn out to be too early.
	Mark(game string) (then func() wire.Time)
	// Use says that time matters in a game until release is called.
	Use(game string) (release func())
}

// Machine is the clock of the machine, for a desktop that hosts a game: while it
// is down, nobody plays.
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
	Name    string // of the service, shown to players
	// Login returns the player of a token; nil lets nobody play. Who is refused with
	// wire.Unavailable is to come back; any other error is final.
	Login func(ctx context.Context, token string) (wire.Player, error)
	// Grace returns how long a player may be absent before the game counts as
	// abandoned; zero is for ever. nil is for ever for all.
	Grace func(wire.Spec) time.Duration
	// Finished is told of every game that is over, with its entries, at least once, by
	// each service that has it open; until it returns nil it is told again.
	Finished func(ctx context.Context, g *ledger.Game, entries []wire.Entry) error
	// Answered is told how every act went, and how long that took; nil is nobody.
	Answered func(kind wire.Kind, code wire.Code, took time.Duration)
	// MaySpeak reports why a player, or somebody who watches, may not be heard in a game;
	// nil lets everybody speak.
	MaySpeak func(ctx context.Context, by wire.Player, spec wire.Spec) error
	// Fit reports whether this service can look after games, of those that share them with
	// others; nil is always. It may take half a second.
	Fit func() bool
	// Doze is how long nothing must happen in a game before it is folded away; 0 is half a
	// minute.
	CompressAfter time.Duration
	// LagCap is the most that a clock is credited for the lag of a turn.
	LagCap time.Duration
	// Origin reports whether a page that comes from there may open a socket; nil lets no page of a browser.
	Origin func(*url.URL) bool
	// Crashed is told of each fault of ours that ended a room; nil is nobody.
	Crashed func(game string, fault any, stack []byte)
	// Log is told of faults of ours; nil is nobody.
	Log *slog.Logger
	Now func() time.Time // time of day; nil is the machine's
}

// Hub keeps the rooms that somebody is in, or whose clocks run where it looks after the game,
// and the connections of players. It is safe for use by many goroutines.
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
	compressedGames atomic.Int64 // rooms whose games are folded away
	folds           atomic.Int64 // entries that games here were folded from
	online          onlineList

	lobby   Lobby
	members members
	remote  remote
}

// Conns returns how many connections are open.
func (h *Hub) Conns() int { return int(h.conns.Load()) }

// ErrClosing says that the hub has closed.
var ErrClosing = errors.New("the service is going down")

// NewHub returns a hub, which is to be closed.
func NewHub(opt Options) *Hub {
	if opt.Answered == nil {
		opt.Answered = func(wire.Kind, wire.Code, time.Duration) {}
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

// Open begins a game. The error says what is wrong with spec, or that it could
// not be written.
func (h *Hub) Open(ctx context.Context, spec wire.Spec) error {
	e, err := ledger.Begin(spec, h.opt.Clock.Now(spec.Game))
	if err != nil {
		return err
	}
	return h.opt.Journal.Append(ctx, spec.Game, e)
}

// With gives f the room of a game, whose entries are read if nobody is in it
// yet; if the room closes meanwhile it is opened anew and f called again. The error
// is ErrNoGame if there is no such game, or that of f.
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

// room returns the room of a game, perhaps one that is still reading.
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

// A game whose room broke mostFaults times is set aside: for asideTime since the last time
// nobody opens it.
const (
	maxFaults      = 3
	quarantineTime = 10 * time.Minute
)

// faults are the times that the room of a game broke.
type faults struct {
	count int
	last  time.Time
}

// ErrQuarantined is what players of a game hear that cannot be opened because of a fault of ours.
var ErrQuarantined = wire.Refuse(wire.Unavailable,
	"this game cannot be opened because of a fault in the service; nothing "+
		"of it is lost, and the operator has been told")

// crashed notes that the room of a game broke.
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
	h.opt.Log.Error("a game broke", "game", game, "fault", fault, "times", f.count, "aside", f.count >= maxFaults,
		"stack", string(stack))
	h.opt.Crashed(game, fault, stack)
}

// quarantined reports whether a game is set aside. The hub is locked.
func (h *Hub) quarantined(game string) bool {
	f := h.faults[game]
	return f.count >= maxFaults && h.opt.Now().Sub(f.last) < quarantineTime
}

// Quarantined returns how many games are set aside because of faults of ours.
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

// RecordRead notes what came of reading a game: one that is damaged is told to the log, once.
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
			"a game is damaged and stands still: taflmatch check says more, a backup may have the whole of it", "game",
			game, "error", err)
	}
}

// Damaged reports whether a game was found to be damaged when it was last read.
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

// CompressedGames returns how many of the rooms have their games folded away.
func (h *Hub) CompressedGames() int { return int(h.compressedGames.Load()) }

// Folds returns how many entries were ever folded into games here.
func (h *Hub) Folds() int64 { return h.folds.Load() }

// Notify tells a player something, wherever he is connected.
func (h *Hub) Notify(player string, n wire.Notice) { h.opt.Bus.Tell(playerTopic(player), n) }

// Connected reports whether a player has a connection open, to whichever service.
func (h *Hub) Connected(ctx context.Context, player string) (bool, error) {
	return h.opt.Bus.HasListener(ctx, playerTopic(player))
}

// sessionEnded is the kind of a notice between services.
const sessionEnded = "session-ended"

// RevalidateSessions has every connection of a player, wherever it is, asked again whether its session
// holds.
func (h *Hub) RevalidateSessions(player string) {
	h.opt.Bus.Tell(playerTopic(player), wire.Notice{Kind: sessionEnded})
}

func playerTopic(id string) string { return "player." + id }
func gameTopic(id string) string   { return "game." + id }

// Close ends all rooms and connections and waits for them. Games are not
// touched: they go on when somebody opens them again.
func (h *Hub) Close() {
	h.mu.Lock()
	h.closing = true
	h.mu.Unlock()
	h.cancel()
	h.work.Wait()
}
