package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tafl3d/app/folders"
)

// TestDoctor prints a report without a display: it names every part, keeps the home of the
// player to itself, and says what is wrong with settings.
func TestDoctor(t *testing.T) {
	home := filepath.Join(t.TempDir(), "astrid")
	data := filepath.Join(home, "tafl data")
	if err := os.MkdirAll(data, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(data, folders.SettingsFile), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOME", home)
	t.Setenv("DISPLAY", "")
	t.Setenv("WAYLAND_DISPLAY", "")
	var out bytes.Buffer
	if err := doctor(data, &out); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	for _, row := range []string{"program", "machine", "graphics", "sound", "settings", "games", "cache"} {
		if !strings.Contains(text, "\n"+row) && !strings.HasPrefix(text, row) {
			t.Errorf("no row %q in:\n%s", row, text)
		}
	}
	if strings.Contains(text, "astrid") {
		t.Errorf("it tells where the player's home is:\n%s", text)
	}
	if !strings.Contains(text, filepath.Join("~", "tafl data")+", 1 file") {
		t.Errorf("the folder with the settings is not told:\n%s", text)
	}
}

// TestFolderState: a folder is there, can be made, or cannot, as below a file; nothing is left.
func TestFolderState(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for folder, want := range map[string]string{
		dir:                              dir + ", 1 file",
		filepath.Join(dir, "new", "one"): ", not created yet",
		filepath.Join(file, "below"):     ", cannot write there: ",
	} {
		if got := folderState(folder); !strings.Contains(got, want) {
			t.Errorf("%s: %s", folder, got)
		}
	}
	if all, err := os.ReadDir(dir); err != nil || len(all) != 1 {
		t.Errorf("%v is left, %v", all, err)
	}
}

// TestSeen: what goes to the null device or to a socket is seen by nobody, a file is.
func TestSeen(t *testing.T) {
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	file, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if seen(null) || !seen(file) {
		t.Errorf("null device seen: %v, file seen: %v", seen(null), seen(file))
	}
}
