package host

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"tafl3d/internal/await"
	"tafl3d/net/wire"
)

// panickingJournal is a journal in which reading one game panics.
type panickingJournal struct {
	*Memory
	sick atomic.Bool
}

func (p *panickingJournal) Read(ctx context.Context, game string, from uint64) ([]wire.Entry, error) {
	if game == "poison" && p.sick.Load() {
		panic("a game that cannot be read")
	}
	return p.Memory.Read(ctx, game, from)
}

// TestPoisonedGame makes one game of three panic: it is opened a few times and then quarantined, which its players
// learn; the others go on, also when a service restarts and opens all of them. After the fault is gone and some time
// has passed, the game goes on too.
func TestPoisonedGame(t *testing.T) {
	journal := &panickingJournal{Memory: &Memory{}}
	var faults atomic.Int32
	now := time.Now()
	var clock atomic.Int64
	clock.Store(now.UnixNano())
	start := func() *Hub {
		h := NewHub(Options{Journal: journal, Bus: &Local{}, Clock: Machine{},
			Crashed: func(game string, fault any, stack []byte) {
				if game != "poison" || fault == nil || len(stack) == 0 {
					t.Errorf("told of %q, %v, %d bytes of stack", game, fault, len(stack))
				}
				faults.Add(1)
			}, Now: func() time.Time { return time.Unix(0, clock.Load()) }})
		t.Cleanup(h.Close)
		return h
	}
	h := start()
	for _, game := range []string{"a", "poison", "b"} {
		spec := wire.Spec{Game: game, Variant: "brandubh-gorrion", Clock: "none",
			Seats: [2]wire.Player{{ID: "astrid"}, {ID: "dag"}}}
		if err := h.Open(t.Context(), spec); err != nil {
			t.Fatal(err)
		}
	}
	journal.sick.Store(true)
	open := func(h *Hub, game string) error {
		return h.With(t.Context(), game, func(r *Room) error { _, err := r.Status(t.Context()); return err })
	}
	for round := range 2 {
		faults.Store(0)
		for range 3 * maxFaults { // as a sweep over all games in progress
			for _, game := range []string{"a", "poison", "b"} {
				err := open(h, game)
				if game != "poison" && err != nil {
					t.Fatalf("round %d, game %s: %v", round, game, err)
				}
				if e, ok := errors.AsType[*wire.Error](err); game == "poison" && (!ok || e.Code != wire.Unavailable) {
					t.Fatalf("round %d: the players of the broken game are told %v", round, err)
				}
			}
		}
		if n := faults.Load(); n != maxFaults {
			t.Errorf("round %d: it was opened %d times, want %d", round, n, maxFaults)
		}
		if h.Quarantined() != 1 {
			t.Errorf("round %d: %d games are aside", round, h.Quarantined())
		}
		h = start() // the service restarts
	}
	for range maxFaults {
		if err := open(h, "poison"); err == nil {
			t.Fatal("a broken game opened")
		}
	}
	journal.sick.Store(false)
	if err := open(h, "poison"); !errors.Is(err, ErrQuarantined) {
		t.Errorf("a game that was just set aside: %v", err)
	}
	clock.Add(int64(quarantineTime + time.Second))
	if err := open(h, "poison"); err != nil {
		t.Errorf("a game that is well again: %v", err)
	}
}

// TestFaultWhileOpen panics in an open room in the middle of an act: its connections return, and the game goes on
// where it was.
func TestFaultWhileOpen(t *testing.T) {
	var sick atomic.Bool
	var faults atomic.Int32
	f := open(t, "none", func(o *Options) {
		o.Crashed = func(string, any, []byte) { faults.Add(1) }
		o.Clock = tickingClock{func() {
			if sick.CompareAndSwap(true, false) {
				panic("a fault of ours")
			}
		}}
	})
	room := func() (r *Room) {
		if err := f.hub.With(t.Context(), "g", func(got *Room) error { r = got; return nil }); err != nil {
			t.Fatal(err)
		}
		return r
	}
	r := room()
	sick.Store(true)
	_, err := r.Act(t.Context(), wire.Attackers, wire.Act{Kind: wire.Resign, Token: "one"}, wire.At(time.Now()))
	if err == nil {
		t.Error("an act was acknowledged by a room that broke")
	}
	await.Until(t, "Crashed was not called", func() bool { return faults.Load() == 1 })
	if g, err := room().Status(t.Context()); err != nil || g.Over {
		t.Errorf("the game after the fault: %+v, %v", g, err)
	}
	if f.hub.Quarantined() != 0 {
		t.Error("one fault sets a game aside")
	}
}

// tickingClock is a clock that calls a function whenever a room asks for the time.
type tickingClock struct{ ask func() }

func (c tickingClock) Now(string) wire.Time {
	c.ask()
	return wire.At(time.Now())
}

func (c tickingClock) Mark(game string) func() wire.Time { return Machine{}.Mark(game) }
func (c tickingClock) Use(game string) func()            { return Machine{}.Use(game) }
