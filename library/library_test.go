package library

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/record"
	"tafl3d/game/rules"
	"tafl3d/game/tree"
	"tafl3d/game/variant"
	"tafl3d/library/ask"
)

const brandubh = "brandubh-gorrion"

func opened(t testing.TB, dir string) *Library {
	t.Helper()
	l, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

func rulesOf(t testing.TB, id string) *rules.Rules {
	t.Helper()
	v, err := variant.Get(id)
	if err != nil {
		t.Fatal(err)
	}
	return v.Rules
}

const sample = `[Variant "brandubh-gorrion"]
[Attackers "Astrid"]
[Defenders "Odd"]
[Date "2026-11-23"]
[Event "House cup"]
[Result "defenders"]
[End "resigned"]

1. d6-f6 d5-f5

[Variant "brandubh-gorrion"]
[Attackers "Odd"]
[Defenders "Astrid"]
[Date "2025-01-02"]

1. d6-z9

[Variant "brandubh-gorrion"]
[Attackers "Odd"]
[Defenders "Astrid"]
[Date "2025-01-02"]
[Result "draw"]

1. d6-b6 d5-b5

`

func imported(t testing.TB, l *Library, text string) Report {
	t.Helper()
	rep, err := l.Import(context.Background(), strings.NewReader(text), record.Options{}, "mine", nil)
	if err != nil {
		t.Fatal(err)
	}
	return rep
}

// TestImport: a bad game in the middle is told with its line and stops nothing, and duplicates are seen.
func TestImport(t *testing.T) {
	l := opened(t, t.TempDir())
	rep := imported(t, l, sample)
	if rep.Added != 2 || rep.Bad != 1 || rep.Duplicate != 0 || len(rep.Faults) != 1 || rep.Faults[0].Line != 16 {
		t.Errorf("%+v", rep)
	}
	if rep = imported(t, l, sample); rep.Added != 0 || rep.Duplicate != 2 {
		t.Errorf("again: %+v", rep)
	}
	if v, c, err := l.Kinds(t.Context()); err != nil || len(c) != 1 || c[0] != "mine" || len(v) != 1 {
		t.Error(v, c, err)
	}
}

func TestFind(t *testing.T) {
	l := opened(t, t.TempDir())
	imported(t, l, sample)
	start := rulesOf(t, brandubh).Start()
	for _, c := range []struct {
		q    Query
		want int
	}{
		{Query{}, 2}, {Query{Player: "ASTRID"}, 2}, {Query{Player: "astrid", Side: "attackers"}, 1},
		{Query{Player: "nobody"}, 0},
		{Query{Variant: brandubh, Position: &start}, 2}, {Query{Variant: "copenhagen-2015"}, 0},
		{Query{Family: "tafl"}, 2},
		{Query{Result: "draw"}, 1}, {Query{Cause: "resigned"}, 1}, {Query{From: "2026"}, 1}, {Query{To: "2025-01"}, 1},
		{Query{From: "2025", To: "2026"}, 2}, {Query{MinTurns: 3}, 0}, {Query{MaxTurns: 2}, 2},
		{Query{Tag: "Event=house cup"}, 1},
		{Query{Collection: "Mine"}, 2}, {Query{Limit: 1, Offset: 1}, 1},
	} {
		got, err := l.Find(context.Background(), c.q)
		if err != nil || len(got) != c.want {
			t.Errorf("%+v: %d games, %v; want %d", c.q, len(got), err, c.want)
		}
	}
	if _, err := l.Find(context.Background(), Query{Player: "x", Side: "white"}); err == nil {
		t.Error("a side that is none was taken")
	}
}

// TestExplore: d6-f6 and d6-b6 are mirrored and so one move.
func TestExplore(t *testing.T) {
	l := opened(t, t.TempDir())
	imported(t, l, sample)
	start := rulesOf(t, brandubh).Start()
	found, err := l.Explore(context.Background(), brandubh, &start, "")
	if err != nil || len(found) != 1 || found[0].Games != 2 || found[0].Defenders != 1 || found[0].Draws != 1 ||
		len(found[0].Newest) != 2 {
		t.Errorf("%+v, %v", found, err)
	}
	if found, _ = l.Explore(context.Background(), brandubh, &start, "other"); len(found) != 0 {
		t.Errorf("another collection: %+v", found)
	}
}

// TestNewest: the newest games of a turn are those of the latest date, however late the others
// came into the library.
func TestNewest(t *testing.T) {
	l := opened(t, t.TempDir())
	for _, day := range []string{"2026-11-21", "2026-11-24", "", "2026-11-23", "2026-11-22"} {
		imported(t, l, "[Variant \"brandubh-gorrion\"]\n[Event \"of "+day+"\"]\n[Date \""+day+"\"]\n\n1. d6-f6\n")
	}
	start := rulesOf(t, brandubh).Start()
	line := rules.NewLine(start, nil)
	steps, err := notation.ParseTurn(&start, nil, "d6-f6")
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := line.Play(steps); err != nil {
		t.Fatal(err)
	}
	for _, games := range []int{5, newestThreshold} { // either way of looking
		found, err := l.newest(t.Context(), l.hashOf(brandubh, &start), l.hashOf(brandubh, &line.Position), "", games)
		var days []string
		for _, e := range found {
			days = append(days, e.Date)
		}
		if want := []string{"2026-11-24", "2026-11-23", "2026-11-22"}; err != nil || !slices.Equal(days, want) {
			t.Errorf("of %d games %v are the newest, %v", games, days, err)
		}
	}
}

func TestRecord(t *testing.T) {
	l := opened(t, t.TempDir())
	imported(t, l, sample)
	s, err := l.Record(context.Background(), Query{Player: "odd"})
	if err != nil || s.All != (Score{Won: 1, Drawn: 1}) || s.Sides["defenders"].Won != 1 ||
		s.Opponents["Astrid"] != s.All {
		t.Errorf("%+v, %v", s, err)
	}
	if s, _ = l.Record(context.Background(), Query{Player: "Astrid"}); s.LostBy[ask.Defeat{Winner: "defenders",
		Cause: "resigned"}] != 1 || s.Months["2026-11"].Lost != 1 {
		t.Errorf("%+v", s)
	}
}

func TestAddUpdateDelete(t *testing.T) {
	l := opened(t, t.TempDir())
	games, _ := record.Read(sample, record.Options{})
	id, err := l.Add(games[0], "c")
	if err != nil {
		t.Fatal(err)
	}
	if again, err := l.Add(games[0], "c"); err != nil || again != id {
		t.Error("a duplicate", again, err)
	}
	games[0].Root.Main().Comment = "Well played."
	if err := l.Update(id, games[0]); err != nil {
		t.Fatal(err)
	}
	if g, err := l.Game(id); err != nil || record.Text(g) != record.Text(games[0]) {
		t.Error("not the game that was written", err)
	}
	backup := filepath.Join(t.TempDir(), "backup.sqlite")
	if err := errors.Join(l.Backup(backup), l.Delete(id)); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Game(id); !errors.Is(err, ErrNoGame) {
		t.Error(err)
	}
	var left int
	if err := l.db.QueryRow("SELECT count(*) FROM positions").Scan(&left); err != nil || left != 0 {
		t.Error(left, "positions left", err)
	}
	if err := l.Update(id, games[0]); !errors.Is(err, ErrNoGame) {
		t.Error(err)
	}
}

// TestHash holds the hash to what is in files of players already.
func TestHash(t *testing.T) {
	for id, want := range map[string]int64{brandubh: wantBrandubh, "copenhagen-2015": wantCopenhagen} {
		r := rulesOf(t, id)
		p := newHasher(id, r)
		start := r.Start()
		if got := p.hash(&start); got != want || len(p.maps) != 8 {
			t.Errorf("%s: %d with %d symmetries, want %d with 8", id, got, len(p.maps), want)
		}
	}
}

// TestDamage: whatever is wrong with a file, the library opens or says why, and the file is kept.
func TestDamage(t *testing.T) {
	for name, harm := range map[string]func(b []byte) []byte{
		"cut":    func(b []byte) []byte { return b[:len(b)/2] },
		"header": func(b []byte) []byte { copy(b, "This is no database"); return b },
		"page": func(b []byte) []byte {
			for i := 4096; i < len(b); i++ {
				b[i] = byte(i * 7)
			}
			return b
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			l, err := Open(dir)
			if err != nil {
				t.Fatal(err)
			}
			imported(t, l, sample)
			l.Close()
			path := filepath.Join(dir, fileName)
			b, err := os.ReadFile(path)
			if err == nil {
				err = os.WriteFile(path, harm(b), 0o644)
			}
			if err != nil {
				t.Fatal(err)
			}
			l = opened(t, dir)
			if l.DamagedFile == "" {
				t.Fatal("nothing was put aside")
			}
			if _, err := os.Stat(l.DamagedFile); err != nil {
				t.Error(err)
			}
			saved := l.Saved
			if rep := imported(t, l, sample); rep.Added != 2-saved || rep.Duplicate != saved {
				t.Errorf("%d were saved: %+v", saved, rep)
			}
		})
	}
}

