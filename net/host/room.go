package host

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"tafl3d/game"
	"tafl3d/net/ledger"
	"tafl3d/net/wire"
)

// Room serves one game to its connections. One goroutine owns its state; others send it requests.
type Room struct {
	id            string
	hub           *Hub
	requests      chan any         // join, leave, *actRequest, busMessage ...
	newEntries    chan *wire.Entry // entries that other hubs have written
	ready         chan struct{}    // closed when the game was read, or reading failed
	failed        error            // valid after ready: why reading failed
	spec          wire.Spec        // valid after ready
	spectatorChat *rate.Limiter    // limits the lines of chat of all spectators
	chatLimits    chatLimiter      // limits the lines of chat of each account
	closed        chan struct{}    // closed when the room has ended
}

// errRoomClosed means that the room has closed; the caller opens it again.
var errRoomClosed = errors.New("the room has closed")

// Queue lengths, timeouts, and how long a room stays open when it is unneeded.
const (
	maxRequests    = 64
	maxEntries     = 64
	idleLinger     = time.Minute
	overLinger     = 15 * time.Second // after the end of a game, for players who reconnect
	movedLinger    = time.Second      // for a game whose home is another hub
	journalTimeout = 4 * time.Second  // of the journal
	archiveTimeout = 10 * time.Second // of Options.Finished
	archiveRetry   = 2 * time.Second
)

type (
	// join adds a connection and sends it the entries from one on.
	join struct {
		conn   *Conn
		from   uint64
		id     uint64
		resume bool          // send only missing entries, not a Snapshot
		done   chan struct{} // closed when done
	}
	leave struct {
		conn *Conn
		// receives the newest entry that the connection has (buffered); nil if it does not continue at another hub
		lastSeq chan uint64
	}
	// actRequest asks for an act.
	actRequest struct {
		by     wire.Side
		act    wire.Act
		at     wire.Time
		conn   *Conn            // nil if the hub itself asks
		id     uint64           // of the request of conn
		answer chan<- actResult // buffered
	}
	actResult struct {
		seq       uint64
		err       error
		delivered bool // the answer was sent together with the entry
	}
	// busMessage is a message from the bus.
	busMessage struct{ body wire.Body }
	// entriesRequest asks for the entries after one that spectators may see; the answer is empty while the game is
	// compressed.
	entriesRequest struct {
		after  uint64
		answer chan<- []wire.Entry
	}
	// positionRequest asks for the position as a side sees it; the answer is nil while the game is compressed or
	// ahead of its journal.
	positionRequest struct {
		side   wire.Side
		answer chan<- *wire.Position // buffered
	}
	// statusRequest asks for a summary.
	statusRequest struct{ answer chan<- GameStatus } // buffered
)

// GameStatus is a summary of a game.
type GameStatus struct {
	Ply   int
	Turn  game.Side
	Over  bool
	Since wire.Time        // time of the newest entry
	Here  [game.Sides]bool // players connected at any hub
}

func newRoom(h *Hub, id string) *Room {
	return &Room{id: id, hub: h, requests: make(chan any, maxRequests), newEntries: make(chan *wire.Entry, maxEntries),
		ready: make(chan struct{}), closed: make(chan struct{}),
		spectatorChat: rate.NewLimiter(spectatorChatRate, spectatorChatBurst)}
}

// allowChat reports whether a connection may send a line of chat now. Each account has a limit over all its
// connections, and all spectators share one.
func (r *Room) allowChat(c *Conn) bool {
	_, seated := r.spec.Seat(c.player.ID)
	return r.chatLimits.allow(c.player.ID) && (seated || r.spectatorChat.Allow())
}

// chatLimiter limits the lines of chat of each account. Its zero value is ready. It is safe for concurrent use.
type chatLimiter struct {
	mu     sync.Mutex
	limits map[string]*rate.Limiter
}

func (v *chatLimiter) allow(account string) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.limits == nil {
		v.limits = map[string]*rate.Limiter{}
	}
	l := v.limits[account]
	if l == nil {
		l = rate.NewLimiter(chatRate, chatBurst)
		v.limits[account] = l
	}
	return l.Allow()
}

