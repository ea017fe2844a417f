package gametest

import (
	"strings"
	"testing"

	"tafl3d/game/ruleset"
)

// Diagrams for several tests: a king within a ring, and a king within a fort on the edge.
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

// Rows returns the rows of a diagram, top first.
func Rows(drawing string) []string {
	return strings.Fields(strings.ReplaceAll(strings.TrimSpace(drawing), " ", ""))
}

// Changed returns a copy of set with toggles changed as in "key=value; key=value". An invalid change ends the test.
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
