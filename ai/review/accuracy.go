package review

import (
	"math"

	"tafl3d/game"
)

// Mark returns the accuracy, from 0 to 100, of a turn that lost this much winning chance. The curve
// is Lichess's (lichess.org/page/accuracy): 100 for no loss, 64 for a tenth, 40 for a fifth.
func Mark(lost float64) float64 {
	return min(100, max(0, 103.1668*math.Exp(-4.354*lost)-3.1669))
}

// accuracies returns the accuracy of each side by Lichess's formula (AccuracyPercent.gameAccuracy
// in lichess-org/lila): the mean of the harmonic mean of its turns' marks and of their mean
// weighted by volatility. chances are the attackers', before the first turn and after each. Forced
// turns do not count. A side without a choice gets 100.
func accuracies(turns []Turn, chances []float64) (list [game.Sides]float64) {
	var marks, weights [game.Sides][]float64
	for i := range turns {
		if t := &turns[i]; !t.Forced {
			marks[t.Side] = append(marks[t.Side], Mark(t.Lost()))
			weights[t.Side] = append(weights[t.Side], volatility(chances, i))
		}
	}
	for side := range list {
		list[side] = accuracy(marks[side], weights[side])
	}
	return list
}

// volatility returns the weight of turn i: the standard deviation of the chances, in percent, in a
// window that ends after it, clamped.
func volatility(chances []float64, i int) float64 {
	const least, most = 0.5, 12
	size := min(max((len(chances)-1)/10, 2), 8, len(chances))
	end := max(i+2, size)
	return min(most, max(least, 100*deviation(chances[end-size:end])))
}

// deviation returns the standard deviation of a list.
func deviation(list []float64) float64 {
	mean, sum := 0.0, 0.0
	for _, x := range list {
		mean += x / float64(len(list))
	}
	for _, x := range list {
		sum += (x - mean) * (x - mean)
	}
	return math.Sqrt(sum / float64(len(list)))
}

// accuracy returns the mean of the weighted and the harmonic mean of marks.
func accuracy(marks, weights []float64) float64 {
	if len(marks) == 0 {
		return 100
	}
	sum, weight, inverse := 0.0, 0.0, 0.0
	for i, m := range marks {
		sum, weight = sum+m*weights[i], weight+weights[i]
		inverse += 1 / max(m, 1)
	}
	return (sum/weight + float64(len(marks))/inverse) / 2
}
