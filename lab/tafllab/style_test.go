package main

import (
	"encoding/json"
	"strings"
	"testing"

	"tafl3d/ai"
	"tafl3d/internal/command"
)

// TestStyle: all personalities play, each in its own way, and the same again.
func TestStyle(t *testing.T) {
	args := strings.Fields("style -variant brandubh-gorrion -engine nodes:200 -games 4 -max 60 -json")
	code, out, note := lab(t, "", args...)
	_, again, _ := lab(t, "", args...)
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if code != 0 || out != again || len(lines) != 1+len(ai.Personalities()) {
		t.Fatalf("code %d: %s\n%s", code, out, note)
	}
	seen := map[float64]bool{}
	for _, line := range lines {
		var s style
		if err := json.Unmarshal([]byte(line), &s); err != nil {
			t.Fatal(err)
		}
		if s.Turns == 0 || s.Of != 4 || s.Takes > 100 || s.Distance > 3 {
			t.Errorf("%+v", s)
		}
		seen[s.Takes*1000+s.Offers+s.King] = true
	}
	if len(seen) < len(lines)-1 {
		t.Errorf("they play alike:\n%s", out)
	}
	if code, _, note := lab(t, "",
		strings.Fields("match -variant brandubh-gorrion -a level:2:shy -b random")...); code != command.Usage ||
		!strings.Contains(note, "besieger") {
		t.Errorf("code %d, %q", code, note)
	}
}
