package host

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"net/url"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/coder/websocket"
	"golang.org/x/time/rate"

	"tafl3d/net/wire"
	"tafl3d/tongue"
)

// Conn is one connection of a player or spectator.
type Conn struct {
	hub     *Hub
	ws      *websocket.Conn
	in      bytes.Buffer
	out     outbox
	token   string // of the session
	player  wire.Player
	speaker *tongue.Speaker // for the language of the client
	// language is the header Accept-Language of the request.
	language   string
	positions  bool        // the program wants a Position with each entry of its games
	brief      bool        // with the legal steps as text
	revalidate *time.Timer // triggers revalidateSession
	cancel     context.CancelFunc
	once       sync.Once
	roundTrips [5]int64     // last round trips in nanoseconds; 0 is none
	rtt        atomic.Int64 // the shortest of them; longer ones include other waiting
	pinged     atomic.Int64 // time of the last ping, in nanoseconds since 1970
	acted      atomic.Int64 // time of the last act, in nanoseconds since 1970
	rate       *rate.Limiter
	chat       *rate.Limiter // lines of chat
	id         uint64        // used in messages to other hubs; 0 if there are none
	remote     *remoteConn   // set if this represents a connection of another hub

	moveMu sync.Mutex // serializes joining and leaving games; locked before mu
	mu     sync.Mutex
	subs   map[string]*subscription // by game; nil after the end
}

// maxReadBuffer is the largest read buffer, in bytes, that a connection keeps for the next frame.
const maxReadBuffer = 2 << 10

// Limits of a connection.
const (
	maxQueued    = 256 // queued frames; a slower client is dropped and reconnects
	helloTimeout = 10 * time.Second
	writeTimeout = 10 * time.Second
	pingInterval = 5 * time.Second // a recently active client with a short round trip: every fourth time
	// interval of the first pings while the round trip seems long: after a rush of connections the first values are
	// too high
	firstPingInterval  = time.Second
	firstPings         = 5
	fastRoundTrip      = 50 * time.Millisecond
	silenceTimeout     = 4 * pingInterval // after which the client counts as gone
	framesRate         = 20               // per second
	framesBurst        = 80
	chatRate           = 1 // lines per second
	chatBurst          = 8
	spectatorChatRate  = 2 // lines per second of all spectators of a game
	spectatorChatBurst = 20
	// revalidateInterval is how often the session of a connection is checked: the notice that it has ended may have
	// been lost.
	revalidateInterval = 10 * time.Minute
)

// Serve upgrades a request to a WebSocket and returns. The connection lasts until the client, ctx or the hub ends it;
// then ended is called, also if the upgrade fails. The connection runs in a new goroutine, so that the memory of the
// request's goroutine is freed.
func (h *Hub) Serve(ctx context.Context, w http.ResponseWriter, r *http.Request, ended func()) {
	if err := h.checkOrigin(r); err != nil {
		http.Error(w, err.Error(), http.StatusForbidden)
		ended()
		return
	}
	ws, err := websocket.Accept(smallBuffers{w}, r, nil) // also checks that origin and host agree
	if err != nil {                                      // Accept has sent the response
		ended()
		return
	}
	h.mu.Lock()
	if h.closing {
		h.mu.Unlock()
		_ = ws.Close(websocket.StatusGoingAway, ErrClosing.Error())
		ended()
		return
	}
	h.work.Add(1)
	h.mu.Unlock()
	h.conns.Add(1)
	ws.SetReadLimit(wire.MaxFrame)
	c := &Conn{hub: h, ws: ws, language: r.Header.Get("Accept-Language"),
		subs: map[string]*subscription{},
		rate: rate.NewLimiter(framesRate, framesBurst), chat: rate.NewLimiter(chatRate, chatBurst)}
	c.speaker = tongue.Accepted(c.language)
	c.out.ready = make(chan struct{}, 1)
	go func() {
		defer h.work.Done()
		defer ended()
		defer h.conns.Add(-1)
		c.run(ctx)
	}()
}

// errOrigin refuses a page of another site.
var errOrigin = errors.New("pages of other sites cannot connect here: open the address of this service")

// checkOrigin refuses pages of origins that Options.Origin rejects. Programs other than browsers send no origin.
func (h *Hub) checkOrigin(r *http.Request) error {
	for _, origin := range r.Header.Values("Origin") {
		if u, err := url.Parse(origin); err != nil || !h.opt.Origin(u) {
			return errOrigin
		}
	}
	return nil
}

