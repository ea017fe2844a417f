package library_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"tafl3d/app"
	room "tafl3d/app/library"
	"tafl3d/game/record"
	"tafl3d/internal/apptest"
	"tafl3d/library"
	"tafl3d/library/ask"
)

// opened starts a client with a library in its folder at the list of games.
func opened(t *testing.T, dir string) *apptest.Client {
	t.Helper()
	c := client(t, dir, func(l room.Library) room.Library { return l })
	c.Do("library", 0)
	c.At("library")
	return c
}

// client starts a client with a modified library of a folder.
func client(t *testing.T, dir string, change func(room.Library) room.Library) *apptest.Client {
	t.Helper()
	return apptest.Open(t, dir, func(o *app.Options) {
		o.Library = func() (room.Opened, error) {
			l, err := library.Open(filepath.Join(dir, "library"))
			if err != nil {
				return room.Opened{}, err
			}
			t.Cleanup(func() { _ = l.Close() })
			return room.Opened{Library: change(l), Aside: l.DamagedFile, ReadOnly: l.ReadOnly}, nil
		}
	})
}

// played is a game for an import.
type played struct{ variant, attackers, defenders, date, result, end, turns string }

func text(games ...played) string {
	var b strings.Builder
	for _, g := range games {
		fmt.Fprintf(&b, "[Variant %q]\n[Attackers %q]\n[Defenders %q]\n[Date %q]\n[Result %q]\n[End %q]\n\n%s\n\n",
			g.variant, g.attackers, g.defenders, g.date, g.result, g.end, g.turns)
	}
	return b.String()
}

// several returns n games of Astrid on different days: alternately won, lost and drawn.
func several(n int) (games []played) {
	for i := range n {
		games = append(games, played{
			"brandubh-gorrion", "Astrid", []string{"Ragnhild", "Torstein", "Ulf"}[i%3],
			fmt.Sprintf("2026-11-%02d", i+1),
			[]string{"attackers", "defenders", "draw"}[i%3], []string{"king-captured", "king-escaped", "agreed"}[i%3],
			"1. d6-f6 d5-f5 2. d7-e7",
		})
	}
	return games
}

// imports pastes games into the import page and returns to the list.
func imports(c *apptest.Client, text string) (said string) {
	c.T.Helper()
	c.Press("library", "import")
	c.At("library-import")
	c.App.Paste(text)
	c.Until("the import to be done", func() bool {
		_, asks := c.Find("path")
		return !asks && c.Has("close")
	})
	said = c.Lines()
	c.Key("Esc")
	c.At("library")
	return said
}

// lists waits for n games in the list and returns their rows.
func lists(c *apptest.Client, n int) []string {
	c.T.Helper()
	c.Until(fmt.Sprintf("%d games in the list", n), func() bool { return len(c.Rows()) == n })
	return c.Rows()
}

// TestImport: pasted games are imported once, the newest first; a bad game is reported and does not prevent
// importing others.
func TestImport(t *testing.T) {
	c := opened(t, t.TempDir())
	if len(c.Rows()) != 0 || c.Has("export") {
		t.Error("the library is not empty")
	}
	bad := text(played{"brandubh-gorrion", "Eve", "Dag", "2026-11-30", "draw", "agreed", "1. d6-z9"})
	if said := imports(c, text(several(3)...)+bad); !strings.Contains(said, "3") || !strings.Contains(said, "1") {
		t.Errorf("the import says %q", said)
	}
	rows := lists(c, 3)
	for i, want := range []string{"03|Astrid|Ulf|", "02|Astrid|Torstein|", "01|Astrid|Ragnhild|"} {
		want = "2026-11-" + want
		if !strings.HasPrefix(rows[i], want) || !strings.HasSuffix(rows[i], "|3") {
			t.Errorf("row %d is %q, want %q and 3 moves", i, rows[i], want)
		}
	}
	imports(c, text(several(3)...))
	lists(c, 3)
}

// TestPages: a page has twelve games; the test browses to older ones and back.
func TestPages(t *testing.T) {
	c := opened(t, t.TempDir())
	imports(c, text(several(28)...))
	first := func(day string) func() bool {
		return func() bool { rows := c.Rows(); return len(rows) > 0 && strings.HasPrefix(rows[0], "2026-11-"+day) }
	}
	c.Until("the first page", first("28"))
	if c.Has("newer") || len(c.Rows()) != 12 {
		t.Errorf("%d games on the first page", len(c.Rows()))
	}
	c.Press("library", "older")
	c.Until("the second page", first("16"))
	c.Press("library", "older")
	c.Until("the last page", first("04"))
	if c.Has("older") || len(c.Rows()) != 4 {
		t.Errorf("%d games on the last page", len(c.Rows()))
	}
	c.Press("library", "newer")
	c.Until("the second page again", first("16"))
	c.Do("row", 27) // a row of another page
	c.Until("the page of that row", first("04"))
}

