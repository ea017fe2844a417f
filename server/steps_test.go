package server_test

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tafl3d/game/match"
	"tafl3d/internal/await"
	"tafl3d/net/wire"
	"tafl3d/server"
	"tafl3d/server/store"
	"tafl3d/server/store/storetest"
)

var errBroken = errors.New("the disk is gone")

// breaker fails writes from the one on that it is armed for, or that one alone.
type breaker struct {
	mu          sync.Mutex
	left        int // until the first that fails; 0 fails none
	once, fired bool
}

func (b *breaker) arm(step int, once bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.left, b.once, b.fired = step, once, false
}

func (b *breaker) fault(string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.left == 0 {
		return nil
	}
	if b.left > 1 {
		b.left--
		return nil
	}
	b.fired = true
	if b.once {
		b.left = 0
	}
	return errBroken
}

func (b *breaker) broke() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.fired
}

// shaky is a service that breaks at a step, with two people, at an address that stays.
type shaky struct {
	*testing.T
	breaker
	log         await.Text // of all its services, which is told where the test fails
	dir         string
	now         *server.Server
	door        atomic.Pointer[http.Handler]
	web         *httptest.Server
	astrid, dag *person
	seek        wire.OpenSeek
	path        string // of the event
}

func newShaky(t *testing.T) *shaky {
	s := &shaky{T: t, dir: t.TempDir()}
	s.web = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter,
		r *http.Request) {
		(*s.door.Load()).ServeHTTP(w, r)
	}))
	s.start()
	t.Cleanup(func() {
		s.web.CloseClientConnections()
		s.web.Close()
		_ = s.now.Close()
		if t.Failed() {
			t.Log(s.log.String())
		}
	})
	s.astrid, s.dag = signUp(t, s.web.URL, "Astrid"), signUp(t, s.web.URL, "Dag")
	return s
}

func (s *shaky) start() {
	s.Helper()
	var err error
	s.now, err = server.Start(s.Context(), server.Options{
		Data: s.dir, Database: storetest.Address(s, s.dir), Host: "127.0.0.1",
		Log: slog.New(slog.NewTextHandler(&s.log, nil)), Fault: s.fault,
	})
	if err != nil {
		s.Fatal(err)
	}
	h := s.now.Handler()
	s.door.Store(&h)
}

// die ends the service that nothing can be written in any more, and starts it anew.
func (s *shaky) die() {
	s.Helper()
	_ = s.now.Close() // what it could not write is the matter of the next one
	s.arm(0, false)
	s.start()
}

func (s *shaky) lobby(p *person) wire.Lobby {
	s.Helper()
	return ask[wire.Lobby](s.T, p, http.MethodGet, "v1/lobby", nil)
}

// playing reports whether both are in the same game, and in no other, and it can be opened.
func (s *shaky) playing() bool {
	s.Helper()
	a, d := s.lobby(s.astrid), s.lobby(s.dag)
	if len(a.Mine) > 1 || len(d.Mine) > 1 {
		s.Fatalf("they are in several games: %+v, %+v", a.Mine, d.Mine)
	}
	return len(a.Mine) == 1 && len(d.Mine) == 1 && a.Mine[0].Game == d.Mine[0].Game && a.Mine[0].Turn != "" &&
		len(a.Seeks) == 0 && a.Waiting == 0
}

// askPause is the time between two requests of a player: more often they are refused.
const askPause = 150 * time.Millisecond

// begins waits until the game that was to begin does, and does again what may be needed.
func (s *shaky) begins(again func()) {
	s.Helper()
	await.Poll{Interval: askPause, State: func() string {
		return fmt.Sprintf("%+v, %+v", s.lobby(s.astrid), s.lobby(s.dag))
	}}.Until(s.T, "no game begins and none can be had", func() bool {
		if s.playing() {
			return true
		}
		again()
		return false
	})
}

// post asks and does not mind a refusal.
func (s *shaky) post(p *person, path string, in, out any) bool {
	return p.Do(s.Context(), http.MethodPost, path, p.session.Token, in, out) == nil
}

// take lets him take what she offers, where it is still offered.
func (s *shaky) take() {
	s.post(s.dag, "v1/seeks/take", wire.Take{ID: s.seek.ID, Code: s.seek.Code}, nil)
}

func (s *shaky) offer(change func(*wire.Seek)) {
	s.Helper()
	s.seek = ask[wire.OpenSeek](s.T, s.astrid, http.MethodPost, "v1/seeks", brandubh(change))
}

// wait lets both wait in the queue, where they do not and do not play.
func (s *shaky) wait() {
	for _, p := range []*person{s.astrid, s.dag} {
		var w wire.Waiting
		var l wire.Lobby
		if err := errors.Join(p.Do(s.Context(), http.MethodGet, "v1/queue", p.session.Token, nil, &w),
			p.Do(s.Context(), http.MethodGet, "v1/lobby", p.session.Token, nil, &l)); err == nil && !w.In &&
			len(l.Mine) == 0 {
			s.post(p, "v1/queue", brandubh(nil), nil)
		}
	}
}

// enter makes an event that both have entered.
func (s *shaky) enter() {
	s.Helper()
	s.path = s.astrid.cup(s.T, small)
	for _, p := range []*person{s.astrid, s.dag} {
		p.must(s.T, http.MethodPost, s.path+"/join", nil, nil)
	}
}

