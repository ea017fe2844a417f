package folders

import (
	"os"
	"path/filepath"
	"testing"
)

// TestFoldersApart keeps the settings in one folder and everything else in the other.
func TestFoldersApart(t *testing.T) {
	f := Folders{Config: t.TempDir(), Data: t.TempDir()}
	for _, name := range []string{SettingsFile, "game.json"} {
		if err := f.Save(name, []byte(name)); err != nil {
			t.Fatal(err)
		}
		if got, err := f.Load(name); err != nil || string(got) != name {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	if _, err := os.Stat(filepath.Join(f.Data, "game.json")); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(f.Config, SettingsFile)); err != nil {
		t.Error(err)
	}
}