// run serves the connection until it ends. A panic ends only this connection.
func (c *Conn) run(ctx context.Context) {
	ctx, c.cancel = context.WithCancel(ctx)
	defer c.cancel()
	defer context.AfterFunc(c.hub.ctx, c.cancel)()
	defer func() {
		if fault := recover(); fault != nil {
			c.hub.opt.Log.Error("panic in a connection", "fault", fault, "stack", string(debug.Stack()))
			c.closeNow()
		}
	}()
	c.serve(ctx)
	code, why := websocket.StatusNormalClosure, ""
	if c.hub.ctx.Err() != nil {
		code, why = websocket.StatusGoingAway, ErrClosing.Error()
	}
	_ = c.ws.Close(code, why)
}

// serve performs the handshake, then reads and writes frames until the connection ends.
func (c *Conn) serve(ctx context.Context) {
	if !c.handshake(ctx) {
		return
	}
	if c.player.ID != "" {
		c.revalidate = time.AfterFunc(revalidateInterval, func() { c.revalidateSession(ctx) })
		defer c.revalidate.Stop()
	}
	// Before the welcome is sent, so that the client misses no notice.
	stop, err := c.hub.opt.Bus.Hear(playerTopic(c.player.ID), c.notify)
	if err == nil {
		defer stop()
	}
	defer c.hub.enter(c.player)()
	if c.hub.members.self != "" {
		defer c.hub.remote.register(c)()
	}
	var work sync.WaitGroup
	defer work.Wait()
	defer c.cancel() // also if reading panics
	work.Go(func() { c.write(ctx) })
	if c.player.ID != "" && c.hub.opt.Pending != nil {
		work.Go(func() {
			for _, n := range c.hub.opt.Pending(ctx, c.player.ID) {
				c.notify(n)
			}
		})
	}
	c.read(ctx)
	c.hub.lobby.Follow(c, wire.Follow{})
	c.cancel()
	c.leaveAll(c.hub.ctx)
}

// handshake reads Hello, signs the player in and queues Welcome. It is false if the connection must end.
func (c *Conn) handshake(ctx context.Context) bool {
	in, cancel := context.WithTimeout(ctx, helloTimeout)
	defer cancel()
	id, body, err := c.readFrame(in)
	hello, ok := body.(wire.Hello)
	if err != nil || !ok {
		c.sendLast(ctx, id, c.refusedBody("", errNoHello))
		return false
	}
	if hello.Token != "" && c.hub.opt.Login != nil {
		if c.player, err = c.hub.opt.Login(in, hello.Token); err != nil {
			c.rejectLogin(ctx, id, err)
			return false
		}
		c.token = hello.Token
	}
	c.positions, c.brief = hello.Positions, hello.Brief
	c.reply(id, wire.Welcome{Player: c.player, Service: c.hub.opt.Name, LagCap: c.hub.opt.LagCap})
	return true
}

// rejectLogin ends a connection whose login failed. If the service could not check the token, the close code asks the
// client to retry.
func (c *Conn) rejectLogin(ctx context.Context, id uint64, err error) {
	if e, ok := errors.AsType[*wire.Error](err); ok && e.Code == wire.Unavailable {
		_ = c.ws.Close(websocket.StatusTryAgainLater, e.Error())
		return
	}
	c.sendLast(ctx, id, wire.Refused{Code: wire.BadToken, Text: c.speaker.Error(err)})
}

// revalidateSession checks the session again and ends the connection if the session or the account is no longer
// valid. If the service cannot check now, the connection stays.
func (c *Conn) revalidateSession(ctx context.Context) {
	in, cancel := context.WithTimeout(ctx, helloTimeout)
	defer cancel()
	_, err := c.hub.opt.Login(in, c.token)
	if e, ok := errors.AsType[*wire.Error](err); ok && e.Code == wire.BadToken {
		c.sendLast(ctx, 0, c.refusedBody("", e))
		c.close()
	}
	if ctx.Err() == nil {
		c.revalidate.Reset(revalidateInterval)
	}
}

// sendLast sends one frame ahead of the queue, before the connection ends.
func (c *Conn) sendLast(ctx context.Context, id uint64, b wire.Body) {
	in, cancel := context.WithTimeout(ctx, writeTimeout)
	defer cancel()
	if frame, err := wire.Encode(id, b); err == nil {
		_ = c.ws.Write(in, websocket.MessageText, frame)
	}
}

