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
	id     string
	hub    *Hub
	ask    chan any         // join, leave, *request, told, look
	news   chan *wire.Entry // that the journal has got from others
	ready  chan struct{}    // closed when the game has been read, or cannot be
	failed error            // after ready: why not
	spec   wire.Spec        // after ready
	crowd  *rate.Limiter    // lines of chat of those who watch
	voices voices           // lines of chat of each who speaks
	gone   chan struct{}    // closed when the room is
}

// errGone says that a room has closed because nobody was in it.
var errGone = errors.New("the room has closed")

// The room's inbox, and how long it stays open when nobody needs it.
const (
	maxAsk   = 64
	maxNews  = 64
	idle     = time.Minute
	farewell = 15 * time.Second // where the game is over: for who has just lost his connection
	removal  = time.Second      // where the game lives elsewhere
	patience = 4 * time.Second  // for the journal
	archived = 10 * time.Second // for the end of the game to be taken in
	retry    = 2 * time.Second
)

type (
	// join lets a listener in, and tells him everything from a number on.
	join struct {
		who    *Conn
		from   uint64
		id     uint64
		resume bool          // he is told what is new to him, not the game
		in     chan struct{} // closed when he is in
	}
	leave struct {
		who   *Conn
		moved chan uint64 // has room for the newest entry that he was told; nil if he does not go on elsewhere
	}
	// request asks for an act.
	request struct {
		by     wire.Side
		act    wire.Act
		at     wire.Time
		from   *Conn         // nil if it is not a connection that asks
		id     uint64        // of its question
		answer chan<- answer // has room
	}
	answer struct {
		seq  uint64
		err  error
		told bool // the connection has its answer, with the entry
	}
	// told is what came over the bus.
	told struct{ body wire.Body }
	// since asks for the entries after one that those who watch may see; none are told while they are folded away.
	since struct {
		after  uint64
		answer chan<- []wire.Entry
	}
	// stand asks how the game stands to a player; none is told while it is folded away or
	// ahead of its journal.
	stand struct {
		side   wire.Side
		answer chan<- *wire.Position // has room
	}
	// look asks how the game stands.
	look struct{ answer chan<- Glance } // has room
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
	return &Room{id: id, hub: h, ask: make(chan any, maxAsk), news: make(chan *wire.Entry, maxNews),
		ready: make(chan struct{}), gone: make(chan struct{}), crowd: rate.NewLimiter(crowdRate, crowdPeak)}
}

// hears reports whether a line of chat may be said now: each has a limit, over all connections of theirs, and those who
// watch have one together, so that they do not drown the players.
func (r *Room) hears(c *Conn) bool {
	_, seated := r.spec.Seat(c.player.ID)
	return r.voices.allow(c.player.ID) && (seated || r.crowd.Allow())
}

// voices limits the lines of chat of each account. Its zero value has heard no one. It is safe for use by many
// goroutines.
type voices struct {
	mu sync.Mutex
	of map[string]*rate.Limiter
}

func (v *voices) allow(account string) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.of == nil {
		v.of = map[string]*rate.Limiter{}
	}
	l := v.of[account]
	if l == nil {
		l = rate.NewLimiter(chatRate, chatPeak)
		v.of[account] = l
	}
	return l.Allow()
}

// Act asks for an act in the name of a side, and waits until it is durable or
// refused. at is when it came in, in game time. The error is a *wire.Error, that of
// ctx, or says that the room has closed.
func (r *Room) Act(ctx context.Context, by wire.Side, a wire.Act, at wire.Time) (seq uint64, err error) {
	got, err := r.request(ctx, request{by: by, act: a, at: at})
	return got.seq, err
}

func (r *Room) request(ctx context.Context, q request) (answer, error) {
	answers := make(chan answer, 1)
	q.answer = answers
	if err := r.send(ctx, &q); err != nil {
		return answer{}, err
	}
	select {
	case got := <-answers:
		return got, got.err
	case <-r.gone:
		return answer{}, errGone
	case <-ctx.Done():
		return answer{}, ctx.Err()
	}
}

