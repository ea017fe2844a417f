package host

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"tafl3d/net/wire"
)

// Where hubs share games a game lives at one, the one that looks after it (members.go). Who
// comes to another is there by letter: his hub passes on what he says, keeps no game, and passes
// back what he is to hear. When the game moves his hub asks the new one for what he does not know
// yet; what he had asked for is asked there again. What a hub is asked by letter it does, whoever
// looks after the game: so none is sent about, and if two do the journal judges between them.

// Times of what is asked by letter.
const (
	checkInterval = 100 * time.Millisecond // at questions without an answer
	probeAfter    = 300 * time.Millisecond // without an answer: perhaps the hub has died
	// it has not, but the letter may be lost; then twice as long each time
	firstRetry        = 400 * time.Millisecond
	answerTimeout     = journalTimeout + time.Second // after which there is none
	renewInterval     = 15 * time.Second             // a connection says that it is still in a game
	remoteConnTimeout = 3 * renewInterval            // without that
)

// remote is what a hub knows of connections here in games elsewhere, and the other way round.
type remote struct {
	mu       sync.Mutex
	lastID   uint64 // number of a connection, or of a question of the hub itself
	conns    map[uint64]*Conn
	pending  map[requestKey]*pendingRequest
	visitors map[remoteKey]*Conn
}

// requestKey names a question; conn is 0 for one of the hub itself.
type requestKey struct{ conn, id uint64 }

// remoteKey names a connection at another hub.
type remoteKey struct {
	hub  string
	conn uint64
}

// pendingRequest waits for its answer.
type pendingRequest struct {
	msg         message
	to          string // hub
	conn        *Conn  // who asks; nil is the hub itself
	body        wire.Body
	first, sent time.Time
	retryAfter  time.Duration // until it is asked again
	probed      bool          // that the hub lives
	noRetry     bool          // it has an answer only where it is refused, and is not asked again: a line of chat
	answer      chan message
}

// subscription is a connection's place in a game.
type subscription struct {
	room      *Room  // where the game lives here
	home      string // the hub where it lives otherwise
	confirmed bool   // it has come from there
	lastSeq   uint64 // newest entry of it that was told
}

// register gives a connection its number, until it ends.
func (a *remote) register(c *Conn) (leave func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.lastID++
	c.id = a.lastID
	a.conns[c.id] = c
	return func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		delete(a.conns, c.id)
		maps.DeleteFunc(a.pending, func(k requestKey, _ *pendingRequest) bool { return k.conn == c.id })
	}
}

func (a *remote) conn(number uint64) *Conn {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.conns[number]
}

// add notes a question. One of the hub itself gets a number.
func (a *remote) add(q *pendingRequest, now time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if q.conn == nil {
		a.lastID++
		q.msg.ID = a.lastID
	}
	q.first, q.sent, q.retryAfter = now, now, firstRetry
	a.pending[requestKey{q.msg.Conn, q.msg.ID}] = q
}

// remove takes a question out, nil if it is not waiting any more.
func (a *remote) remove(conn, id uint64) *pendingRequest {
	a.mu.Lock()
	defer a.mu.Unlock()
	r := a.pending[requestKey{conn, id}]
	delete(a.pending, requestKey{conn, id})
	return r
}

// serveRemote takes letters, and looks after what is asked by letter, until the hub closes.
func (h *Hub) serveRemote() error {
	h.remote.conns, h.remote.pending, h.remote.visitors = map[uint64]*Conn{}, map[requestKey]*pendingRequest{},
		map[remoteKey]*Conn{}
	stop, err := h.opt.Bus.Collect(hubTopic(h.members.self), h.receiveMessage)
	if err != nil {
		return err
	}
	h.work.Go(func() {
		defer stop()
		look, renew := time.NewTicker(checkInterval), time.NewTicker(renewInterval)
		defer look.Stop()
		defer renew.Stop()
		for {
			select {
			case <-h.ctx.Done():
				return
			case <-look.C:
				h.retryRequests()
			case <-renew.C:
				h.followMoved(anyRemote)
			case <-h.members.movedConns:
				h.followMoved(noRemote)
			}
		}
	})
	return nil
}

