package load

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

// crowd is the simulated players and their tables.
type crowd struct {
	options Options
	service string
	tables  []*board
	cancel  context.CancelFunc
	work    sync.WaitGroup
	turns   [][]timing // by table
	failed  atomic.Int64
	behind  int          // turns that were due while no table was free
	retries atomic.Int64 // number of refusals that were retried
	errs    io.Writer    // for the first failures
}

const (
	meetAtOnce = 8                // players that connect at the same time
	lastPly    = 80               // ply at which a game is resigned: people play 50 to 80 turns
	lost       = 20 * time.Second // time after which a message counts as lost
)

// gather creates the tables and connects two players to each.
func (c *crowd) gather(ctx context.Context, games int) error {
	ctx, c.cancel = context.WithCancel(ctx)
	c.tables, c.turns = make([]*board, games), make([][]timing, games)
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

// open connects two new players to a table.
func (c *crowd) open(ctx context.Context, i int) (*board, error) {
	b := &board{crowd: c, number: i, last: lastPly, due: make(chan time.Time, 4),
		rng: mrand.New(mrand.NewPCG(1, uint64(i)))}
	if !c.options.Together {
		b.last = 1 + b.rng.IntN(lastPly) // so that games that end in the same round are spread over the tables
	}
	for s := range b.seats {
		var err error
		if b.seats[s], err = c.seat(ctx, fmt.Sprintf("L%d-%c-%.6s", i, "ad"[s], rand.Text()),
			c.options.paged(i)); err != nil {
			return nil, err
		}
	}
	return b, b.meet(ctx)
}

// forwarded is a transport that adds a separate client address for every player, as a proxy does.
type forwarded string

// proxy keeps connections to the service open, as proxies do.
var proxy = &http.Transport{MaxIdleConnsPerHost: 2 * meetAtOnce}

// RoundTrip implements http.RoundTripper.
func (f forwarded) RoundTrip(r *http.Request) (*http.Response, error) {
	r.Header.Set("X-Forwarded-For", string(f))
	return proxy.RoundTrip(r)
}

// seat signs up a player, with a browser or without, and connects.
func (c *crowd) seat(ctx context.Context, name string, page bool) (*player, error) {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	n := mrand.Uint32()
	p := &player{answers: make(chan reply, 4), news: make(chan []byte, 4), games: make(chan string, 4), page: page}
	p.way = &http.Client{Transport: forwarded(fmt.Sprintf("10.%d.%d.%d", byte(n>>16), byte(n>>8), byte(n))),
		Timeout: time.Minute}
	if p.service, err = client.NewService(c.service, key, p.way); err != nil {
		return nil, err
	}
	s, err := p.service.SignUp(ctx, name, "load")
	if err != nil {
		return nil, fmt.Errorf("sign up: %w", err)
	}
	p.token = s.Token
	return p, c.connect(ctx, p)
}

// connect opens the connection of a player and closes the previous one.
func (c *crowd) connect(ctx context.Context, p *player) (err error) {
	if p.ws != nil {
		_ = p.ws.CloseNow()
		<-p.ended
	}
	if p.ws, _, err = websocket.Dial(ctx, p.service.Socket(), &websocket.DialOptions{HTTPClient: p.way}); err != nil {
		return err
	}
	p.ws.SetReadLimit(wire.MaxSnap)
	p.ended = make(chan struct{})
	c.work.Go(p.listen)
	if a, err := p.ask(ctx, wire.Hello{Token: p.token, Positions: p.page, Brief: p.page}); err != nil ||
		a.body.Type() != (wire.Welcome{}).Type() {
		return fmt.Errorf("hello: %v, %w", a.body, err)
	}
	return nil
}

// openPage loads the page of a game as a browser with cached scripts does, and opens the page's
// connection for its updates.
func (c *crowd) openPage(ctx context.Context, p *player, game string) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, c.service+"/play/"+game, nil)
	if err != nil {
		return err
	}
	a, err := p.way.Do(r)
	if err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, a.Body)
	if err = errors.Join(err, a.Body.Close()); err != nil || a.StatusCode != http.StatusOK {
		return fmt.Errorf("the page of a game: %s, %w", a.Status, err)
	}
	return c.connect(ctx, p)
}

