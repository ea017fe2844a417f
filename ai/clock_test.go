package ai

import (
	"testing"
	"time"
)

func TestClock(t *testing.T) {
	const ms, s = time.Millisecond, time.Second
	for _, c := range []struct {
		name       string
		clock      Clock
		soft, hard time.Duration
	}{
		{"no clock", Clock{}, 0, 0},
		{"sudden death", Clock{Main: 300 * s}, 10 * s, 40 * s},
		{"Fischer", Clock{Main: 300 * s, Increment: 5 * s}, 14 * s, 56 * s},
		{"the increment alone", Clock{Main: 2 * s, Increment: 2 * s}, 1667 * ms, 1900 * ms},
		{"nearly over", Clock{Main: 80 * ms}, 3 * ms, 11 * ms},
		{"a moment", Clock{Main: 10 * ms}, 0, ms},
		{"main time before periods", Clock{Main: 60 * s, Period: 10 * s, Periods: 3}, 7 * s, 25 * s},
		{"byo-yomi", Clock{Period: 10 * s, Periods: 2}, 5 * s, 9500 * ms},
		{"so much a turn", Clock{Period: s, Periods: 1}, 500 * ms, 900 * ms},
	} {
		l := c.clock.Limits()
		if d := l.Soft - c.soft; d < -ms || d > ms {
			t.Errorf("%s: soft %v, want %v", c.name, l.Soft, c.soft)
		}
		if d := l.Time - c.hard; d < -ms || d > ms {
			t.Errorf("%s: hard %v, want %v", c.name, l.Time, c.hard)
		}
	}
}

// TestClockIsEnough: whatever is left, neither limit reaches it, and hard is
// never below soft.
func TestClockIsEnough(t *testing.T) {
	for _, main := range []time.Duration{0, 1e6, 5e7, 1e9, 7e10, 1e13} {
		for _, more := range []time.Duration{0, 1e6, 1e9, 6e10} {
			for _, c := range []Clock{{Main: main, Increment: more}, {Main: main, Period: more, Periods: 1}} {
				left := c.Main
				if c.Periods > 0 {
					left += c.Period
				}
				if l := c.Limits(); left > 0 && (l.Time <= 0 || l.Time >= left || l.Soft > l.Time) {
					t.Errorf("%+v: %v, at most %v", c, l.Soft, l.Time)
				}
			}
		}
	}
}