func (c *Conn) readFrame(ctx context.Context) (uint64, wire.Body, error) {
	if c.in.Reset(); c.in.Cap() > maxReadBuffer {
		c.in = bytes.Buffer{}
	}
	kind, r, err := c.ws.Reader(ctx)
	if err != nil {
		return 0, nil, err
	}
	if _, err := c.in.ReadFrom(r); err != nil {
		return 0, nil, err
	}
	if kind == websocket.MessageText && !utf8.Valid(c.in.Bytes()) { // RFC 6455, section 8.1
		_ = c.ws.Close(websocket.StatusInvalidFramePayloadData, "text frame is not valid UTF-8")
		return 0, nil, errNoUTF8
	}
	return wire.Decode(c.in.Bytes())
}

// closeNow closes the socket at once, which unblocks pending reads and writes.
func (c *Conn) closeNow() { _ = c.ws.CloseNow() }

// read handles frames until the connection ends. A bad frame is answered with an error; too many frames end the
// connection.
func (c *Conn) read(ctx context.Context) {
	// one for all frames: a context for each would cost as much as the frame
	defer context.AfterFunc(ctx, c.closeNow)()
	silent := time.AfterFunc(silenceTimeout, c.close)
	defer silent.Stop()
	for {
		id, body, err := c.readFrame(context.Background())
		silent.Reset(silenceTimeout)
		switch {
		case errors.Is(err, wire.ErrFrame):
			c.refuse(id, "", wire.Badf("%v", err))
		case err != nil:
			return
		}
		if !c.rate.Allow() {
			c.sendLast(ctx, id, c.refusedBody("", errManyFrames))
			return
		}
		if body != nil {
			c.handle(ctx, id, body)
		}
	}
}

func (c *Conn) handle(ctx context.Context, id uint64, body wire.Body) {
	switch b := body.(type) {
	case wire.Follow:
		c.hub.lobby.Follow(c, b)
	case wire.Ping:
		c.reply(id, c.pong(b))
	case wire.Pong:
		at := c.pinged.Load()
		if nonce(at) != b.Nonce {
			return
		}
		if c.recordRoundTrip(time.Now().UnixNano() - at); c.roundTrips[len(c.roundTrips)-1] == 0 {
			c.ping()
		}
	case wire.Do:
		c.route(ctx, id, b, c.hub.opt.Clock.Now(b.Game)-wire.Time(min(c.lag(), c.hub.opt.LagCap)/time.Microsecond))
	default:
		c.route(ctx, id, body, 0)
	}
}

// route handles a request about a game, here or by its home hub. at is when an act arrived.
func (c *Conn) route(ctx context.Context, id uint64, body wire.Body, at wire.Time) {
	switch b := body.(type) {
	case wire.Watch:
		c.watch(ctx, id, b)
	case wire.Leave:
		c.leave(ctx, b)
	case wire.Do:
		c.do(ctx, id, b, at)
	case wire.Say:
		s, in := c.subscriptionTo(b.Game)
		if !in { // the game may be moving to another hub
			s.home = c.remoteHome(b.Game)
		}
		if s.room == nil && s.home != "" {
			c.forwardRequest(s.home, b.Game, id, b, 0)
		} else {
			c.say(ctx, id, b)
		}
	default:
		c.refuse(id, "", wire.Badf("unexpected message %s", body.Type()))
	}
}

func (c *Conn) pong(p wire.Ping) wire.Pong {
	pong := wire.Pong{Nonce: p.Nonce, Game: p.Game}
	if _, in := c.subscriptionTo(p.Game); in {
		pong.Now = c.hub.opt.Clock.Now(p.Game)
	}
	return pong
}

// recordRoundTrip records a round trip in nanoseconds and updates the shortest.
func (c *Conn) recordRoundTrip(trip int64) {
	copy(c.roundTrips[1:], c.roundTrips[:])
	c.roundTrips[0] = max(trip, 1)
	least := trip
	for _, t := range c.roundTrips {
		if t > 0 {
			least = min(least, t)
		}
	}
	c.rtt.Store(least)
}

// lag returns the shortest of the last round trips.
func (c *Conn) lag() time.Duration { return time.Duration(c.rtt.Load()) }

