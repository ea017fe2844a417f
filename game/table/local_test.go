package table_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/rules"
	"tafl3d/game/table"
	"tafl3d/game/variant"
	"tafl3d/internal/await"
)

// handClock is a clock that goes when it is told to.
type handClock struct {
	mu    sync.Mutex
	now   time.Time
	rings []ring
}

type ring struct {
	at time.Time
	c  chan time.Time
}

func newHandClock() *handClock {
	return &handClock{now: time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)}
}

func (h *handClock) Now() time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.now
}

func (h *handClock) After(d time.Duration) <-chan time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	c := make(chan time.Time, 1)
	h.rings = append(h.rings, ring{h.now.Add(d), c})
	h.ring()
	return c
}

func (h *handClock) Add(d time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.now = h.now.Add(d)
	h.ring()
}

func (h *handClock) ring() {
	left := h.rings[:0]
	for _, r := range h.rings {
		if r.at.After(h.now) {
			left = append(left, r)
			continue
		}
		r.c <- h.now
	}
	h.rings = left
}

// armed waits until somebody waits for the clock.
func (h *handClock) armed(t *testing.T) {
	t.Helper()
	await.Poll{Interval: time.Millisecond}.Until(t, "nobody waits for the clock", func() bool {
		h.mu.Lock()
		defer h.mu.Unlock()
		return len(h.rings) > 0
	})
}

func brandubh(t *testing.T, control string) *match.Match {
	t.Helper()
	v, err := variant.Get("brandubh-gorrion")
	if err != nil {
		t.Fatal(err)
	}
	c, err := match.ParseControl(control)
	if err != nil {
		t.Fatal(err)
	}
	return match.New(v.Rules.Start(), c)
}

// next waits for the next update.
func next(t *testing.T, at table.Table) table.Update {
	t.Helper()
	select {
	case u, ok := <-at.Updates():
		if !ok {
			t.Fatal("the table is closed")
		}
		return u
	case <-time.After(await.Patience):
		t.Fatal("nothing happens at the table")
	}
	return table.Update{}
}

// closes closes a table and returns what was still to be read there.
func closes(t *testing.T, at *table.Local) []table.Update {
	t.Helper()
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		at.Close()
	}()
	await.Next(t, closed, "not closed")
	return rest(t, at)
}

// rest reads what a table that is closed, or about to be, has still to tell.
func rest(t *testing.T, at *table.Local) (list []table.Update) {
	t.Helper()
	for late := time.After(await.Patience); ; {
		select {
		case u, open := <-at.Updates():
			if !open {
				return list
			}
			list = append(list, u)
		case <-late:
			t.Fatal("the updates go on after Close")
		}
	}
}

func send(t *testing.T, at table.Table, side game.Side, a match.Action) table.Update {
	t.Helper()
	if err := at.Send(side, a); err != nil {
		t.Fatal(err)
	}
	return next(t, at)
}

// first plays the first legal move.
type first struct{}

func (first) Choose(_ context.Context, s table.Situation) (game.Move, error) {
	return s.Position.Legal(nil, s.History)[0], nil
}

// stubborn thinks until it is told to stop.
type stubborn struct{ asked, stopped chan struct{} }

func newStubborn() stubborn {
	return stubborn{make(chan struct{}, 100), make(chan struct{}, 100)}
}

func (s stubborn) Choose(ctx context.Context, _ table.Situation) (game.Move, error) {
	s.asked <- struct{}{}
	<-ctx.Done()
	s.stopped <- struct{}{}
	return game.Move{}, ctx.Err()
}

// scripted does what it is told.
type scripted func(s table.Situation) (game.Move, error)

func (f scripted) Choose(_ context.Context, s table.Situation) (game.Move, error) { return f(s) }

func none(t *testing.T, c <-chan struct{}, what string) {
	t.Helper()
	select {
	case <-c:
		t.Fatal(what)
	case <-time.After(20 * time.Millisecond):
	}
}

var d1b1 = match.Play{Move: game.Move{From: 3, To: 1}}

func TestTwoPlayersToTheEnd(t *testing.T) {
	woken := make(chan struct{}, 10000)
	at := table.Start(t.Context(),
		table.Options{Match: brandubh(t, "none"), Players: [game.Sides]table.Player{first{}, first{}},
			Wake: func() { woken <- struct{}{} }})
	defer at.Close()
	u := next(t, at)
	if u.Seq != 1 || u.State.Record.Ply() != 0 || len(u.Events) != 0 {
		t.Fatalf("the first update: %+v", u)
	}
	for seq := 2; !u.State.Outcome.Over(); seq++ {
		u = next(t, at)
		if u.Err != nil || u.Seq != seq {
			t.Fatalf("seq %d, want %d, %v", u.Seq, seq, u.Err)
		}
		if seq > 2000 {
			t.Fatal("it never ends")
		}
	}
	if _, ok := u.Events[len(u.Events)-1].(game.Ended); !ok {
		t.Error("the last event is not the end")
	}
	at.Close()
	if len(woken) != u.Seq {
		t.Errorf("%d updates, woken %d times", u.Seq, len(woken))
	}
}

