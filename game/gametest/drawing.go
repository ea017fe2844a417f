package gametest

import (
	"strings"
	"testing"

	"tafl3d/game/ruleset"
)

// Drawings that several tests look at: a king within a ring, and one within a
// fort on the rim.
const (
	RingOfMen = `
		. . . . . . . . .
		. . . . . . . . .
		. . . t t t . . .
		. . t . . . t . .
		. . t . K . t . .
		. . t . . . t . .
		. . . t t t . . .
		. . . . . . . . .
		. . . . . . . . .`
	FortOnRim = `
		. . . . . . .
		. . . . . t .
		t . . . . . .
		. . . . . . .
		. . . . . . .
		. . T T . . .
		. T . K T . .`
)

// Rows returns the rows of a drawing, top first.
func Rows(drawing string) []string {
	return strings.Fields(strings.ReplaceAll(strings.TrimSpace(drawing), " ", ""))
}

// Changed returns rules in which toggles are set: "key=value; key=value". A bad
// one ends the test.
func Changed(t testing.TB, set ruleset.Ruleset, changes string) ruleset.Ruleset {
	t.Helper()
	for part := range strings.SplitSeq(changes, ";") {
		if key, value, ok := strings.Cut(strings.TrimSpace(part), "="); ok {
			if err := set.Set(key, value); err != nil {
				t.Fatal(err)
			}
		}
	}
	return set
}
