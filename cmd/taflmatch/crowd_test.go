package main

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"
	mrand "math/rand/v2"
	"net"
	"net/http"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/internal/await"
	"tafl3d/net/client"
	"tafl3d/net/wire"
)

// crowd is many games at once on a service that is harmed meanwhile.
type crowd struct {
	t       *testing.T
	players []*rival // two and two
	ids     []string // of games
	outages spans    // in which the service was harmed
	stalls  spans    // in which this machine did not let even us go on
	limit   time.Duration
}

// meetAtOnce is how many come in at the same time.
const meetAtOnce = 8

// forwarded is the way through a proxy: every player has an address of his own.
type forwarded string

// RoundTrip implements http.RoundTripper.
func (f forwarded) RoundTrip(r *http.Request) (*http.Response, error) {
	r.Header.Set("X-Forwarded-For", string(f))
	return proxy.RoundTrip(r)
}

// proxy keeps its connections to the service, as proxies do.
var proxy = &http.Transport{MaxIdleConnsPerHost: 2 * meetAtOnce}

// gather signs up two players for each game and seats them.
func gather(t *testing.T, address string, games int) *crowd {
	t.Helper()
	return gatherAt(t, address, games, "brandubh-gorrion")
}

// gatherAt does so at a variant.
func gatherAt(t *testing.T, address string, games int, variant string) *crowd {
	t.Helper()
	return gatherOver(t, []string{address}, games, variant)
}

// gatherOver does so over several services: who plays each other is at two of them.
func gatherOver(t *testing.T, addresses []string, games int, variant string) *crowd {
	t.Helper()
	e := &crowd{t: t, players: make([]*rival, 2*games), ids: make([]string, games), limit: 9 * time.Minute}
	var work sync.WaitGroup
	for w := range meetAtOnce {
		work.Go(func() {
			for i := w; i < games && !t.Failed(); i += meetAtOnce {
				at, other := addresses[2*i%len(addresses)], addresses[(2*i+1)%len(addresses)]
				a, b := signUp(t, at, fmt.Sprintf("Astrid%d.%d", games, i)),
					signUp(t, other, fmt.Sprintf("Dag%d.%d", games, i))
				b.side = game.Defenders
				e.players[2*i], e.players[2*i+1], e.ids[i] = a, b, seat(t, a, b, variant)
			}
		})
	}
	work.Wait()
	if t.Failed() {
		t.FailNow()
	}
	return e
}

// opening is the time in which the games of a crowd begin: not all in one moment.
const opening = time.Second

// play lets all games be played to their ends while harm is done, and compares what
// the players saw with the archive.
func (e *crowd) play(pause time.Duration, harm func()) error {
	ctx, cancel := context.WithTimeout(e.t.Context(), e.limit)
	defer cancel()
	beat, rest := context.WithCancel(ctx)
	var work, watch sync.WaitGroup
	watch.Go(func() { e.watch(beat) })
	errs := make([]error, len(e.players))
	var in sync.WaitGroup
	in.Add(len(e.players))
	all := make(chan struct{})
	go func() { in.Wait(); close(all) }()
	for i, p := range e.players {
		p.meets = func() {
			in.Done()
			select {
			case <-all:
			case <-ctx.Done():
			}
		}
		work.Go(func() {
			if errs[i] = p.play(ctx, e.ids[i/2], uint64(i/2), pause); errs[i] != nil {
				cancel() // the others need not wait for him
			}
		})
	}
	select {
	case <-all:
		harm()
	case <-ctx.Done():
	}
	work.Wait()
	rest()
	watch.Wait()
	if err := errors.Join(errs...); err != nil {
		return err
	}
	e.check()
	return nil
}

// watch notes when the machine has no time for us.
func (e *crowd) watch(ctx context.Context) {
	const step = 5 * time.Millisecond
	for last := time.Now(); ctx.Err() == nil; {
		time.Sleep(step) // it measures how much longer that takes
		now := time.Now()
		if now.Sub(last) > 4*step {
			e.stalls = append(e.stalls, span{last, now})
		}
		last = now
	}
}