func TestHumanAgainstPlayer(t *testing.T) {
	at := table.Start(t.Context(),
		table.Options{Match: brandubh(t, "none"), Players: [game.Sides]table.Player{game.Defenders: first{}}})
	defer at.Close()
	next(t, at)
	if u := send(t, at, game.Attackers, match.Play{Move: game.Move{From: 3, To: 0}}); !errors.Is(u.Err,
		rules.ErrIllegal) || u.Seq != 1 {
		t.Errorf("%+v", u)
	}
	if u := send(t, at, game.Attackers, d1b1); u.Err != nil || u.Seq != 2 || u.Side != game.Attackers ||
		u.State.Record.Ply() != 1 {
		t.Errorf("%+v", u)
	}
	if u := next(t, at); u.Side != game.Defenders || u.State.Record.Ply() != 2 {
		t.Errorf("no answer: %+v", u)
	}
}

// Whatever takes the position away from a thinker, who would think for ever, stops it;
// what does not lets it think on.
func TestThinkersAreStopped(t *testing.T) {
	for _, c := range []struct {
		name  string
		act   match.Action
		stops bool
		again bool // and is asked again
	}{
		{"resign", match.Resign{}, true, false},
		{"undo", match.Undo{Plies: 1}, true, false},
		{"pause", match.Pause{}, true, false},
		{"offer", match.OfferDraw{}, false, false},
		{"a refused move", d1b1, false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newStubborn()
			at := table.Start(t.Context(),
				table.Options{Match: brandubh(t, "none"), Players: [game.Sides]table.Player{game.Defenders: s}})
			defer at.Close()
			next(t, at)
			send(t, at, game.Attackers, d1b1)
			await.Next(t, s.asked, "not asked")
			send(t, at, game.Attackers, c.act)
			if c.stops {
				await.Next(t, s.stopped, "not stopped")
			} else {
				none(t, s.stopped, "stopped without need")
			}
			none(t, s.asked, "asked again")
		})
	}
}

func TestPauseAndResume(t *testing.T) {
	s := newStubborn()
	at := table.Start(t.Context(), table.Options{Match: brandubh(t, "none"), Players: [game.Sides]table.Player{s}})
	next(t, at)
	await.Next(t, s.asked, "not asked")
	if u := send(t, at, game.Defenders, match.Pause{}); !u.State.Paused {
		t.Error("not paused")
	}
	await.Next(t, s.stopped, "not stopped")
	if u := send(t, at, game.Defenders, match.Resume{}); u.State.Paused {
		t.Error("still paused")
	}
	await.Next(t, s.asked, "not asked again")
	if late := closes(t, at); len(late) > 0 {
		t.Errorf("%d updates after Close, the first: %v", len(late), late[0].Err)
	}
	await.Next(t, s.stopped, "not stopped")
	at.Close() // once more does no harm
}

// Who stops thinking because the table closes has not failed, whichever of the two the
// table hears of first.
func TestCloseIsNoFailure(t *testing.T) {
	for range 300 {
		p := newStubborn()
		at := table.Start(t.Context(), table.Options{Match: brandubh(t, "none"), Players: [game.Sides]table.Player{p}})
		next(t, at)
		await.Next(t, p.asked, "not asked")
		if late := closes(t, at); len(late) > 0 {
			t.Fatalf("%d updates after Close, the first: %v", len(late), late[0].Err)
		}
	}
}

// A late answer, given after the turn was taken back, is never played.
func TestLateAnswer(t *testing.T) {
	gate, done := make(chan struct{}), make(chan struct{})
	late := scripted(func(s table.Situation) (game.Move, error) {
		<-gate
		defer close(done)
		return s.Position.Legal(nil, s.History)[0], nil
	})
	at := table.Start(t.Context(),
		table.Options{Match: brandubh(t, "none"), Players: [game.Sides]table.Player{game.Defenders: late}})
	defer at.Close()
	next(t, at)
	send(t, at, game.Attackers, d1b1)
	send(t, at, game.Attackers, match.Undo{Plies: 1})
	close(gate)
	await.Next(t, done, "not answered")
	if u := send(t, at, game.Attackers, match.OfferDraw{}); u.State.Record.Ply() != 0 || u.Seq != 4 {
		t.Errorf("ply %d, seq %d", u.State.Record.Ply(), u.Seq)
	}
}