// BusReconnected says that the bus was cut off and carries again: what was told meanwhile may be lost. So
// questions without an answer are asked again, connections here ask for what they do not know of
// games elsewhere, and other hubs hear that theirs are to ask this one. It does not wait.
func (h *Hub) BusReconnected() {
	h.remote.mu.Lock()
	for _, q := range h.remote.pending {
		q.sent = time.Time{}
	}
	h.remote.mu.Unlock()
	h.retryRequests()
	h.followMoved(anyRemote)
	for _, other := range h.members.list() {
		h.sendMessage(other, message{Kind: msgReconnected})
	}
}

// Where a game is, in which a connection is to tell anew that it is there.
func anyRemote(home string) bool { return home != "" }
func noRemote(string) bool       { return false }

// followMoved has connections follow the games that have moved, and tell anew that they are in those
// that live where anew says.
func (h *Hub) followMoved(renew func(home string) bool) {
	h.remote.mu.Lock()
	list := slices.Collect(maps.Values(h.remote.conns))
	h.remote.mu.Unlock()
	for _, c := range list {
		var moved []string
		c.mu.Lock()
		for game, s := range c.subs {
			if s.home != h.members.owner(game) || renew(s.home) {
				moved = append(moved, game)
			}
		}
		c.mu.Unlock()
		if len(moved) > 0 {
			h.runTask(func(ctx context.Context) {
				for _, game := range moved {
					c.followGame(ctx, game)
				}
			})
		}
	}
}

// retryRequests looks after the questions without an answer: those of one connection in the order in
// which they were asked.
func (h *Hub) retryRequests() {
	late, again, doubtful := h.overdueRequests(h.opt.Now())
	for _, q := range again {
		h.sendMessage(q.to, q.msg)
	}
	for _, list := range late {
		h.runTask(func(ctx context.Context) {
			for _, q := range list {
				h.resolveLocally(ctx, q)
			}
		})
	}
	for hub := range doubtful {
		h.probeHub(hub)
	}
}

// overdueRequests returns the questions that have waited too long, by connection, those that are to be
// asked again, and the hubs that may have died. Each list is in the order of asking.
func (h *Hub) overdueRequests(
	now time.Time,
) (late [][]*pendingRequest, again []*pendingRequest, doubtful map[string]bool) {
	doubtful = map[string]bool{}
	var over []*pendingRequest
	h.remote.mu.Lock()
	defer h.remote.mu.Unlock()
	for key, q := range h.remote.pending {
		to := h.members.owner(q.msg.Game)
		switch {
		case now.Sub(q.first) > answerTimeout || to == "":
			delete(h.remote.pending, key)
			if !q.noRetry {
				over = append(over, q)
			}
		case q.noRetry:
		case to != q.to || now.Sub(q.sent) > q.retryAfter:
			q.to, q.sent, q.retryAfter, q.probed = to, now, 2*q.retryAfter, false
			again = append(again, q)
		case now.Sub(q.sent) > probeAfter && !q.probed:
			q.probed = true
			doubtful[to] = true
		}
	}
	slices.SortFunc(again, byConnAndTime)
	slices.SortFunc(over, byConnAndTime)
	for i, q := range over {
		if i == 0 || q.msg.Conn == 0 || q.msg.Conn != over[i-1].msg.Conn {
			late = append(late, nil)
		}
		late[len(late)-1] = append(late[len(late)-1], q)
	}
	return late, again, doubtful
}

// byConnAndTime compares questions by connection, then by when they were asked.
func byConnAndTime(a, b *pendingRequest) int {
	return cmp.Or(cmp.Compare(a.msg.Conn, b.msg.Conn), a.first.Compare(b.first), cmp.Compare(a.msg.ID, b.msg.ID))
}

