package library

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tafl3d/game/record"
	"tafl3d/game/tree"
	"tafl3d/library/ask"
)

// own is a game as it was played here.
func own(t *testing.T, id, turns string) *tree.Game {
	t.Helper()
	games,
		err := record.Read("[Variant \"brandubh-gorrion\"]\n[Date \"2026-11-23\"]\n[DefendersLevel \"3\"]\n[Own "+
		"\"attackers\"]\n[ID \""+id+"\"]\n[Result \"attackers\"]\n[End \"resigned\"]\n\n"+turns, record.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return games[0]
}

// TestKeep: a game played here comes in once however often it is kept, goes on where it was
// taken back, and stays away when it was deleted.
func TestKeep(t *testing.T) {
	l, ctx := opened(t, t.TempDir()), t.Context()
	keep := func(id, turns string) {
		t.Helper()
		if err := l.Keep(ctx, own(t, id, turns), ask.Mine); err != nil {
			t.Fatal(err)
		}
	}
	keep("one", "1. d6-f6 d5-f5")
	keep("one", "1. d6-f6 d5-f5")
	keep("two", "1. d6-f6 d5-f5")
	found, err := l.Find(ctx, Query{Own: true, Won: true})
	if err != nil || len(found) != 2 || found[0].Own != "attackers" || found[0].Turns != 2 {
		t.Fatalf("%+v, %v", found, err)
	}
	keep("one", "1. d6-f6 d5-e5 2. d7-e7")
	g, err := l.Game(found[1].ID)
	if err != nil || g.Root.Last().Ply() != 3 {
		t.Error("the game was not changed", err)
	}
	if err := l.Delete(found[1].ID); err != nil {
		t.Fatal(err)
	}
	keep("one", "1. d6-f6 d5-f5")
	if n, err := l.Count(ctx, Query{}); err != nil || n != 1 {
		t.Error(n, err)
	}
	if list, err := l.Missing(ctx, "", []string{"one", "two", "three"}); err != nil || len(list) != 1 ||
		list[0] != "three" {
		t.Error(list, err)
	}
	if s, err := l.Record(ctx, Query{}); err != nil || s.All != (Score{Won: 1}) || s.Levels["3"].Won != 1 {
		t.Errorf("%+v, %v", s, err)
	}
}

// TestFindOwn tells whose game it was, who won it and who the other was.
func TestFindOwn(t *testing.T) {
	l, ctx := opened(t, t.TempDir()), t.Context()
	imported(t, l, sample)
	if err := l.Keep(ctx, own(t, "one", "1. d6-f6 d5-f5"), ask.Mine); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		q    Query
		want int
	}{
		{Query{Own: true}, 1}, {Query{Own: true, Lost: true}, 0}, {Query{Own: true, Won: true, Drawn: true}, 1},
		{Query{Own: true, Side: "defenders"}, 0},
		{Query{Level: "3"}, 1}, {Query{Level: "4"}, 0}, {Query{Player: "odd", Won: true}, 1},
		{Query{Player: "odd", Lost: true}, 0},
		{Query{Player: "odd", Drawn: true, Against: "Astrid"}, 1}, {Query{Player: "odd", Against: "nobody"}, 0},
		{Query{Words: "house ASTR"}, 1}, {Query{Words: "brandubh"}, 3}, {Query{Words: "house nobody"}, 0},
		{Query{Words: "2025-01"}, 1},
	} {
		got, err := l.Find(ctx, c.q)
		n, err2 := l.Count(ctx, c.q)
		if err != nil || err2 != nil || len(got) != c.want || n != c.want {
			t.Errorf("%+v: %d games, counted %d, %v %v; want %d", c.q, len(got), n, err, err2, c.want)
		}
	}
	if got, err := l.Find(ctx, Query{}); err != nil || got[0].Date < got[1].Date || got[1].Date < got[2].Date {
		t.Error("not the newest first", err)
	}
}

// TestUpdateToAnother: a game that becomes the same as another one is refused in words, and
// nothing has changed.
func TestUpdateToAnother(t *testing.T) {
	l := opened(t, t.TempDir())
	imported(t, l, sample)
	found, err := l.Find(t.Context(), Query{})
	if err != nil {
		t.Fatal(err)
	}
	g, err := l.Game(found[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Update(found[1].ID, g); !errors.Is(err, ErrSame) || strings.Contains(err.Error(), "UNIQUE") {
		t.Error(err)
	}
	if again, err := l.Game(found[1].ID); err != nil || record.Text(again) == record.Text(g) {
		t.Error("the game was changed", err)
	}
}

// TestDistrust: a file too large to be checked each time is checked once damage was met.
func TestDistrust(t *testing.T) {
	dir := t.TempDir()
	l, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	imported(t, l, sample)
	if err := errors.Join(l.RequestIntegrityCheck(), l.Close()); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(filepath.Join(dir, fileName), os.O_RDWR, 0)
	if err == nil {
		_, err = f.WriteAt([]byte(strings.Repeat("damage", 2000)), 8192)
		err = errors.Join(err, f.Truncate(checkedBytes+1), f.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	l = opened(t, dir)
	if l.DamagedFile == "" {
		t.Error("the damage was not seen")
	}
	if _, err := os.Stat(filepath.Join(dir, fileName+checkMarker)); err == nil {
		t.Error("it is distrusted for ever")
	}
}

// TestSalvage: of a file with a damaged page in the middle the games on the others are kept.
func TestSalvage(t *testing.T) {
	dir := t.TempDir()
	l, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	const n = 300
	if _, err := l.Import(context.Background(), made(t, n), record.Options{}, "c", nil); err != nil {
		t.Fatal(err)
	}
	if _, err := l.db.Exec("PRAGMA wal_checkpoint(TRUNCATE)"); err != nil {
		t.Fatal(err)
	}
	l.Close()
	path := filepath.Join(dir, fileName)
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := len(b) / 2 / 4096 * 4096; i < len(b)/2+3*4096; i++ {
		b[i] = byte(i * 7)
	}
	if err := os.WriteFile(path, b, 0o644); err != nil {
		t.Fatal(err)
	}
	l = opened(t, dir)
	got, err := l.Count(t.Context(), Query{Collection: "c"})
	if err != nil || l.DamagedFile == "" || l.Saved != got || got < n/2 {
		t.Fatalf("of %d games %d are saved, %d said; put aside as %q, %v", n, got, l.Saved, l.DamagedFile, err)
	}
	t.Logf("%d of %d games saved", got, n)
}