// TestFilters: words, variant, result and collection filter the list, alone and combined.
func TestFilters(t *testing.T) {
	c := opened(t, t.TempDir())
	imports(c, text(several(6)...))
	imports(c, text(played{"tablut-ashton", "Eve", "Dag", "2026-11-20", "defenders", "king-escaped", "1. d1-d3"}))
	lists(c, 7)
	c.Write("search", "torst")
	for _, row := range lists(c, 2) {
		if !strings.Contains(row, "Torstein") {
			t.Errorf("found %q", row)
		}
	}
	c.Write("search", "")
	c.Until("all again", func() bool { return len(c.Rows()) == 7 })
	if n := len(c.Field("variant").Options); n != 3 {
		t.Fatalf("%d variants to choose from", n)
	}
	c.Choose("variant", "Tablut")
	if rows := lists(c, 1); !strings.Contains(rows[0], "Eve") {
		t.Errorf("of Tablut there is %q", rows[0])
	}
	c.Do("variant", 0)
	lists(c, 7)
	for i, n := range map[int]int{3: 2, 4: 3, 5: 2} { // attackers, defenders, draws
		c.Do("result", i)
		lists(c, n)
	}
	c.Choose("variant", "Brandubh")
	c.Do("result", 4)
	lists(c, 2)
}

// TestDelete: a game is deleted only after confirmation, and permanently.
func TestDelete(t *testing.T) {
	dir := t.TempDir()
	c := opened(t, dir)
	imports(c, text(several(2)...))
	lists(c, 2)
	c.Do("game", 1)
	c.Press("library-game", "copy")
	if !strings.Contains(c.Copied, `[Defenders "Ragnhild"]`) || !strings.Contains(c.Copied, "d6-f6") {
		t.Errorf("copied is %q", c.Copied)
	}
	c.Press("library-game", "delete")
	c.Press("confirm", "close")
	c.Press("library-game", "delete")
	c.Press("confirm", "yes")
	c.At("library")
	if rows := lists(c, 1); !strings.Contains(rows[0], "Torstein") {
		t.Errorf("left is %q", rows[0])
	}
	c.App.Close()
	if rows := lists(opened(t, dir), 1); !strings.Contains(rows[0], "Torstein") {
		t.Errorf("after another start there is %q", rows[0])
	}
}

