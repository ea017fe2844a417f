package app

import (
	"testing"
	"time"

	"tafl3d/app/board"
)

// TestClockInParts separates the digits of a clock from the rest of its text.
func TestClockInParts(t *testing.T) {
	for _, c := range []struct {
		left    time.Duration
		periods int
		want    [2]string
	}{
		{299 * time.Second, 0, [2]string{"4:59", ""}},
		{25 * time.Second, 2, [2]string{"0:25", "byo-yomi (2)"}},
		{9300 * time.Millisecond, 0, [2]string{"0:09.3", ""}},
		{72*time.Hour - 2*time.Second, 0, [2]string{"2 d", "23:59:58"}},
		{24*time.Hour + time.Second, 0, [2]string{"1 d", "0:00:01"}},
	} {
		if figures, words := board.ClockParts(c.left, c.periods); figures != c.want[0] || words != c.want[1] {
			t.Errorf("%v: %q and %q instead of %q", c.left, figures, words, c.want)
		}
	}
}
