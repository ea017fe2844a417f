package main

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	mrand "math/rand/v2"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"tafl3d/game"
	"tafl3d/net/client"
	"tafl3d/net/ledger"
	"tafl3d/net/wire"
)

// crowd is many players at many tables.
type crowd struct {
	options loadOptions
	service string
	tables  []*board
	cancel  context.CancelFunc
	work    sync.WaitGroup
	late    [][]time.Duration // of each table
	failed  atomic.Int64
	errs    io.Writer // where the first failures are told
}

const (
	meetAtOnce = 8                // players that come in at the same time
	lastPly    = 80               // after which a game is resigned: people play 50 to 80 turns
	lost       = 20 * time.Second // an act without an answer
)

// gather opens the tables and seats two players at each.
func (c *crowd) gather(ctx context.Context, games int) error {
	ctx, c.cancel = context.WithCancel(ctx)
	c.tables, c.late = make([]*board, games), make([][]time.Duration, games)
	errs := make([]error, meetAtOnce)
	var work sync.WaitGroup
	for w := range meetAtOnce {
		work.Go(func() {
			for i := w; i < games && errs[w] == nil; i += meetAtOnce {
				c.tables[i], errs[w] = c.open(ctx, i)
			}
		})
	}
	work.Wait()
	return errors.Join(errs...)
}

// open seats two new players at a table.
func (c *crowd) open(ctx context.Context, i int) (*board, error) {
	b := &board{crowd: c, number: i, last: lastPly, due: make(chan time.Time, 4), rng: mrand.New(mrand.NewPCG(1, uint64(i)))}
	if !c.options.together {
		b.last = 1 + i*lastPly/len(c.tables)
	}
	for s := range b.seats {
		var err error
		if b.seats[s], err = c.seat(ctx, fmt.Sprintf("L%d-%c-%.6s", i, "ad"[s], rand.Text())); err != nil {
			return nil, err
		}
	}
	return b, b.meet(ctx)
}

// forwarded is the way through a proxy: every player has an address of his own.
type forwarded string

// RoundTrip implements http.RoundTripper.
func (f forwarded) RoundTrip(r *http.Request) (*http.Response, error) {
	r.Header.Set("X-Forwarded-For", string(f))
	return http.DefaultTransport.RoundTrip(r)
}

// seat signs a player up and opens his connection.
func (c *crowd) seat(ctx context.Context, name string) (*chair, error) {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	n := mrand.Uint32()
	way := &http.Client{Transport: forwarded(fmt.Sprintf("10.%d.%d.%d", byte(n>>16), byte(n>>8), byte(n))), Timeout: time.Minute}
	p := &chair{answers: make(chan wire.Body, 4), news: make(chan wire.Entry, 16)}
	if p.service, err = client.NewService(c.service, key, way); err != nil {
		return nil, err
	}
	s, err := p.service.SignUp(ctx, name, "load")
	if err != nil {
		return nil, fmt.Errorf("sign up: %w", err)
	}
	p.token = s.Token
	if p.ws, _, err = websocket.Dial(ctx, p.service.Socket(), &websocket.DialOptions{HTTPClient: way}); err != nil {
		return nil, err
	}
	p.ws.SetReadLimit(wire.MaxSnap)
	c.work.Go(func() { p.listen(ctx) })
	if a, err := p.ask(ctx, wire.Hello{Token: p.token}); err != nil || a.Type() != (wire.Welcome{}).Type() {
		return nil, fmt.Errorf("hello: %v, %w", a, err)
	}
	return p, nil
}

// play hands out turns at an even rate, and waits for the last.
func (c *crowd) play(ctx context.Context, lasts time.Duration, rate float64) {
	var work sync.WaitGroup
	for i, b := range c.tables {
		work.Go(func() { c.late[i] = b.run(ctx) })
	}
	began := time.Now()
	for i := 0; ; i++ {
		due := began.Add(time.Duration(float64(i) / rate * float64(time.Second)))
		if due.Sub(began) >= lasts || ctx.Err() != nil {
			break
		}
		time.Sleep(time.Until(due))
		c.give(i, due)
	}
	for _, b := range c.tables {
		close(b.due)
	}
	work.Wait()
}

// give hands a turn to the next table whose players are not just meeting for
// another game. A turn that nobody can take has failed.
func (c *crowd) give(i int, due time.Time) {
	for k := range c.tables {
		b := c.tables[(i+k)%len(c.tables)]
		if b.meeting.Load() {
			continue
		}
		select {
		case b.due <- due:
			return
		default:
		}
	}
	c.fail(errors.New("no table is free for a turn that is due"))
}

// tellFailures is how many failures of a round are told in words.
const tellFailures = 10

// fail counts a failure.
func (c *crowd) fail(err error) {
	if c.failed.Add(1) <= tellFailures {
		fmt.Fprintln(c.errs, "failed:", err)
	}
}

func (c *crowd) result() (late []time.Duration, failed int) {
	for _, l := range c.late {
		late = append(late, l...)
	}
	return late, int(c.failed.Load())
}

// leave ends all connections.
func (c *crowd) leave() {
	c.cancel()
	for _, b := range c.tables {
		for _, p := range b.seats {
			_ = p.ws.CloseNow()
		}
	}
	c.work.Wait()
}