// made returns a stream of n games of seeded random turns.
func made(t testing.TB, n int) io.Reader {
	r := rulesOf(t, brandubh)
	in, out := io.Pipe()
	go func() {
		rng := rand.New(rand.NewPCG(3, 4))
		for i := range n {
			g := tree.New(brandubh, r.Start())
			g.SetTag(tree.TagAttackers, fmt.Sprint("P", rng.IntN(500)))
			g.SetTag(tree.TagDefenders, fmt.Sprint("P", rng.IntN(500)))
			g.SetTag(tree.TagID, fmt.Sprint(i))
			c := g.Cursor()
			for range 30 {
				turns := c.Line().LegalTurns()
				if len(turns) == 0 || c.Over().Over() {
					break
				}
				if _, err := c.Play(turns[rng.IntN(len(turns))].Moves()); err != nil {
					out.CloseWithError(err)
					return
				}
			}
			g.Settle()
			if _, err := io.WriteString(out, record.Text(g)+"\n"); err != nil {
				return
			}
		}
		out.Close()
	}()
	return in
}

// TestCancelAndResume: what a cancelled import has kept is not imported twice.
func TestCancelAndResume(t *testing.T) {
	l := opened(t, t.TempDir())
	ctx, cancel := context.WithCancel(context.Background())
	const n = 3 * batch
	rep, err := l.Import(ctx, made(t, n), record.Options{}, "", func(Progress) { cancel() })
	if !errors.Is(err, context.Canceled) || rep.Added == 0 || rep.Added == n {
		t.Fatalf("%+v, %v", rep, err)
	}
	again, err := l.Import(context.Background(), made(t, n), record.Options{}, "", nil)
	if err != nil || again.Duplicate != rep.Added || again.Added+again.Duplicate != n {
		t.Errorf("%+v behind %+v, %v", again, rep, err)
	}
}