// Act performs an act in the name of a side and waits until it is durable or refused. at is its arrival in game time.
// The error is a *wire.Error, that of ctx, or says that the room has closed.
func (r *Room) Act(ctx context.Context, by wire.Side, a wire.Act, at wire.Time) (seq uint64, err error) {
	got, err := r.request(ctx, actRequest{by: by, act: a, at: at})
	return got.seq, err
}

func (r *Room) request(ctx context.Context, q actRequest) (actResult, error) {
	answers := make(chan actResult, 1)
	q.answer = answers
	if err := r.send(ctx, &q); err != nil {
		return actResult{}, err
	}
	select {
	case got := <-answers:
		return got, got.err
	case <-r.closed:
		return actResult{}, errRoomClosed
	case <-ctx.Done():
		return actResult{}, ctx.Err()
	}
}

// Status returns a summary of the game.
func (r *Room) Status(ctx context.Context) (g GameStatus, err error) {
	answers := make(chan GameStatus, 1)
	if err := r.send(ctx, statusRequest{answers}); err != nil {
		return g, err
	}
	select {
	case g = <-answers:
		return g, nil
	case <-r.closed:
		return g, errRoomClosed
	case <-ctx.Done():
		return g, ctx.Err()
	}
}

// Position returns the position for a player of the game, if its room is open at its home hub; else nil. It serves
// the many pages that ask after each move without reading the journal.
func (h *Hub) Position(ctx context.Context, game, player string) *wire.Position {
	if player == "" {
		return nil
	}
	if a, elsewhere, err := h.queryHome(ctx,
		message{Kind: msgPosition, Game: game, Player: &wire.Player{ID: player}}); err != nil || elsewhere {
		return a.Position
	}
	return h.positionHere(ctx, game, player)
}

func (h *Hub) positionHere(ctx context.Context, game, player string) *wire.Position {
	r := h.readyRoom(game)
	if r == nil {
		return nil
	}
	return r.position(ctx, player)
}

// Since returns the entries after one that spectators may see, from the open room. It is empty if no room is open
// here or the game is compressed; then the caller reads the journal.
func (h *Hub) Since(ctx context.Context, game string, after uint64) []wire.Entry {
	r := h.readyRoom(game)
	answers := make(chan []wire.Entry, 1)
	if r == nil || r.send(ctx, entriesRequest{after, answers}) != nil {
		return nil
	}
	select {
	case list := <-answers:
		return list
	case <-r.closed:
	case <-ctx.Done():
	}
	return nil
}

// readyRoom returns the room of a game if it is open here and has read the game, else nil.
func (h *Hub) readyRoom(game string) *Room {
	h.mu.Lock()
	r := h.rooms[game]
	h.mu.Unlock()
	if r == nil {
		return nil
	}
	select {
	case <-r.ready:
	default:
		return nil // still reading
	}
	if r.failed != nil {
		return nil
	}
	return r
}

// position returns the position for a player of the game; nil for others.
func (r *Room) position(ctx context.Context, player string) *wire.Position {
	side, plays := r.spec.Seat(player)
	if !plays {
		return nil
	}
	answers := make(chan *wire.Position, 1)
	if r.send(ctx, positionRequest{side, answers}) != nil {
		return nil
	}
	select {
	case p := <-answers:
		return p
	case <-r.closed:
	case <-ctx.Done():
	}
	return nil
}

