// Package client plays and watches games of a service or of another desktop on the local network. A Line is the
// connection, which reconnects automatically; a Remote is the table of one game on it.
package client

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/coder/websocket"

	"tafl3d/net/wire"
	"tafl3d/tongue"
)

// Options configures a line. Only URL is required.
type Options struct {
	URL    string // of the WebSocket: wss://tafl.example/v1/socket
	Token  string // of the session; empty to watch only
	HTTP   *http.Client
	Wake   func()            // called after every change; must not block
	Notice func(wire.Notice) // called for every notice; must not block
	Log    *slog.Logger      // for unknown messages; nil: slog.Default()
}

// State is the state of a line.
type State uint8

// States of a line.
const (
	Connecting State = iota // at first or again
	Connected
	Refused // the service has refused the connection: see Line.State
	Closed
)

// Backoff between two attempts to connect: random, growing from minBackoff to maxBackoff. It stays short because game
// time does not advance while a service is down.
const (
	minBackoff       = 250 * time.Millisecond
	maxBackoff       = 3 * time.Second
	stableAfter      = time.Second // a connection that lasted this long counts as a success
	handshakeTimeout = 10 * time.Second
	silenceTimeout   = 20 * time.Second // both ends ping every five seconds
	writeTimeout     = 10 * time.Second
	maxQueued        = 64
)

// Line is a connection to a service. It is safe for concurrent use.
type Line struct {
	opt    Options
	ctx    context.Context
	cancel context.CancelFunc
	done   chan struct{}
	sends  chan []byte

	mu      sync.Mutex
	state   State
	err     error
	player  wire.Player
	name    string        // name of the service
	rtt     time.Duration // last measurement
	lastID  uint64        // id of the last request
	games   map[string]*Remote
	follows subscriptions

	unknown int // number of unknown messages; used by the reading goroutine only
}

// Dial opens a line and keeps reconnecting until it is closed by the caller. State returns its state.
func Dial(ctx context.Context, opt Options) *Line {
	if opt.Wake == nil {
		opt.Wake = func() {}
	}
	if opt.Notice == nil {
		opt.Notice = func(wire.Notice) {}
	}
	if opt.Log == nil {
		opt.Log = slog.Default()
	}
	ctx, cancel := context.WithCancel(ctx)
	l := &Line{opt: opt, ctx: ctx, cancel: cancel, done: make(chan struct{}), sends: make(chan []byte, maxQueued),
		games: map[string]*Remote{}}
	go l.run()
	return l
}

// Close closes the line and waits for its tables, which it closes too.
func (l *Line) Close() {
	l.cancel()
	<-l.done
}

// State returns the state and, unless connected, the last error.
func (l *Line) State() (State, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.state, l.err
}

// Link is the state of a connection to a host.
type Link struct {
	State State
	Lag   time.Duration // the last measured round trip
	Why   error         // the last error; nil: none
}

// Up reports whether actions reach the host.
func (l Link) Up() bool { return l.State == Connected }

// Lost reports whether the line has given up.
func (l Link) Lost() bool { return l.State == Refused || l.State == Closed }

// Link returns the state with its last measurement.
func (l *Line) Link() Link {
	l.mu.Lock()
	defer l.mu.Unlock()
	return Link{l.state, l.rtt, l.err}
}

// Player returns the player as in the answer of the service, once connected.
func (l *Line) Player() wire.Player {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.player
}

// refusedError ends the attempts to connect.
type refusedError struct{ wire.Refused }

func (e *refusedError) Error() string { return e.Text }

func (l *Line) run() {
	defer close(l.done)
	defer l.set(Closed, nil)
	wait := minBackoff
	for l.ctx.Err() == nil {
		began := time.Now()
		err := l.connect()
		var no *refusedError
		if errors.As(err, &no) {
			l.set(Refused, err)
			break
		}
		l.set(Connecting, err)
		least := wait / 2
		if time.Since(began) > stableAfter { // another service may be available at once
			wait, least = minBackoff, 0
		}
		select {
		case <-time.After(least + rand.N(wait-least)):
		case <-l.ctx.Done():
		}
		wait = min(2*wait, maxBackoff)
	}
	<-l.ctx.Done()
	for _, r := range l.openGames() {
		<-r.done
	}
}

func (l *Line) set(s State, err error) {
	l.mu.Lock()
	l.state, l.err = s, err
	l.mu.Unlock()
	l.opt.Wake()
}

// connect runs one connection until it breaks.
func (l *Line) connect() error {
	ctx, cancel := context.WithCancel(l.ctx)
	defer cancel()
	in, stop := context.WithTimeout(ctx, handshakeTimeout)
	defer stop()
	ws, _, err := websocket.Dial(in, l.opt.URL,
		&websocket.DialOptions{HTTPClient: l.opt.HTTP, HTTPHeader: http.Header{"Accept-Language": {tongue.Current()}}})
	if err != nil {
		return fmt.Errorf("cannot reach the service: %w", err)
	}
	defer ws.CloseNow()
	ws.SetReadLimit(wire.MaxSnap)
	if err := l.handshake(in, ws); err != nil {
		return err
	}
	l.set(Connected, nil)
	l.resume()
	var work sync.WaitGroup
	defer work.Wait()
	defer cancel()
	work.Go(func() { defer cancel(); l.write(ctx, ws) })
	return l.read(ctx, ws)
}

