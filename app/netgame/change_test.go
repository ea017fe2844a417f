package netgame

import (
	"testing"

	"tafl3d/app/board"
	"tafl3d/net/wire"
)

// TestChangeBy finds a game among the steps of all pools.
func TestChangeBy(t *testing.T) {
	history := map[string][]wire.Step{
		"tafl blitz": {{Game: "a", Points: 1483}, {Game: "b", Points: 1502}},
		"tafl rapid": {{Game: "c", Points: 1517}},
	}
	for game, want := range map[string]board.RatingChange{"a": {Was: 1500, Is: 1483}, "b": {Was: 1483, Is: 1502},
		"c": {Was: 1500, Is: 1517}} {
		if c, known := changeBy(history, game); !known || c != want {
			t.Errorf("%s: %+v, %v", game, c, known)
		}
	}
	if c, known := changeBy(history, "d"); known {
		t.Errorf("a game that is not there: %+v", c)
	}
}
