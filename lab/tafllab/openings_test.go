package main

import (
	"encoding/json"
	"strings"
	"testing"

	"tafl3d/ai/contest"
	"tafl3d/internal/command"
)

// TestEvenOpenings: openings that are found lie within the bounds, are the same
// again, and can be played.
func TestEvenOpenings(t *testing.T) {
	args := strings.Fields("openings -variant brandubh-gorrion -count 5 -engine nodes:300 -low -100 -high 300")
	code, text, _ := lab(t, "", args...)
	_, lines, _ := lab(t, "", append(args, "-json")...)
	if code != command.OK || strings.Count(text, "\n") != 5 {
		t.Fatalf("code %d: %s", code, text)
	}
	r, err := command.Rules("brandubh-gorrion")
	if err != nil {
		t.Fatal(err)
	}
	book, err := contest.Book(r, "found", []byte(text))
	if err != nil {
		t.Error(err)
	}
	for l := range strings.Lines(lines) {
		var o opening
		if err := json.Unmarshal([]byte(l), &o); err != nil || o.Score < -100 || o.Score > 300 ||
			!strings.Contains(text, o.Turns+"\n") {
			t.Errorf("%s: %v", l, err)
		}
	}
	for _, turns := range book {
		if len(turns) < 8 || len(turns) > 16 {
			t.Errorf("an opening of %d turns", len(turns))
		}
	}
}

// TestSides: an engine may be another one as the attackers.
func TestSides(t *testing.T) {
	_, out,
		_ := lab(t, "",
		strings.Fields(
			"match -variant brandubh-gorrion -a sides:random,nodes:2000 -b sides:random,nodes:2000 -games 6")...)
	if !strings.Contains(out, "attackers won 0, defenders won 6") {
		t.Error(out)
	}
}
