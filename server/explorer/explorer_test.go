package explorer

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"tafl3d/game/match"
	"tafl3d/game/variant"
	"tafl3d/library"
	"tafl3d/net/ledger"
	"tafl3d/net/wire"
	"tafl3d/server/store"
	"tafl3d/server/store/storetest"
)

const played = "brandubh-gorrion"

// over returns a game of some turns that ended at a time by resignation.
func over(t testing.TB, id string, turns int, ended time.Time) store.Game {
	t.Helper()
	spec := wire.Spec{Game: id, Variant: played, Clock: "10m+2s",
		Seats: [2]wire.Player{{ID: "a", Name: "Astrid"}, {ID: "d", Name: "Dag"}}}
	first, err := ledger.Begin(spec, wire.At(ended))
	if err != nil {
		t.Fatal(err)
	}
	entries := []wire.Entry{first}
	g, err := ledger.Fold(entries)
	if err != nil {
		t.Fatal(err)
	}
	do := func(act wire.Act) {
		side := wire.Attackers
		if g.Ply()%2 == 1 {
			side = wire.Defenders
		}
		act.Ply, act.Token = g.Ply(), fmt.Sprint(g.Seq())
		e, _, err := g.Do(side, act, wire.At(ended))
		if err != nil {
			t.Fatal(err)
		}
		entries = append(entries, e)
	}
	for range turns {
		s := g.State()
		legal := s.Position.Legal(nil, s.History)
		act, ok := ledger.Act(g.Variant().Rules, match.Play{Ply: g.Ply(), Move: legal[len(legal)/2]}, g.Ply())
		if !ok {
			t.Fatal("no act")
		}
		do(act)
	}
	do(wire.Act{Kind: wire.Resign})
	text, err := json.Marshal(entries)
	if err != nil {
		t.Fatal(err)
	}
	return store.Game{ID: id, Variant: played, Result: "attackers", Cause: "resigned", Plies: g.Ply(),
		Opened: ended.UnixMicro(), Ended: ended.UnixMicro(), Entries: string(text)}
}

// opened returns one over an empty archive, whose library is open.
func opened(t testing.TB) (*Explorer, *library.Library) {
	t.Helper()
	dir := t.TempDir()
	archive, err := store.Open(t.Context(), storetest.Path(t, dir))
	if err != nil {
		t.Fatal(err)
	}
	lib, err := library.Open(filepath.Join(dir, "explorer"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = lib.Close(), archive.Close() })
	x := New(Options{Store: archive, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	x.put(lib)
	return x, lib
}

// times returns how often the explorer has seen a game begin.
func (x *Explorer) times(t *testing.T) (n int) {
	t.Helper()
	v, err := variant.Get(played)
	if err != nil {
		t.Fatal(err)
	}
	start := v.Rules.Start()
	list, err := x.Explore(context.Background(), played, &start)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range list {
		n += m.Games
	}
	return n
}

// TestEnded has games end here and at another service: each is taken in once.
func TestEnded(t *testing.T) {
	x, lib := opened(t)
	now := time.Now()
	for i := range 3 {
		if _, err := x.Store.Archive.Add(t.Context(), over(t, fmt.Sprint("there", i), 4, now)); err != nil {
			t.Fatal(err)
		}
	}
	broken := over(t, "broken", 0, now)
	broken.Result = ""
	list := []store.Game{over(t, "here", 4, now), broken}
	if err := x.take(t.Context(), lib, list, list); err != nil {
		t.Fatal(err)
	}
	if n := x.times(t); n != 1 {
		t.Errorf("of one game that ended here %d are told", n)
	}
	for range 2 {
		if err := x.catchUp(t.Context(), lib); err != nil {
			t.Fatal(err)
		}
		if n := x.times(t); n != 4 {
			t.Errorf("of four games %d are told", n)
		}
	}
}

// TestNewestOfTheArchive finds two games in the archive at once, of which the newer has the
// lesser name: it is the newest that is told of.
func TestNewestOfTheArchive(t *testing.T) {
	for _, ids := range [][2]string{{"b", "a"}, {"a", "b"}} {
		x, lib := opened(t)
		now := time.Now()
		for i, id := range ids {
			if _, err := x.Store.Archive.Add(t.Context(),
				over(t, id, 4+i, now.Add(time.Duration(i)*time.Second))); err !=
				nil {
				t.Fatal(err)
			}
		}
		if err := x.catchUp(t.Context(), lib); err != nil {
			t.Fatal(err)
		}
		v, err := variant.Get(played)
		if err != nil {
			t.Fatal(err)
		}
		start := v.Rules.Start()
		list, err := x.Explore(t.Context(), played, &start)
		if err != nil || len(list) != 1 || list[0].Games != 2 || list[0].Game != ids[1] {
			t.Errorf("%v: %+v %v", ids, list, err)
		}
	}
}

// BenchmarkLook looks for new games where 2 000 have ended in the last hour, all of which it has.
func BenchmarkLook(b *testing.B) {
	x, lib := opened(b)
	now := time.Now()
	for i := range 2000 {
		if _, err := x.Store.Archive.Add(b.Context(),
			over(b, fmt.Sprint("g", i), 40, now.Add(time.Duration(i-2000)*time.Second))); err != nil {
			b.Fatal(err)
		}
	}
	if err := x.catchUp(b.Context(), lib); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := x.catchUp(b.Context(), lib); err != nil {
			b.Fatal(err)
		}
	}
}