// enter adds a connection to the room and waits until it is in.
func (r *Room) enter(ctx context.Context, q join) error {
	if err := r.send(ctx, q); err != nil {
		return err
	}
	select {
	case <-q.done:
		return nil
	case <-r.closed:
		return errRoomClosed
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (r *Room) send(ctx context.Context, q any) error {
	select {
	case r.requests <- q: // fast path without a select over several channels
		return nil
	default:
	}
	select {
	case r.requests <- q:
		return nil
	case <-r.closed:
		return errRoomClosed
	case <-ctx.Done():
		return ctx.Err()
	}
}

// roomState is the state that only the room's goroutine uses.
type roomState struct {
	room         *Room
	game         *ledger.Game    // nil while compressed
	entries      []wire.Entry    // nil while compressed
	compressed   *compressedGame // the game while compressed
	lastActive   time.Time       // last activity
	plies        int             // moves in entries: game may be ahead while an act is being written
	conns        map[*Conn]bool
	players      [game.Sides]attendance
	chat         []wire.Said
	current      *actRequest           // being carried out; nil once its connection has the answer
	delay        func() wire.Time      // how long after its time the newest move was sent to the players
	failedActs   [game.Sides]failedAct // last act of each side that could not be written
	chatSentTo   string                // the hub that has received the lines of chat
	archived     bool                  // Options.Finished has accepted the game
	shownCount   int                   // number of entries that spectators have seen
	deadline     *time.Timer           // fires when checkDeadlines must run
	nextShow     <-chan time.Time      // fires when spectators may see the next entry
	announceTick <-chan time.Time
	compressTick <-chan time.Time // fires when the room may be compressed
	closeTimer   <-chan time.Time // fires when the room may close, or archive the game again
}

// now returns the game time.
func (r *Room) now() wire.Time { return r.hub.opt.Clock.Now(r.id) }

// run serves the room until it closes. A panic closes only this room.
func (r *Room) run(ctx context.Context) {
	defer close(r.closed)
	k := &roomState{room: r, conns: map[*Conn]bool{}, delay: func() wire.Time { return 0 },
		deadline: time.NewTimer(idleLinger)}
	defer k.deadline.Stop()
	defer func() {
		if fault := recover(); fault != nil {
			k.crash(fault, debug.Stack())
		}
	}()
	stop, err := k.start(ctx)
	r.failed = err
	if err != nil {
		r.hub.removeRoom(r) // so that the next request reads again
		close(r.ready)
		return
	}
	defer stop()
	if k.game.Timed() {
		defer r.hub.opt.Clock.Use(r.id)()
	}
	r.spec, k.lastActive = k.game.Spec(), r.hub.opt.Now()
	close(r.ready)
	for s := range k.players {
		k.players[s].deadline = k.absenceDeadline()
	}
	calls, naps := time.NewTicker(presenceTTL/3), time.NewTicker(min(presenceTTL/3, k.room.hub.opt.CompressAfter))
	defer calls.Stop()
	defer naps.Stop()
	k.announceTick, k.compressTick = calls.C, naps.C
	defer k.countDecompressed()
	k.updateTimers(ctx)
	for k.step(ctx) {
	}
	k.close()
}

// close removes the room from the hub and closes its connections; those that return open a new room.
func (k *roomState) close() {
	k.room.hub.removeRoom(k.room)
	if k.room.hub.ctx.Err() != nil { // the game moves to another hub
		k.sendChat(k.room.hub.members.nextOwner(k.room.id))
	}
	for c := range k.conns {
		c.close()
	}
}

// crash closes the room after a panic.
func (k *roomState) crash(fault any, stack []byte) {
	k.room.hub.crashed(k.room.id, fault, stack)
	select {
	case <-k.room.ready:
		k.close()
	default:
		k.room.failed = ErrQuarantined
		k.room.hub.removeRoom(k.room)
		close(k.room.ready)
	}
}

// start subscribes to the journal and the bus and reads the game.
func (k *roomState) start(ctx context.Context) (stop func(), err error) {
	unfollow, err := k.room.hub.opt.Journal.Follow(k.room.id, k.room.receiveEntry)
	if err != nil {
		return nil, err
	}
	unhear, err := k.room.hub.opt.Bus.Hear(gameTopic(k.room.id), k.room.receiveBus)
	if err != nil {
		unfollow()
		return nil, err
	}
	stop = func() { unfollow(); unhear() }
	if err := k.reload(ctx); err != nil {
		stop()
		return nil, err
	}
	return stop, nil
}

// receiveEntry queues an entry from the journal. If the queue is full it is dropped; the next entry shows the gap.
func (r *Room) receiveEntry(e wire.Entry) {
	select {
	case r.newEntries <- &e:
	default:
	}
}

// receiveBus queues a message from the bus, or drops it if the queue is full.
func (r *Room) receiveBus(b wire.Body) {
	select {
	case r.requests <- busMessage{b}:
	default:
	}
}

// reload reads the game from the journal and sends new entries.
func (k *roomState) reload(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, journalTimeout)
	defer cancel()
	entries, err := k.room.hub.opt.Journal.Read(ctx, k.room.id, 1)
	var g *ledger.Game
	if err == nil {
		if g, err = ledger.Fold(entries); err != nil {
			err = fmt.Errorf("game %s: %w: %w", k.room.id, ErrDamaged, err)
		}
	}
	k.room.hub.RecordRead(k.room.id, err)
	if err != nil {
		return err
	}
	k.room.hub.folds.Add(int64(len(entries)))
	old := len(k.entries)
	fresh := entries[min(old, len(entries)):]
	switch {
	case old == 0:
		k.restoreDelay(entries)
	case k.plies != g.Ply():
		k.recordNotified(g.At())
	}
	k.game, k.entries, k.plies = g, entries, g.Ply()
	for _, e := range fresh {
		k.sendToPlayers(e)
	}
	return nil
}

// appendEntry appends an entry that the game and the journal have, and sends it to the players.
func (k *roomState) appendEntry(e wire.Entry) {
	k.entries = append(k.entries, e)
	k.room.hub.folds.Add(1)
	if k.plies != k.game.Ply() {
		k.plies = k.game.Ply()
		k.recordNotified(e.At)
	}
	k.sendToPlayers(e)
}

// step handles one event. It is false when the room closes.
func (k *roomState) step(ctx context.Context) bool {
	select {
	case <-ctx.Done():
		return false
	case q := <-k.room.requests:
		k.handle(ctx, q)
	case e := <-k.room.newEntries:
		if e.Seq == 0 && !k.hasMissed(ctx) {
			return true
		}
		k.receive(ctx, *e)
	case <-k.compressTick:
		k.compressIdle()
		return true
	case <-k.announceTick:
		k.announceAll()
		k.sendChat(k.room.hub.members.owner(k.room.id))
		if k.closeTimer != nil || !k.unneeded() {
			return true
		} // the game has moved to another hub
	case <-k.deadline.C:
		k.checkDeadlines(ctx)
	case <-k.nextShow: // updateTimers shows it
	case <-k.closeTimer:
		if k.unneeded() {
			return false
		}
	}
	k.updateTimers(ctx)
	return true
}

func (k *roomState) handle(ctx context.Context, q any) {
	switch q := q.(type) {
	case join:
		k.join(q)
	case leave:
		k.leave(q)
	case *actRequest:
		k.current = q
		seq, err := k.act(ctx, q.by, q.act, q.at)
		q.answer <- actResult{seq, err, k.current == nil}
		k.current = nil
	case busMessage:
		k.relay(q.body)
	case statusRequest:
		q.answer <- k.status()
	case positionRequest:
		q.answer <- k.position(q.side)
	case entriesRequest:
		shown := min(uint64(k.shownCount), uint64(len(k.entries))) // empty while compressed
		q.answer <- slices.Clip(k.entries[min(q.after, shown):shown])
	case chatHistory:
		k.chat = lastLines(joinChat(q.lines, k.chat))
	}
}

func (k *roomState) position(side wire.Side) *wire.Position {
	if k.game == nil || k.game.Seq() != uint64(len(k.entries)) {
		return nil
	}
	p := k.game.Position(side)
	return &p
}

func (k *roomState) status() GameStatus {
	g := GameStatus{Ply: k.summary().Ply(), Turn: k.summary().Turn(), Over: k.summary().Over(), Since: k.summary().At()}
	for s := range k.players {
		g.Here[s] = k.players[s].present(k.room.now())
	}
	return g
}

// receive handles an entry that another hub may have written.
func (k *roomState) receive(ctx context.Context, e wire.Entry) {
	k.decompress()
	switch seq := k.game.Seq(); {
	case e.Seq == 0: // entries were missed
	case e.Seq <= seq:
		return
	case e.Seq == seq+1:
		if _, err := k.game.Apply(e); err == nil {
			k.appendEntry(e)
			return
		}
	}
	_ = k.reload(ctx) // on error it is read before the next act
}

// hasMissed reports whether the journal has newer entries.
func (k *roomState) hasMissed(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, journalTimeout)
	defer cancel()
	more, err := k.room.hub.opt.Journal.Read(ctx, k.room.id, k.summary().Seq()+1)
	return err == nil && len(more) > 0
}

