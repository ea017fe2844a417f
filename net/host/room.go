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

// Room is one game and those who are in it. A goroutine owns what it knows;
// everybody else asks.
type Room struct {
	id            string
	hub           *Hub
	requests      chan any         // join, leave, *request, told, look
	newEntries    chan *wire.Entry // that the journal has got from others
	ready         chan struct{}    // closed when the game has been read, or cannot be
	failed        error            // after ready: why not
	spec          wire.Spec        // after ready
	spectatorChat *rate.Limiter    // lines of chat of those who watch
	chatLimits    chatLimiter      // lines of chat of each who speaks
	closed        chan struct{}    // closed when the room is
}

// errRoomClosed says that a room has closed because nobody was in it.
var errRoomClosed = errors.New("the room has closed")

// The room's inbox, and how long it stays open when nobody needs it.
const (
	maxRequests    = 64
	maxEntries     = 64
	idleLinger     = time.Minute
	overLinger     = 15 * time.Second // where the game is over: for who has just lost his connection
	movedLinger    = time.Second      // where the game lives elsewhere
	journalTimeout = 4 * time.Second  // for the journal
	archiveTimeout = 10 * time.Second // for the end of the game to be taken in
	archiveRetry   = 2 * time.Second
)

type (
	// join lets a listener in, and tells him everything from a number on.
	join struct {
		conn   *Conn
		from   uint64
		id     uint64
		resume bool          // he is told what is new to him, not the game
		done   chan struct{} // closed when he is in
	}
	leave struct {
		conn    *Conn
		lastSeq chan uint64 // has room for the newest entry that he was told; nil if he does not go on elsewhere
	}
	// actRequest asks for an act.
	actRequest struct {
		by     wire.Side
		act    wire.Act
		at     wire.Time
		conn   *Conn            // nil if it is not a connection that asks
		id     uint64           // of its question
		answer chan<- actResult // has room
	}
	actResult struct {
		seq       uint64
		err       error
		delivered bool // the connection has its answer, with the entry
	}
	// busMessage is what came over the bus.
	busMessage struct{ body wire.Body }
	// entriesRequest asks for the entries after one that those who watch may see; none are told while they are folded
	// away.
	entriesRequest struct {
		after  uint64
		answer chan<- []wire.Entry
	}
	// positionRequest asks how the game stands to a player; none is told while it is folded away or
	// ahead of its journal.
	positionRequest struct {
		side   wire.Side
		answer chan<- *wire.Position // has room
	}
	// glanceRequest asks how the game stands.
	glanceRequest struct{ answer chan<- Glance } // has room
)

// Glance is how a game stands.
type Glance struct {
	Ply   int
	Turn  game.Side
	Over  bool
	Since wire.Time        // of the newest entry
	Here  [game.Sides]bool // who is connected, here or at another service
}

func newRoom(h *Hub, id string) *Room {
	return &Room{id: id, hub: h, requests: make(chan any, maxRequests), newEntries: make(chan *wire.Entry, maxEntries),
		ready: make(chan struct{}), closed: make(chan struct{}),
		spectatorChat: rate.NewLimiter(spectatorChatRate, spectatorChatBurst)}
}

// allowChat reports whether a line of chat may be said now: each has a limit, over all connections of theirs, and those
// who
// watch have one together, so that they do not drown the players.
func (r *Room) allowChat(c *Conn) bool {
	_, seated := r.spec.Seat(c.player.ID)
	return r.chatLimits.allow(c.player.ID) && (seated || r.spectatorChat.Allow())
}

// chatLimiter limits the lines of chat of each account. Its zero value has heard no one. It is safe for use by many
// goroutines.
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

// Act asks for an act in the name of a side, and waits until it is durable or
// refused. at is when it came in, in game time. The error is a *wire.Error, that of
// ctx, or says that the room has closed.
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

// Glance tells how the game stands.
func (r *Room) Glance(ctx context.Context) (g Glance, err error) {
	answers := make(chan Glance, 1)
	if err := r.send(ctx, glanceRequest{answers}); err != nil {
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

// Position tells how a game stands to who plays it, if its room is open where it lives: many
// pages ask that after each turn, and the journal need not be read for it. It is nil otherwise.
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

// Since returns the entries of a game after one that those who watch may see, from its open room. There are none where
// no room is open here, or they are folded away: the journal has them.
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

// readyRoom returns the room of a game that is open here and read, nil if there is none.
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
		return nil // it is being read
	}
	if r.failed != nil {
		return nil
	}
	return r
}

// position tells a player how the game stands; others are told nothing.
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