// TestExport: the listed games are exported, the oldest first; an existing file is not overwritten.
func TestExport(t *testing.T) {
	dir := t.TempDir()
	c := opened(t, dir)
	imports(c, text(several(6)...))
	lists(c, 6)
	c.Write("search", "ragn")
	lists(c, 2)
	file := filepath.Join(dir, "there.tafl")
	if err := os.WriteFile(file, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	c.Press("library", "export")
	c.Write("path", file)
	c.Press("library-export", "export")
	if kept, _ := os.ReadFile(file); string(kept) != "mine" || len(c.Dialog().Faults) != 1 {
		t.Errorf("the file holds %q, the page says %q", kept, c.Dialog().Faults)
	}
	file = filepath.Join(dir, "out.tafl")
	c.Write("path", file)
	c.Press("library-export", "export")
	c.At("library")
	out, err := os.ReadFile(file)
	first, last := strings.Index(string(out), "2026-11-01"), strings.Index(string(out), "2026-11-04")
	if err != nil || strings.Count(string(out), "[Variant ") != 2 || first < 0 || last < first {
		t.Errorf("%v: written is %s", err, out)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*.tmp")); len(left) > 0 {
		t.Errorf("left over: %v", left)
	}
}

// TestRecord: the statistics count the games of a player by view, and each row opens its games.
func TestRecord(t *testing.T) {
	c := opened(t, t.TempDir())
	imports(c, text(several(6)...))
	lists(c, 6)
	c.Press("library", "record")
	c.At("library-record")
	if len(c.Rows()) != 0 || c.Has("all") {
		t.Errorf("games of others count as one's own: %q", c.Rows())
	}
	c.Write("player", "Astrid")
	c.Until("the record", func() bool { return len(c.Rows()) == 1 })
	if !strings.Contains(c.Dialog().Title, "Astrid") || !strings.Contains(c.Lines(), "50 %") {
		t.Errorf("%q: %q", c.Dialog().Title, c.Lines())
	}
	c.Do("view", 2)
	c.Until("the opponents", func() bool { return len(c.Rows()) == 3 })
	if !slices.ContainsFunc(c.Rows(), func(row string) bool { return strings.HasPrefix(row, "Torstein|2|0|0|2") }) {
		t.Errorf("against whom: %q", c.Rows())
	}
	i := slices.IndexFunc(c.Rows(), func(row string) bool { return strings.HasPrefix(row, "Ulf") })
	c.Do("games", i)
	c.At("library")
	for _, row := range lists(c, 2) {
		if !strings.Contains(row, "Ulf") {
			t.Errorf("against Ulf: %q", row)
		}
	}
	c.Key("Esc")
	c.At("library-record")
	c.Do("lost", slices.IndexFunc(c.Rows(), func(row string) bool { return strings.HasPrefix(row, "Torstein") }))
	c.At("library")
	lists(c, 2)
}

// broken is a library with a failing query.
type broken struct {
	room.Library
	fault atomic.Pointer[error] // nil: none
	// absent is the error of Missing; nil: none.
	absent error
	// stopped is the error of an import; nil: none.
	stopped error
}

// Import implements room.Library.
func (b *broken) Import(ctx context.Context, in io.Reader, opt record.Options, collection string,
	told func(ask.Progress)) (ask.Report, error) {
	if b.stopped != nil {
		return ask.Report{}, b.stopped
	}
	return b.Library.Import(ctx, in, opt, collection, told)
}

// TestImportFails: the error that ends an import is shown unless the player has cancelled it.
func TestImportFails(t *testing.T) {
	for _, fault := range []error{ask.ErrFull, context.Canceled} {
		c := client(t, t.TempDir(), func(l room.Library) room.Library { return &broken{Library: l, stopped: fault} })
		c.Do("library", 0)
		c.At("library")
		c.Press("library", "import")
		c.At("library-import")
		c.App.Paste(text(several(1)...))
		c.Until("the import to be done", func() bool {
			_, asks := c.Find("path")
			return !asks && c.Has("close")
		})
		if told := len(c.Messages()) > 0; told != (fault == ask.ErrFull) {
			t.Errorf("%v: told %v", fault, c.Messages())
		}
	}
}

// Missing implements room.Library.
func (b *broken) Missing(ctx context.Context, site string, ids []string) ([]string, error) {
	if b.absent != nil {
		return nil, b.absent
	}
	return b.Library.Missing(ctx, site, ids)
}

func (b *broken) Count(ctx context.Context, q ask.Query) (int, error) {
	if fault := b.fault.Load(); fault != nil {
		return 0, *fault
	}
	return b.Library.Count(ctx, q)
}

// TestFaults: each error of the library has its text, and the list is loaded again afterwards.
func TestFaults(t *testing.T) {
	b := &broken{}
	b.fault.Store(&ask.ErrBusy)
	c := client(t, t.TempDir(), func(l room.Library) room.Library { b.Library = l; return b })
	said := map[string]bool{}
	for _, fault := range []error{ask.ErrBusy, ask.ErrFull, ask.ErrLocked, ask.ErrNewer, errors.New("odd")} {
		b.fault.Store(&fault)
		c.Do("library", 0)
		c.Until("a message", func() bool { m := c.Messages(); return len(m) > 0 && !said[m[len(m)-1]] })
		said[c.Messages()[len(c.Messages())-1]] = true
		c.Key("Esc")
	}
	b.fault.Store(nil)
	c.Do("library", 0)
	c.At("library")
	imports(c, text(several(1)...))
	lists(c, 1)
}

// TestFolderIsNotTakenIn: a failed import of games from the folder is reported, and a successful one is not.
func TestFolderIsNotTakenIn(t *testing.T) {
	for _, fault := range []error{nil, ask.ErrFull} {
		dir := t.TempDir()
		if err := os.Mkdir(filepath.Join(dir, "games"), 0o700); err != nil {
			t.Fatal(err)
		}
		c := client(t, dir, func(l room.Library) room.Library { return &broken{Library: l, absent: fault} })
		c.Do("library", 0)
		c.At("library")
		if fault != nil {
			c.Until("a message", func() bool { return len(c.Messages()) > 0 })
			continue
		}
		lists(c, 0)
		if m := c.Messages(); len(m) > 0 {
			t.Errorf("nothing is wrong: %q", m)
		}
	}
}

// TestNoLibrary: without a library there is no list, and everything else works.
func TestNoLibrary(t *testing.T) {
	c := apptest.Open(t, t.TempDir(), func(*app.Options) {})
	c.Do("library", 0)
	if c.Page() != "title" {
		t.Errorf("the page is %q", c.Page())
	}
}
