package server

import (
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"tafl3d/net/ledger"
	"tafl3d/net/wire"
	"tafl3d/server/store"
)

// hands are those of a clock that a test puts on, while others look at it.
func hands(first time.Time) (now func() time.Time, later func(time.Duration)) {
	var at atomic.Int64
	at.Store(first.UnixNano())
	return func() time.Time { return time.Unix(0, at.Load()) }, func(d time.Duration) { at.Add(int64(d)) }
}

// TestCooldown lets somebody who leaves his games wait, longer each time, and forgets
// it after a day.
func TestCooldown(t *testing.T) {
	now, later := hands(time.Unix(1_800_000_000, 0))
	s, err := Start(t.Context(), Options{Data: t.TempDir(), Now: now})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	for _, who := range []string{"astrid", "dag"} {
		if err := s.store.Accounts.Create(t.Context(), store.Account{ID: who, Name: who, Key: who, Kind: store.Person},
			store.Device{Key: who, Account: who}); err != nil {
			t.Fatal(err)
		}
	}
	leave := func(i int) {
		g := store.Game{ID: fmt.Sprint(i), Attackers: "astrid", Defenders: "dag", Result: "defenders",
			Cause: "abandoned", Ended: now().UnixMicro(), Entries: "[]"}
		if _, err := s.store.Archive.Add(t.Context(), g); err != nil {
			t.Fatal(err)
		}
	}
	waits := func(who string) bool {
		e, no := errors.AsType[*wire.Error](s.seeks.Cooldown(t.Context(), who))
		return no && e.Code == wire.TooMuch
	}
	if leave(1); waits("astrid") {
		t.Error("the first game is held against her")
	}
	if leave(2); !waits("astrid") || waits("dag") {
		t.Error("she does not wait, or he does")
	}
	if later(6 * time.Minute); waits("astrid") {
		t.Error("she waits after five minutes")
	}
	if leave(3); !waits("astrid") {
		t.Error("she does not wait the third time")
	}
	if later(6 * time.Minute); !waits("astrid") {
		t.Error("the third time is no longer than the second")
	}
	if later(25 * time.Hour); waits("astrid") {
		t.Error("she waits the day after")
	}
}

// TestCooldownForCallingOff lets somebody who calls games off again and again wait: not the
// other, and not who has waited in vain for the other.
func TestCooldownForCallingOff(t *testing.T) {
	now, later := hands(time.Unix(1_800_000_000, 0))
	s, err := Start(t.Context(), Options{Data: t.TempDir(), Now: now})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	off := func(i int, by wire.Side, missing string, after time.Duration) {
		spec := wire.Spec{Game: fmt.Sprint(i), Variant: "brandubh-gorrion", Clock: "none",
			Seats: [2]wire.Player{{ID: "astrid"}, {ID: "dag"}}}
		first, err := ledger.Begin(spec, wire.At(now().Add(-after)))
		if err != nil {
			t.Fatal(err)
		}
		g, err := ledger.Fold([]wire.Entry{first})
		if err != nil {
			t.Fatal(err)
		}
		end, _, err := g.Do(by, wire.Act{Kind: wire.Abort, Of: missing, Token: "t"}, wire.At(now()))
		if err != nil {
			t.Fatal(err)
		}
		if err := s.games.Archive(t.Context(), g, []wire.Entry{first, end}); err != nil {
			t.Fatal(err)
		}
	}
	waits := func(who string) bool {
		e, no := errors.AsType[*wire.Error](s.seeks.Cooldown(t.Context(), who))
		return no && e.Code == wire.TooMuch
	}
	for i := range 3 {
		if waits("dag") {
			t.Errorf("he waits after %d games", i)
		}
		off(i, wire.Defenders, "", time.Second)
	}
	if !waits("dag") || waits("astrid") {
		t.Error("he does not wait after three, or she does")
	}
	if later(6 * time.Minute); waits("dag") {
		t.Error("he waits after five minutes")
	}
	for i := range 9 {
		off(10+i, wire.Attackers, "defenders", time.Minute)
		off(20+i, wire.Service, "defenders", time.Minute)
	}
	if waits("astrid") || waits("dag") {
		t.Error("who has waited in vain waits again, or who was called off by the service")
	}
	for i := range 3 {
		off(30+i, wire.Attackers, "defenders", time.Second)
	}
	if !waits("astrid") {
		t.Error("who calls off before the other can have come does not wait")
	}
}
