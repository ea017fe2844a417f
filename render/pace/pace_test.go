package pace

import (
	"math/rand/v2"
	"testing"
	"time"
)

const budget = 9 * time.Millisecond

// steady returns a pace of a processor whose full pictures take so long.
func steady(full time.Duration) *Pace {
	p := &Pace{Budget: budget, Slow: true}
	p.TookFull(full)
	p.TookFull(full)
	return p
}

func TestNoDraftIsSmall(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		p := &Pace{Budget: budget, Slow: rng.IntN(2) == 0, Rich: rng.IntN(2) == 0}
		for range 40 {
			took := time.Duration(rng.ExpFloat64() * float64(200*time.Millisecond))
			switch rng.IntN(3) {
			case 0:
				p.TookFull(took)
			case 1:
				p.TookDraft(took)
			}
			W, H := 64+rng.IntN(4000), 64+rng.IntN(2200)
			w, h := p.Size(W, H)
			if 5*w < 3*W || 5*h < 3*H || w > W || h > H {
				t.Fatalf("in a window of %dx%d a draft has %dx%d", W, H, w, h)
			}
		}
	}
	if w, h := steady(time.Second).Size(1280, 720); w != 768 || h != 432 {
		t.Errorf("the least draft of 1280x720 has %dx%d, want 768x432", w, h)
	}
}

func TestDraftsGrowAndShrinkWithTheirTimes(t *testing.T) {
	p := steady(60 * time.Millisecond)
	at := func() int { w, _ := p.Size(1000, 1000); return w }
	if at() != 600 {
		t.Fatalf("the first draft is %d wide, want 600", at())
	}
	for _, c := range []struct {
		what string
		took [2]time.Duration
		want int
	}{
		{"half of the budget is left", [2]time.Duration{4 * time.Millisecond, 4 * time.Millisecond}, 900},
		{"they keep to it", [2]time.Duration{budget, budget}, 900},
		{"one hiccup", [2]time.Duration{50 * budget, budget}, 900},
		{"too slow", [2]time.Duration{2 * budget, 50 * budget}, 637},
		{"much slower, but there is hardly less", [2]time.Duration{90 * budget, 90 * budget}, 637},
	} {
		p.TookDraft(c.took[1])
		p.TookDraft(c.took[0])
		if got := at(); got != c.want {
			t.Errorf("%s: drafts are %d wide, want %d", c.what, got, c.want)
		}
	}
}

func TestTheFirstFullPicturesDoNotCount(t *testing.T) {
	p := &Pace{Budget: budget, Slow: true}
	if !p.Drafts() {
		t.Error("a processor that nothing is known of needs no drafts")
	}
	p.TookFull(2 * time.Second)
	if p.Full() != 0 {
		t.Errorf("the first one counts: %v", p.Full())
	}
	p.TookFull(5 * time.Millisecond)
	if p.Drafts() || p.Full() != 5*time.Millisecond {
		t.Errorf("full pictures take %v, drafts %v", p.Full(), p.Drafts())
	}
	if card := (&Pace{Budget: budget}); card.Drafts() {
		t.Error("a card that nothing is known of draws drafts")
	}
}

// The full picture is there within Sharp wherever it takes less than that.
func TestRestIsShortWhereFullPicturesTakeLong(t *testing.T) {
	for full := time.Millisecond; full < 190*time.Millisecond; full += time.Millisecond {
		rest := steady(full).Rest()
		if rest+full > Sharp || rest < quick || rest > calm {
			t.Errorf("full pictures of %v: rest after %v", full, rest)
		}
	}
	if rest := steady(time.Second).Rest(); rest != quick {
		t.Errorf("full pictures of a second: rest after %v, want %v", rest, quick)
	}
}