// play issues turns at an even rate and waits for the last. Turns that no table can take, because
// its players are starting another game, wait in a queue.
func (c *crowd) play(ctx context.Context, lasts time.Duration, rate float64) {
	var work sync.WaitGroup
	for i, b := range c.tables {
		work.Go(func() { c.turns[i] = b.run(ctx) })
	}
	var line []time.Time
	began := time.Now()
	for i := 0; ; i++ {
		due := began.Add(time.Duration(float64(i) / rate * float64(time.Second)))
		if ctx.Err() != nil || due.Sub(began) >= lasts && (len(line) == 0 || due.Sub(line[0]) > lost) {
			break
		}
		time.Sleep(time.Until(due))
		if due.Sub(began) < lasts {
			line = append(line, due)
		}
		for len(line) > 0 && c.assign(i, line[0]) {
			line = line[1:]
		}
	}
	c.behind = len(line)
	for _, b := range c.tables {
		close(b.due)
	}
	work.Wait()
}

// assign assigns a turn to the next free table. It returns false if there is none.
func (c *crowd) assign(i int, due time.Time) bool {
	for k := range c.tables {
		b := c.tables[(i+k)%len(c.tables)]
		if b.meeting.Load() {
			continue
		}
		select {
		case b.due <- due:
			return true
		default:
		}
	}
	return false
}

// tellFailures is the number of failures per round that are printed.
const tellFailures = 10

func (c *crowd) fail(err error) {
	if c.failed.Add(1) <= tellFailures {
		fmt.Fprintln(c.errs, "failed:", err)
	}
}

// closeAll closes all connections.
func (c *crowd) closeAll() {
	c.cancel()
	for _, b := range c.tables {
		for _, p := range b.seats {
			_ = p.ws.CloseNow()
		}
	}
	c.work.Wait()
}

// board is a table with its current game.
type board struct {
	*crowd
	number  int
	last    int                 // ply at which the game is resigned
	seats   [game.Sides]*player // in order of arrival; the first plays the attackers in the first game
	game    *ledger.Game
	due     chan time.Time
	meeting atomic.Bool
	rng     *mrand.Rand
}

// timing holds the durations of a turn.
type timing struct {
	acked time.Duration // from sending to acknowledgement
	late  time.Duration // from the due time to acknowledgement, including delays of this program
	begun time.Duration // from the end of the game until the next one was ready; 0 if the game continued
}

// run plays the due turns and returns their timings.
func (b *board) run(ctx context.Context) (all []timing) {
	for due := range b.due {
		sent, acked, err := b.turn(ctx)
		if err != nil {
			b.fail(err)
			continue
		}
		t := timing{acked: acked.Sub(sent), late: acked.Sub(due)}
		if b.game.Over() {
			b.meeting.Store(true)
			b.last = lastPly
			if err := b.meet(ctx); err != nil {
				b.fail(fmt.Errorf("table %d: another game: %w", b.number, err))
				return append(all, t)
			}
			t.begun = time.Since(acked)
			b.meeting.Store(false)
		}
		all = append(all, t)
	}
	return all
}

// meet starts a game between the two players.
func (b *board) meet(ctx context.Context) (err error) {
	var game string
	rematch := b.options.Rematch && b.game != nil
	if rematch {
		game, err = b.swap(ctx)
	} else {
		game, err = b.invite(ctx)
	}
	if err != nil {
		return err
	}
	for _, p := range b.seats {
		switch {
		case p.page && !rematch:
			err = b.openPage(ctx, p, game)
		case b.game != nil:
			err = p.write(0, wire.Leave{Game: b.game.Spec().Game})
		}
		if err != nil {
			return err
		}
	}
	var snap wire.Snapshot
	for _, p := range b.seats {
		a, err := p.ask(ctx, wire.Watch{Game: game, From: 1})
		told, ok := a.body.(wire.Snapshot)
		if err != nil || !ok {
			return fmt.Errorf("watch: %v, %w", a.body, err)
		}
		if snap = told; p.page && (snap.Position == nil || snap.Position.Seq != uint64(len(snap.Entries))) {
			return fmt.Errorf("a page is not told how a game stands: %+v", snap.Position)
		}
	}
	b.game, err = ledger.Fold(snap.Entries)
	return err
}