// during notes that the service was harmed while f ran, until the players can have
// come back: time stands still for three seconds more.
func (e *crowd) during(f func()) {
	at := time.Now()
	f()
	e.outages = e.outages.and(span{at, time.Now().Add(3 * time.Second)})
}

// check compares the archive with the players' own logs.
func (e *crowd) check() {
	calm, harmed := []time.Duration{}, []time.Duration{}
	acts := 0
	for i, id := range e.ids {
		a, b := e.players[2*i], e.players[2*i+1]
		full := check(e.t, id, a, b)
		acts += len(full.Entries)
		c, h := e.fair(id, full.Entries, a, b)
		calm, harmed = append(calm, c...), append(harmed, h...)
	}
	e.t.Logf("%d games with %d entries; harmed %d times, %v in all; the machine stood still %v in all", len(e.ids),
		acts, len(e.outages), e.outages.sum().Round(time.Millisecond), e.stalls.sum().Round(time.Millisecond))
	e.t.Logf("charged beyond the player's own time: %s undisturbed, %s while harm was done", spread(calm),
		spread(harmed))
}

// fairness is by how much a clock may differ from the time that the player took,
// besides an outage: 100 ms in a crowd of full size (TAFLMATCH_GAMES), which has the
// machine for itself; more in the usual tests, which share it with others, however slow it
// is: there it shows that nobody is charged for the seconds in which there was no service.
var fairness = func() time.Duration {
	if os.Getenv("TAFLMATCH_GAMES") != "" {
		return 100 * time.Millisecond
	}
	return time.Second
}()

// fair compares what each turn was charged with the time that its player took, by his
// own log, from seeing the turn before until he sent his own.
func (e *crowd) fair(id string, entries []wire.Entry, a, b *rival) (calm, harmed []time.Duration) {
	for i := 2; i < len(entries); i++ {
		seq := entries[i].Seq
		p, other := a, b
		if entries[i].By == wire.Defenders {
			p, other = b, a
		}
		sent, mine := p.sent[seq]
		got, saw := p.got[seq-1]
		from, theirs := other.sent[seq-1]
		if !mine || !saw || !theirs {
			continue // he came back to a game that had moved on
		}
		whole := span{from, p.got[seq]}
		over := entries[i].At.Time().Sub(entries[i-1].At.Time()) - sent.Sub(got)
		outage := e.outages.within(whole)
		slack := outage
		if over < 0 { // time goes on a little after the players are back
			slack = e.outages.within(span{whole.from.Add(-time.Second), whole.to})
		}
		if over.Abs() > fairness+slack+e.stalls.within(whole) {
			e.t.Errorf("%s: move %d, seen at %s, sent %v later, back after %v: the clock was charged %v more than "+
				"the player took; harmed for %v, stood still for %v", id, seq, got.Format("15:04:05.000"),
				sent.Sub(got), whole.to.Sub(sent), over, outage, e.stalls.within(whole))
		}
		if outage > 0 {
			harmed = append(harmed, over)
		} else {
			calm = append(calm, over)
		}
	}
	return calm, harmed
}

// spread tells how a list of times is spread.
func spread(list []time.Duration) string {
	if len(list) == 0 {
		return "no turn"
	}
	slices.Sort(list)
	at := func(part float64) time.Duration {
		return list[min(int(part*float64(len(list))), len(list)-1)].Round(100 * time.Microsecond)
	}
	return fmt.Sprintf("%d turns, half within %v, 99 of 100 within %v, most %v, least %v", len(list), at(0.5), at(0.99),
		at(1), at(0))
}

// span is a time from one moment to another.
type span struct{ from, to time.Time }

type spans []span

// and adds the newest span. What it has in common with the one before counts once.
func (s spans) and(w span) spans {
	if n := len(s); n > 0 && s[n-1].to.After(w.from) {
		s[n-1].to = w.from
	}
	return append(s, w)
}