// TestTwoAtOnce: two libraries on one folder write at the same time.
func TestTwoAtOnce(t *testing.T) {
	dir := t.TempDir()
	a, b := opened(t, dir), opened(t, dir)
	done := make(chan error, 1)
	go func() {
		_, err := a.Import(context.Background(), made(t, 200), record.Options{}, "a", nil)
		done <- err
	}()
	rep, err := b.Import(context.Background(), strings.NewReader(sample), record.Options{}, "b", nil)
	if err := errors.Join(err, <-done); err != nil || rep.Added != 2 {
		t.Fatal(rep, err)
	}
	if all, err := a.Find(context.Background(), Query{}); err != nil || len(all) != 202 {
		t.Error(len(all), err)
	}
}

// BenchmarkLibrary imports made games, 20 000 or as many as GAMES says, and tells the time
// of each query. LIBRARY names a folder that keeps them for the next time.
func BenchmarkLibrary(b *testing.B) {
	l := opened(b, cmp.Or(os.Getenv("LIBRARY"), b.TempDir()))
	n := 20000
	if m, err := strconv.Atoi(os.Getenv("GAMES")); err == nil {
		n = m
	}
	if has, err := l.Count(b.Context(), Query{}); err != nil || has == 0 {
		text, err := io.ReadAll(made(b, n))
		if err != nil {
			b.Fatal(err)
		}
		began := time.Now()
		imported(b, l, string(text))
		b.Logf("%d games imported in %v", n, time.Since(began))
	}
	start := rulesOf(b, brandubh).Start()
	ctx := context.Background()
	for name, f := range map[string]func() error{
		"explore": func() error { _, err := l.Explore(ctx, brandubh, &start, ""); return err },
		"player":  func() error { _, err := l.Find(ctx, Query{Player: "p7", Limit: 50}); return err },
		"position": func() error {
			_, err := l.Find(ctx,
				Query{Variant: brandubh, Position: &start, Limit: 50})
			return err
		},
		"result": func() error {
			_, err := l.Find(ctx, Query{Result: game.Attackers.String(), MinTurns: 20, Limit: 50})
			return err
		},
		"pattern": func() error {
			l.drawn = searchCache{} // which is what the next page would find
			_, err := l.Find(ctx, Query{Variant: brandubh, Pattern: "a1=. d4=. c3=K", Limit: 50})
			return err
		},
		"position and player": func() error {
			_, err := l.Find(ctx, Query{Variant: brandubh, Position: &start, Player: "p7", Limit: 50})
			return err
		},
		"count of a position": func() error {
			_,
				err := l.Count(ctx, Query{Variant: brandubh, Position: &start})
			return err
		},
		"count of a position and a result": func() error {
			_, err := l.Count(ctx, Query{Variant: brandubh, Position: &start, Result: game.Attackers.String()})
			return err
		},
		"newest": func() error { _, err := l.Find(ctx, Query{Limit: 50, Offset: 5000}); return err },
		"words":  func() error { _, err := l.Find(ctx, Query{Words: "p77 brandubh", Limit: 50}); return err },
		"count":  func() error { _, err := l.Count(ctx, Query{Words: "p77"}); return err },
		"record": func() error { _, err := l.Record(ctx, Query{Player: "p7"}); return err },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if err := f(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

const (
	wantBrandubh   = 2666546681461887438
	wantCopenhagen = -4070396036475269329
)

// TestNameless keeps games of a list that tells no players though they are alike, and
// keeps each once however often the list is read.
func TestNameless(t *testing.T) {
	l := opened(t, t.TempDir())
	v, err := variant.Get("brandubh-gorrion")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []Progress{{Added: 3}, {Duplicate: 3}} {
		in := strings.NewReader("d6-f6 d5-f5\nd6-f6 d5-f5\nd6-e6\n")
		r, err := l.Import(t.Context(), in, record.Options{Variant: v}, "", nil)
		if err != nil || r.Added != want.Added || r.Duplicate != want.Duplicate {
			t.Errorf("%+v, %v; want %+v", r.Progress, err, want)
		}
	}
}
