package review

import "math"

// Mark returns how accurate a turn is, from 0 to 100, that gave so much of the chance of
// winning away. The curve is lichess's (lichess.org/page/accuracy): 100 where nothing was
// given away, 64 for a tenth, 40 for a fifth.
func Mark(lost float64) float64 {
	return min(100, max(0, 103.1668*math.Exp(-4.354*lost)-3.1669))
}

// Accuracy returns how accurate somebody was whose turns have these marks: the middle
// between their arithmetic and their harmonic mean. The harmonic one lets a single blunder
// in a game of good turns be felt. It is 100 where there was nothing to choose.
func Accuracy(marks []float64) float64 {
	if len(marks) == 0 {
		return 100
	}
	sum, inverse := 0.0, 0.0
	for _, m := range marks {
		sum += m
		inverse += 1 / max(m, 1)
	}
	n := float64(len(marks))
	return (sum/n + n/inverse) / 2
}
