package study

import (
	"testing"

	"tafl3d/ai/review"
)

// TestFaultInWords: what a turn gave away is told with its reason, for each reason of a review.
func TestFaultInWords(t *testing.T) {
	for f, want := range map[*Fault]string{
		{Lost: 0.184}: "Gives away 18 percent.",
		{Lost: 0.3, Reason: review.MissedEscape.String(), In: 3}:                         "Gives away 30 percent. The king could escape. Turns to that end, of both sides: 3.",
		{Reason: review.MissedWin.String(), In: 1}:                                       "A win was missed.",
		{Lost: 1, Reason: review.AllowedRing.String(), In: 2}:                            "Gives away 100 percent. Now the ring can be closed. Turns to that end, of both sides: 2.",
		{Lost: 0.1, Reason: review.LeftPiece.String(), Squares: []string{"d4", "e4"}}:    "Gives away 10 percent. Now this can be taken: d4, e4.",
		{Lost: 0.1, Reason: review.MissedPiece.String(), Squares: []string{"d4"}, In: 0}: "Gives away 10 percent. This could be taken: d4.",
	} {
		if got := f.Told(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for r := review.MissedWin; r <= review.AllowedRing; r++ {
		if textReasons[r.String()] == "" {
			t.Errorf("%v is not told", r)
		}
	}
}
