package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestMarks reviews a game of a list, and takes it from the log the second time.
func TestMarks(t *testing.T) {
	const games = "b4-b3 d5-b5 f4-f5 c4-c2 d6-d5 e4-e2xd2 d7-c7 e2-e5 d1-f1 b5-c5xd5 f5-f6 e5-e1xf1 g4-e4 d3-f3 " +
		"a4-c4 d4-d1 b3-b1 d1-c1xb1 c4-b4 c1-a1,0,4,White\nb4-b3 d5-b5,0,0,Ongoing\n"
	dir := t.TempDir()
	list, log := filepath.Join(dir, "games.csv"), filepath.Join(dir, "log")
	if err := os.WriteFile(list, []byte(games), 0o600); err != nil {
		t.Fatal(err)
	}
	args := []string{"marks", "-games", "brandubh-gorrion=" + list + ":1", "-nodes", "400", "-times", "2", "-log", log}
	code, out, note := lab(t, "", args...)
	if code != 0 || !strings.Contains(out, "losers of games decided early are less accurate") {
		t.Fatalf("code %d, %s%s", code, out, note)
	}
	data, err := os.ReadFile(log)
	if err != nil || strings.Count(string(data), "\n") != 1 || !strings.Contains(string(data), `"Turn":"d6-d5"`) {
		t.Errorf("%s, %v", data, err)
	}
	if _, again, _ := lab(t, "", args...); again != out {
		t.Errorf("%s, then %s", out, again)
	}
	if after, err := os.ReadFile(log); err != nil || string(after) != string(data) {
		t.Errorf("the log has changed: %s, %v", after, err)
	}
	if code, _, note := lab(t, "", "marks", "-games", "brandubh-gorrion="+list+":2"); code == 0 ||
		!strings.Contains(note, "1 games fit") {
		t.Errorf("code %d, %s", code, note)
	}
}
