package player

import (
	"testing"
	"time"

	"tafl3d/game/match"
)

// TestClock: the engines at a table think for a sensible part of what the
// clock leaves them.
func TestClock(t *testing.T) {
	const s, m = time.Second, time.Minute
	fischer := match.Control{Main: 5 * m, Increment: 3 * s}
	byoyomi := match.Control{Main: 5 * m, Periods: 3, Period: 30 * s}
	tests := []struct {
		name     string
		control  match.Control
		face     match.Face
		min, max time.Duration
	}{
		{"no clock", match.Control{}, match.Face{}, 0, 0},
		{"at the start", fischer, match.Face{On: true, Main: 5 * m}, 3 * s, 60 * s},
		{"nearly out", fischer, match.Face{On: true, Main: 150 * time.Millisecond}, time.Millisecond,
			60 * time.Millisecond},
		{"main time before periods", byoyomi, match.Face{On: true, Main: 5 * m, Periods: 3}, 5 * s, 2 * m},
		{"in a period", byoyomi, match.Face{On: true, Period: 30 * s, Periods: 2}, 10 * s, 29600 * time.Millisecond},
		{"late in a period", byoyomi, match.Face{On: true, Period: 100 * time.Millisecond, Periods: 1},
			time.Millisecond, 50 * time.Millisecond},
	}
	for _, tt := range tests {
		if l := clock(tt.control, tt.face).Limits(); l.Soft < tt.min || l.Time > tt.max {
			t.Errorf("%s: %v, at most %v", tt.name, l.Soft, l.Time)
		}
	}
}
