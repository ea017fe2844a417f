package server

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"tafl3d/net/wire"
	"tafl3d/server/store"
)

// TestPenance lets somebody who leaves his games wait, longer each time, and forgets
// it after a day.
func TestPenance(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	s, err := Start(t.Context(), Options{Data: t.TempDir(), Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	for _, who := range []string{"astrid", "dag"} {
		if err := s.store.CreateAccount(t.Context(), store.Account{ID: who, Name: who, Key: who, Kind: store.Person}, store.Device{Key: who, Account: who}); err != nil {
			t.Fatal(err)
		}
	}
	leave := func(i int) {
		g := store.Game{ID: fmt.Sprint(i), Attackers: "astrid", Defenders: "dag", Result: "defenders", Cause: "abandoned", Ended: now.UnixMicro(), Entries: "[]"}
		if _, err := s.store.Archive(t.Context(), g); err != nil {
			t.Fatal(err)
		}
	}
	waits := func(who string) bool {
		e, no := errors.AsType[*wire.Error](s.penance(t.Context(), who))
		return no && e.Code == wire.TooMuch
	}
	if leave(1); waits("astrid") {
		t.Error("the first game is held against her")
	}
	if leave(2); !waits("astrid") || waits("dag") {
		t.Error("she does not wait, or he does")
	}
	if now = now.Add(6 * time.Minute); waits("astrid") {
		t.Error("she waits after five minutes")
	}
	if leave(3); !waits("astrid") {
		t.Error("she does not wait the third time")
	}
	if now = now.Add(6 * time.Minute); !waits("astrid") {
		t.Error("the third time is no longer than the second")
	}
	if now = now.Add(25 * time.Hour); waits("astrid") {
		t.Error("she waits the day after")
	}
}
