package lock

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// TestPrivate makes a folder and files that others may read private, and leaves alone what is not named.
func TestPrivate(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such rights")
	}
	dir := filepath.Join(t.TempDir(), "data")
	modes := map[string]os.FileMode{}
	put := func(name string, mode os.FileMode) {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
		modes[name] = mode
	}
	put("tafl.db", 0o600)
	put("tafl.db-wal", 0o600)
	put("games/jetstream/one.blk", 0o600)
	put("letter.txt", 0o644)
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	names := []string{"tafl.db*", "games", "missing"}
	paths, err := Exposed(dir, names...)
	if err != nil || len(paths) != 6 {
		t.Errorf("%d are exposed: %v, %v", len(paths), paths, err)
	}
	if err := Private(dir, names...); err != nil {
		t.Fatal(err)
	}
	modes["."], modes["games"], modes["games/jetstream"] = 0o700, 0o700, 0o700
	for name, want := range modes {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v, want %v", name, info.Mode().Perm(), err, want)
		}
	}
	if paths, err := Exposed(dir, names...); err != nil || len(paths) > 0 {
		t.Errorf("%v, %v", paths, err)
	}
}