// enter lets a connection in.
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
	case r.requests <- q: // nearly always, and at once where no other case is looked at
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

// roomState is what the room's goroutine alone owns.
type roomState struct {
	*Room
	game         *ledger.Game    // nil while the room dozes
	entries      []wire.Entry    // none while the room dozes
	compressed   *compressedGame // the game while the room dozes
	lastActive   time.Time       // when something last happened in the game
	plies        int             // of the game that entries tell: game may be ahead while an act is being written
	conns        map[*Conn]bool
	players      [game.Sides]attendance
	chat         []wire.Said
	current      *actRequest           // that is being done; nil when its connection has the answer
	delay        func() wire.Time      // by how much later than its time the newest turn was told to the players
	failedActs   [game.Sides]failedAct // that could not be written
	chatSentTo   string                // the hub that has been told what was said here
	archived     bool                  // Finished has accepted the end
	shownCount   int                   // entries that those who watch have seen
	deadline     *time.Timer           // when the room must look at the game by itself
	nextShow     <-chan time.Time      // when they see the next
	announceTick <-chan time.Time
	compressTick <-chan time.Time // when the room looks whether it may doze
	closeTimer   <-chan time.Time // when the room may close, or try again to tell of the end
}

// now returns the time of the game.
func (r *Room) now() wire.Time { return r.hub.opt.Clock.Now(r.id) }