func (c *Conn) watch(ctx context.Context, id uint64, w wire.Watch) {
	c.moveMu.Lock()
	defer c.moveMu.Unlock()
	s, in := c.subscriptionTo(w.Game)
	if !in && c.games() >= wire.MaxWatched {
		c.refuse(id, w.Game, wire.Refuse(wire.TooMuch, "you are watching too many games"))
		return
	}
	to := c.remoteHome(w.Game)
	if in && s.home != to {
		c.leaveForRemote(ctx, w.Game)
		in = false
	}
	switch {
	case to == "":
		if err := c.enter(ctx, w.Game, join{conn: c, from: w.From, id: id}); err != nil {
			c.refuse(id, w.Game, err)
		}
	case in || c.subscribe(w.Game, subscription{home: to}):
		c.forwardRequest(to, w.Game, id, w, 0)
	}
}

// games returns how many games the connection is in.
func (c *Conn) games() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.subs)
}

// enter subscribes the connection to a game at this hub. c.moveMu must be held.
func (c *Conn) enter(ctx context.Context, game string, q join) error {
	err := c.hub.With(ctx, game, func(r *Room) error {
		if !c.subscribe(game, subscription{room: r}) {
			return nil // the connection has ended
		}
		q.done = make(chan struct{})
		return r.enter(ctx, q)
	})
	if err != nil {
		c.unsubscribe(game)
	}
	return err
}

// leave ends the subscription to a game.
func (c *Conn) leave(ctx context.Context, l wire.Leave) {
	c.moveMu.Lock()
	defer c.moveMu.Unlock()
	s, in := c.unsubscribe(l.Game)
	switch {
	case !in:
	case s.room != nil:
		_ = s.room.send(ctx, leave{c, nil})
	default:
		c.forwardRequest(s.home, l.Game, 0, l, 0)
	}
}

// do performs an act that arrived at a time, from which the lag has been subtracted up to the cap.
func (c *Conn) do(ctx context.Context, id uint64, d wire.Do, at wire.Time) {
	if d.Act.Token == "" || len(d.Act.Token) > wire.MaxToken {
		c.refuse(id, d.Game, wire.Badf("an act needs a token of 1 to 64 bytes"))
		return
	}
	began := time.Now()
	c.acted.Store(began.UnixNano())
	if to := c.remoteHome(d.Game); to != "" {
		c.forwardRequest(to, d.Game, id, d, at)
		return
	}
	var got actResult
	err := c.hub.With(ctx, d.Game, func(r *Room) (err error) {
		side, ok := r.spec.Seat(c.player.ID)
		if !ok {
			return wire.Refuse(wire.NotSeated, "you are not playing in this game")
		}
		got, err = r.request(ctx, actRequest{by: side, act: d.Act, at: at, conn: c, id: id})
		return err
	})
	no := c.refusedBody(d.Game, err)
	c.hub.opt.Answered(d.Act.Kind, no.Code, time.Since(began))
	switch {
	case err != nil:
		c.reply(id, no)
	case !got.delivered:
		c.reply(id, wire.Done{Game: d.Game, Seq: got.seq})
	}
}

func (c *Conn) say(ctx context.Context, id uint64, s wire.Say) {
	text := printable(s.Text)
	if err := c.checkChat(ctx, s, text); err != nil {
		c.refuse(id, s.Game, err)
		return
	}
	c.hub.opt.Bus.Tell(gameTopic(s.Game), wire.Said{Game: s.Game, By: c.player.Name, Text: text})
}

// Errors that end a connection.
var (
	errNoUTF8     = errors.New("text frame is not valid UTF-8")
	errNoHello    = wire.Badf("the first message must be hello")
	errManyFrames = wire.Refuse(wire.TooMuch, "too many messages")
)

// errChatLimit refuses chat that comes too fast.
var errChatLimit = wire.Refuse(wire.TooMuch, "too many messages at once: wait a moment")

// checkChat returns an error if a line of chat may not be sent.
func (c *Conn) checkChat(ctx context.Context, s wire.Say, text string) error {
	switch {
	case c.player.ID == "":
		return errMayNotChat
	case text == "" || len([]rune(s.Text)) > wire.MaxChat:
		return wire.Refuse(wire.TooMuch, "a chat message must have 1 to %d letters", wire.MaxChat)
	case !c.chat.Allow():
		return errChatLimit
	}
	room, err := c.chatRoom(ctx, s.Game)
	if err != nil {
		return err
	}
	if err := c.hub.opt.MaySpeak(ctx, c.player, room.spec); err != nil {
		return err
	}
	if !room.allowChat(c) {
		return errChatLimit
	}
	return nil
}

// errMayNotChat refuses chat of a connection that neither watches nor plays the game.
var errMayNotChat = wire.Refuse(wire.NotSeated, "you need a name to chat here")

