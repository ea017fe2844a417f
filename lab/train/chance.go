package train

import "math"

// Odds fits by how many hundredths of a man the odds grow e times as good, a
// score of nothing being even: results are of the side that the scores, above
// nothing, are for. It is math.Inf where they tell nothing.
func Odds(scores []int, results []float64) float64 {
	slope := 1.0 / 500
	for range 50 {
		var g, h float64
		for i, s := range scores {
			x := float64(tame(float32(s)))
			p := sigmoid(slope * x)
			g, h = g+(results[i]-p)*x, h+p*(1-p)*x*x
		}
		if h == 0 {
			return math.Inf(1)
		}
		slope += max(-0.001, min(0.001, g/h))
	}
	return 1 / max(0, slope)
}
