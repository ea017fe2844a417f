package events

import (
	"testing"
	"time"

	"tafl3d/tournament/tables"
)

// TestThePaceOfEngineGames asserts that a new pace applies to running games at once, but that the watched one
// stays slow enough to follow.
func TestThePaceOfEngineGames(t *testing.T) {
	aside, watched := &Live{}, &Live{Watched: &Relay{}}
	watched.Pace.Store(int64(time.Second))
	h := &Event{Running: map[tables.Game]*Live{{Pairing: 1}: aside, {Pairing: 2}: watched}}
	for _, c := range [][3]time.Duration{{3 * time.Second, 3 * time.Second, 3 * time.Second}, {0, 0, 3 * time.Second},
		{time.Second, time.Second, 3 * time.Second}} {
		h.setPace(c[0])
		if a, w := time.Duration(aside.Pace.Load()), time.Duration(watched.Pace.Load()); h.Pace != c[0] ||
			a != c[1] || w != c[2] {
			t.Errorf("at a pace of %v one aside has %v, the watched one %v", c[0], a, w)
		}
	}
}