// chatRoom returns the room of a game that the connection is in. A player of the game need not be in it: no
// connection is while the game moves to another hub.
func (c *Conn) chatRoom(ctx context.Context, game string) (room *Room, err error) {
	if sub, in := c.subscriptionTo(game); in && sub.room != nil {
		return sub.room, nil
	}
	err = c.hub.With(ctx, game, func(r *Room) error {
		if _, seated := r.spec.Seat(c.player.ID); !seated {
			return errMayNotChat
		}
		room = r
		return nil
	})
	if errors.Is(err, ErrNoGame) {
		err = errMayNotChat
	}
	return room, err
}

// printable removes characters from a line of chat that are invisible or that change the direction of the text around
// them.
func printable(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case unicode.IsPrint(r), r == joiner, r == nonJoiner:
			return r
		case unicode.IsSpace(r):
			return ' '
		}
		return -1
	}, text))
}

// Invisible characters that some scripts require.
const (
	nonJoiner = '\u200c'
	joiner    = '\u200d'
)

func (c *Conn) refuse(id uint64, about string, err error) {
	c.reply(id, c.refusedBody(about, err))
}

// refusedBody returns the message for an error, with its text in the client's language; the zero value for nil.
func (c *Conn) refusedBody(about string, err error) wire.Refused {
	if err == nil {
		return wire.Refused{}
	}
	e := wireError(err)
	return wire.Refused{Game: about, Code: e.Code, Text: c.speaker.Error(e)}
}

// wireError returns the error with its code for the client.
func wireError(err error) *wire.Error {
	e, ok := errors.AsType[*wire.Error](err)
	switch {
	case ok:
		return e
	case errors.Is(err, ErrNoGame):
		return wire.Refuse(wire.NoSuchGame, "game not found")
	}
	return wire.Refuse(wire.Unavailable, "the service cannot do that right now")
}

func (c *Conn) reply(id uint64, b wire.Body) {
	if frame, err := wire.Encode(id, b); err == nil {
		c.deliver(update{id: id, answer: frame})
	}
}

// notify forwards a notice to the client. A notice that a session has ended triggers revalidation instead.
func (c *Conn) notify(b wire.Body) {
	if n, ok := b.(wire.Notice); ok && n.Kind == sessionEnded {
		c.revalidate.Reset(0)
		return
	}
	c.reply(0, b)
}

// send queues frames, which remain owned by the caller. A client that cannot keep up is disconnected: it reconnects
// and asks for what it has missed.
func (c *Conn) send(frames ...[]byte) {
	if !c.out.put(frames...) {
		c.close()
	}
}

func (c *Conn) close() { c.once.Do(c.cancel) }

// write sends queued frames and pings until ctx ends.
func (c *Conn) write(ctx context.Context) {
	defer c.close()
	tick := time.NewTicker(firstPingInterval)
	defer tick.Stop()
	slow := time.AfterFunc(writeTimeout, c.closeNow)
	defer slow.Stop()
	slow.Stop()
	c.ping()
	for ticks := 0; ; {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if ticks++; ticks == firstPings {
				tick.Reset(pingInterval)
			}
			if c.slow() || ticks > firstPings && !c.recentlyActive(time.Now().UnixNano()) {
				c.ping()
			}
		case <-c.out.ready:
			waits := c.out.take()
			if waits == nil {
				continue
			}
			slow.Reset(writeTimeout)
			if err := c.flush(waits); err != nil {
				return
			}
			slow.Stop()
			waits.release()
		}
	}
}

// flush sends a batch.
func (c *Conn) flush(b *batch) error {
	return b.each(func(frame []byte) error { return c.ws.Write(context.Background(), websocket.MessageText, frame) })
}

// slow reports whether every round trip so far was long, or none was measured.
func (c *Conn) slow() bool { return c.lag() == 0 || c.lag() > fastRoundTrip }

// recentlyActive reports whether the next ping may be skipped because the player acted recently. now is in
// nanoseconds.
func (c *Conn) recentlyActive(now int64) bool {
	return now-c.acted.Load() < int64(pingInterval) && now-c.pinged.Load() < int64(pingInterval*7/2)
}

func (c *Conn) ping() {
	now := time.Now().UnixNano()
	c.pinged.Store(now)
	c.reply(0, wire.Ping{Nonce: nonce(now)})
}

// nonce returns a time in microseconds. It is below 2^53, so that browsers can represent it as a number.
func nonce(nanos int64) uint64 { return uint64(nanos / int64(time.Microsecond)) }
