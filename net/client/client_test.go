package client_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/table"
	"tafl3d/internal/await"
	"tafl3d/net/client"
	"tafl3d/net/host"
	"tafl3d/net/wire"
)

// service is a hub with a WebSocket server.
type service struct {
	hub     *host.Hub
	journal *host.Memory
	url     string
}

// serve opens a service whose tokens are the ids of players. faults is the probability that a connection breaks at a
// write.
func serve(t *testing.T, faults float64, change func(*host.Options)) *service {
	t.Helper()
	s := &service{journal: &host.Memory{}}
	opt := host.Options{
		Journal: s.journal, Bus: &host.Local{}, Name: "test", LagCap: 300 * time.Millisecond,
		Clock: host.Machine{},
		Login: func(_ context.Context, token string) (wire.Player, error) {
			if token == "thief" {
				return wire.Player{}, errors.New("the session is unknown")
			}
			return wire.Player{ID: token, Name: strings.ToUpper(token)}, nil
		},
	}
	if change != nil {
		change(&opt)
	}
	s.hub = host.NewHub(opt)
	web := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.hub.Serve(context.Background(), w, r, func() {})
	}))
	web.Listener = &shaky{web.Listener, faults}
	web.Start()
	s.url = "ws" + strings.TrimPrefix(web.URL, "http")
	t.Cleanup(func() { s.hub.Close(); web.Close() })
	return s
}

// shaky breaks connections at random.
type shaky struct {
	net.Listener
	faults float64
}

func (s *shaky) Accept() (net.Conn, error) {
	c, err := s.Listener.Accept()
	return &shakyConn{Conn: c, faults: s.faults}, err
}

type shakyConn struct {
	net.Conn
	faults float64
	writes atomic.Int64
}

func (c *shakyConn) Write(p []byte) (int, error) {
	if c.writes.Add(1) > 2 && rand.Float64() < c.faults {
		if rand.IntN(2) == 0 { // half of them after the frame was received
			_, _ = c.Conn.Write(p)
		}
		_ = c.Conn.Close()
		return 0, net.ErrClosed
	}
	return c.Conn.Write(p)
}

func (s *service) open(t *testing.T, variant, clock string) wire.Spec {
	t.Helper()
	spec := wire.Spec{Game: "g1", Variant: variant, Clock: clock,
		Seats: [2]wire.Player{{ID: "astrid", Name: "Astrid"}, {ID: "dag", Name: "Dag"}}}
	if err := s.hub.Open(t.Context(), spec); err != nil {
		t.Fatal(err)
	}
	return spec
}

func (s *service) join(t *testing.T, token string) (*client.Line, *client.Remote) {
	t.Helper()
	l := client.Dial(t.Context(), client.Options{URL: s.url, Token: token})
	t.Cleanup(l.Close)
	return l, l.Join("g1")
}

// seen is what a player has received.
type seen struct {
	state match.State
	seq   int
}

// until reads updates until ok.
func (s *seen) until(t *testing.T, r *client.Remote, what string, ok func(table.Update) bool) table.Update {
	t.Helper()
	timeout := time.After(60 * time.Second)
	for {
		select {
		case u, open := <-r.Updates():
			if !open {
				t.Fatalf("%s: the table has closed", what)
			}
			if u.Err == nil {
				if s.seq != 0 && u.Seq != s.seq+1 {
					t.Fatalf("%s: update %d follows %d", what, u.Seq, s.seq)
				}
				s.seq, s.state = u.Seq, u.State
			}
			if ok(u) {
				return u
			}
		case <-timeout:
			t.Fatalf("%s: nothing for a minute; status %+v", what, r.Status())
		}
	}
}

// playOut lets side play at random through its own connection until the game is over.
func playOut(t *testing.T, r *client.Remote, side game.Side, seed uint64) match.State {
	rng := rand.New(rand.NewPCG(seed, seed))
	var s seen
	asked := -1
	for !s.state.Outcome.Over() {
		s.until(t, r, side.String(), func(table.Update) bool { return true })
		at := s.seq
		if p := s.state.Position; p.Turn() == side && at != asked && !s.state.Outcome.Over() {
			asked = at
			legal := p.Legal(nil, s.state.History)
			if err := r.Send(side, match.Play{Ply: s.state.Record.Ply(), Move: legal[rng.IntN(len(legal))]}); err !=
				nil {
				t.Errorf("%s: %v", side, err)
				return s.state
			}
		}
	}
	return s.state
}

