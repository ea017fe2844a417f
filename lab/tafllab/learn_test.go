package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tafl3d/internal/command"
)

// TestLearn: the whole way makes games, a net and its log, and goes on where it
// was: with all made, nothing is made again.
func TestLearn(t *testing.T) {
	dir := t.TempDir()
	test := filepath.Join(dir, "test.txt")
	if err := os.WriteFile(test, []byte("d6-c6\nd2-c2\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	args := append(strings.Fields("learn -variant brandubh-gorrion -generations 1 -games 40 -nodes 200,300 -handicap "+
		"0 -low -300 -width 16 -regions 2 "+
		"-batch 128 -epochs 2 -gate 30 -attackers 1 -pairs 3"), "-dir", dir, "-openings", test, "-test", test)
	code, out, note := lab(t, "", args...)
	if code != command.OK || !strings.Contains(out, "gen1.net: net") || !strings.Contains(out, "3 pairs") {
		t.Fatalf("code %d: %s%s", code, out, note)
	}
	before, err := os.ReadFile(filepath.Join(dir, "gen1.net"))
	if err != nil {
		t.Fatal(err)
	}
	if code, out, note := lab(t, "", args...); code != command.OK || out != "" {
		t.Errorf("again: code %d, %s%s", code, out, note)
	}
	for _, name := range []string{"gen1.games", "gen1.fit", "gen1.json", "gen1.png", "gen1.gate"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
	net := filepath.Join(dir, "again.net")
	code, _, note = lab(t, "", "quantise", "-fit", filepath.Join(dir, "gen1.fit"), "-out", net, "-share", "0.25",
		"-trained", "in no time")
	if again, err := os.ReadFile(net); code != command.OK || err != nil ||
		!strings.Contains(string(again), `"trained":"in no time"`) || string(again) == string(before) {
		t.Errorf("code %d: %s%v", code, note, err)
	}
}
