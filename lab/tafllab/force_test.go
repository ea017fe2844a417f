package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tafl3d/internal/command"
)

// TestOutputs asks each command that writes files for a file that is there already: it refuses before long work, and
// the file stays. "-" is standard output, or refused where a file is continued or several files are written.
func TestOutputs(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"old", "old.net"} {
		if err := os.WriteFile(name, []byte("old"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range []string{
		"book -variant brandubh-gorrion -out old", "usual -variant brandubh-gorrion -games none -out old",
		"tune -games none -out old", "train -games none -out old", "quantise -fit none -out old",
	} {
		code, _, note := lab(t, "", strings.Fields(args)...)
		if code == command.OK || !strings.Contains(note, "old") || !strings.Contains(note, "add -force") {
			t.Errorf("tafllab %s: code %d, %q", args, code, note)
		}
		code, _, note = lab(t, "", append(strings.Fields(args), "-force", "-nodes", "1")...)
		if strings.Contains(note, "there already") {
			t.Errorf("tafllab %s -force: code %d, %q", args, code, note)
		}
	}
	for _, args := range []string{"train -games none -out -", "games -variant brandubh-gorrion -out -",
		"mine -suite -o -", "tune -json -games none -out -"} {
		if code, _, note := lab(t, "", strings.Fields(args)...); code != command.Usage ||
			!strings.Contains(note, "standard output") {
			t.Errorf("tafllab %s: code %d, %q", args, code, note)
		}
	}
	const small = "book -variant brandubh-gorrion -positions 2 -nodes 100 -out "
	code, out, note := lab(t, "", strings.Fields(small+"-")...)
	if code != command.OK || !strings.HasPrefix(out, "# tafllab book") || !strings.Contains(note, "positions") {
		t.Errorf("code %d, %q %q", code, out, note)
	}
	if code, _, note := lab(t, "", strings.Fields(small+"old -force")...); code != command.OK {
		t.Errorf("code %d, %q", code, note)
	}
	if text, err := os.ReadFile("old"); err != nil || string(text) != out {
		t.Errorf("%q, %v", text, err)
	}
	if files, _ := filepath.Glob("-*"); files != nil {
		t.Errorf("there are files %q", files)
	}
}
