package lock

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestMain plays the other process where the environment says so.
func TestMain(m *testing.M) {
	if dir := os.Getenv("TAFL3D_TAKE"); dir != "" {
		_, err := Take(dir)
		fmt.Print(err)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// other tries to take a folder in a process of its own and returns what it was told.
func other(t *testing.T, dir string) string {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "TAFL3D_TAKE="+dir)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return string(out)
}

// TestTake: a folder has one process, which another is told by its id; one that has ended,
// as this other does without giving it back, holds nothing.
func TestTake(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "with space", "æøå")
	f, err := Take(dir)
	if err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf("process %d", os.Getpid())
	if said := other(t, dir); !strings.Contains(said, want) || !strings.Contains(said, dir) {
		t.Errorf("the other is told %q", said)
	}
	if _, err := Take(dir); !errors.Is(err, ErrHeld) {
		t.Errorf("a second time in one process: %v", err)
	}
	if empty, err := Empty(dir); !empty || err != nil {
		t.Errorf("a folder with its lock alone: empty %v, %v", empty, err)
	}
	if err := f.Free(); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if said := other(t, dir); said != "<nil>" {
			t.Errorf("a free folder: %q", said)
		}
	}
}

// TestDamagedHolder: without a readable id the refusal still stands.
func TestDamagedHolder(t *testing.T) {
	dir := t.TempDir()
	f, err := Take(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Free() }()
	if err := os.WriteFile(filepath.Join(dir, pidFile), []byte("x\x00"), 0o600); err != nil {
		t.Fatal(err)
	}
	if said := other(t, dir); !strings.Contains(said, "another process") {
		t.Errorf("told %q", said)
	}
}

// TestEmpty tells an empty folder from others.
func TestEmpty(t *testing.T) {
	dir := t.TempDir()
	if empty, err := Empty(filepath.Join(dir, "none")); !empty || err != nil {
		t.Errorf("no folder: %v, %v", empty, err)
	}
	file := filepath.Join(dir, "tafl.db")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if empty, err := Empty(dir); empty || err != nil {
		t.Errorf("a folder with a file: %v, %v", empty, err)
	}
	if _, err := Empty(file); err == nil {
		t.Error("a file counts as a folder")
	}
}

// TestTell: who finds a folder held tells the other something, who does not know the secret is
// not heard, and where nobody has the folder any more that is said.
func TestTell(t *testing.T) {
	dir := t.TempDir()
	if err := Tell(dir, "x"); err == nil {
		t.Error("nobody there has heard it")
	}
	f, err := Take(dir)
	if err != nil {
		t.Fatal(err)
	}
	said := make(chan string, 4)
	if err := f.Listen(dir, func(text string) { said <- text }); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{`{"File":"/home/å b"}`, ""} {
		if err := Tell(dir, text); err != nil {
			t.Fatal(err)
		}
		if got := <-said; got != text {
			t.Errorf("%q was heard as %q", text, got)
		}
	}
	if err := Tell(dir, strings.Repeat("x", maxMessage)); err == nil {
		t.Error("too much was told")
	}
	if err := Tell(dir, "a\nb"); err == nil {
		t.Error("two lines were told")
	}
	door := filepath.Join(dir, addressFile)
	text, err := os.ReadFile(door)
	if err != nil {
		t.Fatal(err)
	}
	address, _, _ := strings.Cut(string(text), "\n")
	if err := os.WriteFile(door, []byte(address+"\nguessed\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Tell(dir, "let me in"); err == nil {
		t.Error("a guessed secret is taken")
	}
	if err := os.WriteFile(door, text, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := f.Free(); err != nil {
		t.Fatal(err)
	}
	if err := Tell(dir, "x"); err == nil {
		t.Error("somebody hears in a folder that is free")
	}
	if len(said) > 0 {
		t.Errorf("heard %q", <-said)
	}
}
