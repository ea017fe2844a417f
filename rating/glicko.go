// Package rating computes ratings by Glicko-2, extended by the advantage of a side, which is learned for each
// variant.
//
// The formulas are those of Mark E. Glickman, "Example of the Glicko-2 system" (2013, revised 2022), whose steps the
// comments name. The advantage of a side is an addition: see Advantage. All types are values.
package rating

import "math"

// Initial values of a player, and the factor between the points for people and the internal scale (step 2).
const (
	InitialPoints     = 1500
	InitialDeviation  = 350
	InitialVolatility = 0.06
	scale             = 173.7178
)

// maxVolatility limits the effect of extreme results, such as a beginner who beats a hundred masters in one period,
// so that later periods can correct it.
const maxVolatility = 0.2

// ProvisionalDeviation is the deviation above which a rating is provisional:
// its interval is wider than 440 points.
const ProvisionalDeviation = 110

// Rating is the estimated strength of a player. Its zero value is that of a player without games.
type Rating struct {
	Points     float64 `json:"points"`
	Deviation  float64 `json:"deviation"`
	Volatility float64 `json:"volatility"`
}

// New returns the rating of a new player.
func New() Rating { return Rating{InitialPoints, InitialDeviation, InitialVolatility} }

// known replaces the zero value by the rating of a new player.
func (r Rating) known() Rating {
	if r.Deviation <= 0 || r.Volatility <= 0 {
		return New()
	}
	return r
}

// Provisional reports whether the rating is too uncertain to be shown without a mark.
func (r Rating) Provisional() bool { return r.known().Deviation > ProvisionalDeviation }

// Interval returns the bounds of the 95 % confidence interval: two deviations to either side.
func (r Rating) Interval() (low, high float64) {
	r = r.known()
	return r.Points - 2*r.Deviation, r.Points + 2*r.Deviation
}

// Played is one game from a player's point of view.
type Played struct {
	Opponent Rating
	Score    float64 // 1 won, 0.5 drawn, 0 lost
	Edge     float64 // value of the player's side in points; negative on the harder side
	Weight   float64 // weight of the game, at most 1; zero means 1
}

// Trust returns the weight of a game against by for r. It is below 1, by the square of the ratio of the deviations,
// if less is known of by than of r; it is 1 if by is not provisional. New players learn from each other, and
// established players learn little from them.
func Trust(r, by Rating) float64 {
	share := max(r.known().Deviation, ProvisionalDeviation) / by.known().Deviation
	return min(share*share, 1)
}

// System holds the parameters of the ratings. Its zero value is ready.
type System struct {
	Tau float64 // how much a volatility may change, 0.3 to 1.2; zero is 0.5
	Min float64 // smallest deviation after games; zero is 30
	Max float64 // greatest deviation without games; zero is InitialDeviation
}

func (s System) filled() System {
	for _, v := range []struct {
		is *float64
		or float64
	}{{&s.Tau, 0.5}, {&s.Min, 30}, {&s.Max, InitialDeviation}} {
		if !(*v.is > 0) {
			*v.is = v.or
		}
	}
	return s
}

// Expected returns the expected score of a against b, if its side is worth edge points. Only the deviation of b is
// used, as in step 3.
func Expected(a, b Rating, edge float64) float64 {
	a, b = a.known(), b.known()
	return expect((a.Points-b.Points+edge)/scale, weight(b.Deviation/scale))
}

// weight is g of step 3.
func weight(phi float64) float64 { return 1 / math.Sqrt(1+3*phi*phi/(math.Pi*math.Pi)) }

// expect is E of step 3, for a difference on the internal scale.
func expect(difference, g float64) float64 { return 1 / (1 + math.Exp(-g*difference)) }

// Age returns the rating after a number of rating periods without games, which may be a fraction (step 6).
func (s System) Age(r Rating, periods float64) Rating {
	s, r = s.filled(), r.known()
	if periods <= 0 {
		return r
	}
	phi := r.Deviation / scale
	r.Deviation = min(s.Max, scale*math.Sqrt(phi*phi+periods*r.Volatility*r.Volatility))
	return r
}