// within returns how much of w is in the spans.
func (s spans) within(w span) (sum time.Duration) {
	for _, x := range s {
		from, to := x.from, x.to
		if from.Before(w.from) {
			from = w.from
		}
		if to.After(w.to) {
			to = w.to
		}
		sum += max(to.Sub(from), 0)
	}
	return sum
}

func (s spans) sum() (sum time.Duration) {
	for _, x := range s {
		sum += x.to.Sub(x.from)
	}
	return sum
}

// rival is one side of a game, with what he was told.
type rival struct {
	*client.Service
	session wire.Session
	side    game.Side
	acked   map[uint64]string    // number of an entry: what this player saw there
	got     map[uint64]time.Time // when that was
	sent    map[uint64]time.Time // when he sent what is to become an entry
	end     game.Outcome
	meets   func()       // waits until everybody sees his board; nil does not wait
	leaves  int          // turns after which he leaves the game as it stands; 0 stays to the end
	enough  *atomic.Bool // he resigns; nil is never
}

func signUp(t *testing.T, address, name string) *rival {
	t.Helper()
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	n := mrand.Uint32()
	way := &http.Client{Transport: forwarded(fmt.Sprintf("10.%d.%d.%d", byte(n>>16), byte(n>>8), byte(n))),
		Timeout: time.Minute}
	s, err := client.NewService("http://"+address, key, way)
	if err != nil {
		t.Fatal(err)
	}
	p := &rival{Service: s, acked: map[uint64]string{}, got: map[uint64]time.Time{}, sent: map[uint64]time.Time{}}
	accepted(t, func() error {
		p.session, err = s.SignUp(t.Context(), name, "test")
		return err
	})
	return p
}

// accepted sends a request again as long as the service is too busy for it, as programs do.
func accepted(t *testing.T, request func() error) {
	t.Helper()
	var why error
	await.Poll{Interval: 300 * time.Millisecond, State: func() string { return why.Error() }}.Until(t,
		"a request is refused again and again", func() bool {
			why = request()
			e, refused := errors.AsType[*wire.Error](why)
			if why != nil && (!refused || e.Code != wire.TooMuch && e.Code != wire.Unavailable) {
				t.Fatal(why)
			}
			return why == nil
		})
}

// play plays at random, slowly enough that the service is killed under the game,
// until it is over.
func (p *rival) play(ctx context.Context, id string, seed uint64, pause time.Duration) error {
	rng := mrand.New(mrand.NewPCG(seed, uint64(p.side)))
	l := client.Dial(ctx, client.Options{URL: p.Socket(), Token: p.session.Token})
	defer l.Close()
	r := l.Join(id)
	asked := -1
	unfinished := func() error {
		state, err := l.State()
		return fmt.Errorf("%s of %s: the game does not end: line %d, %v; %+v", p.side, id, state, err, r.Status())
	}
	for {
		select {
		case u, open := <-r.Updates():
			if !open {
				return unfinished()
			}
			if u.Err != nil {
				return fmt.Errorf("%s of %s: %w", p.side, id, u.Err)
			}
			s := u.State
			if p.meets != nil {
				p.meets()
				p.meets = nil
			}
			p.acked[uint64(u.Seq)] = fmt.Sprintf("%x", s.Position.Hash())
			if _, before := p.got[uint64(u.Seq)]; !before {
				p.got[uint64(u.Seq)] = time.Now()
			}
			if s.Outcome.Over() {
				p.end = s.Outcome
				return nil
			}
			if p.leaves > 0 && s.Record.Ply() >= p.leaves {
				return nil
			}
			if pos := s.Position; pos.Turn() == p.side && asked != s.Record.Ply() {
				asked = s.Record.Ply()
				if asked == 0 {
					// real time here and below: players think
					time.Sleep(time.Duration(rng.Int64N(int64(opening))))
				}
				time.Sleep(time.Duration(rng.Int64N(int64(pause))))
				legal := pos.Legal(nil, s.History)
				p.sent[uint64(u.Seq)+1] = time.Now()
				var act match.Action = match.Play{Ply: asked, Move: legal[rng.IntN(len(legal))]}
				if p.enough != nil && p.enough.Load() {
					act = match.Resign{}
				}
				if err := r.Send(p.side, act); err != nil {
					return err
				}
			}
		case <-ctx.Done():
			return unfinished()
		}
	}
}