// run is the room's life. A fault of ours in it costs this game a restart, not the service.
func (r *Room) run(ctx context.Context) {
	defer close(r.closed)
	k := &roomState{Room: r, conns: map[*Conn]bool{}, delay: func() wire.Time { return 0 },
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
		r.hub.removeRoom(r) // so that the next one who asks reads again
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
	calls, naps := time.NewTicker(presenceTTL/3), time.NewTicker(min(presenceTTL/3, k.hub.opt.CompressAfter))
	defer calls.Stop()
	defer naps.Stop()
	k.announceTick, k.compressTick = calls.C, naps.C
	defer k.countDecompressed()
	k.updateTimers(ctx)
	for k.step(ctx) {
	}
	k.close()
}

// close lets nobody in any more and sends everybody away; who comes back finds a new room.
func (k *roomState) close() {
	k.hub.removeRoom(k.Room)
	if k.hub.ctx.Err() != nil { // the game lives elsewhere from now on
		k.sendChat(k.hub.members.nextOwner(k.id))
	}
	for c := range k.conns {
		c.close()
	}
}

// crash ends a room in which something of ours broke.
func (k *roomState) crash(fault any, stack []byte) {
	k.hub.crashed(k.id, fault, stack)
	select {
	case <-k.ready:
		k.close()
	default:
		k.failed = ErrQuarantined
		k.hub.removeRoom(k.Room)
		close(k.ready)
	}
}

// start follows the journal and the bus and reads the game.
func (k *roomState) start(ctx context.Context) (stop func(), err error) {
	unfollow, err := k.hub.opt.Journal.Follow(k.id, k.receiveEntry)
	if err != nil {
		return nil, err
	}
	unhear, err := k.hub.opt.Bus.Hear(gameTopic(k.id), k.receiveBus)
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

// receiveEntry takes an entry from the journal. One that finds no room in the inbox
// leaves a gap, which the next one shows.
func (r *Room) receiveEntry(e wire.Entry) {
	select {
	case r.newEntries <- &e:
	default:
	}
}

// receiveBus takes what came over the bus; what finds no room is lost.
func (r *Room) receiveBus(b wire.Body) {
	select {
	case r.requests <- busMessage{b}:
	default:
	}
}

// reload folds the game anew from the journal.
func (k *roomState) reload(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, journalTimeout)
	defer cancel()
	entries, err := k.hub.opt.Journal.Read(ctx, k.id, 1)
	var g *ledger.Game
	if err == nil {
		if g, err = ledger.Fold(entries); err != nil {
			err = fmt.Errorf("game %s: %w: %w", k.id, ErrDamaged, err)
		}
	}
	k.hub.RecordRead(k.id, err)
	if err != nil {
		return err
	}
	k.hub.folds.Add(int64(len(entries)))
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

// appendEntry takes an entry in that follows the others.
func (k *roomState) appendEntry(e wire.Entry) {
	k.entries = append(k.entries, e)
	k.hub.folds.Add(1)
	if k.plies != k.game.Ply() {
		k.plies = k.game.Ply()
		k.recordNotified(e.At)
	}
	k.sendToPlayers(e)
}

// step does one thing. It is false when the room closes.
func (k *roomState) step(ctx context.Context) bool {
	select {
	case <-ctx.Done():
		return false
	case q := <-k.requests:
		k.handle(ctx, q)
	case e := <-k.newEntries:
		if e.Seq == 0 && !k.hasMissed(ctx) {
			return true
		}
		k.receive(ctx, *e)
	case <-k.compressTick:
		k.compressIdle()
		return true
	case <-k.announceTick:
		k.announceAll()
		k.sendChat(k.hub.members.owner(k.id))
		if k.closeTimer != nil || !k.unneeded() {
			return true
		} // the game has moved to another service
	case <-k.deadline.C:
		k.checkDeadlines(ctx)
	case <-k.nextShow: // settle shows it
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
	case glanceRequest:
		q.answer <- k.glance()
	case positionRequest:
		q.answer <- k.position(q.side)
	case entriesRequest:
		shown := min(uint64(k.shownCount), uint64(len(k.entries))) // a room that dozes has none
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

func (k *roomState) glance() Glance {
	g := Glance{Ply: k.summary().Ply(), Turn: k.summary().Turn(), Over: k.summary().Over(), Since: k.summary().At()}
	for s := range k.players {
		g.Here[s] = k.players[s].present(k.now())
	}
	return g
}

// receive takes an entry that perhaps another service has written.
func (k *roomState) receive(ctx context.Context, e wire.Entry) {
	k.decompress()
	switch seq := k.game.Seq(); {
	case e.Seq == 0: // something was missed
	case e.Seq <= seq:
		return
	case e.Seq == seq+1:
		if _, err := k.game.Apply(e); err == nil {
			k.appendEntry(e)
			return
		}
	}
	_ = k.reload(ctx) // whatever cannot be read now is read before the next act
}

// hasMissed reports whether the journal has entries that we have not heard of.
func (k *roomState) hasMissed(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, journalTimeout)
	defer cancel()
	more, err := k.hub.opt.Journal.Read(ctx, k.id, k.summary().Seq()+1)
	return err == nil && len(more) > 0
}

// act carries out an act: on the game, in the journal, and only then for all to
// see.
func (k *roomState) act(ctx context.Context, by wire.Side, a wire.Act, at wire.Time) (uint64, error) {
	k.decompress()
	at = k.actTime(by, a, at)
	if q, is := k.hub.opt.Journal.(Queue); is {
		leave, err := q.Enter(ctx, k.id)
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
			// another service is ahead
			if a.Ply > k.game.Ply() && try == 0 && k.hasMissed(ctx) && k.reload(ctx) == nil {
				continue
			}
			return 0, err
		}
		e.Late = k.lateness(e)
		switch err := k.write(ctx, e); {
		case err == nil:
			k.appendEntry(e)
			return e.Seq, nil
		case errors.Is(err, ErrConflict) && try < 3: // another service was first: look again
			continue
		}
		if seq, ok := k.game.Repeated(by, a.Token); ok { // it was written after all
			return seq, nil
		}
		return 0, k.recordFailure(by, a, at)
	}
}

// recordFailure remembers an act that could not be written, and says so.
func (k *roomState) recordFailure(by wire.Side, a wire.Act, at wire.Time) error {
	if side, ok := by.Side(); ok {
		k.failedActs[side] = failedAct{a, at}
	}
	return errUnwritten
}

// errUnwritten is said of an act that could not be written in time.
var errUnwritten = wire.Refuse(wire.Unavailable,
	"the service cannot write this down just now; nothing is lost, try again")

// withAbsence returns an act with what the room knows better than who asks: whether the
// other side was there when somebody called the game off.
func (k *roomState) withAbsence(by wire.Side, a wire.Act) wire.Act {
	side, ok := by.Side()
	if !ok || a.Kind != wire.Abort {
		return a
	}
	a.Of = ""
	if other := side.Other(); !k.players[other].present(k.now()) {
		a.Of = other.String()
	}
	return a
}

// write makes e durable. When it cannot, the game is as the journal has it.
func (k *roomState) write(ctx context.Context, e wire.Entry) error {
	in, cancel := context.WithTimeout(ctx, journalTimeout)
	defer cancel()
	err := k.hub.opt.Journal.Append(in, k.id, e)
	if err == nil {
		return nil
	}
	if again := k.reload(ctx); again != nil { // go back to what is known
		if g, folded := ledger.Fold(k.entries); folded == nil {
			k.game = g
		}
	}
	return err
}

// updateTimers sets the timers for what comes next and tells of the end.
func (k *roomState) updateTimers(ctx context.Context) {
	k.showSpectators()
	k.deadline.Stop()
	k.closeTimer = nil
	if k.summary().Over() {
		k.archive(ctx)
	} else if at, ok := k.nextDeadline(); ok {
		k.deadline.Reset(max(at.Time().Sub(k.now().Time()), time.Millisecond))
	}
	switch {
	case k.summary().Over() && !k.archived:
		k.closeTimer = time.After(archiveRetry)
	case k.unneeded():
		k.closeTimer = time.After(k.lingerTime())
	}
}

// lingerTime returns for how long a room stays open that nobody needs.
func (k *roomState) lingerTime() time.Duration {
	switch {
	case !k.hub.Owns(k.id):
		return movedLinger
	case k.summary().Over():
		return overLinger
	}
	return idleLinger
}

func (k *roomState) archive(ctx context.Context) {
	if k.archived || k.hub.opt.Finished == nil {
		k.archived = true
		return
	}
	in, cancel := context.WithTimeout(ctx, archiveTimeout)
	defer cancel()
	k.archived = k.hub.opt.Finished(in, k.game, k.entries) == nil
}

// unneeded reports whether nobody would miss the room. A clock that runs is for the service that
// looks after the game.
func (k *roomState) unneeded() bool {
	_, running := k.summary().Deadline()
	running = running && k.hub.Owns(k.id)
	return len(k.conns) == 0 && !running && (k.archived || !k.summary().Over())
}

// sendToPlayers tells the players of an entry. Those who watch see it when its time has come.
func (k *roomState) sendToPlayers(e wire.Entry) { k.sendEntry(e, true) }

// sendEntry gives an entry to the players inside, or to those who watch.
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
		u := update{game: k.id, seq: e.Seq, frame: frame}
		if q := k.current; players && q != nil && c == q.conn && e.Act.Token == q.act.Token {
			if t.done, err = wire.Append(t.done[:0], q.id, wire.Done{Game: k.id, Seq: e.Seq}); err == nil {
				u.id, u.answer, k.current = q.id, t.done, nil
			}
		}
		c.deliver(u)
	}
}

