package words

import (
	"testing"

	"tafl3d/ai/review"
	"tafl3d/game"
	"tafl3d/game/variant"
	"tafl3d/tongue"
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

// TestRetell makes every comment in every language and reads it in every other: it is the comment that a review in that
// language makes. What a player added stays as it is.
func TestRetell(t *testing.T) {
	v, err := variant.Get("brandubh-gorrion")
	if err != nil {
		t.Fatal(err)
	}
	b := v.Rules.Board()
	t.Cleanup(func() { _ = tongue.Use(tongue.English) })
	made := map[string][]string{}
	for _, l := range tongue.Languages() {
		made[l.ID] = comments(t, l.ID, b, v.Rules.Corners())
	}
	for _, from := range tongue.Languages() {
		for _, to := range tongue.Languages() {
			if err := tongue.Use(to.ID); err != nil {
				t.Fatal(err)
			}
			for i, comment := range made[from.ID] {
				if got := Retell(comment); got != made[to.ID][i] {
					t.Errorf("%s to %s: %q gives %q, want %q", from.ID, to.ID, comment, got, made[to.ID][i])
				}
			}
		}
	}
	for _, own := range []string{"", "A fine move.", "Öffnet alles.", "Two\nlines"} {
		if got := Retell(own); got != own {
			t.Errorf("%q became %q", own, got)
		}
	}
	_ = tongue.Use("de")
	if got := Retell("Loses 12 % winning chance. Opens the ring.\nOh dear!"); got !=
		"Verliert 12 % Gewinnchance. "+tongue.Text("Opens the ring.")+"\nOh dear!" {
		t.Errorf("%q", got)
	}
}

// comments returns a comment for each reason, with one square and with many, with the numbers 1 and 7.
func comments(t *testing.T, language string, b *game.Board, squares []game.Square) (list []string) {
	t.Helper()
	if err := tongue.Use(language); err != nil {
		t.Fatal(err)
	}
	for r := review.Unknown + 1; r <= review.MissedLater; r++ {
		for _, n := range []int{1, 7} {
			x := review.Turn{Before: 0.62, After: 0.5}
			x.Why = review.Why{Reason: r, In: n, Squares: squares[:1], Was: n, Now: 8 - n}
			if n == 7 {
				x.Why.Squares = append(squares[:len(squares):len(squares)], squares...)
			}
			list = append(list, Of(&x, b), Why(&x.Why, b))
		}
	}
	return list
}