// act performs an act on the game, writes it to the journal, and only then sends it to the players.
func (k *roomState) act(ctx context.Context, by wire.Side, a wire.Act, at wire.Time) (uint64, error) {
	k.decompress()
	at = k.actTime(by, a, at)
	if q, is := k.room.hub.opt.Journal.(Queue); is {
		leave, err := q.Enter(ctx, k.room.id)
		if err != nil {
			return 0, k.recordFailure(by, a, at)
		}
		defer leave()
	}
	for try := 0; ; try++ {
		if seq, ok := k.game.Repeated(by, a.Token); ok {
			return seq, nil
		}
		k.flagBefore(ctx, at)
		e, _, err := k.game.Do(by, k.withAbsence(by, a), at)
		if err != nil {
			// another hub is ahead
			if a.Ply > k.game.Ply() && try == 0 && k.hasMissed(ctx) && k.reload(ctx) == nil {
				continue
			}
			return 0, err
		}
		e.Late = k.lateness(e)
		switch err := k.write(ctx, e); {
		case err == nil:
			k.appendEntry(e)
			k.passTurn(by, a)
			return e.Seq, nil
		case errors.Is(err, ErrConflict) && try < 3: // another hub was first: try again
			continue
		}
		if seq, ok := k.game.Repeated(by, a.Token); ok { // it was written despite the error
			k.passTurn(by, a)
			return seq, nil
		}
		return 0, k.recordFailure(by, a, at)
	}
}

