package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

var noon = time.UnixMicro(1_800_000_000_000_000)

// open opens an empty database: of PostgreSQL where TAFL3D_POSTGRES names one.
func open(t testing.TB) *Store {
	t.Helper()
	where := filepath.Join(t.TempDir(), "x.db")
	if dsn := os.Getenv("TAFL3D_POSTGRES"); dsn != "" {
		where = dsn
	}
	s, err := Open(t.Context(), where)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	tables := []string{"looks", "event_log", "events", "vacations", "seeks", "blocks", "reports", "leases",
		"friends", "accepts", "pushes", "sanctions", "marks", "audit", "operators", "secrets", "rating_steps",
		"ratings", "advantages", "conditionals", "games", "live", "spent", "codes", "sessions", "devices", "accounts"}
	if s.db.writes == nil {
		tables = append(tables, "game_entries")
	}
	for _, table := range tables {
		if _, err := s.db.pool.ExecContext(t.Context(), "DELETE FROM "+table); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func person(t testing.TB, s *Store, id string) {
	t.Helper()
	err := s.Accounts.Create(t.Context(), Account{ID: id, Name: id, Key: id, Kind: Person, Created: 1},
		Device{Key: "key-" + id, Account: id, Label: "desk", Created: 1})
	if err != nil {
		t.Fatal(err)
	}
}

func TestAccounts(t *testing.T) {
	s, ctx := open(t), t.Context()
	person(t, s, "astrid")
	person(t, s, "dag")
	err := s.Accounts.Create(ctx, Account{ID: "x", Name: "Astrid", Key: "astrid", Kind: Person},
		Device{Key: "k", Account: "x"})
	if !errors.Is(err, ErrTaken) {
		t.Errorf("a name twice: %v", err)
	}
	err = s.Accounts.Create(ctx, Account{ID: "x", Name: "X", Key: "x", Kind: Person},
		Device{Key: "key-dag", Account: "x"})
	if !errors.Is(err, ErrTaken) {
		t.Errorf("a key twice: %v", err)
	}
	if _, err := s.Accounts.Get(ctx, "x"); !errors.Is(err, ErrNone) {
		t.Errorf("half an account was made: %v", err)
	}
	if err := s.Accounts.Rename(ctx, "dag", "Astrid", "astrid"); !errors.Is(err, ErrTaken) {
		t.Errorf("a taken name: %v", err)
	}
	if err := s.Accounts.Rename(ctx, "dag", "Dagný", "dagný"); err != nil {
		t.Error(err)
	}
	if a, err := s.Accounts.Named(ctx, "dagný"); err != nil || a.ID != "dag" {
		t.Errorf("%+v %v", a, err)
	}
}

func TestSessionsEnd(t *testing.T) {
	s, ctx := open(t), t.Context()
	person(t, s, "astrid")
	for i, end := range []func() error{
		func() error { return s.Accounts.Revoke(ctx, "astrid", "key-astrid", noon) },
		func() error { return s.Sessions.Close(ctx, "hash1") },
		func() error { return s.Accounts.Delete(ctx, "astrid", noon) },
	} {
		hash, key := fmt.Sprint("hash", i), fmt.Sprint("key", i)
		if err := s.Accounts.AddDevice(ctx, Device{Key: key, Account: "astrid"}); err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			key = "key-astrid"
		}
		if _, err := s.Sessions.Open(ctx, hash, "astrid", key, noon.Add(time.Hour), 9); err != nil {
			t.Fatal(err)
		}
		if a, device, err := s.Sessions.Get(ctx, hash, noon); err != nil || a.ID != "astrid" || device != key {
			t.Fatalf("%v %v %v", a, device, err)
		}
		if _, _, err := s.Sessions.Get(ctx, hash, noon.Add(2*time.Hour)); !errors.Is(err, ErrNone) {
			t.Errorf("a session outlives its time: %v", err)
		}
		if err := end(); err != nil {
			t.Fatal(err)
		}
		if _, _, err := s.Sessions.Get(ctx, hash, noon); !errors.Is(err, ErrNone) {
			t.Errorf("session %d outlives its end: %v", i, err)
		}
	}
	if a, err := s.Accounts.Get(ctx, "astrid"); err != nil || a.Gone == 0 || a.Name == "astrid" {
		t.Errorf("a deleted account: %+v %v", a, err)
	}
}

func TestCodesAreUsedOnce(t *testing.T) {
	s, ctx := open(t), t.Context()
	person(t, s, "astrid")
	if err := s.Sessions.AddCodes(ctx, "astrid", "key-astrid", "pairing", []string{"h"},
		noon.Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Sessions.UseCode(ctx, "h", "recovery", Device{Key: "k1"}, 9, noon); !errors.Is(err, ErrNone) {
		t.Errorf("a code for another purpose: %v", err)
	}
	if _, err := s.Sessions.UseCode(ctx, "h", "pairing", Device{Key: "k1"}, 9,
		noon.Add(time.Hour)); !errors.Is(err, ErrNone) {
		t.Errorf("an old code: %v", err)
	}
	if _, err := s.Sessions.UseCode(ctx, "h", "pairing", Device{Key: "key-astrid"}, 9,
		noon); !errors.Is(err, ErrTaken) {
		t.Errorf("a device that is there: %v", err)
	}
	if id, err := s.Sessions.UseCode(ctx, "h", "pairing", Device{Key: "k1"}, 9, noon); err != nil || id != "astrid" {
		t.Errorf("%q %v", id, err)
	}
	if _, err := s.Sessions.UseCode(ctx, "h", "pairing", Device{Key: "k2"}, 9, noon); !errors.Is(err, ErrNone) {
		t.Errorf("a used code: %v", err)
	}
	if err := s.Sessions.Spend(ctx, "x", noon); err != nil {
		t.Error(err)
	}
	if err := s.Sessions.Spend(ctx, "x", noon); !errors.Is(err, ErrTaken) {
		t.Errorf("spent twice: %v", err)
	}
}

// TestArchiveOnce lets many services archive the same game: it is rated once.
func TestArchiveOnce(t *testing.T) {
	s, ctx := open(t), t.Context()
	person(t, s, "astrid")
	person(t, s, "dag")
	g := Game{ID: "g", Variant: "v", Pool: "tafl blitz", Rated: true, Attackers: "astrid", Defenders: "dag",
		Result: "attackers", Cause: "king-captured", Plies: 9, Opened: 5, Ended: 7, Entries: "[]"}
	if err := s.Live.Open(ctx, Live{ID: "g", Spec: "{}", Attackers: "astrid", Defenders: "dag"}); err != nil {
		t.Fatal(err)
	}
	var fresh atomic.Int64
	var work sync.WaitGroup
	for range 8 {
		work.Go(func() {
			first, err := s.Archive.Add(ctx, g)
			if err != nil {
				t.Error(err)
			}
			if first {
				fresh.Add(1)
			}
		})
	}
	work.Wait()
	if fresh.Load() != 1 {
		t.Errorf("archived %d times", fresh.Load())
	}
	if live, err := s.Live.Of(ctx, "dag"); err != nil || len(live) != 0 {
		t.Errorf("still live: %v %v", live, err)
	}
	for id, up := range map[string]bool{"astrid": true, "dag": false} {
		r, err := s.Ratings.Standings(ctx, id)
		if err != nil || len(r) != 1 || r[0].Games != 1 || (r[0].Points > 1500) != up {
			t.Errorf("%s: %+v %v", id, r, err)
		}
		if steps, err := s.Ratings.Steps(ctx, id, "tafl blitz", 10); err != nil || len(steps) != 1 {
			t.Errorf("%s: %+v %v", id, steps, err)
		}
	}
	if got, err := s.Archive.Get(ctx, "g"); err != nil || got != g {
		t.Errorf("%+v %v", got, err)
	}
	if list, err := s.Archive.Of(ctx, "dag", 100, 10); err != nil || len(list) != 1 {
		t.Errorf("%+v %v", list, err)
	}
}

// TestManyGames archives games of the same few players at once: every one counts.
func TestManyGames(t *testing.T) {
	s, ctx := open(t), t.Context()
	for i := range 4 {
		person(t, s, fmt.Sprint("p", i))
	}
	var work sync.WaitGroup
	for i := range 24 {
		work.Go(func() {
			g := Game{ID: fmt.Sprint("g", i), Variant: "v", Pool: "tafl blitz", Rated: true,
				Attackers: fmt.Sprint("p", i%4), Defenders: fmt.Sprint("p", (i+1+i/4%3)%4), Result: "defenders",
				Ended: int64(i)}
			if _, err := s.Archive.Add(ctx, g); err != nil {
				t.Error(err)
			}
		})
	}
	work.Wait()
	games := 0
	for i := range 4 {
		r, err := s.Ratings.Standings(ctx, fmt.Sprint("p", i))
		if err != nil || len(r) != 1 {
			t.Fatalf("%v %v", r, err)
		}
		games += r[0].Games
	}
	if games != 48 {
		t.Errorf("24 games count %d times, want 48", games)
	}
}

// TestEvents appends to the log of an event, which only who knows its newest line may.
func TestEvents(t *testing.T) {
	s, ctx := open(t), t.Context()
	person(t, s, "astrid")
	made := Event{ID: "e", Spec: "{}", Rules: 1, Director: "astrid", Phase: "open", Opened: 3}
	if err := s.Events.Add(ctx, made, EventLimits{}); err != nil {
		t.Fatal(err)
	}
	if err := s.Events.Append(ctx, "e", 0, "in progress", []string{"a", "b"}); err != nil {
		t.Fatal(err)
	}
	if err := s.Events.Append(ctx, "e", 0, "over", []string{"c"}); !errors.Is(err, ErrMoved) {
		t.Errorf("a stale line: %v", err)
	}
	lines, err := s.Events.Log(ctx, "e", 1)
	if err != nil || !slices.Equal(lines, []string{"b"}) {
		t.Errorf("%v, %v", lines, err)
	}
	e, err := s.Events.Get(ctx, "e")
	if err != nil || e.Version != 2 || e.Phase != "in progress" {
		t.Errorf("%+v, %v", e, err)
	}
	if all, err := s.Events.List(ctx, 9, "over", "in progress"); err != nil || len(all) != 1 {
		t.Errorf("%v, %v", all, err)
	}
	if err := s.Live.Open(ctx, Live{ID: "g", Spec: "{}", Attackers: "astrid", Defenders: "dag", Event: "e"}); err !=
		nil {
		t.Fatal(err)
	}
	if live, err := s.Live.OfEvent(ctx, "e"); err != nil || len(live) != 1 {
		t.Errorf("%v, %v", live, err)
	}
	if err := s.Live.Drop(ctx, "g"); err != nil {
		t.Error(err)
	}
	if _, err := s.Archive.Add(ctx, Game{ID: "g", Attackers: "astrid", Defenders: "dag", Result: "defenders",
		Cause: "abandoned", Ended: 50, Event: "e", Entries: "[]"}); err != nil {
		t.Fatal(err)
	}
	ids := make([]string, 2*maxPlaces)
	ids[len(ids)-1] = "g"
	if done, err := s.Archive.Finished(ctx, ids); err != nil || done["g"].Event != "e" {
		t.Errorf("%v, %v", done, err)
	}
	if gone, err := s.Conduct.Abandoned(ctx, "astrid", time.UnixMicro(1)); err != nil || len(gone) != 1 {
		t.Errorf("%v, %v", gone, err)
	}
}

// TestRest begins a vacation and ends it early.
func TestRest(t *testing.T) {
	s, ctx := open(t), t.Context()
	person(t, s, "astrid")
	for _, ends := range []int64{90, 40} {
		if err := s.Vacations.Take(ctx, "astrid", noon, func([]Vacation) (Vacation, error) {
			return Vacation{Account: "astrid", Begun: 10, Ends: ends}, nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	for _, who := range []string{"", "astrid"} {
		if all, err := s.Vacations.Of(ctx, who, time.UnixMicro(20)); err != nil || len(all) != 1 || all[0].Ends != 40 {
			t.Errorf("%q: %+v, %v", who, all, err)
		}
	}
	if all, err := s.Vacations.Of(ctx, "astrid", time.UnixMicro(40)); err != nil || len(all) != 0 {
		t.Errorf("%+v, %v", all, err)
	}
}

// TestReportsAreNamed: the operator reads who complains of whom.
func TestReportsAreNamed(t *testing.T) {
	s, ctx := open(t), t.Context()
	person(t, s, "astrid")
	person(t, s, "dag")
	if err := s.Conduct.AddReport(ctx, Report{ID: "r", Account: "astrid", Other: "dag", Text: "sings"}, 0,
		noon); err != nil {
		t.Fatal(err)
	}
	all, err := s.Conduct.Reports(ctx, ReportFilter{Most: 9})
	if err != nil || len(all) != 1 || all[0].By != "astrid" || all[0].About != "dag" || all[0].Text != "sings" {
		t.Errorf("%+v %v", all, err)
	}
}

// TestOldLooks: accounts of before keep names that look alike, and nobody else comes to one. Who
// goes leaves what his name looked like.
func TestOldLooks(t *testing.T) {
	s, ctx := open(t), t.Context()
	person(t, s, "astrid")
	person(t, s, "astrld")
	looks := func(string) []string { return []string{"astrid"} }
	for range 2 {
		if err := s.Accounts.FillLooks(ctx, looks); err != nil {
			t.Fatal(err)
		}
	}
	a := Account{ID: "x", Name: "X", Key: "x", Kind: Person}
	if err := s.Accounts.Create(ctx, a, Device{Key: "kx", Account: "x"}, "astrid"); !errors.Is(err, ErrTaken) {
		t.Errorf("a look that is taken: %v", err)
	}
	if err := s.Accounts.Rename(ctx, "astrid", "AstrId", "astrid", "astrid"); err != nil {
		t.Errorf("one's own look: %v", err)
	}
	for _, id := range []string{"astrid", "astrld"} {
		if err := s.Accounts.Create(ctx, a, Device{Key: "kx", Account: "x"}, "astrid"); !errors.Is(err, ErrTaken) {
			t.Errorf("before %s went: %v", id, err)
		}
		if err := s.Accounts.Delete(ctx, id, noon); err != nil {
			t.Fatal(err)
		}
		if err := s.Accounts.FillLooks(ctx, looks); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Accounts.Create(ctx, a, Device{Key: "kx", Account: "x"}, "astrid"); err != nil {
		t.Errorf("a look that is free: %v", err)
	}
}
