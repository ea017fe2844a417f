package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tafl3d/internal/command"
)

// TestLibrary imports, lists, explores and exports as a script does.
func TestLibrary(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "games")
	const games = "brandubh-gorrion: d6-f6 d5-f5\nbrandubh-gorrion: d6-b6 d5-b5 resigned\nbrandubh-gorrion: d6-z6\n"
	code, out, note := tafl(t, games, "import", "-library", dir, "-collection", "c", "-")
	if code != command.Fault || !strings.Contains(out, "2 games imported") || !strings.Contains(note, "line 3") {
		t.Fatal(code, out, note)
	}
	code, out, note = tafl(t, "", "explore", "-library", dir, "-variant", "brandubh-gorrion", "-json")
	if code != 0 || !strings.HasPrefix(out, `{"moves":[{"move":"`) || !strings.Contains(out, `"games":2,"attackers":0,"defenders":1,"draws":0}]}`) {
		t.Error(code, out, note)
	}
	if code, out, note = tafl(t, "", "games", "-library", dir, "-json"); code != 0 || strings.Count(out, `"id":`) != 2 {
		t.Error(code, out, note)
	}
	if code, out, note = tafl(t, "", "games", "-library", dir, "-player", "nobody", "-json"); code != 0 || out != "[]\n" {
		t.Error(code, out, note)
	}
	file := filepath.Join(dir, "out.tafl")
	if code, out, note = tafl(t, "", "export", "-library", dir, "-o", file); code != 0 {
		t.Error(code, out, note)
	}
	if b, err := os.ReadFile(file); err != nil || strings.Count(string(b), "[Variant ") != 2 {
		t.Errorf("%s %v", b, err)
	}
	if code, out, note = tafl(t, "", "import", "-library", dir, file); code != 0 || !strings.Contains(out, "0 games imported, 2 there already") {
		t.Error(code, out, note)
	}
}

func TestLibraryComplaints(t *testing.T) {
	dir := t.TempDir()
	for args, want := range map[string]string{
		"games":                  "which library?",
		"games -library nowhere": "no folder nowhere",
		"import -library " + dir: "which files?",
		"import -variant x -library " + dir + " -":                       "no variant",
		"explore -library " + dir:                                        "which variant?",
		"explore -variant brandubh-gorrion -moves z9-z8 -library " + dir: "-moves",
		"export -library " + dir:                                         "-o FILE",
	} {
		if code, _, note := tafl(t, "", strings.Fields(args)...); code != command.Usage || !strings.Contains(note, want) {
			t.Errorf("tafl %s: %d, %q; want %q", args, code, note, want)
		}
	}
}