// passTurn calls Options.Moved if a written act has passed the turn to the other side.
func (k *roomState) passTurn(by wire.Side, a wire.Act) {
	if side, ok := by.Side(); ok && a.Kind == wire.Play && k.game.Turn() != side {
		k.room.hub.opt.Moved(k.game)
	}
}

// recordFailure keeps an act that could not be written and returns the error for the client.
func (k *roomState) recordFailure(by wire.Side, a wire.Act, at wire.Time) error {
	if side, ok := by.Side(); ok {
		k.failedActs[side] = failedAct{a, at}
	}
	return errUnwritten
}

// errUnwritten is the error of an act that could not be written in time.
var errUnwritten = wire.Refuse(wire.Unavailable,
	"the service cannot save this right now; nothing is lost, try again")

// withAbsence replaces Of in an Abort by the other side if its player is absent, and clears it otherwise.
func (k *roomState) withAbsence(by wire.Side, a wire.Act) wire.Act {
	side, ok := by.Side()
	if !ok || a.Kind != wire.Abort {
		return a
	}
	a.Of = ""
	if other := side.Other(); !k.players[other].present(k.room.now()) {
		a.Of = other.String()
	}
	return a
}

// write appends e to the journal. On error the game is reset to the journal's state.
func (k *roomState) write(ctx context.Context, e wire.Entry) error {
	in, cancel := context.WithTimeout(ctx, journalTimeout)
	defer cancel()
	err := k.room.hub.opt.Journal.Append(in, k.room.id, e)
	if err == nil {
		return nil
	}
	if again := k.reload(ctx); again != nil { // back to the entries in memory
		if g, folded := ledger.Fold(k.entries); folded == nil {
			k.game = g
		}
	}
	return err
}

// updateTimers shows due entries to spectators, archives a finished game, and sets the timers for the next events.
func (k *roomState) updateTimers(ctx context.Context) {
	k.showSpectators()
	k.deadline.Stop()
	k.closeTimer = nil
	if k.summary().Over() {
		k.archive(ctx)
	} else if at, ok := k.nextDeadline(); ok {
		k.deadline.Reset(max(at.Time().Sub(k.room.now().Time()), time.Millisecond))
	}
	switch {
	case k.summary().Over() && !k.archived:
		k.closeTimer = time.After(archiveRetry)
	case k.unneeded():
		k.closeTimer = time.After(k.lingerTime())
	}
}

// lingerTime returns for how long an unneeded room stays open.
func (k *roomState) lingerTime() time.Duration {
	switch {
	case !k.room.hub.Owns(k.room.id):
		return movedLinger
	case k.summary().Over():
		return overLinger
	}
	return idleLinger
}

func (k *roomState) archive(ctx context.Context) {
	if k.archived || k.room.hub.opt.Finished == nil {
		k.archived = true
		return
	}
	in, cancel := context.WithTimeout(ctx, archiveTimeout)
	defer cancel()
	k.archived = k.room.hub.opt.Finished(in, k.game, k.entries) == nil
}