// handshake sends Hello and reads the answer.
func (l *Line) handshake(ctx context.Context, ws *websocket.Conn) error {
	began := time.Now()
	hello, err := wire.Encode(l.nextID(), wire.Hello{Token: l.opt.Token, Program: "tafl3d"})
	if err == nil {
		err = ws.Write(ctx, websocket.MessageText, hello)
	}
	if err != nil {
		return err
	}
	_, data, err := ws.Read(ctx)
	if err != nil {
		return err
	}
	_, body, err := wire.Decode(data)
	switch b := body.(type) {
	case wire.Welcome:
		l.mu.Lock()
		l.player, l.name = b.Player, b.Service
		l.rtt = time.Since(began)
		l.mu.Unlock()
		return nil
	case wire.Refused:
		return &refusedError{b}
	}
	return errors.Join(errors.New("this address does not belong to a tafl3d service"), err)
}

func (l *Line) nextID() uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lastID++
	return l.lastID
}

// resume resubscribes to all games, the lobby and the queue after a new connection.
func (l *Line) resume() {
	for len(l.sends) > 0 { // queued for the previous connection
		<-l.sends
	}
	for _, r := range l.openGames() {
		r.resume()
	}
	l.mu.Lock()
	wants := l.follows.request
	l.follows = subscriptions{request: wants}
	l.mu.Unlock()
	if wants != (wire.Follow{}) {
		l.send(wants)
	}
}

// openGames returns the open tables.
func (l *Line) openGames() []*Remote {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Collect(maps.Values(l.games))
}

func (l *Line) write(ctx context.Context, ws *websocket.Conn) {
	for {
		select {
		case <-ctx.Done():
			return
		case frame := <-l.sends:
			in, cancel := context.WithTimeout(ctx, writeTimeout)
			err := ws.Write(in, websocket.MessageText, frame)
			cancel()
			if err != nil {
				return
			}
		}
	}
}

// read dispatches incoming messages.
func (l *Line) read(ctx context.Context, ws *websocket.Conn) error {
	for {
		in, cancel := context.WithTimeout(ctx, silenceTimeout)
		_, data, err := ws.Read(in)
		cancel()
		if err != nil {
			return fmt.Errorf("the connection was lost: %w", err)
		}
		id, body, err := wire.Decode(data)
		if err != nil {
			l.logUnknown(err) // from a newer service: ignored
			continue
		}
		switch b := body.(type) {
		case wire.Ping:
			l.send(wire.Pong{Nonce: b.Nonce})
			l.ping()
		case wire.Notice:
			l.opt.Notice(b)
		case wire.LobbyWhole, wire.LobbyChange, wire.Waiting:
			l.receive(b)
		default:
			l.deliver(ctx, id, body)
		}
	}
}

// ping requests the time of every game.
func (l *Line) ping() {
	for _, r := range l.openGames() {
		l.send(wire.Ping{Nonce: uint64(time.Now().UnixNano()), Game: r.id})
	}
}

// maxUnknownLogged is how many unknown messages a line logs at most.
const maxUnknownLogged = 8

// logUnknown logs an unknown message.
func (l *Line) logUnknown(err error) {
	if l.unknown++; l.unknown <= maxUnknownLogged {
		l.opt.Log.Warn("the service sent a message that this version does not know", "error", err)
	}
}

// deliver sends a message about a game to its table.
func (l *Line) deliver(ctx context.Context, id uint64, body wire.Body) {
	game, known := gameOf(body)
	if !known {
		l.logUnknown(fmt.Errorf("%w: unexpected message %s", wire.ErrFrame, body.Type()))
		return
	}
	l.mu.Lock()
	r := l.games[game]
	l.mu.Unlock()
	if r == nil {
		return
	}
	select {
	case r.in <- message{id, body}:
	case <-r.done:
	case <-ctx.Done():
	}
}

// gameOf returns the game of a message; known is false if the message is not for a table.
func gameOf(b wire.Body) (game string, known bool) {
	switch b := b.(type) {
	case wire.Snapshot:
		return b.Game, true
	case wire.News:
		return b.Game, true
	case wire.Done:
		return b.Game, true
	case wire.Refused:
		return b.Game, true
	case wire.Presence:
		return b.Game, true
	case wire.Said:
		return b.Game, true
	case wire.Pong:
		return b.Game, true
	}
	return "", false
}

// send queues a message and returns its id. Without a connection the message is dropped: tables request again what
// they need.
func (l *Line) send(b wire.Body) uint64 {
	id := l.nextID()
	frame, err := wire.Encode(id, b)
	if err != nil {
		return id
	}
	select {
	case l.sends <- frame:
	default:
	}
	return id
}

// Lag returns the last measured round trip.
func (l *Line) Lag() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.rtt
}

// clockOffset is how far the local clock is ahead of the time of a game. Measurements with a short round trip are
// preferred.
type clockOffset struct {
	ahead time.Duration
	rtt   time.Duration // round trip of that measurement
	at    time.Time
}

// measurementTTL is how long a measurement is preferred to one with a longer round trip: game time does not advance
// while the service is down.
const measurementTTL = 20 * time.Second

func (o *clockOffset) measure(there wire.Time, here time.Time, rtt time.Duration) {
	if there == 0 || !o.at.IsZero() && rtt > 2*o.rtt && here.Sub(o.at) < measurementTTL {
		return
	}
	*o = clockOffset{ahead: here.Sub(there.Time()) - rtt/2, rtt: rtt, at: here}
}