// resolveLocally ends the wait for an answer: the game has come here, or the time is over.
func (h *Hub) resolveLocally(ctx context.Context, q *pendingRequest) {
	late := h.members.owner(q.msg.Game) != ""
	switch {
	case q.conn == nil && late:
		q.answer <- message{Kind: msgAnswer, Refused: &wire.Refused{Code: wire.Unavailable, Text: errUnwritten.Error()}}
	case q.conn == nil:
		q.answer <- message{}
	case late:
		q.conn.refuse(q.msg.ID, q.msg.Game, errUnwritten)
	default:
		q.conn.route(ctx, q.msg.ID, q.body, q.msg.At)
	}
}

// probeHub finds out whether a hub lives that does not answer, and tells all if it does not: one
// that died is not heard by the bus any more.
func (h *Hub) probeHub(hub string) {
	h.runTask(func(ctx context.Context) {
		ctx, cancel := context.WithTimeout(ctx, probeAfter)
		defer cancel()
		if lives, err := h.opt.Bus.HasListener(ctx, hubTopic(hub)); err == nil && !lives {
			h.opt.Bus.Tell(memberTopic, wire.Notice{Kind: memberGoes, Game: hub})
		}
	})
}

// remoteHome returns the hub where a game lives, empty if that is this one or c is there by
// letter itself.
func (c *Conn) remoteHome(game string) string {
	if c.remote != nil {
		return ""
	}
	return c.hub.members.owner(game)
}

// forwardRequest passes on what was said to where a game lives.
func (c *Conn) forwardRequest(to, game string, id uint64, b wire.Body, at wire.Time) {
	frame, err := wire.Encode(id, b)
	if err != nil {
		c.refuse(id, game, wire.Badf("%v", err))
		return
	}
	q := &pendingRequest{msg: c.newMessage(msgForward, game), to: to, conn: c, body: b}
	q.msg.ID, q.msg.At, q.msg.Frame = id, at, frame
	_, q.noRetry = b.(wire.Say)
	if id != 0 {
		c.hub.remote.add(q, c.hub.opt.Now())
	}
	c.hub.sendMessage(to, q.msg)
}

// newMessage begins one of a connection.
func (c *Conn) newMessage(kind messageKind, game string) message {
	return message{Kind: kind, Conn: c.id, Game: game, Player: &c.player, Language: c.language, Lag: c.lag(),
		Positions: c.positions, Brief: c.brief}
}

// subscriptionTo returns a copy of the connection's place in a game.
func (c *Conn) subscriptionTo(game string) (s subscription, in bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s, in := c.subs[game]; in {
		return *s, true
	}
	return subscription{}, false
}

// subscribe gives the connection a place in a game. It is false if the connection has ended.
func (c *Conn) subscribe(game string, s subscription) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.subs != nil {
		c.subs[game] = &s
	}
	return c.subs != nil
}

// unsubscribe takes the connection's place in a game away.
func (c *Conn) unsubscribe(game string) (s subscription, in bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	old, in := c.subs[game]
	if !in {
		return s, false
	}
	delete(c.subs, game)
	return *old, true
}

// leaveForRemote takes a connection out of a game that it goes on in elsewhere, and returns up to which
// entry it has been told. c.moving is locked.
func (c *Conn) leaveForRemote(ctx context.Context, game string) (lastSeq uint64) {
	s, in := c.unsubscribe(game)
	switch {
	case !in:
		return 0
	case s.room == nil:
		c.hub.sendMessage(s.home, c.newMessage(msgMoved, game))
		return s.lastSeq
	}
	known := make(chan uint64, 1)
	if s.room.send(ctx, leave{c, known}) == nil {
		select {
		case lastSeq = <-known:
			return lastSeq
		case <-s.room.closed:
		case <-ctx.Done():
		}
	}
	c.close() // it comes back and asks
	return 0
}