// A player that fails pauses the game and is told of in words; when the game
// goes on it is asked again.
func TestFailingPlayer(t *testing.T) {
	for _, c := range []struct {
		name string
		fail scripted
		says string
	}{
		{"error", func(table.Situation) (game.Move, error) { return game.Move{}, errors.New("out of ideas") },
			"out of ideas"},
		{"illegal", func(table.Situation) (game.Move, error) { return game.Move{From: 3, To: 0}, nil }, "a1"},
		{"nothing", func(table.Situation) (game.Move, error) { return game.NoMove, nil }, "no capture"},
		{"panic", func(table.Situation) (game.Move, error) { panic("ouch") }, "ouch"},
	} {
		t.Run(c.name, func(t *testing.T) {
			failed := false
			p := scripted(func(s table.Situation) (game.Move, error) {
				if !failed {
					failed = true
					return c.fail(s)
				}
				return first{}.Choose(context.Background(), s)
			})
			at := table.Start(t.Context(),
				table.Options{Match: brandubh(t, "none"), Players: [game.Sides]table.Player{p}})
			defer at.Close()
			next(t, at)
			u := next(t, at)
			var failure *table.PlayerError
			if !errors.As(u.Err, &failure) || failure.Side != game.Attackers ||
				!strings.Contains(u.Err.Error(), c.says) {
				t.Fatalf("%v, should say %q", u.Err, c.says)
			}
			if u := next(t, at); !u.State.Paused || u.Err != nil {
				t.Fatalf("not paused: %+v", u)
			}
			send(t, at, game.Attackers, match.Resume{})
			if u := next(t, at); u.State.Record.Ply() != 1 {
				t.Errorf("it was not asked again: %+v", u)
			}
		})
	}
}

func TestFlagFalls(t *testing.T) {
	clock := newHandClock()
	s := newStubborn()
	at := table.Start(t.Context(), table.Options{Match: brandubh(t, "10s+0s"), Clock: clock,
		Players: [game.Sides]table.Player{game.Defenders: s}})
	defer at.Close()
	next(t, at)
	clock.Add(time.Hour) // before the first turn nobody's time runs
	if u := send(t, at, game.Attackers, d1b1); u.Err != nil {
		t.Fatal(u.Err)
	}
	clock.armed(t)
	clock.Add(9 * time.Second)
	none(t, s.stopped, "stopped before its time")
	clock.Add(time.Second)
	u := next(t, at)
	if u.State.Outcome != game.Won(game.Attackers, game.Time) {
		t.Errorf("%+v", u)
	}
	await.Next(t, s.stopped, "not stopped")
}

// A reader that comes late finds everything in order, and a table whose reader
// never comes closes all the same.
func TestSlowReader(t *testing.T) {
	at := table.Start(t.Context(),
		table.Options{Match: brandubh(t, "none"), Players: [game.Sides]table.Player{first{}, first{}}})
	time.Sleep(30 * time.Millisecond) // the pace of this reader
	for seq := 1; seq < 20; seq++ {
		if u := next(t, at); u.Seq != seq {
			t.Fatalf("seq %d, want %d", u.Seq, seq)
		}
	}
	at.Close()
}

// What was sent before the table closes is carried out and can be read.
func TestCloseLosesNothing(t *testing.T) {
	at := table.Start(t.Context(),
		table.Options{Match: brandubh(t, "none"), Players: [game.Sides]table.Player{game.Defenders: newStubborn()}})
	if err := at.Send(game.Attackers, d1b1); err != nil {
		t.Fatal(err)
	}
	if list := closes(t, at); len(list) == 0 || list[len(list)-1].State.Record.Ply() != 1 {
		t.Errorf("lost: %+v", list)
	}
}

func TestBusy(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	at := table.Start(ctx, table.Options{Match: brandubh(t, "none")})
	defer at.Close()
	cancel()
	rest(t, at) // until it has stopped reading
	var err error
	for range 100 {
		if err = at.Send(game.Attackers, match.OfferDraw{}); err != nil {
			break
		}
	}
	if !errors.Is(err, table.ErrBusy) {
		t.Error(err)
	}
}

// ponderer is a first that ponders until it is told to stop.
type ponderer struct {
	first
	stubborn
}

func (p ponderer) Choose(ctx context.Context, s table.Situation) (game.Move, error) {
	return p.first.Choose(ctx, s)
}

func (p ponderer) Ponder(ctx context.Context, s table.Situation) {
	if s.Position.Turn() != game.Attackers {
		panic("it is asked about its own turn")
	}
	_, _ = p.stubborn.Choose(ctx, s)
}

// TestPonder: while a person thinks, the player of the other side may too, and
// stops when the person has moved, when the game is paused, and when the table
// is closed.
func TestPonder(t *testing.T) {
	p := ponderer{stubborn: newStubborn()}
	at := table.Start(t.Context(),
		table.Options{Match: brandubh(t, "none"), Players: [game.Sides]table.Player{game.Defenders: p}})
	defer at.Close()
	next(t, at)
	await.Next(t, p.asked, "not pondering")
	send(t, at, game.Attackers, d1b1)
	await.Next(t, p.stopped, "not stopped by the move")
	next(t, at) // its answer
	await.Next(t, p.asked, "not pondering again")
	send(t, at, game.Attackers, match.Pause{})
	await.Next(t, p.stopped, "not stopped by the pause")
	none(t, p.asked, "it ponders in a pause")
	send(t, at, game.Attackers, match.Resume{})
	await.Next(t, p.asked, "not pondering after the pause")
	at.Close()
	await.Next(t, p.stopped, "not stopped by the end")
}
