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

// Hubs that share a journal divide the games: each game has one home hub (members.go). A connection to another hub
// takes part by messages: its hub forwards its frames to the home hub, keeps no copy of the game, and delivers the
// frames that come back. When a game moves, the hub of the connection asks the new home hub for the entries that the
// connection lacks and repeats open requests there. A hub carries out every message that it receives, even for a game
// that it does not own. So no message is sent on a second time, and if two hubs act at once, the journal accepts only
// one entry.

// Intervals and timeouts of requests to other hubs.
const (
	checkInterval = 100 * time.Millisecond // how often open requests are checked
	probeAfter    = 300 * time.Millisecond // after which the bus is asked whether the other hub is alive
	// doubled after each retry
	firstRetry        = 400 * time.Millisecond
	answerTimeout     = journalTimeout + time.Second // then the request fails
	renewInterval     = 15 * time.Second             // how often a connection confirms its games at their home hubs
	remoteConnTimeout = 3 * renewInterval            // without such a confirmation
)

// remote tracks the connections here that are in games of other hubs, and the connections of other hubs in games
// here.
type remote struct {
	mu       sync.Mutex
	lastID   uint64 // last number given to a connection or to a request of the hub
	conns    map[uint64]*Conn
	pending  map[requestKey]*pendingRequest
	visitors map[remoteKey]*Conn
}

// requestKey identifies an open request; conn is 0 for a request of the hub itself.
type requestKey struct{ conn, id uint64 }

// remoteKey identifies a connection at another hub.
type remoteKey struct {
	hub  string
	conn uint64
}

// pendingRequest is a request to another hub that has no answer yet.
type pendingRequest struct {
	msg         message
	to          string // hub
	conn        *Conn  // the requester; nil for the hub itself
	body        wire.Body
	first, sent time.Time
	retryAfter  time.Duration // until the next retry
	probed      bool          // whether the bus was asked if the hub is alive
	noRetry     bool          // a line of chat: never repeated, and answered only if it is refused
	answer      chan message
}

// subscription is the state of a connection in one game.
type subscription struct {
	room      *Room  // set if this hub is the home of the game
	home      string // else the home hub
	confirmed bool   // the home hub has sent the game
	lastSeq   uint64 // newest entry sent to the connection
}

// register gives a connection its id. leave removes it and its open requests.
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

// add records a request and numbers it if it comes from the hub itself.
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

// remove deletes and returns a request; nil if it is no longer open.
func (a *remote) remove(conn, id uint64) *pendingRequest {
	a.mu.Lock()
	defer a.mu.Unlock()
	r := a.pending[requestKey{conn, id}]
	delete(a.pending, requestKey{conn, id})
	return r
}

// watching reports whether a connection has an open request to watch a game.
func (a *remote) watching(conn uint64, game string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	for k, q := range a.pending {
		if k.conn == conn && q.msg.Game == game && isWatch(q.body) {
			return true
		}
	}
	return false
}

// serveRemote receives messages from other hubs and retries open requests until the hub closes.
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

// BusReconnected recovers from a break of the bus, in which messages may have been lost. It repeats open requests,
// resumes all games of connections here at their home hubs, and asks the other hubs to do the same with their
// connections to this one. It does not block.
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

// Predicates for followMoved on the home hub of a game.
func anyRemote(home string) bool { return home != "" }
func noRemote(string) bool       { return false }

// followMoved moves subscriptions to the current home hubs of their games. It also renews those at home hubs that
// renew selects.
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

// retryRequests repeats, expires or resolves open requests and probes hubs that do not answer. Requests of one
// connection keep their order.
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

// overdueRequests returns the expired requests grouped by connection, the requests to repeat, and the hubs to probe.
// Each list is in order of first sending.
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

// byConnAndTime orders requests by connection, then by the time of first sending.
func byConnAndTime(a, b *pendingRequest) int {
	return cmp.Or(cmp.Compare(a.msg.Conn, b.msg.Conn), a.first.Compare(b.first), cmp.Compare(a.msg.ID, b.msg.ID))
}

// resolveLocally ends a request that has expired, or whose game has moved to this hub.
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

