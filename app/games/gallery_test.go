package games

import (
	"testing"

	"tafl3d/game/variant"
)

// Every game says how it is won, and every family has its words.
func TestGoals(t *testing.T) {
	for _, v := range variant.All() {
		if textGoal(v) == "" || textBoard(v.Rules) == "" {
			t.Errorf("%s: %q, %q", v.ID, textBoard(v.Rules), textGoal(v))
		}
	}
}