// unneeded reports whether the room may close: no connections, nothing left to archive, and no clock that runs at
// this home hub.
func (k *roomState) unneeded() bool {
	_, running := k.summary().Deadline()
	running = running && k.room.hub.Owns(k.room.id)
	return len(k.conns) == 0 && !running && (k.archived || !k.summary().Over())
}

// sendToPlayers sends an entry to the players. Spectators get it from showSpectators.
func (k *roomState) sendToPlayers(e wire.Entry) { k.sendEntry(e, true) }

// sendEntry sends an entry to the players in the room, or to the spectators.
func (k *roomState) sendEntry(e wire.Entry, players bool) {
	t := newEntryFrames()
	defer t.release()
	for c := range k.conns {
		if k.isPlayer(c) != players {
			continue
		}
		frame, err := k.entryFrame(c, e, t)
		if err != nil {
			return
		}
		u := update{game: k.room.id, seq: e.Seq, frame: frame}
		if q := k.current; players && q != nil && c == q.conn && e.Act.Token == q.act.Token {
			if t.done, err = wire.Append(t.done[:0], q.id, wire.Done{Game: k.room.id, Seq: e.Seq}); err == nil {
				u.id, u.answer, k.current = q.id, t.done, nil
			}
		}
		c.deliver(u)
	}
}

// entryFrame encodes an entry for a connection; the frame is valid until the next call. Parts that several
// connections share are cached in t.
func (k *roomState) entryFrame(c *Conn, e wire.Entry, t *entryFrames) (frame []byte, err error) {
	at := k.positionFor(c, e.Seq, t)
	to := &t.own
	if at == nil {
		to = &t.shared
	}
	if at != nil || len(t.shared) == 0 {
		t.news = wire.News{Game: k.room.id, Entry: e, Now: k.room.now(), Position: at}
		*to, err = wire.Append((*to)[:0], 0, &t.news)
	}
	return *to, err
}

// entryFrames caches the frames of an entry for several connections.
type entryFrames struct {
	shared   []byte        // frame without a position; empty until needed
	own      []byte        // frame for the current connection
	done     []byte        // frame with the answer for the connection that asked
	ready    bool          // position is filled in
	position wire.Position // as the current connection sees it
	legal    string        // legal steps as text; empty until needed
	news     wire.News     // the entry being sent
}

// entryFramesPool holds unused entryFrames, whose buffers are reused.
var entryFramesPool = sync.Pool{New: func() any { return new(entryFrames) }}

func newEntryFrames() *entryFrames { return entryFramesPool.Get().(*entryFrames) }

// release returns t to the pool.
func (t *entryFrames) release() {
	t.shared, t.ready, t.legal, t.news = t.shared[:0], false, "", wire.News{}
	entryFramesPool.Put(t)
}

// positionFor returns the position after an entry for a player whose program has asked for it. It is nil for other
// connections and if the game has gone on; it is valid until the next call.
func (k *roomState) positionFor(c *Conn, seq uint64, t *entryFrames) *wire.Position {
	side, plays := k.room.spec.Seat(c.player.ID)
	if !c.positions || !plays || k.game == nil || k.game.Seq() != seq {
		return nil
	}
	p := &t.position
	if !t.ready {
		t.ready = true
		k.game.WritePosition(p)
	}
	switch p.Moves, p.Legal = p.Moves[:0], ""; {
	case side != p.Turn: // the other side is to move
	case !c.brief:
		p.Moves = k.game.Moves(p.Moves)
	default:
		if t.legal == "" {
			t.legal = k.game.Legal()
		}
		p.Legal = t.legal
	}
	return p
}

// isPlayer reports whether a connection is that of a player of the game.
func (k *roomState) isPlayer(c *Conn) bool {
	_, seated := k.room.spec.Seat(c.player.ID)
	return seated
}

// showSpectators sends the spectators the entries whose delay is over.
func (k *roomState) showSpectators() {
	k.nextShow = nil
	for now := k.room.now(); k.shownCount < len(k.entries); k.shownCount++ {
		e := k.entries[k.shownCount]
		if at := ledger.Shows(k.room.spec, e); at > now {
			k.nextShow = time.After(at.Time().Sub(now.Time()))
			return
		}
		k.sendEntry(e, false)
	}
}