// TestGame plays whole games between two clients, with and without connection faults.
func TestGame(t *testing.T) {
	for _, tt := range []struct {
		variant string
		faults  float64
	}{{"brandubh-gorrion", 0}, {"brandubh-gorrion", 0.02}, {"linnaean-9x9-tcross-w", 0.02}} {
		t.Run(tt.variant, func(t *testing.T) {
			s := serve(t, tt.faults, nil)
			s.open(t, tt.variant, "none")
			_, a := s.join(t, "astrid")
			_, d := s.join(t, "dag")
			ends := make(chan match.State, 1)
			go func() {
				defer close(ends) // also when the test has failed in here
				ends <- playOut(t, a, game.Attackers, 1)
			}()
			there := playOut(t, d, game.Defenders, 2)
			here, played := <-ends
			if !played {
				return
			}
			if here.Position.Hash() != there.Position.Hash() || here.Outcome != there.Outcome || !here.Outcome.Over() {
				t.Errorf("%v and %v", here.Outcome, there.Outcome)
			}
			entries, err := s.journal.Read(t.Context(), "g1", 1)
			if err != nil {
				t.Fatal(err)
			}
			tokens := map[string]bool{}
			for _, e := range entries {
				if tokens[e.Act.Token] {
					t.Errorf("%v was done twice", e)
				}
				tokens[e.Act.Token] = true
			}
			t.Logf("%d entries, %v", len(entries), here.Outcome)
		})
	}
}

// unreadable is a journal that cannot be read for a while.
type unreadable struct {
	*host.Memory
	until atomic.Int64 // reads that fail
}

func (u *unreadable) Read(ctx context.Context, game string, from uint64) ([]wire.Entry, error) {
	if u.until.Add(-1) >= 0 {
		return nil, errors.New("no leader")
	}
	return u.Memory.Read(ctx, game, from)
}

// TestAskedAgain lets the service be unable to read a game at first: the client repeats the request until it has the
// game.
func TestAskedAgain(t *testing.T) {
	j := &unreadable{}
	s := serve(t, 0, func(o *host.Options) { j.Memory = o.Journal.(*host.Memory); o.Journal = j })
	spec := wire.Spec{Game: "g", Variant: "brandubh-gorrion", Clock: "none",
		Seats: [2]wire.Player{{ID: "astrid"}, {ID: "dag"}}}
	if err := s.hub.Open(t.Context(), spec); err != nil {
		t.Fatal(err)
	}
	j.until.Store(2)
	l := client.Dial(t.Context(), client.Options{URL: s.url, Token: "astrid"})
	defer l.Close()
	r := l.Join("g")
	select {
	case u := <-r.Updates():
		if u.Err != nil || u.State.Record.Ply() != 0 || r.Status().Presence[game.Attackers].Here == false {
			t.Errorf("%+v %+v", u, r.Status())
		}
	case <-time.After(20 * time.Second):
		t.Fatalf("the game is not asked for again: %+v", r.Status())
	}
}

// TestLetInLater lets the service be unable to check tokens: the client retries until it can. An unknown token is
// refused at once.
func TestLetInLater(t *testing.T) {
	var asked atomic.Int64
	s := serve(t, 0, func(o *host.Options) {
		known := o.Login
		o.Login = func(ctx context.Context, token string) (wire.Player, error) {
			if asked.Add(1) <= 2 {
				return wire.Player{}, &wire.Error{Code: wire.Unavailable, Text: "ask later"}
			}
			return known(ctx, token)
		}
	})
	for token, want := range map[string]client.State{"astrid": client.Connected, "thief": client.Refused} {
		asked.Store(0)
		l := client.Dial(t.Context(), client.Options{URL: s.url, Token: token})
		await.Until(t, token+" is not answered", func() bool {
			state, _ := l.State()
			return state != client.Connecting && asked.Load() > 2
		})
		if state, err := l.State(); state != want {
			t.Errorf("the line of %s: %d, %v", token, state, err)
		}
		l.Close()
	}
}
