package main

import (
	"encoding/json"
	"strings"
	"testing"

	"tafl3d/internal/command"
)

// TestSuite: the engine solves nearly all of a sample of the collection within
// few positions, a beginner does not, and what was made is made again.
func TestSuite(t *testing.T) {
	code, out, note := lab(t, "", strings.Fields("suite -every 8 -engine nodes:30000 -json")...)
	if code != 0 {
		t.Fatal(code, note)
	}
	all := lastMarks(t, out)
	if all.Of < 35 || all.Solved*10 < all.Of*9 {
		t.Errorf("solved %d of %d", all.Solved, all.Of)
	}
	_, out, _ = lab(t, "", strings.Fields("suite -every 8 -engine beginner -json")...)
	if _, four, _ := lab(t, "", strings.Fields("suite -every 8 -engine beginner -json -jobs 4")...); four != out {
		t.Errorf("four at a time: %s\none: %s", four, out)
	}
	if all := lastMarks(t, out); all.Solved*2 > all.Of {
		t.Errorf("a beginner solved %d of %d", all.Solved, all.Of)
	}
	args := strings.Fields("suite -make -variant brandubh-gorrion -games 4 -within 3")
	_, one, _ := lab(t, "", args...)
	_, two, _ := lab(t, "", args...)
	if one != two || !strings.Contains(one, "brandubh-gorrion\twin\t3\t") {
		t.Errorf("%s\n%s", one, two)
	}
	code, out, _ = lab(t, "", strings.Fields("suite -prove -variant brandubh-gorrion -every 10")...)
	if code != 0 || !strings.Contains(out, "proved 7 of 7") {
		t.Errorf("code %d, %s", code, out)
	}
	for _, bad := range []string{"-variant nosuch", "-make", "-every 0", "-jobs 0", "-within 9", "-engine nobody"} {
		if code, _, note := lab(t, "", append([]string{"suite"}, strings.Fields(bad)...)...); code != command.Usage ||
			note == "" {
			t.Errorf("%s: code %d, %q", bad, code, note)
		}
	}
}

// lastMarks reads the last line, which sums up.
func lastMarks(t *testing.T, out string) (m marks) {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &m); err != nil {
		t.Fatal(err)
	}
	return m
}