// seat lets two players meet by an invitation.
func seat(t *testing.T, a, b *rival, variant string) string {
	t.Helper()
	var open wire.OpenSeek
	q := wire.Seek{Variants: []string{variant}, Clocks: []string{"10m+2s"}, Rated: true, Side: wire.Attackers,
		Invite: true}
	accepted(t, func() error {
		return a.Do(t.Context(), http.MethodPost, "v1/seeks", a.session.Token, q, &open)
	})
	var begun wire.Begun
	accepted(t, func() error {
		return b.Do(t.Context(), http.MethodPost, "v1/seeks/take", b.session.Token, wire.Take{Code: open.Code}, &begun)
	})
	return begun.Game
}

// check compares the archive with what the players were shown.
func check(t *testing.T, id string, a, b *rival) wire.GameFull {
	t.Helper()
	full := fetch(t, a, id)
	tokens := map[string]bool{}
	for i, e := range full.Entries {
		if e.Seq != uint64(i)+1 || tokens[e.Act.Token] {
			t.Errorf("%s: entry %v in place %d", id, e, i+1)
		}
		tokens[e.Act.Token] = true
	}
	for _, p := range []*rival{a, b} {
		for seq, hash := range p.acked {
			if seq > uint64(len(full.Entries)) || full.Entries[seq-1].Hash != hash {
				t.Errorf("%s: the %s saw %s at %d, which is not in the archive", id, p.side, hash, seq)
			}
		}
		if p.end.Result() != full.Result || p.end.Cause.String() != full.Cause {
			t.Errorf("%s: the %s saw the end %v, the archive has %s by %s", id, p.side, p.end, full.Result, full.Cause)
		}
		var me wire.Me
		if err := p.Do(t.Context(), http.MethodGet, "v1/me", p.session.Token, nil, &me); err != nil {
			t.Fatal(err)
		}
		if len(me.Ratings) != 1 || me.Ratings[0].Games != 1 {
			t.Errorf("%s: the %s has the ratings %+v", id, p.side, me.Ratings)
		}
	}
	return full
}

func fetch(t *testing.T, p *rival, id string) (full wire.GameFull) {
	t.Helper()
	var why error
	await.Poll{Timeout: time.Minute, Interval: 100 * time.Millisecond,
		State: func() string { return why.Error() }}.Until(
		t, id+" is not in the archive", func() bool {
			why = p.Do(t.Context(), http.MethodGet, "v1/games/"+id, "", nil, &full)
			return why == nil
		})
	return full
}

// TestFree: no two tests get the same address, which both would find free and then listen at.
func TestFree(t *testing.T) {
	seen := map[string]bool{}
	for range 1000 {
		address := free(t)
		if seen[address] {
			t.Fatalf("%s is given twice", address)
		}
		seen[address] = true
	}
}

// given are the ports that free has returned.
var given sync.Map

// free returns an address that nobody uses, once. Its port is none of those that systems give to
// connections that go out, so that nobody has it while a service is started, or is away.
func free(t *testing.T) string {
	t.Helper()
	for range 1000 {
		port := 10000 + mrand.IntN(20000)
		if _, twice := given.LoadOrStore(port, true); twice {
			continue
		}
		l, err := net.Listen("tcp", fmt.Sprint("127.0.0.1:", port))
		if err == nil {
			defer func() { _ = l.Close() }()
			return l.Addr().String()
		}
	}
	t.Fatal("no port is free")
	return ""
}