// board is a table with the game that is played on it.
type board struct {
	*crowd
	number  int
	last    int                // ply at which the game is resigned
	seats   [game.Sides]*chair // in the order in which they came; the first attacks first
	game    *ledger.Game
	due     chan time.Time
	meeting atomic.Bool
	rng     *mrand.Rand
}

// run plays what is due and returns how late each turn was acknowledged.
func (b *board) run(ctx context.Context) (late []time.Duration) {
	for due := range b.due {
		if err := b.turn(ctx); err != nil {
			b.fail(err)
			continue
		}
		late = append(late, time.Since(due))
		if b.game.Over() {
			b.meeting.Store(true)
			b.last = lastPly
			if err := b.meet(ctx); err != nil {
				b.fail(fmt.Errorf("table %d: another game: %w", b.number, err))
				return late
			}
			b.meeting.Store(false)
		}
	}
	return late
}

// meet begins a game between the two.
func (b *board) meet(ctx context.Context) error {
	maker, taker := b.seats[game.Attackers], b.seats[game.Defenders]
	q := wire.Seek{Variants: []string{b.options.variants[b.number%len(b.options.variants)]}, Clocks: []string{"20m+10s"}, Rated: true, Side: wire.Attackers, Invite: true}
	var open wire.OpenSeek
	if err := maker.service.Do(ctx, http.MethodPost, "v1/seeks", maker.token, q, &open); err != nil {
		return err
	}
	var begun wire.Begun
	if err := taker.service.Do(ctx, http.MethodPost, "v1/seeks/take", taker.token, wire.Take{Code: open.Code}, &begun); err != nil {
		return err
	}
	for _, p := range b.seats {
		if b.game != nil {
			if err := p.write(ctx, 0, wire.Leave{Game: b.game.Spec().Game}); err != nil {
				return err
			}
		}
		a, err := p.ask(ctx, wire.Watch{Game: begun.Game, From: 1})
		snap, ok := a.(wire.Snapshot)
		if err != nil || !ok {
			return fmt.Errorf("watch: %v, %w", a, err)
		}
		p.game.Store(&begun.Game)
		if p == taker {
			b.game, err = ledger.Fold(snap.Entries)
			return err
		}
	}
	return nil
}

// turn plays one and waits until it is durable and its entry has come. What the
// service has accepted must be what was played.
func (b *board) turn(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, lost)
	defer cancel()
	side, act := b.choose()
	p := b.seats[side]
	a, err := p.ask(ctx, wire.Do{Game: b.game.Spec().Game, Act: act})
	if err != nil {
		return err
	}
	if _, ok := a.(wire.Done); !ok {
		return fmt.Errorf("%s: %v", act.Kind, a)
	}
	for {
		select {
		case e := <-p.news:
			if e.Act.Token != act.Token {
				continue
			}
			_, err := b.game.Apply(e)
			return err
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// choose returns a turn by chance.
func (b *board) choose() (game.Side, wire.Act) {
	s := b.game.State()
	side := s.Position.Turn()
	act := wire.Act{Kind: wire.Play, Ply: b.game.Ply(), Token: rand.Text()}
	legal := s.Position.Legal(nil, s.History)
	if b.game.Ply() >= b.last || len(legal) == 0 {
		act.Kind = wire.Resign
		return side, act
	}
	act.Moves = []wire.Move{ledger.Move(b.game.Variant().Rules, legal[b.rng.IntN(len(legal))])}
	return side, act
}

// chair is a player with his connection.
type chair struct {
	service *client.Service
	token   string
	ws      *websocket.Conn
	asked   atomic.Uint64
	game    atomic.Pointer[string]
	answers chan wire.Body
	news    chan wire.Entry // of his own turns
	mine    atomic.Bool     // the newest turn was his
}

// write sends a message; one that wants no answer has the id 0.
func (p *chair) write(ctx context.Context, id uint64, b wire.Body) error {
	frame, err := wire.Encode(id, b)
	if err != nil {
		return err
	}
	return p.ws.Write(ctx, websocket.MessageText, frame)
}

// ask sends a request and waits for its answer.
func (p *chair) ask(ctx context.Context, b wire.Body) (wire.Body, error) {
	p.mine.Store(true)
	defer p.mine.Store(false)
	if err := p.write(ctx, p.asked.Add(1), b); err != nil {
		return nil, err
	}
	select {
	case a := <-p.answers:
		return a, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

var entryFrame = []byte(`{"v":1,"type":"entry"`)

// listen takes what comes. An entry of the other side is not even decoded: the
// generator shall not cost more than what it measures.
func (p *chair) listen(ctx context.Context) {
	for {
		_, data, err := p.ws.Read(ctx)
		if err != nil {
			return
		}
		if bytes.HasPrefix(data, entryFrame) && !p.mine.Load() {
			continue
		}
		id, body, err := wire.Decode(data)
		if err != nil {
			continue
		}
		switch b := body.(type) {
		case wire.Ping:
			_ = p.write(ctx, 0, wire.Pong{Nonce: b.Nonce})
		case wire.News:
			p.hear(b)
		default:
			if id == p.asked.Load() {
				p.answers <- body
			}
		}
	}
}

// hear keeps an entry of the game that is played.
func (p *chair) hear(n wire.News) {
	if id := p.game.Load(); id == nil || *id != n.Game {
		return
	}
	select {
	case p.news <- n.Entry:
	default:
	}
}
