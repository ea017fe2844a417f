package rules_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tafl3d/game/variant"
)

// TestRipe plays random games of every variant on lines: whoever can capture by
// a leap, looked at one by one, is found by sets, and few others are.
func TestRipe(t *testing.T) {
	for _, v := range variant.All() {
		if !v.Rules.Lines() {
			continue
		}
		found, all := 0, 0
		games(v.Rules, rand.NewPCG(10, 11), 6, 80, func(w *walk) {
			ripe, captors := w.pos.Ripe()
			for _, at := range captors {
				if !slices.Contains(ripe, at) {
					t.Fatalf("%s: the piece on square %d can capture and is not found: %v", v.ID, at, w.pos.Setup())
				}
			}
			found, all = found+len(ripe), all+w.pos.Count(w.pos.Turn())
		})
		if v.ID == "halatafl-winther" && found*2 > all {
			t.Errorf("%s: %d of %d pieces are looked at", v.ID, found, all)
		}
	}
}