// Update returns the rating after one rating period with these games, in any order. Without games it is that of Age.
//
// Step 7 is a single step of Newton's method from the rating before the period. With many games and unexpected
// results it overshoots every rating that fits them: Glickman's paper advises 10 to 15 games per player and period.
// With more than one game, the step therefore ends at the performance at most (see performance).
func (s System) Update(r Rating, games []Played) Rating {
	s, r = s.filled(), r.known()
	if len(games) == 0 {
		return s.Age(r, 1)
	}
	phi, information, surprise := r.Deviation/scale, 0.0, 0.0
	for _, p := range games {
		o := p.Opponent.known()
		g := weight(o.Deviation / scale)
		e := expect((r.Points-o.Points+p.Edge)/scale, g)
		w := p.Weight
		if !(w > 0) {
			w = 1
		}
		information += w * g * g * e * (1 - e)
		surprise += w * g * (p.Score - e)
	}
	v := 1 / max(information, 1e-12)         // step 3
	sigma := s.volatility(r, v, v*surprise)  // steps 4 and 5
	star := math.Sqrt(phi*phi + sigma*sigma) // step 6
	next := 1 / math.Sqrt(1/(star*star)+1/v) // step 7
	was := r.Points
	r.Points += scale * next * next * surprise // step 7
	if len(games) > 1 {
		p := performance(games)
		r.Points = min(max(r.Points, min(was, p)), max(was, p))
	}
	r.Deviation = min(max(scale*next, s.Min), s.Max)
	r.Volatility = min(sigma, maxVolatility)
	return r
}

// mostApart is the rating difference for a score of 0 or 100 %, as in FIDE's Rating Regulations (2024), 8.1.1.
const mostApart = 800

// performance returns the rating at which the score of these games is the expected one, at most 800 points from the
// mean of the opponents, like FIDE's performance ratings.
func performance(games []Played) float64 {
	whole, score, mean := 0.0, 0.0, 0.0
	weigh := func(p Played) (w, points float64) {
		if w = p.Weight; !(w > 0) {
			w = 1
		}
		return w, p.Opponent.known().Points - p.Edge
	}
	for _, p := range games {
		w, points := weigh(p)
		whole, score, mean = whole+w, score+w*p.Score, mean+w*points
	}
	mean /= whole
	low, high := mean-mostApart, mean+mostApart
	for range 50 { // until the interval is smaller than a rounding error
		at, expected := (low+high)/2, 0.0
		for _, p := range games {
			w, points := weigh(p)
			expected += w * expect((at-points)/scale, 1)
		}
		if expected < score {
			low = at
		} else {
			high = at
		}
	}
	return (low + high) / 2
}

// volatility is step 5: the root of f by the Illinois variant of regula falsi.
func (s System) volatility(r Rating, v, delta float64) float64 {
	const epsilon = 1e-6
	phi := r.Deviation / scale
	start := math.Log(r.Volatility * r.Volatility)
	f := func(x float64) float64 {
		ex, sum := math.Exp(x), phi*phi+v+math.Exp(x)
		return ex*(delta*delta-sum)/(2*sum*sum) - (x-start)/(s.Tau*s.Tau)
	}
	a, b := start, math.Log(max(delta*delta-phi*phi-v, 0))
	if math.IsInf(b, -1) {
		for k := 1.0; ; k++ {
			if b = start - k*s.Tau; f(b) >= 0 || k > 100 {
				break
			}
		}
	}
	fa, fb := f(a), f(b)
	for i := 0; math.Abs(b-a) > epsilon && i < 200; i++ {
		c := a + (a-b)*fa/(fb-fa)
		fc := f(c)
		if fc*fb <= 0 {
			a, fa = b, fb
		} else {
			fa /= 2
		}
		b, fb = c, fc
	}
	return math.Exp(a / 2)
}
