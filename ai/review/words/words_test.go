package words

import (
	"testing"

	"tafl3d/ai/review"
	"tafl3d/game/variant"
)

// TestEveryReasonIsSaid says every reason, and the loss.
func TestEveryReasonIsSaid(t *testing.T) {
	v, err := variant.Get("brandubh-gorrion")
	if err != nil {
		t.Fatal(err)
	}
	b := v.Rules.Board()
	for r := review.Unknown + 1; r <= review.RoomLater; r++ {
		w := review.Why{Reason: r, In: 3, Squares: v.Rules.Corners()[:1], Was: 5, Now: 9}
		if Why(&w, b) == "" {
			t.Errorf("%v is not said", r)
		}
	}
	x := review.Turn{Before: 0.62, After: 0.5}
	x.Why = review.Why{Reason: review.WayOpened, In: 2, Squares: v.Rules.Corners()[:1]}
	want := "Loses 12 % winning chance. Opens the king's way to " + b.Name(v.Rules.Corners()[0]) + " (moves: 2)."
	if got := Of(&x, b); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := Of(&review.Turn{Before: 0.5, After: 0.5}, b); got != "" {
		t.Errorf("%q of nothing", got)
	}
}