// probeHub asks the bus whether a hub that does not answer still listens, and announces its death to all hubs if it
// does not.
func (h *Hub) probeHub(hub string) {
	h.runTask(func(ctx context.Context) {
		ctx, cancel := context.WithTimeout(ctx, probeAfter)
		defer cancel()
		if lives, err := h.opt.Bus.HasListener(ctx, hubTopic(hub)); err == nil && !lives {
			h.opt.Bus.Tell(memberTopic, wire.Notice{Kind: memberGoes, Game: hub})
		}
	})
}

// remoteHome returns the home hub of a game; empty if that is this hub, or if c is itself a connection of another
// hub.
func (c *Conn) remoteHome(game string) string {
	if c.remote != nil {
		return ""
	}
	return c.hub.members.owner(game)
}

// forwardRequest forwards a request of the connection to the home hub of a game.
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

// newMessage returns a message with the fields of the connection filled in.
func (c *Conn) newMessage(kind messageKind, game string) message {
	return message{Kind: kind, Conn: c.id, Game: game, Player: &c.player, Language: c.language, Lag: c.lag(),
		Positions: c.positions, Brief: c.brief}
}

// subscriptionTo returns a copy of the connection's subscription to a game.
func (c *Conn) subscriptionTo(game string) (s subscription, in bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s, in := c.subs[game]; in {
		return *s, true
	}
	return subscription{}, false
}

// subscribe records a subscription. It is false if the connection has ended.
func (c *Conn) subscribe(game string, s subscription) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.subs != nil {
		c.subs[game] = &s
	}
	return c.subs != nil
}

// unsubscribe deletes the subscription to a game and returns it.
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

// leaveForRemote ends a subscription that continues at another hub, and returns the newest entry that the connection
// has. c.moveMu must be held.
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
	c.close() // the client reconnects and asks for the game
	return 0
}

// followGame moves the subscription to the current home hub of a game, or renews it there.
func (c *Conn) followGame(ctx context.Context, game string) {
	c.moveMu.Lock()
	defer c.moveMu.Unlock()
	s, found := c.subscriptionTo(game)
	if !found || s.room == nil && !s.confirmed { // the first request for the game is still open
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

// resumeHere subscribes the connection to a game at this hub, after the entries that it has. c.moveMu must be held.
func (c *Conn) resumeHere(ctx context.Context, game string, after uint64) {
	if c.enter(ctx, game, join{conn: c, from: after + 1, resume: true}) != nil {
		c.close() // the client reconnects and asks for the game
	}
}

// resumeAt asks the home hub for the entries of a game after one.
func (c *Conn) resumeAt(home, game string, after uint64) {
	m := c.newMessage(msgResume, game)
	m.Seq = after
	c.hub.sendMessage(home, m)
}

// receive delivers a message from the home hub of a game to the connection.
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
	case !in && m.Frame != nil: // the home hub has missed that the connection left
		c.forwardRequest(m.From, m.Game, 0, wire.Leave{Game: m.Game}, 0)
	}
	if m.Answer == nil || m.ID != 0 && q == nil { // a second answer to the same request
		return
	}
	c.recordAnswer(q, m)
	c.send(m.Answer)
}

// acceptFrame reports whether a frame from a home hub is new and next in order, and whether entries before it are
// missing.
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

// recordAnswer updates the subscription with the answer to a request for a game: the game itself, or a refusal.
func (c *Conn) recordAnswer(q *pendingRequest, m message) {
	leaves := q != nil && !m.Whole && isWatch(q.body) && !c.hub.remote.watching(c.id, m.Game)
	c.mu.Lock()
	defer c.mu.Unlock()
	if s := c.subs[m.Game]; m.Whole && s != nil && s.room == nil {
		s.confirmed, s.lastSeq = true, m.Seq
	}
	if s := c.subs[m.Game]; leaves && s != nil && s.room == nil && !s.confirmed {
		delete(c.subs, m.Game)
	}
}

func isWatch(b wire.Body) bool { _, ok := b.(wire.Watch); return ok }

// leaveAll ends all subscriptions of the connection.
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
			_ = s.room.send(ctx, leave{c, nil}) // an error means that the room has closed
		} else {
			homes[s.home] = true
		}
	}
	for home := range homes {
		c.hub.sendMessage(home, message{Kind: msgEnded, Conn: c.id})
	}
}
