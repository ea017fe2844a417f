package simulate

import (
	"math"
	"time"
)

// lateTurn is the delay from which a turn is late, and veryLate that from which everyone notices.
const (
	lateTurn = 250 * time.Millisecond
	veryLate = time.Second
)

// tails gives the distribution of turn times by utilization, interpolated in logarithms between the
// measured runs.
type tails struct {
	load  []float64
	times [][]float64 // logarithms of the quantiles
	parts []float64   // logarithms of the exceedance probabilities
}

// runLasts is the duration of a measured run, and runCores its number of cores.
const (
	runLasts = 60.0
	runCores = 2.0
)

func (r Measured) load() float64 { return (r.Share + r.Players) / 100 / runCores }

func newTails(runs []Measured) (t tails) {
	most := 0.0
	for _, r := range runs {
		most = max(most, r.Turns*runLasts)
		t.load = append(t.load, r.load())
		row := []float64{}
		for _, d := range []Span{r.P50, r.P90, r.P99, r.Most} {
			row = append(row, math.Log(d.Seconds()))
		}
		t.times = append(t.times, row)
	}
	for _, part := range []float64{0.5, 0.1, 0.01, 1 / most} {
		t.parts = append(t.parts, math.Log(part))
	}
	return t
}

// at returns the logarithms of the quantiles at a load. Below the least measured load it returns
// those of the least.
func (t tails) at(load float64) []float64 {
	i := 1
	for i < len(t.load)-1 && load > t.load[i] {
		i++
	}
	part := max((load-t.load[i-1])/(t.load[i]-t.load[i-1]), 0)
	row := make([]float64, len(t.parts))
	for k := range row {
		row[k] = t.times[i-1][k] + part*(t.times[i][k]-t.times[i-1][k])
	}
	return row
}

// over returns the share of turns that take longer.
func (t tails) over(load float64, longer time.Duration) float64 {
	if longer <= 0 {
		return 1
	}
	row, x := t.at(load), math.Log(longer.Seconds())
	if x <= row[0] {
		return 1
	}
	k := 1
	for k < len(row)-1 && x > row[k] {
		k++
	}
	step := max(row[k]-row[k-1], 1e-9)
	return min(math.Exp(t.parts[k-1]+(x-row[k-1])/step*(t.parts[k]-t.parts[k-1])), 1)
}
