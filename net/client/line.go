// Package client plays and watches games that a service, or another desktop on
// the local network, keeps. A Line is the connection, which mends itself; a Remote
// is a table at its far end.
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
	Token  string // of the session; empty watches only
	HTTP   *http.Client
	Wake   func()            // called after anything has changed; must not wait
	Notice func(wire.Notice) // called for what the service tells; must not wait
	Log    *slog.Logger      // told of messages that are not understood; nil is the program's
}

// State is how a line stands.
type State uint8

// The states of a line.
const (
	Connecting State = iota // the first time, or again after a break
	Connected
	Refused // the service does not want us: see Line.Err
	Closed
)

// The waits between two attempts grow from the first to the last, and are spread
// by chance so that not all come back in the same moment. None is longer than the
// last: a service that was down lets time stand still as long.
const (
	minBackoff       = 250 * time.Millisecond
	maxBackoff       = 3 * time.Second
	stableAfter      = time.Second // a connection that held so long was no failure
	handshakeTimeout = 10 * time.Second
	silenceTimeout   = 20 * time.Second // both ends ping every five
	writeTimeout     = 10 * time.Second
	maxQueued        = 64
)

// Line is a connection to a service. It is safe for use by many goroutines.
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
	name    string        // of the service
	rtt     time.Duration // as last measured
	lastID  uint64        // id of the newest request
	games   map[string]*Remote
	follows subscriptions

	unknown int // messages not understood; of the goroutine that reads
}

// Dial opens a line, which is to be closed. It goes on trying until then; State
// tells how it stands.
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

// Close ends the line and its tables and waits for them.
func (l *Line) Close() {
	l.cancel()
	<-l.done
}

// State tells how the line stands, and the last error if it does not.
func (l *Line) State() (State, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.state, l.err
}

// Player returns whom the service takes us for, once it is connected.
func (l *Line) Player() wire.Player {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.player
}

// refusedError ends the attempts: trying again would not help.
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
		if time.Since(began) > stableAfter { // another service may be there at once
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

// connect speaks with the service until the connection breaks.
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

// handshake says hello and hears who we are.
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
	return errors.Join(errors.New("that is no service of ours"), err)
}

func (l *Line) nextID() uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lastID++
	return l.lastID
}

// resume asks for what has happened in each game since the line broke.
func (l *Line) resume() {
	for len(l.sends) > 0 { // of the broken connection
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

// openGames returns the tables that somebody sits at.
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

// read hands on what comes.
func (l *Line) read(ctx context.Context, ws *websocket.Conn) error {
	for {
		in, cancel := context.WithTimeout(ctx, silenceTimeout)
		_, data, err := ws.Read(in)
		cancel()
		if err != nil {
			return fmt.Errorf("the connection broke: %w", err)
		}
		id, body, err := wire.Decode(data)
		if err != nil {
			l.logUnknown(err) // of a newer service: what we do not know we do not need
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

// ping asks for the time of every game.
func (l *Line) ping() {
	for _, r := range l.openGames() {
		l.send(wire.Ping{Nonce: uint64(time.Now().UnixNano()), Game: r.id})
	}
}

// maxUnknownLogged is how many messages that are not understood a line tells of, whatever a
// service sends.
const maxUnknownLogged = 8

// logUnknown says in the log that a message was not understood.
func (l *Line) logUnknown(err error) {
	if l.unknown++; l.unknown <= maxUnknownLogged {
		l.opt.Log.Warn("the service sent what this program does not know", "error", err)
	}
}

// deliver gives a message about a game to its table.
func (l *Line) deliver(ctx context.Context, id uint64, body wire.Body) {
	game, known := gameOf(body)
	if !known {
		l.logUnknown(fmt.Errorf("%w: %s is not for a client", wire.ErrFrame, body.Type()))
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

// gameOf returns the game that a message is about, if it is one that a table takes.
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

// send puts a message in the queue and returns its id. While the line is broken
// messages are dropped: tables ask again for what they need.
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

// Lag returns the time to and fro, as last measured.
func (l *Line) Lag() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.rtt
}

// clockOffset is how far the clock here is ahead of the time of a game: measured again
// and again, believed most where the answer came fastest.
type clockOffset struct {
	ahead time.Duration
	rtt   time.Duration // of the measurement that is believed
	at    time.Time
}

// measurementTTL is how long a good measurement outweighs a worse one: game time stands still
// while the service is down.
const measurementTTL = 20 * time.Second

func (o *clockOffset) measure(there wire.Time, here time.Time, rtt time.Duration) {
	if there == 0 || !o.at.IsZero() && rtt > 2*o.rtt && here.Sub(o.at) < measurementTTL {
		return
	}
	*o = clockOffset{ahead: here.Sub(there.Time()) - rtt/2, rtt: rtt, at: here}
}
