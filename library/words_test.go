package library

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tafl3d/library/ask"
)

// TestWords: what the database says is told in words of ours, and in no others.
func TestWords(t *testing.T) {
	for text, want := range map[string]error{
		"disk I/O: database or disk is full (13)":    ask.ErrFull,
		"database is locked (5) (SQLITE_BUSY)":       ask.ErrBusy,
		"attempt to write a readonly database (8)":   ask.ErrLocked,
		"unable to open database file: no such (14)": ask.ErrLocked,
		"database disk image is malformed (11)":      ask.ErrDamaged,
		"file is not a database (26)":                ask.ErrDamaged,
	} {
		if err := toUserError(errors.New(text)); !errors.Is(err, want) || err.Error() != want.Error() {
			t.Errorf("%s: %v", text, err)
		}
	}
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, fileName), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(dir); !errors.Is(err, ask.ErrLocked) || strings.Contains(err.Error(), "(14)") {
		t.Error(err)
	}
}
