//go:build linux

package library

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"tafl3d/game/record"
	"tafl3d/library/ask"
)

// TestFullDisk imports until the disk is full: that is said, every game that was reported as added
// is there, also after another start, and with room again the rest comes in.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tafl3d", dir, "tmpfs", 0, "size=5m"); err != nil {
		t.Skipf("only who may mount a disk can fill one: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
	ballast := filepath.Join(dir, "ballast")
	if err := os.WriteFile(ballast, make([]byte, 4<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	l, err := Open(filepath.Join(dir, "library"))
	if err != nil {
		t.Fatal(err)
	}
	const games = 3000
	rep, err := l.Import(t.Context(), made(t, games), record.Options{}, "", nil)
	if !errors.Is(err, ask.ErrFull) || rep.Added >= games {
		t.Fatalf("%d games, %v", rep.Added, err)
	}
	there := func(l *Library) int {
		t.Helper()
		n, err := l.Count(t.Context(), Query{})
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	if n := there(l); n != rep.Added {
		t.Errorf("%d games are there, %d were reported", n, rep.Added)
	}
	if err := l.Close(); err != nil && !errors.Is(err, ask.ErrFull) {
		t.Log(err)
	}
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	again, err := Open(filepath.Join(dir, "library"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = again.Close() }()
	if n := there(again); n != rep.Added || again.DamagedFile != "" {
		t.Errorf("after another start %d of %d games are there, %q put aside", n, rep.Added, again.DamagedFile)
	}
	more, err := again.Import(t.Context(), made(t, rep.Added+100), record.Options{}, "", nil)
	if err != nil || more.Added != 100 || more.Duplicate != rep.Added {
		t.Errorf("with room again: %+v, %v", more.Progress, err)
	}
}
