package library

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"tafl3d/game/record"
	"tafl3d/library/ask"
)

// filled returns a closed library of n games, with one more that was deleted, as a file.
func filled(t *testing.T, dir string, n int) (path string, file []byte) {
	t.Helper()
	l, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Import(t.Context(), made(t, n), record.Options{}, "c", nil); err != nil {
		t.Fatal(err)
	}
	if err := l.Keep(t.Context(), own(t, "gone", "1. d6-f6 d5-f5"), ask.Mine); err != nil {
		t.Fatal(err)
	}
	list, err := l.Find(t.Context(), Query{Own: true})
	if err != nil || len(list) != 1 || l.Delete(list[0].ID) != nil {
		t.Fatal(list, err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(dir, fileName)
	file, err = os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return path, file
}

// TestRescueFromPages: where the database itself can read nothing, all games are saved whose pages
// are whole.
func TestRescueFromPages(t *testing.T) {
	const n = 300
	for name, c := range map[string]struct {
		bytes, least int
	}{
		"first 16 bytes": {16, n}, "first 100 bytes": {100, n}, "first page": {4096, n}, "first tenth": {0, 3 * n / 4},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path, b := filled(t, dir, n)
			if c.bytes == 0 {
				c.bytes = len(b) / 10
			}
			clear(b[:c.bytes])
			if err := os.WriteFile(path, b, 0o600); err != nil {
				t.Fatal(err)
			}
			l := opened(t, dir)
			got, err := l.Count(t.Context(), Query{Collection: "c"})
			if err != nil || l.DamagedFile == "" || l.Saved < got || got < c.least {
				t.Fatalf("of %d games %d are saved, %d said; put aside as %q, %v", n, got, l.Saved, l.DamagedFile, err)
			}
			t.Logf("%d of %d games saved", got, n)
			rep, err := l.Import(t.Context(), made(t, n), record.Options{}, "c", nil)
			if err != nil || rep.Duplicate != got {
				t.Errorf("they are not the same games: %+v, %v", rep.Progress, err)
			}
		})
	}
}

// TestDeletedStaysDeleted: a rescue does not bring back what was deleted.
func TestDeletedStaysDeleted(t *testing.T) {
	dir := t.TempDir()
	path, b := filled(t, dir, 300)
	for i := len(b) / 2 / 4096 * 4096; i < len(b)/2+4096; i++ {
		b[i] = byte(i * 7)
	}
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	l := opened(t, dir)
	if err := l.Keep(t.Context(), own(t, "gone", "1. d6-f6 d5-f5"), ask.Mine); err != nil {
		t.Fatal(err)
	}
	if n, err := l.Count(t.Context(), Query{Own: true}); err != nil || n != 0 || l.DamagedFile == "" {
		t.Errorf("%d came back, put aside as %q, %v", n, l.DamagedFile, err)
	}
}

// TestReadOnly: where nothing can be written the games can be looked at.
func TestReadOnly(t *testing.T) {
	dir := t.TempDir()
	path, _ := filled(t, dir, 10)
	if err := os.Mkdir(path+"-wal", 0o700); err != nil { // no log can be written
		t.Fatal(err)
	}
	l := opened(t, dir)
	if n, err := l.Count(t.Context(), Query{}); !l.ReadOnly || n != 10 || err != nil {
		t.Fatalf("read-only %v, %d games, %v", l.ReadOnly, n, err)
	}
	if list, err := l.Find(t.Context(), Query{Limit: 3}); err != nil || len(list) != 3 {
		t.Error(list, err)
	}
	if err := l.Keep(t.Context(), own(t, "one", "1. d6-f6 d5-f5"), ask.Mine); !errors.Is(err, ErrLocked) {
		t.Error(err)
	}
}
