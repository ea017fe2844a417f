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

// Conn is one connection of a player, or of somebody who watches.
type Conn struct {
	hub     *Hub
	ws      *websocket.Conn
	cork    *cork // under ws
	in      bytes.Buffer
	out     outbox
	token   string // of his session
	player  wire.Player
	speaker *tongue.Speaker // of his language, when the connection was opened
	// language is what the program asked for then.
	language   string
	positions  bool        // his program wants to be told how the games stand in which he plays
	brief      bool        // with the legal steps as text
	revalidate *time.Timer // when we ask again whether the session holds
	cancel     context.CancelFunc
	once       sync.Once
	roundTrips [5]int64     // the last times to and fro, in nanoseconds; 0 is none
	rtt        atomic.Int64 // the least of them: the others had to wait for something
	pinged     atomic.Int64 // when, in nanoseconds since 1970
	acted      atomic.Int64 // when he last asked for an act, in nanoseconds since 1970
	rate       *rate.Limiter
	chat       *rate.Limiter // lines
	id         uint64        // of this connection for other hubs; 0 where there are none
	remote     *remoteConn   // nil unless it is one by letter

	moveMu sync.Mutex // of who lets it in or out of games; locked before mu
	mu     sync.Mutex
	subs   map[string]*subscription // by game; nil when it has ended
}

// maxReadBuffer is how many bytes of what came in a connection keeps for the next time.
const maxReadBuffer = 2 << 10

// What a connection is allowed.
const (
	maxQueued    = 256 // frames that wait to be sent; whoever is slower is dropped and comes back
	helloTimeout = 10 * time.Second
	writeTimeout = 10 * time.Second
	pingInterval = 5 * time.Second // who has just played over a quick line, every fourth time: it is alive
	// at the beginning over a line that seems slow: when many come at once, the first times say little
	firstPingInterval  = time.Second
	firstPings         = 5
	fastRoundTrip      = 50 * time.Millisecond
	silenceTimeout     = 4 * pingInterval // after which the other end counts as gone
	framesRate         = 20               // a second
	framesBurst        = 80
	chatRate           = 1 // lines a second
	chatBurst          = 8
	spectatorChatRate  = 2 // lines a second of all together who watch a game
	spectatorChatBurst = 20
	// revalidateInterval is how often a connection's session is looked at again: the word that
	// it has ended may have been lost.
	revalidateInterval = 10 * time.Minute
)

