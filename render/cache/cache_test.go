package cache

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

func names(t *testing.T, dir string) (all []string) {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		all = append(all, e.Name())
	}
	return all
}

func put(t *testing.T, c *Cache, key string, data []byte) {
	t.Helper()
	if err := c.Put(key, data); err != nil {
		t.Fatal(err)
	}
}

func TestWhatIsPutIsGot(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "not", "yet", "there")
	c := New(dir, "1", 1<<20)
	if _, ok := c.Get("board"); ok || c.Has("board") {
		t.Fatal("an empty cache has an entry")
	}
	put(t, c, "board", []byte("oak"))
	put(t, c, "table", nil)
	put(t, c, "board", []byte("elm"))
	if got, ok := New(dir, "1", 1<<20).Get("board"); !ok || string(got) != "elm" {
		t.Fatalf("got %q, %v", got, ok)
	}
	if got, ok := c.Get("table"); !ok || len(got) != 0 {
		t.Fatalf("an empty entry comes back as %q, %v", got, ok)
	}
	if _, ok := New(dir, "2", 1<<20).Get("board"); ok {
		t.Fatal("got what another version put")
	}
	if _, ok := c.Get("chair"); ok {
		t.Fatal("got what was never put")
	}
}

// TestADamagedEntryIsMissing damages every part of a file separately.
func TestADamagedEntryIsMissing(t *testing.T) {
	data := bytes.Repeat([]byte("grain "), 100)
	for _, spoil := range []func([]byte) []byte{
		func(b []byte) []byte { b[0] ^= 1; return b },
		func(b []byte) []byte { b[len(magic)+3] ^= 1; return b }, // the key's hash
		func(b []byte) []byte { b[len(magic)+32] ^= 1; return b },
		func(b []byte) []byte { b[len(b)-1] ^= 0x80; return b },
		func(b []byte) []byte { return b[:len(b)-1] },
		func(b []byte) []byte { return append(b, 0) },
		func(b []byte) []byte { return b[:headSize-1] },
		func([]byte) []byte { return nil },
	} {
		c := New(t.TempDir(), "1", 1<<20)
		put(t, c, "board", data)
		name := c.file("board")
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, spoil(b), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, ok := c.Get("board"); ok {
			t.Error("a damaged entry was used")
		}
		if c.Has("board") {
			t.Error("a damaged entry stays")
		}
		put(t, c, "board", data)
		if got, ok := c.Get("board"); !ok || !bytes.Equal(got, data) {
			t.Error("a damaged entry was not written anew")
		}
	}
}

func TestTheFolderStaysSmall(t *testing.T) {
	dir := t.TempDir()
	const each = 1000
	c := New(dir, "1", 3*(each+int64(headSize)))
	old := time.Now().Add(-2 * time.Hour)
	for i, key := range []string{"a", "b", "c"} {
		put(t, c, key, make([]byte, each))
		when := old.Add(time.Duration(i) * time.Minute)
		if err := os.Chtimes(c.file(key), when, when); err != nil {
			t.Fatal(err)
		}
	}
	c.Get("a") // used again: b goes first
	put(t, c, "d", make([]byte, each))
	for key, want := range map[string]bool{"a": true, "b": false, "c": true, "d": true} {
		if c.Has(key) != want {
			t.Errorf("%s is there: %v", key, !want)
		}
	}
	put(t, c, "huge", make([]byte, 4*each))
	if n := len(names(t, dir)); c.Has("huge") || n != 3 {
		t.Errorf("%d files; what is larger than the cache is kept: %v", n, c.Has("huge"))
	}
}

func TestBrokenWritesAreSwept(t *testing.T) {
	dir := t.TempDir()
	c := New(dir, "1", 1<<20)
	for name, age := range map[string]time.Duration{written + "old": 2 * time.Hour, written + "new": 0,
		"notes.txt": 9 * time.Hour} {
		f := filepath.Join(dir, name)
		if err := os.WriteFile(f, []byte("x"), 0o644); err != nil {
			t.Fatal(err)
		}
		when := time.Now().Add(-age)
		if err := os.Chtimes(f, when, when); err != nil {
			t.Fatal(err)
		}
	}
	put(t, c, "board", []byte("oak"))
	got := strings.Join(names(t, dir), " ")
	if strings.Contains(got, written+"old") || !strings.Contains(got, written+"new") ||
		!strings.Contains(got, "notes.txt") {
		t.Errorf("left are %s", got)
	}
}

func TestAFolderThatCannotBeWrittenIsAnError(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if New(file, "1", 1<<20).Put("board", []byte("oak")) == nil {
		t.Error("no error")
	}
	var none *Cache
	if _, ok := none.Get("board"); ok || none.Has("board") || none.Put("board", nil) != nil {
		t.Error("no cache is not an empty one")
	}
}

func TestManyMayUseIt(t *testing.T) {
	c := New(t.TempDir(), "1", 20_000)
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			for i := range 30 {
				key := string(rune('a' + (i+g)%7))
				if err := c.Put(key, bytes.Repeat([]byte(key), 3000)); err != nil {
					t.Error(err)
				}
				if got, ok := c.Get(key); ok && !bytes.Equal(got, bytes.Repeat([]byte(key), 3000)) {
					t.Errorf("%s came back as something else", key)
				}
			}
		})
	}
	wg.Wait()
}
