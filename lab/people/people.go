// Package people fits the winning chance between people to the results of games: the engine scores
// positions of finished games, and a curve is fitted to scores and results. tafllab chance uses it;
// docs/lab/people.md has the results.
package people

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
)

// Sample is a scored position of a game.
type Sample struct {
	Game   int     // number of the game in its file, from 1
	Ply    int     // moves played before the position
	Score  int     // for the attackers, in hundredths of a man
	Result float64 // of the game for the attackers: 1, 0.5 or 0
}

// Read reads samples from CSV: game, ply, score, result.
func Read(in io.Reader) (list []Sample, err error) {
	rows := csv.NewReader(in)
	rows.FieldsPerRecord = 4
	for {
		row, err := rows.Read()
		if errors.Is(err, io.EOF) {
			return list, nil
		}
		if err != nil {
			return nil, err
		}
		var s Sample
		for i, to := range []*int{&s.Game, &s.Ply, &s.Score} {
			if *to, err = strconv.Atoi(row[i]); err != nil {
				return nil, err
			}
		}
		if s.Result, err = strconv.ParseFloat(row[3], 64); err != nil {
			return nil, err
		}
		list = append(list, s)
	}
}

// ReadFile reads a file of samples. A missing file is empty.
func ReadFile(name string) ([]Sample, error) {
	f, err := os.Open(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	list, err := Read(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return list, nil
}

// String formats the sample as a CSV row.
func (s Sample) String() string { return fmt.Sprintf("%d,%d,%d,%g", s.Game, s.Ply, s.Score, s.Result) }

// Curve maps a score to the log odds of the attackers: linear interpolation between points in order
// of score, extrapolated beyond the outer two.
type Curve []Point

// Point is a point of a curve.
type Point struct{ Score, Odds float64 }

// At returns the attackers' chance at a score.
func (c Curve) At(score int) float64 {
	x := float64(score)
	i := 1
	for i < len(c)-1 && x > c[i].Score {
		i++
	}
	a, b := c[i-1], c[i]
	odds := a.Odds + (x-a.Score)*(b.Odds-a.Odds)/(b.Score-a.Score)
	return 1 / (1 + math.Exp(-odds))
}

// String formats the curve as a list of numbers.
func (c Curve) String() string {
	var list []string
	for _, p := range c {
		list = append(list, fmt.Sprintf("%.0f, %.2f", p.Score, p.Odds))
	}
	return "[" + strings.Join(list, ", ") + "]"
}

// bin holds the results of all samples with similar scores.
type bin struct {
	score     int
	won, lost float64 // points of the attackers, and of the defenders
}

// startWeight is the weight of a sample of the start, so that the chance at the start matches the
// games.
const startWeight = 4

// bins groups samples.
func bins(list []Sample) (all []bin) {
	const width = 20
	at := map[int]int{}
	for _, s := range list {
		k := int(math.Round(float64(s.Score) / width))
		i, known := at[k]
		if !known {
			i, at[k] = len(all), len(all)
			all = append(all, bin{score: k * width})
		}
		weight := 1.0
		if s.Ply == 0 {
			weight = startWeight
		}
		all[i].won, all[i].lost = all[i].won+weight*s.Result, all[i].lost+weight*(1-s.Result)
	}
	return all
}

// shape is a curve in the form that is fitted: its first value and the logarithms of its slopes, so
// that it always increases.
type shape struct {
	knots  []float64 // scores
	first  float64   // odds at the first knot
	slopes []float64 // logarithms, of the lines between knots
}

// curve converts a shape to a curve.
func (s *shape) curve() Curve {
	c := Curve{{s.knots[0], s.first}}
	for i, slope := range s.slopes {
		d := s.knots[i+1] - s.knots[i]
		c = append(c, Point{s.knots[i+1], c[i].Odds + d*math.Exp(slope)})
	}
	return c
}

// loss is the cross-entropy of the results in nats, with a regularization of neighbouring slopes,
// so that few games give a smooth curve.
func (s *shape) loss(list []bin) float64 {
	const sure, pull = 1e-4, 1
	c, sum := s.curve(), 0.0
	for _, x := range list {
		p := min(1-sure, max(sure, c.At(x.score)))
		sum -= x.won*math.Log(p) + x.lost*math.Log(1-p)
	}
	for i := range s.slopes[1:] {
		d := s.slopes[i+1] - s.slopes[i]
		sum += pull * d * d
	}
	return sum
}

// knots returns scores around the start, if there is one, quantiles of the sample scores at some
// distance from each other, and two scores beyond them.
func knots(list []Sample) []float64 {
	const apart, beyond = 40, 800
	var scores, starts []int
	var at []float64
	for _, s := range list {
		if s.Ply > 0 {
			scores = append(scores, s.Score)
		} else {
			starts = append(starts, s.Score)
		}
	}
	slices.Sort(scores)
	if starts != nil {
		at = []float64{float64(slices.Min(starts)), float64(slices.Max(starts))}
	}
	for _, share := range []float64{0.05, 0.11, 0.18, 0.3, 0.42, 0.58, 0.75, 0.92} {
		x := float64(scores[int(share*float64(len(scores)))])
		if !slices.ContainsFunc(at, func(k float64) bool { return math.Abs(k-x) < apart }) {
			at = append(at, x)
		}
	}
	slices.Sort(at)
	return append(append([]float64{at[0] - beyond}, at...), at[len(at)-1]+beyond)
}

// Fit returns the curve of maximum likelihood. It searches each parameter in rotation with
// shrinking steps.
func Fit(samples []Sample) Curve {
	if len(samples) == 0 {
		return Curve{{-300, -1}, {300, 1}}
	}
	const slope = 1.0 / 300
	s, list := shape{knots: knots(samples)}, bins(samples)
	for range s.knots[1:] {
		s.slopes = append(s.slopes, math.Log(slope))
	}
	s.first = slope * s.knots[0]
	best := s.loss(list)
	try := func(v *float64, by float64) bool {
		const flattest, steepest = -9, -3
		was := *v
		if *v += by; v != &s.first {
			*v = min(steepest, max(flattest, *v))
		}
		if l := s.loss(list); l < best {
			best = l
			return true
		}
		*v = was
		return false
	}
	for step := 1.0; step > 0.02; {
		better := false
		for _, by := range []float64{step, -step} {
			better = try(&s.first, 2*by) || better
			for i := range s.slopes {
				better = try(&s.slopes[i], by) || s.turn(i, by, list, &best) || better
			}
		}
		if !better {
			step /= 2
		}
	}
	return s.curve()
}

// turn changes a slope while the odds beyond it stay the same, if that is better.
func (s *shape) turn(i int, by float64, list []bin, best *float64) bool {
	first, slope := s.first, s.slopes[i]
	d := s.knots[i+1] - s.knots[i]
	s.slopes[i] += by
	s.first -= d * (math.Exp(s.slopes[i]) - math.Exp(slope))
	if l := s.loss(list); l < *best && s.slopes[i] > -9 && s.slopes[i] < -3 {
		*best = l
		return true
	}
	s.first, s.slopes[i] = first, slope
	return false
}

// Tenth compares predicted and real results of the positions whose predicted chance lies within one
// tenth.
type Tenth struct {
	Games, Positions int
	Predicted, Real  float64 // mean chance of the attackers, and their share of the points
	Error            float64 // standard error of Real - Predicted, clustered by game
}

// Check cross-validates: it predicts each game by a curve fitted to the other parts, and returns
// the ten tenths.
func Check(list []Sample, parts int) (tenths [10]Tenth) {
	games := [10]map[int]float64{} // by game: the sum of real - predicted
	for part := range parts {
		var learn, held []Sample
		for _, s := range list {
			if s.Game%parts == part {
				held = append(held, s)
			} else {
				learn = append(learn, s)
			}
		}
		c := Fit(learn)
		for _, s := range held {
			p := c.At(s.Score)
			i := min(9, int(10*p))
			t := &tenths[i]
			t.Positions++
			t.Predicted += p
			t.Real += s.Result
			if games[i] == nil {
				games[i] = map[int]float64{}
			}
			games[i][s.Game] += s.Result - p
		}
	}
	for i := range tenths {
		t := &tenths[i]
		if t.Games = len(games[i]); t.Games == 0 {
			continue
		}
		n, mean := float64(t.Positions), (t.Real-t.Predicted)/float64(t.Games)
		t.Predicted, t.Real = t.Predicted/n, t.Real/n
		sum := 0.0
		for _, d := range games[i] {
			sum += (d - mean) * (d - mean)
		}
		t.Error = math.Sqrt(sum) / n
	}
	return tenths
}

// Start returns the score of the positions before the first move, false if there are none.
func Start(list []Sample) (score int, ok bool) {
	i := slices.IndexFunc(list, func(s Sample) bool { return s.Ply == 0 })
	if i < 0 {
		return 0, false
	}
	return list[i].Score, true
}

// WithStart returns samples and, for each of their games, one of the start with approximately this
// score: scores vary with the length of the search.
func WithStart(list []Sample, score int) []Sample {
	const spread = 60
	all, seen := slices.Clone(list), map[int]bool{}
	for _, s := range list {
		if !seen[s.Game] {
			seen[s.Game] = true
			off := (s.Game*37)%(2*spread+1) - spread
			all = append(all, Sample{Game: s.Game, Score: score + off, Result: s.Result})
		}
	}
	return all
}

// Share returns the attackers' share of the points, and the number of games.
func Share(list []Sample) (share float64, games int) {
	sorted := slices.Clone(list)
	slices.SortFunc(sorted, func(a, b Sample) int { return cmp.Compare(a.Game, b.Game) })
	sorted = slices.CompactFunc(sorted, func(a, b Sample) bool { return a.Game == b.Game })
	for _, s := range sorted {
		share += s.Result / float64(len(sorted))
	}
	return share, len(sorted)
}