// entryFrame writes an entry for a connection; the frame is good until the next is written. What is the same for
// several
// is
// made once and kept in t.
func (k *roomState) entryFrame(c *Conn, e wire.Entry, t *entryFrames) (frame []byte, err error) {
	at := k.positionFor(c, e.Seq, t)
	to := &t.own
	if at == nil {
		to = &t.shared
	}
	if at != nil || len(t.shared) == 0 {
		t.news = wire.News{Game: k.id, Entry: e, Now: k.now(), Position: at}
		*to, err = wire.Append((*to)[:0], 0, &t.news)
	}
	return *to, err
}

// entryFrames is what several connections are told of an entry.
type entryFrames struct {
	shared   []byte        // the frame with the entry alone; empty until somebody is told
	own      []byte        // the frame of whoever is told just now
	done     []byte        // the frame with the answer to who asked for it
	ready    bool          // stands is made
	position wire.Position // as whoever is told just now sees it
	legal    string        // the legal steps in short; empty until somebody is told
	news     wire.News     // that is being told
}

// entryFramesPool serve again, for the lists and texts in them.
var entryFramesPool = sync.Pool{New: func() any { return new(entryFrames) }}

func newEntryFrames() *entryFrames { return entryFramesPool.Get().(*entryFrames) }

// release says that nobody is told any more.
func (t *entryFrames) release() {
	t.shared, t.ready, t.legal, t.news = t.shared[:0], false, "", wire.News{}
	entryFramesPool.Put(t)
}

// positionFor tells a player whose program knows no rules how the game stands after an entry. It is nil for others, and
// where the game has gone on, and good until the next is told.
func (k *roomState) positionFor(c *Conn, seq uint64, t *entryFrames) *wire.Position {
	side, plays := k.spec.Seat(c.player.ID)
	if !c.positions || !plays || k.game == nil || k.game.Seq() != seq {
		return nil
	}
	p := &t.position
	if !t.ready {
		t.ready = true
		k.game.Tell(p)
	}
	switch p.Moves, p.Legal = p.Moves[:0], ""; {
	case side != p.Turn: // they are another's
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
	_, seated := k.spec.Seat(c.player.ID)
	return seated
}

// showSpectators gives those who watch the entries that are old enough.
func (k *roomState) showSpectators() {
	k.nextShow = nil
	for now := k.now(); k.shownCount < len(k.entries); k.shownCount++ {
		e := k.entries[k.shownCount]
		if at := ledger.Shows(k.spec, e); at > now {
			k.nextShow = time.After(at.Time().Sub(now.Time()))
			return
		}
		k.sendEntry(e, false)
	}
}