// Serve opens a WebSocket for a request and returns. What is said over it goes on until
// one end, ctx or the hub ends it; then, and if it cannot be opened, ended is called.
// The connection is served by a goroutine of its own: that of the request, with all that
// belongs to a request, would lie idle under it for hours.
func (h *Hub) Serve(ctx context.Context, w http.ResponseWriter, r *http.Request, ended func()) {
	if err := h.checkOrigin(r); err != nil {
		http.Error(w, err.Error(), http.StatusForbidden)
		ended()
		return
	}
	line := &corked{ResponseWriter: w, cork: &cork{}}
	ws, err := websocket.Accept(line, r, nil) // which asks that origin and host are the same, too
	if err != nil {                           // Accept has answered
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
	c := &Conn{hub: h, ws: ws, cork: line.cork, language: r.Header.Get("Accept-Language"),
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

// errOrigin is said to a page of another site.
var errOrigin = errors.New("pages of other sites cannot connect here: open the address of this service")

// checkOrigin refuses a socket to pages that do not come from here. Programs that are no browsers name no origin.
func (h *Hub) checkOrigin(r *http.Request) error {
	for _, origin := range r.Header.Values("Origin") {
		if u, err := url.Parse(origin); err != nil || !h.opt.Origin(u) {
			return errOrigin
		}
	}
	return nil
}

// run is the connection's life. A fault of ours in it costs that connection, not the
// service.
func (c *Conn) run(ctx context.Context) {
	ctx, c.cancel = context.WithCancel(ctx)
	defer c.cancel()
	defer context.AfterFunc(c.hub.ctx, c.cancel)()
	defer func() {
		if fault := recover(); fault != nil {
			c.hub.opt.Log.Error("a connection broke", "fault", fault, "stack", string(debug.Stack()))
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

// serve greets, reads and writes.
func (c *Conn) serve(ctx context.Context) {
	if !c.handshake(ctx) {
		return
	}
	if c.player.ID != "" {
		c.revalidate = time.AfterFunc(revalidateInterval, func() { c.revalidateSession(ctx) })
		defer c.revalidate.Stop()
	}
	// Before the welcome goes out: who is welcome misses nothing.
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
	defer c.cancel() // whatever ends reading, a fault of ours, too
	work.Go(func() { c.write(ctx) })
	c.read(ctx)
	c.hub.lobby.Follow(c, wire.Follow{})
	c.cancel()
	c.leaveAll(c.hub.ctx)
}

// handshake waits for Hello and answers.
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

// rejectLogin ends a connection that cannot be let in: for good, or, where the service cannot
// tell just now who it is, so that it comes back.
func (c *Conn) rejectLogin(ctx context.Context, id uint64, err error) {
	if e, ok := errors.AsType[*wire.Error](err); ok && e.Code == wire.Unavailable {
		_ = c.ws.Close(websocket.StatusTryAgainLater, e.Error())
		return
	}
	c.sendLast(ctx, id, wire.Refused{Code: wire.BadToken, Text: c.speaker.Error(err)})
}

// revalidateSession asks whether the session still holds, and ends a connection whose device was
// revoked, whose account is gone or whose session is over. A service that cannot tell
// just now asks again later.
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

// sendLast sends one frame past the queue, before the connection ends.
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
		_ = c.ws.Close(websocket.StatusInvalidFramePayloadData, "text that is no UTF-8")
		return 0, nil, errNoUTF8
	}
	return wire.Decode(c.in.Bytes())
}

// closeNow ends the connection under everything that waits for it.
func (c *Conn) closeNow() { _ = c.ws.CloseNow() }

// read takes frames until the connection ends. One that cannot be understood is
// answered and ends nothing; too many end it.
func (c *Conn) read(ctx context.Context) {
	// for all frames, where a context for each would cost as much as its frame
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

// route takes what is about a game, which lives here or elsewhere. at is when an act came in.
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
		if !in { // perhaps on its way from one service to another
			s.home = c.remoteHome(b.Game)
		}
		if s.room == nil && s.home != "" {
			c.forwardRequest(s.home, b.Game, id, b, 0)
		} else {
			c.say(ctx, id, b)
		}
	default:
		c.refuse(id, "", wire.Badf("%s is not for a service", body.Type()))
	}
}

func (c *Conn) pong(p wire.Ping) wire.Pong {
	pong := wire.Pong{Nonce: p.Nonce, Game: p.Game}
	if _, in := c.subscriptionTo(p.Game); in {
		pong.Now = c.hub.opt.Clock.Now(p.Game)
	}
	return pong
}

// recordRoundTrip takes in a time to and fro.
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

// lag returns the time to and fro, the least of the last that were measured.
func (c *Conn) lag() time.Duration { return time.Duration(c.rtt.Load()) }

func (c *Conn) watch(ctx context.Context, id uint64, w wire.Watch) {
	c.moveMu.Lock()
	defer c.moveMu.Unlock()
	s, in := c.subscriptionTo(w.Game)
	if !in && c.games() >= wire.MaxWatched {
		c.refuse(id, w.Game, wire.Refuse(wire.TooMuch, "you watch too many games"))
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

// enter lets the connection into a game here. c.moving is locked.
func (c *Conn) enter(ctx context.Context, game string, q join) error {
	err := c.hub.With(ctx, game, func(r *Room) error {
		if !c.subscribe(game, subscription{room: r}) {
			return nil // it has ended
		}
		q.done = make(chan struct{})
		return r.enter(ctx, q)
	})
	if err != nil {
		c.unsubscribe(game)
	}
	return err
}

// leave lets the connection out of a game.
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

// do asks the room for an act that came in at a time: the clock is credited the lag, up to the
// cap.
func (c *Conn) do(ctx context.Context, id uint64, d wire.Do, at wire.Time) {
	if d.Act.Token == "" || len(d.Act.Token) > wire.MaxToken {
		c.refuse(id, d.Game, wire.Badf("an act needs a token of its own"))
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
			return wire.Refuse(wire.NotSeated, "you do not play in this game")
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

// What ends a connection.
var (
	errNoUTF8     = errors.New("a text frame is no UTF-8")
	errNoHello    = wire.Badf("the first message must be hello")
	errManyFrames = wire.Refuse(wire.TooMuch, "too many messages")
)

// errChatLimit is said of chat that nobody could read.
var errChatLimit = wire.Refuse(wire.TooMuch, "that was too much at once: wait a moment before you say more")

// checkChat reports why a line of chat is not passed on.
func (c *Conn) checkChat(ctx context.Context, s wire.Say, text string) error {
	switch {
	case c.player.ID == "":
		return errMayNotChat
	case text == "" || len([]rune(s.Text)) > wire.MaxChat:
		return wire.Refuse(wire.TooMuch, "a line of chat has 1 to %d letters", wire.MaxChat)
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

// errMayNotChat is said to those who are neither in a game nor play it.
var errMayNotChat = wire.Refuse(wire.NotSeated, "to speak here you need a name")

// chatRoom returns the room of a game that the connection is in. A player of the game need not be in it: while it moves
// from one service to another, no connection is.
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

// printable returns a line of chat without signs that are not seen, or that turn the
// writing around them about.
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

// Signs that are not seen, and without which some scripts cannot be written.
const (
	nonJoiner = '\u200c'
	joiner    = '\u200d'
)

func (c *Conn) refuse(id uint64, about string, err error) {
	c.reply(id, c.refusedBody(about, err))
}

// refusedBody gives an error its code, and its words in the player's language; none is the zero value.
func (c *Conn) refusedBody(about string, err error) wire.Refused {
	if err == nil {
		return wire.Refused{}
	}
	e := wireError(err)
	return wire.Refused{Game: about, Code: e.Code, Text: c.speaker.Error(e)}
}

// wireError gives an error its code.
func wireError(err error) *wire.Error {
	e, ok := errors.AsType[*wire.Error](err)
	switch {
	case ok:
		return e
	case errors.Is(err, ErrNoGame):
		return wire.Refuse(wire.NoSuchGame, "there is no such game")
	}
	return wire.Refuse(wire.Unavailable, "the service cannot do that just now")
}

func (c *Conn) reply(id uint64, b wire.Body) {
	if frame, err := wire.Encode(id, b); err == nil {
		c.deliver(update{id: id, answer: frame})
	}
}

// notify passes on what the player is told. That a session of his has ended is our
// business.
func (c *Conn) notify(b wire.Body) {
	if n, ok := b.(wire.Notice); ok && n.Kind == sessionEnded {
		c.revalidate.Reset(0)
		return
	}
	c.reply(0, b)
}

// send puts frames, which stay the caller's, in the queue. A connection that cannot keep up is ended: it
// comes back and asks for what it has missed.
func (c *Conn) send(frames ...[]byte) {
	if !c.out.put(frames...) {
		c.close()
	}
}

func (c *Conn) close() { c.once.Do(c.cancel) }

// write sends what waits, and pings.
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

// flush sends frames, several as one packet, and one that its buffer does not hold as well.
func (c *Conn) flush(b *batch) (err error) {
	if len(b.ends) > 1 || len(b.text) > writeBufferSize-maxFrameHeader {
		c.cork.hold()
		defer func() { err = errors.Join(err, c.cork.release()) }()
	}
	return b.each(func(frame []byte) error { return c.ws.Write(context.Background(), websocket.MessageText, frame) })
}

// slow reports whether no time to and fro was short so far.
func (c *Conn) slow() bool { return c.lag() == 0 || c.lag() > fastRoundTrip }

// recentlyActive reports whether a ping over a quick line can wait until next time.
func (c *Conn) recentlyActive(now int64) bool {
	return now-c.acted.Load() < int64(pingInterval) && now-c.pinged.Load() < int64(pingInterval*7/2)
}

func (c *Conn) ping() {
	now := time.Now().UnixNano()
	c.pinged.Store(now)
	c.reply(0, wire.Ping{Nonce: nonce(now)})
}

// nonce is a time in microseconds: below 2^53, so that programs whose numbers are floating
// ones, as those of browsers, send it back as it was.
func nonce(nanos int64) uint64 { return uint64(nanos / int64(time.Microsecond)) }