// Glance tells how the game stands.
func (r *Room) Glance(ctx context.Context) (g Glance, err error) {
	answers := make(chan Glance, 1)
	if err := r.send(ctx, look{answers}); err != nil {
		return g, err
	}
	select {
	case g = <-answers:
		return g, nil
	case <-r.gone:
		return g, errGone
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
	if a, elsewhere, err := h.query(ctx,
		letter{Kind: letterPosition, Game: game, Player: &wire.Player{ID: player}}); err != nil || elsewhere {
		return a.Position
	}
	return h.positionHere(ctx, game, player)
}

func (h *Hub) positionHere(ctx context.Context, game, player string) *wire.Position {
	r := h.open(game)
	if r == nil {
		return nil
	}
	return r.position(ctx, player)
}

// Since returns the entries of a game after one that those who watch may see, from its open room. There are none where
// no room is open here, or they are folded away: the journal has them.
func (h *Hub) Since(ctx context.Context, game string, after uint64) []wire.Entry {
	r := h.open(game)
	answers := make(chan []wire.Entry, 1)
	if r == nil || r.send(ctx, since{after, answers}) != nil {
		return nil
	}
	select {
	case list := <-answers:
		return list
	case <-r.gone:
	case <-ctx.Done():
	}
	return nil
}

// open returns the room of a game that is open here and read, nil if there is none.
func (h *Hub) open(game string) *Room {
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
	if r.send(ctx, stand{side, answers}) != nil {
		return nil
	}
	select {
	case p := <-answers:
		return p
	case <-r.gone:
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
	case <-q.in:
		return nil
	case <-r.gone:
		return errGone
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (r *Room) send(ctx context.Context, q any) error {
	select {
	case r.ask <- q: // nearly always, and at once where no other case is looked at
		return nil
	default:
	}
	select {
	case r.ask <- q:
		return nil
	case <-r.gone:
		return errGone
	case <-ctx.Done():
		return ctx.Err()
	}
}

// keeper is what the room's goroutine alone owns.
type keeper struct {
	*Room
	game    *ledger.Game // nil while the room dozes
	entries []wire.Entry // none while the room dozes
	away    *folded      // the game while the room dozes
	active  time.Time    // when something last happened in the game
	plies   int          // of the game that entries tell: game may be ahead while an act is being written
	inside  map[*Conn]bool
	here    [game.Sides]attendance
	said    []wire.Said
	asked   *request            // that is being done; nil when its connection has the answer
	owed    func() wire.Time    // by how much later than its time the newest turn was told to the players
	tried   [game.Sides]attempt // that could not be written
	handed  string              // the hub that has been told what was said here
	told    bool                // Finished has accepted the end
	shown   int                 // entries that those who watch have seen
	flag    *time.Timer         // when the room must look at the game by itself
	late    <-chan time.Time    // when they see the next
	calls   <-chan time.Time
	naps    <-chan time.Time // when the room looks whether it may doze
	rest    <-chan time.Time // when the room may close, or try again to tell of the end
}

// now returns the time of the game.
func (r *Room) now() wire.Time { return r.hub.opt.Clock.Now(r.id) }

// run is the room's life. A fault of ours in it costs this game a restart, not the service.
func (r *Room) run(ctx context.Context) {
	defer close(r.gone)
	k := &keeper{Room: r, inside: map[*Conn]bool{}, owed: func() wire.Time { return 0 }, flag: time.NewTimer(idle)}
	defer k.flag.Stop()
	defer func() {
		if fault := recover(); fault != nil {
			k.crash(fault, debug.Stack())
		}
	}()
	stop, err := k.start(ctx)
	r.failed = err
	if err != nil {
		r.hub.forget(r) // so that the next one who asks reads again
		close(r.ready)
		return
	}
	defer stop()
	if k.game.Timed() {
		defer r.hub.opt.Clock.Use(r.id)()
	}
	r.spec, k.active = k.game.Spec(), r.hub.opt.Now()
	close(r.ready)
	for s := range k.here {
		k.here[s].until = k.patience()
	}
	calls, naps := time.NewTicker(fresh/3), time.NewTicker(min(fresh/3, k.hub.opt.Doze))
	defer calls.Stop()
	defer naps.Stop()
	k.calls, k.naps = calls.C, naps.C
	defer k.roused()
	k.settle(ctx)
	for k.step(ctx) {
	}
	k.shut()
}

// shut lets nobody in any more and sends everybody away; who comes back finds a new room.
func (k *keeper) shut() {
	k.hub.forget(k.Room)
	if k.hub.ctx.Err() != nil { // the game lives elsewhere from now on
		k.handOver(k.hub.members.heir(k.id))
	}
	for c := range k.inside {
		c.close()
	}
}

// crash ends a room in which something of ours broke.
func (k *keeper) crash(fault any, stack []byte) {
	k.hub.crashed(k.id, fault, stack)
	select {
	case <-k.ready:
		k.shut()
	default:
		k.failed = ErrAside
		k.hub.forget(k.Room)
		close(k.ready)
	}
}

// start follows the journal and the bus and reads the game.
func (k *keeper) start(ctx context.Context) (stop func(), err error) {
	unfollow, err := k.hub.opt.Journal.Follow(k.id, k.hear)
	if err != nil {
		return nil, err
	}
	unhear, err := k.hub.opt.Bus.Hear(gameTopic(k.id), k.listen)
	if err != nil {
		unfollow()
		return nil, err
	}
	stop = func() { unfollow(); unhear() }
	if err := k.read(ctx); err != nil {
		stop()
		return nil, err
	}
	return stop, nil
}

// hear takes an entry from the journal. One that finds no room in the inbox
// leaves a gap, which the next one shows.
func (r *Room) hear(e wire.Entry) {
	select {
	case r.news <- &e:
	default:
	}
}

// listen takes what came over the bus; what finds no room is lost.
func (r *Room) listen(b wire.Body) {
	select {
	case r.ask <- told{b}:
	default:
	}
}

// read folds the game anew from the journal.
func (k *keeper) read(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	entries, err := k.hub.opt.Journal.Read(ctx, k.id, 1)
	var g *ledger.Game
	if err == nil {
		if g, err = ledger.Fold(entries); err != nil {
			err = fmt.Errorf("game %s: %w: %w", k.id, ErrDamaged, err)
		}
	}
	k.hub.Examined(k.id, err)
	if err != nil {
		return err
	}
	k.hub.folds.Add(int64(len(entries)))
	old := len(k.entries)
	fresh := entries[min(old, len(entries)):]
	switch {
	case old == 0:
		k.recall(entries)
	case k.plies != g.Ply():
		k.owe(g.At())
	}
	k.game, k.entries, k.plies = g, entries, g.Ply()
	for _, e := range fresh {
		k.spread(e)
	}
	return nil
}

// note takes an entry in that follows the others.
func (k *keeper) note(e wire.Entry) {
	k.entries = append(k.entries, e)
	k.hub.folds.Add(1)
	if k.plies != k.game.Ply() {
		k.plies = k.game.Ply()
		k.owe(e.At)
	}
	k.spread(e)
}

// step does one thing. It is false when the room closes.
func (k *keeper) step(ctx context.Context) bool {
	select {
	case <-ctx.Done():
		return false
	case q := <-k.ask:
		k.serve(ctx, q)
	case e := <-k.news:
		if e.Seq == 0 && !k.missed(ctx) {
			return true
		}
		k.learn(ctx, *e)
	case <-k.naps:
		k.doze()
		return true
	case <-k.calls:
		k.call()
		k.handOver(k.hub.members.owner(k.id))
		if k.rest != nil || !k.unneeded() {
			return true
		} // the game has moved to another service
	case <-k.flag.C:
		k.expire(ctx)
	case <-k.late: // settle shows it
	case <-k.rest:
		if k.unneeded() {
			return false
		}
	}
	k.settle(ctx)
	return true
}

func (k *keeper) serve(ctx context.Context, q any) {
	switch q := q.(type) {
	case join:
		k.admit(q)
	case leave:
		k.part(q)
	case *request:
		k.asked = q
		seq, err := k.act(ctx, q.by, q.act, q.at)
		q.answer <- answer{seq, err, k.asked == nil}
		k.asked = nil
	case told:
		k.relay(q.body)
	case look:
		q.answer <- k.glance()
	case stand:
		q.answer <- k.position(q.side)
	case since:
		shown := min(uint64(k.shown), uint64(len(k.entries))) // a room that dozes has none
		q.answer <- slices.Clip(k.entries[min(q.after, shown):shown])
	case past:
		k.said = lastSaid(behind(q.said, k.said))
	}
}

func (k *keeper) position(side wire.Side) *wire.Position {
	if k.game == nil || k.game.Seq() != uint64(len(k.entries)) {
		return nil
	}
	p := k.game.Position(side)
	return &p
}

func (k *keeper) glance() Glance {
	g := Glance{Ply: k.stands().Ply(), Turn: k.stands().Turn(), Over: k.stands().Over(), Since: k.stands().At()}
	for s := range k.here {
		g.Here[s] = k.here[s].present(k.now())
	}
	return g
}

// learn takes an entry that perhaps another service has written.
func (k *keeper) learn(ctx context.Context, e wire.Entry) {
	k.wake()
	switch seq := k.game.Seq(); {
	case e.Seq == 0: // something was missed
	case e.Seq <= seq:
		return
	case e.Seq == seq+1:
		if _, err := k.game.Apply(e); err == nil {
			k.note(e)
			return
		}
	}
	_ = k.read(ctx) // whatever cannot be read now is read before the next act
}

// missed reports whether the journal has entries that we have not heard of.
func (k *keeper) missed(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	more, err := k.hub.opt.Journal.Read(ctx, k.id, k.stands().Seq()+1)
	return err == nil && len(more) > 0
}

// act carries out an act: on the game, in the journal, and only then for all to
// see.
func (k *keeper) act(ctx context.Context, by wire.Side, a wire.Act, at wire.Time) (uint64, error) {
	k.wake()
	at = k.cameIn(by, a, at)
	if q, is := k.hub.opt.Journal.(Queue); is {
		leave, err := q.Enter(ctx, k.id)
		if err != nil {
			return 0, k.unwritten(by, a, at)
		}
		defer leave()
	}
	for try := 0; ; try++ {
		if seq, ok := k.game.Repeated(by, a.Token); ok {
			return seq, nil
		}
		k.overdue(ctx, at)
		e, _, err := k.game.Do(by, k.witnessed(by, a), at)
		if err != nil {
			if a.Ply > k.game.Ply() && try == 0 && k.missed(ctx) && k.read(ctx) == nil { // another service is ahead
				continue
			}
			return 0, err
		}
		e.Late = k.lateness(e)
		switch err := k.write(ctx, e); {
		case err == nil:
			k.note(e)
			return e.Seq, nil
		case errors.Is(err, ErrConflict) && try < 3: // another service was first: look again
			continue
		}
		if seq, ok := k.game.Repeated(by, a.Token); ok { // it was written after all
			return seq, nil
		}
		return 0, k.unwritten(by, a, at)
	}
}

// unwritten remembers an act that could not be written, and says so.
func (k *keeper) unwritten(by wire.Side, a wire.Act, at wire.Time) error {
	if side, ok := by.Side(); ok {
		k.tried[side] = attempt{a, at}
	}
	return errUnwritten
}

// errUnwritten is said of an act that could not be written in time.
var errUnwritten = wire.Refuse(wire.Unavailable,
	"the service cannot write this down just now; nothing is lost, try again")

// witnessed returns an act with what the room knows better than who asks: whether the
// other side was there when somebody called the game off.
func (k *keeper) witnessed(by wire.Side, a wire.Act) wire.Act {
	side, ok := by.Side()
	if !ok || a.Kind != wire.Abort {
		return a
	}
	a.Of = ""
	if other := side.Other(); !k.here[other].present(k.now()) {
		a.Of = other.String()
	}
	return a
}

// write makes e durable. When it cannot, the game is as the journal has it.
func (k *keeper) write(ctx context.Context, e wire.Entry) error {
	in, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	err := k.hub.opt.Journal.Append(in, k.id, e)
	if err == nil {
		return nil
	}
	if again := k.read(ctx); again != nil { // go back to what is known
		if g, folded := ledger.Fold(k.entries); folded == nil {
			k.game = g
		}
	}
	return err
}

// settle sets the timers for what comes next and tells of the end.
func (k *keeper) settle(ctx context.Context) {
	k.show()
	k.flag.Stop()
	k.rest = nil
	if k.stands().Over() {
		k.finish(ctx)
	} else if at, ok := k.due(); ok {
		k.flag.Reset(max(at.Time().Sub(k.now().Time()), time.Millisecond))
	}
	switch {
	case k.stands().Over() && !k.told:
		k.rest = time.After(retry)
	case k.unneeded():
		k.rest = time.After(k.lingers())
	}
}

// lingers returns for how long a room stays open that nobody needs.
func (k *keeper) lingers() time.Duration {
	switch {
	case !k.hub.Owns(k.id):
		return removal
	case k.stands().Over():
		return farewell
	}
	return idle
}

func (k *keeper) finish(ctx context.Context) {
	if k.told || k.hub.opt.Finished == nil {
		k.told = true
		return
	}
	in, cancel := context.WithTimeout(ctx, archived)
	defer cancel()
	k.told = k.hub.opt.Finished(in, k.game, k.entries) == nil
}

// unneeded reports whether nobody would miss the room. A clock that runs is for the service that
// looks after the game.
func (k *keeper) unneeded() bool {
	_, running := k.stands().Deadline()
	running = running && k.hub.Owns(k.id)
	return len(k.inside) == 0 && !running && (k.told || !k.stands().Over())
}

// spread tells the players of an entry. Those who watch see it when its time has come.
func (k *keeper) spread(e wire.Entry) { k.give(e, true) }

// give gives an entry to the players inside, or to those who watch.
func (k *keeper) give(e wire.Entry, players bool) {
	t := newTelling()
	defer t.end()
	for c := range k.inside {
		if k.plays(c) != players {
			continue
		}
		frame, err := k.frameFor(c, e, t)
		if err != nil {
			return
		}
		w := word{game: k.id, seq: e.Seq, frame: frame}
		if q := k.asked; players && q != nil && c == q.from && e.Act.Token == q.act.Token {
			if t.done, err = wire.Append(t.done[:0], q.id, wire.Done{Game: k.id, Seq: e.Seq}); err == nil {
				w.id, w.answer, k.asked = q.id, t.done, nil
			}
		}
		c.tell(w)
	}
}

// frameFor writes an entry for a connection; the frame is good until the next is written. What is the same for several
// is
// made once and kept in t.
func (k *keeper) frameFor(c *Conn, e wire.Entry, t *telling) (frame []byte, err error) {
	at := k.standing(c, e.Seq, t)
	to := &t.own
	if at == nil {
		to = &t.plain
	}
	if at != nil || len(t.plain) == 0 {
		t.news = wire.News{Game: k.id, Entry: e, Now: k.now(), Position: at}
		*to, err = wire.Append((*to)[:0], 0, &t.news)
	}
	return *to, err
}

// telling is what several connections are told of an entry.
type telling struct {
	plain  []byte        // the frame with the entry alone; empty until somebody is told
	own    []byte        // the frame of whoever is told just now
	done   []byte        // the frame with the answer to who asked for it
	set    bool          // stands is made
	stands wire.Position // as whoever is told just now sees it
	legal  string        // the legal steps in short; empty until somebody is told
	news   wire.News     // that is being told
}

// tellings serve again, for the lists and texts in them.
var tellings = sync.Pool{New: func() any { return new(telling) }}

func newTelling() *telling { return tellings.Get().(*telling) }

// end says that nobody is told any more.
func (t *telling) end() {
	t.plain, t.set, t.legal, t.news = t.plain[:0], false, "", wire.News{}
	tellings.Put(t)
}

// standing tells a player whose program knows no rules how the game stands after an entry. It is nil for others, and
// where the game has gone on, and good until the next is told.
func (k *keeper) standing(c *Conn, seq uint64, t *telling) *wire.Position {
	side, plays := k.spec.Seat(c.player.ID)
	if !c.positions || !plays || k.game == nil || k.game.Seq() != seq {
		return nil
	}
	p := &t.stands
	if !t.set {
		t.set = true
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

// plays reports whether a connection is that of a player of the game.
func (k *keeper) plays(c *Conn) bool {
	_, seated := k.spec.Seat(c.player.ID)
	return seated
}

// show gives those who watch the entries that are old enough.
func (k *keeper) show() {
	k.late = nil
	for now := k.now(); k.shown < len(k.entries); k.shown++ {
		e := k.entries[k.shown]
		if at := ledger.Shows(k.spec, e); at > now {
			k.late = time.After(at.Time().Sub(now.Time()))
			return
		}
		k.give(e, false)
	}
}