// invite starts a game by an invitation, which the second player accepts.
func (b *board) invite(ctx context.Context) (string, error) {
	maker, taker := b.seats[game.Attackers], b.seats[game.Defenders]
	q := wire.Seek{Variants: []string{b.options.Variants[b.number%len(b.options.Variants)]},
		Clocks: []string{"20m+10s"}, Rated: true, Side: wire.Attackers, Invite: true}
	var open wire.OpenSeek
	err := b.retry(ctx, func() (err error) {
		open, err = wire.PostSeeks.Ask(ctx, maker.service.In(wire.Session{Token: maker.token}), q)
		return err
	})
	if err != nil {
		return "", err
	}
	var begun wire.Begun
	err = b.retry(ctx, func() (err error) {
		begun, err = wire.PostTake.Ask(ctx, taker.service.In(wire.Session{Token: taker.token}),
			wire.Take{Code: open.Code})
		return err
	})
	return begun.Game, err
}

// swap starts a rematch: both players request it, and they swap sides.
func (b *board) swap(ctx context.Context) (string, error) {
	last := b.game.Spec().Game
	for _, p := range b.seats {
		for len(p.games) > 0 {
			<-p.games // notices of earlier games
		}
	}
	for _, p := range b.seats {
		err := b.retry(ctx, func() error {
			_, err := wire.PostRematch.Ask(ctx, p.service.In(wire.Session{Token: p.token}), wire.Begun{Game: last})
			return err
		})
		if err != nil {
			return "", fmt.Errorf("a rematch: %w", err)
		}
	}
	b.seats[0], b.seats[1] = b.seats[1], b.seats[0]
	ctx, cancel := context.WithTimeout(ctx, lost)
	defer cancel()
	select {
	case begun := <-b.seats[0].games:
		return begun, nil
	case <-ctx.Done():
		return "", fmt.Errorf("no notice of a rematch: %w", ctx.Err())
	}
}

// retry repeats a request until a loaded service accepts it.
func (b *board) retry(ctx context.Context, ask func() error) error {
	for {
		err := ask()
		if e, is := errors.AsType[*wire.Error](err); !is || e.Code != wire.Unavailable {
			return err
		}
		b.retries.Add(1)
		if err := pause(ctx); err != nil {
			return err
		}
	}
}

// turn plays a turn and waits for the acknowledgement and the entry. It checks that the service
// accepted the same act and has the same position after it.
func (b *board) turn(ctx context.Context) (sent, acked time.Time, err error) {
	ctx, cancel := context.WithTimeout(ctx, lost)
	defer cancel()
	side, act := b.choose()
	p := b.seats[side]
	for s, p := range b.seats {
		p.recording.Store(game.Side(s) == side || p.page)
	}
	a, err := b.actWithRetry(ctx, p, wire.Do{Game: b.game.Spec().Game, Act: act})
	if err != nil {
		return sent, acked, err
	}
	done, ok := a.body.(wire.Done)
	if !ok {
		return sent, acked, fmt.Errorf("%s: %v", act.Kind, a.body)
	}
	e, _, err := b.game.Do(wire.SideOf(side), act, wire.At(a.at))
	if err != nil || e.Seq != done.Seq {
		return sent, acked, fmt.Errorf("%s: entry %d is acknowledged, %d is played: %w", act.Kind, done.Seq, e.Seq, err)
	}
	if err := p.awaitEntry(ctx, act.Token, e); err != nil || !p.page {
		return a.sent, a.at, err
	}
	return a.sent, a.at, b.seats[1-side].awaitEntry(ctx, act.Token, e)
}