// followGame lets a connection follow a game to where it lives now, or tell anew that it is in it
// there.
func (c *Conn) followGame(ctx context.Context, game string) {
	c.moveMu.Lock()
	defer c.moveMu.Unlock()
	s, found := c.subscriptionTo(game)
	if !found || s.room == nil && !s.confirmed { // whose question for the game goes on
		return
	}
	to := c.remoteHome(game)
	if to != s.home {
		s.lastSeq = c.leaveForRemote(ctx, game)
	}
	switch {
	case to != "":
		if to == s.home || c.subscribe(game, subscription{home: to, confirmed: true, lastSeq: s.lastSeq}) {
			c.resumeAt(to, game, s.lastSeq)
		}
	case s.home != "":
		c.resumeHere(ctx, game, s.lastSeq)
	}
}

// resumeHere lets a connection go on here in a game of which it knows the entries up to one. c.moving
// is locked.
func (c *Conn) resumeHere(ctx context.Context, game string, after uint64) {
	if c.enter(ctx, game, join{conn: c, from: after + 1, resume: true}) != nil {
		c.close() // it comes back and asks
	}
}

// resumeAt asks for what is told of a game after an entry.
func (c *Conn) resumeAt(home, game string, after uint64) {
	m := c.newMessage(msgResume, game)
	m.Seq = after
	c.hub.sendMessage(home, m)
}

// receive passes on what comes from where a game lives.
func (c *Conn) receive(m message) {
	var q *pendingRequest
	if m.ID != 0 {
		q = c.hub.remote.remove(c.id, m.ID)
	}
	accept, missing := c.acceptFrame(m)
	if accept {
		c.send(m.Frame)
	}
	switch s, in := c.subscriptionTo(m.Game); {
	case missing && in:
		c.resumeAt(s.home, m.Game, s.lastSeq)
	case !in && m.Frame != nil: // that it has left was lost
		c.forwardRequest(m.From, m.Game, 0, wire.Leave{Game: m.Game}, 0)
	}
	if m.Answer == nil || m.ID != 0 && q == nil { // it was answered before
		return
	}
	c.recordAnswer(q, m)
	c.send(m.Answer)
}

// acceptFrame reports whether a frame of a game elsewhere is to be told: it is new, and next in order.
// Otherwise some before it may be missing.
func (c *Conn) acceptFrame(m message) (accept, missing bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s, in := c.subs[m.Game]
	switch {
	case m.Frame == nil || !in || s.room != nil || !s.confirmed:
		return false, false
	case m.Seq == 0:
		return s.home == m.From, false
	case m.Seq != s.lastSeq+1:
		return false, m.Seq > s.lastSeq
	}
	s.lastSeq = m.Seq
	return true, false
}

// recordAnswer takes in an answer, if it is that to the question for a game.
func (c *Conn) recordAnswer(q *pendingRequest, m message) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s := c.subs[m.Game]; m.Whole && s != nil && s.room == nil {
		s.confirmed, s.lastSeq = true, m.Seq
	}
	if q == nil || m.Whole {
		return
	}
	w, _ := q.body.(wire.Watch)
	if s := c.subs[w.Game]; s != nil && s.room == nil && !s.confirmed {
		delete(c.subs, w.Game)
	}
}

// leaveAll ends a connection's part in all games.
func (c *Conn) leaveAll(ctx context.Context) {
	c.moveMu.Lock()
	defer c.moveMu.Unlock()
	c.mu.Lock()
	list := c.subs
	c.subs = nil
	c.mu.Unlock()
	homes := map[string]bool{}
	for _, s := range list {
		if s.room != nil {
			_ = s.room.send(ctx, leave{c, nil}) // a room that has closed needs no goodbye
		} else {
			homes[s.home] = true
		}
	}
	for home := range homes {
		c.hub.sendMessage(home, message{Kind: msgEnded, Conn: c.id})
	}
}
