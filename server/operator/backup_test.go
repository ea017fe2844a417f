package operator

import (
	"os"
	"path/filepath"
	"testing"
)

// TestTidy finds what was left of a backup, and what is the operator's own.
func TestTidy(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{copyName + "1", copyName + "2", "backup-3", "games"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name, "tafl.db"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(dir, copyName+"mine.tar")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s := &Backups{Data: dir}
	if err := s.Tidy(); err != nil {
		t.Fatal(err)
	}
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	names := ""
	for _, e := range list {
		names += e.Name() + " "
	}
	if names != ".backup-mine.tar backup-3 games " {
		t.Errorf("left are %s", names)
	}
}