func (s *shaky) order() { s.post(s.astrid, s.path+"/orders", wire.Order{Do: "start"}, nil) }

// resign lets her resign whatever she plays.
func (s *shaky) resign() {
	var l wire.Lobby
	if err := s.astrid.Do(s.Context(), http.MethodGet, "v1/lobby", s.astrid.session.Token, nil, &l); err != nil ||
		len(l.Mine) == 0 {
		return
	}
	side, _ := l.Mine[0].Seat(s.astrid.session.Player.ID)
	seat, _ := side.Side()
	r := s.astrid.sit(s.T, l.Mine[0].Game)
	told(s.T, r)
	_ = r.Send(seat, match.Resign{})
}

// over waits until the event and its games are.
func (s *shaky) over() {
	s.Helper()
	var e wire.Event
	await.Poll{Interval: askPause, State: func() string { return fmt.Sprintf("%+v", e) }}.Until(s.T,
		"the round does not end", func() (is bool) {
			if e, is = s.ended(); !is {
				s.resign()
			}
			return is
		})
}

// ended returns the event, and whether it is over and its only game in the archive.
func (s *shaky) ended() (e wire.Event, is bool) {
	s.Helper()
	s.astrid.must(s.T, http.MethodGet, s.path, nil, &e)
	if l := s.lobby(s.dag); e.Phase != "over" || len(l.Mine) != 0 || e.Pairings[0].Games[0].Verdict == "" {
		return e, false
	}
	game := e.Pairings[0].Games[0].Game
	return e, s.dag.Do(s.Context(), http.MethodGet, "v1/games/"+game, "", nil, nil) == nil
}

// TestEachStep breaks a service at each single write with which a game begins or a round
// ends: once it dies there and is started anew, once that one write fails. Afterwards there
// is the game, which can be opened, or what it was to come of, which can be had again.
func TestEachStep(t *testing.T) {
	t.Parallel()
	take := func(s *shaky) { s.begins(s.take) }
	for name, tt := range map[string]struct{ prepare, act, end func(*shaky) }{
		"take":       {func(s *shaky) { s.offer(nil) }, (*shaky).take, take},
		"challenge":  {func(s *shaky) { s.offer(func(q *wire.Seek) { q.To = "Dag" }) }, (*shaky).take, take},
		"invitation": {func(s *shaky) { s.offer(func(q *wire.Seek) { q.Invite = true }) }, (*shaky).take, take},
		"pair": {func(s *shaky) { s.post(s.astrid, "v1/queue", brandubh(nil), nil) }, func(s *shaky) {
			s.post(s.dag, "v1/queue", brandubh(nil), nil)
			await.Poll{Interval: askPause}.Until(s.T, "they are not paired",
				func() bool { return s.broke() || s.playing() })
		}, func(s *shaky) { s.begins(s.wait) }},
		"rematch": {func(s *shaky) {
			g := opened(s.T, s.now, wire.Spec{Variant: "brandubh-gorrion", Clock: "5m+3s",
				Seats: [2]wire.Player{s.astrid.session.Player, s.dag.session.Player}})
			s.resign()
			h := fixture{url: s.web.URL}
			h.archived(s.T, g.Game)
			s.seek = ask[wire.OpenSeek](s.T, s.astrid, http.MethodPost, "v1/rematch", wire.Begun{Game: g.Game})
		}, (*shaky).take, take},
		"round start": {(*shaky).enter, (*shaky).order, func(s *shaky) { s.begins(s.order) }},
		"round end": {func(s *shaky) { s.enter(); s.order(); s.begins(func() {}) }, func(s *shaky) {
			s.resign()
			await.Poll{Interval: askPause}.Until(s.T, "the round neither ends nor fails", func() bool {
				if s.broke() {
					return true
				}
				_, over := s.ended()
				return over
			})
		}, (*shaky).over},
	} {
		for _, once := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/once=%v", name, once), func(t *testing.T) {
				t.Parallel()
				for step, more := 1, true; more; step++ {
					t.Run(fmt.Sprint(step), func(t *testing.T) {
						s := newShaky(t)
						tt.prepare(s)
						s.arm(step, once)
						tt.act(s)
						more = s.broke() && step < 8 // background writes go on for ever
						if once {
							s.arm(0, false)
						} else {
							s.die()
						}
						tt.end(s)
					})
				}
			})
		}
	}
}

// TestPhantomsGo starts a service whose list has games that never began, as older versions
// left them: they are taken off, and count against nobody.
func TestPhantomsGo(t *testing.T) {
	dir := t.TempDir()
	db, err := store.Open(t.Context(), storetest.Path(t, dir))
	if err != nil {
		t.Fatal(err)
	}
	for i := range 101 {
		l := store.Live{ID: fmt.Sprint("phantom", i), Spec: "{}", Attackers: "a", Defenders: "b",
			Opened: time.Now().Add(-time.Hour).UnixMicro()}
		if err := db.Live.Open(t.Context(), l); err != nil {
			t.Fatal(err)
		}
	}
	s, web := start(t, dir)
	defer func() { web.Close(); _ = s.Close() }()
	await.Until(t, "they stay", func() bool {
		n, err := db.Live.Count(t.Context(), "a")
		return err == nil && n == 0
	})
	if err := db.Close(); err != nil {
		t.Error(err)
	}
}
