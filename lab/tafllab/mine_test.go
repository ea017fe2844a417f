package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tafl3d/game/exercise"
	"tafl3d/game/record"
	"tafl3d/internal/command"
)

// TestMine mines games that are played, and those of a file, and goes on with what it wrote.
func TestMine(t *testing.T) {
	dir := t.TempDir()
	out, list := filepath.Join(dir, "out.tafl"), filepath.Join(dir, "games.csv")
	game := "b4-b3 d5-b5 f4-f5 c4-c2 d6-d5 e4-e2xd2 d7-c7 e2-e5 d1-f1 b5-c5xd5 f5-f6 e5-e1xf1 g4-e4 d3-f3 a4-c4 " +
		"d4-d1 b3-b1 d1-c1xb1 c4-b4 c1-a1\nnonsense\n"
	if err := os.WriteFile(list, []byte(game), 0o600); err != nil {
		t.Fatal(err)
	}
	var sizes []int
	for range 2 {
		code, text, note := program.Try("", "mine", "-variant", "brandubh-gorrion", "-within", "3", "-play", "6",
			"-o", out, list)
		if code != command.OK || !strings.Contains(text, "brandubh-gorrion") {
			t.Fatalf("code %d, %s%s", code, text, note)
		}
		written, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		found, err := exercise.Read(string(written), record.Options{})
		if err != nil {
			t.Fatal(err)
		}
		sizes = append(sizes, len(found))
		ids := map[string]bool{}
		for _, x := range found {
			if ids[x.ID] {
				t.Errorf("%s was found again", x.ID)
			}
			ids[x.ID] = true
		}
	}
	if sizes[0] == 0 || sizes[1] < sizes[0] {
		t.Errorf("%v exercises were found", sizes)
	}
}

func TestMineComplaints(t *testing.T) {
	for args, want := range map[string]string{
		"mine":                            "-o and a file",
		"mine -o /tmp/x -within 9 -suite": "-within must be",
		"mine -o " + filepath.Join(t.TempDir(), "x") + " no-such-file": "no such file",
	} {
		if code, _, note := program.Try("", strings.Fields(args)...); code == command.OK ||
			!strings.Contains(note, want) {
			t.Errorf("tafllab %s: code %d, %q; want %q", args, code, note, want)
		}
	}
}