// actWithRetry sends an act and repeats it while the service cannot write, as clients do. The time starts
// with the first attempt.
func (b *board) actWithRetry(ctx context.Context, p *player, d wire.Do) (a reply, err error) {
	first := time.Now()
	for {
		a, err = p.ask(ctx, d)
		if no, is := a.body.(wire.Refused); err != nil || !is || no.Code != wire.Unavailable {
			a.sent = first
			return a, err
		}
		b.retries.Add(1)
		if err := pause(ctx); err != nil {
			return a, err
		}
	}
}

// pause waits as long as clients do before a retry.
func pause(ctx context.Context) error {
	select {
	case <-time.After(2 * time.Second):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// choose returns a random turn.
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

// player is a player with a connection.
type player struct {
	service   *client.Service
	way       *http.Client
	token     string
	ws        *websocket.Conn
	ended     chan struct{} // closed at the end of ws
	page      bool          // uses a browser
	asked     atomic.Uint64
	answers   chan reply
	news      chan []byte // frames with entries while hears is set
	games     chan string // ids of new games
	recording atomic.Bool // frames of entries are kept
}

// reply is an answer of the service.
type reply struct {
	body wire.Body
	sent time.Time // time of the request
	at   time.Time // time of arrival
}

// write sends a message; id 0 requests no answer.
func (p *player) write(id uint64, b wire.Body) error {
	frame, err := wire.Encode(id, b)
	if err != nil {
		return err
	}
	return p.ws.Write(context.Background(), websocket.MessageText, frame)
}

// ask sends a request and waits for its answer.
func (p *player) ask(ctx context.Context, b wire.Body) (a reply, err error) {
	frame, err := wire.Encode(p.asked.Add(1), b)
	if err != nil {
		return a, err
	}
	sent := time.Now()
	if err := p.ws.Write(context.Background(), websocket.MessageText, frame); err != nil {
		return a, err
	}
	select {
	case a = <-p.answers:
		a.sent = sent
		return a, nil
	case <-ctx.Done():
		return a, ctx.Err()
	}
}

// awaitEntry waits for the entry with a token and compares the position after it. A browser must also
// receive the state of the game.
func (p *player) awaitEntry(ctx context.Context, token string, e wire.Entry) error {
	for {
		select {
		case frame := <-p.news:
			switch {
			case !bytes.Contains(frame, []byte(token)):
				continue
			case !bytes.Contains(frame, []byte(`"hash":"`+e.Hash+`"`)):
				return fmt.Errorf("the position after the turn is %s: %s", e.Hash, frame)
			case p.page && !bytes.Contains(frame, fmt.Appendf(nil, `"position":{"seq":%d,`, e.Seq)):
				return fmt.Errorf("a page is not told how the game stands after entry %d: %s", e.Seq, frame)
			}
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Prefixes of frames that are not fully decoded, because the generator should cost less than the
// service that it measures.
var (
	entryFrame = []byte(`{"v":1,"type":"entry"`)
	pingFrame  = []byte(`{"v":1,"type":"ping"`)
	pongFrame  = []byte(`{"v":1,"type":"pong"`)
)

// listen receives messages until the connection ends. It ignores entries unless hears is set, and
// answers pings.
func (p *player) listen() {
	defer close(p.ended)
	var in bytes.Buffer
	for {
		in.Reset()
		_, r, err := p.ws.Reader(context.Background())
		if err == nil {
			_, err = in.ReadFrom(r)
		}
		if err != nil {
			return
		}
		at, data := time.Now(), in.Bytes()
		switch {
		case bytes.HasPrefix(data, entryFrame):
			p.hear(data)
		case bytes.HasPrefix(data, pingFrame):
			copy(data, pongFrame)
			_ = p.ws.Write(context.Background(), websocket.MessageText, data)
		default:
			id, body, err := wire.Decode(data)
			if n, is := body.(wire.Notice); is && n.Kind == wire.NoticeGame {
				select {
				case p.games <- n.Game:
				default: // the player is already in the game
				}
			} else if err == nil && id == p.asked.Load() {
				p.answers <- reply{body: body, at: at}
			}
		}
	}
}

// hear keeps an entry if hears is set.
func (p *player) hear(frame []byte) {
	if !p.recording.Load() {
		return
	}
	select {
	case p.news <- bytes.Clone(frame):
	default:
	}
}
