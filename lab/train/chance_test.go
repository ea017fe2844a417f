package train

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestOdds: what was put into games is found in them.
func TestOdds(t *testing.T) {
	chance := rand.New(rand.NewPCG(1, 2))
	for _, want := range []float64{80, 300, 1200} {
		var scores []int
		var results []float64
		for range 40000 {
			s := chance.IntN(1500)
			scores, results = append(scores, s), append(results, 0)
			if chance.Float64() < sigmoid(float64(s)/want) {
				results[len(results)-1] = 1
			}
		}
		if got := Odds(scores, results); math.Abs(got/want-1) > 0.1 {
			t.Errorf("the odds grow with %.0f, want %.0f", got, want)
		}
	}
	if got := Odds(nil, nil); !math.IsInf(got, 1) {
		t.Errorf("no games tell %v", got)
	}
}
