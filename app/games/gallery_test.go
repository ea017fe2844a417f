package games

import (
	"testing"

	"tafl3d/game/variant"
)

// Every game has a goal, and every family has its texts.
func TestGoals(t *testing.T) {
	for _, v := range variant.All() {
		if textGoal(v) == "" || textBoard(v.Rules) == "" {
			t.Errorf("%s: %q, %q", v.ID, textBoard(v.Rules), textGoal(v))
		}
	}
}
