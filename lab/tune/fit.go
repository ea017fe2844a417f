// Package tune fits the weights of the evaluation to the results of games: the attackers' chance to
// win from a quiet position is modelled as a logistic function of the evaluation, and the weights
// maximize the likelihood of the results.
package tune

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
)

// sample is a quiet position of a finished game.
type sample struct {
	group  int     // index of its source
	game   int     // from 1
	held   float64 // in [0, 1), equal for all positions of a game: selects the validation games
	result float64
	turn   float64 // 1 if the attackers move, else -1
	from   int     // index of its gradient in Data
	to     int
}

// Data holds positions with their gradients, for one set of weights.
type Data struct {
	weights int
	samples []sample
	index   []uint16
	slope   []float32
}

func (d *Data) add(s sample, slopes []float64) {
	s.from = len(d.index)
	for i, v := range slopes {
		if v != 0 {
			d.index, d.slope = append(d.index, uint16(i)), append(d.slope, float32(v))
		}
	}
	s.to = len(d.index)
	d.samples = append(d.samples, s)
}

// Positions returns the number of positions.
func (d *Data) Positions() int { return len(d.samples) }

// Options configures a fit.
type Options struct {
	Epochs   int
	Rate     float64 // greatest step of a weight per batch, in hundredths of a man
	Prior    float64 // strength of the prior at the initial weights; see Fit
	Validate float64 // share of the games for validation
	Seed     uint64
	Free     []bool // by weight: may change. Nil means all
}

// Epoch is the log of an epoch: mean training and validation losses in nats.
type Epoch struct {
	N        int     `json:"epoch"` // 0 is before the first step
	Train    float64 `json:"train"`
	Validate float64 `json:"validate"`
}

// ErrFew is returned if there are too few games.
var ErrFew = errors.New("tune: too few games: there must be some to learn from and some to hold back")

// spread is the change of a weight, in hundredths, that costs Prior nats.
const spread = 50

const batch = 512

// fitter is a running fit. Its vector holds the weights, then for each source an intercept and the
// value of the move, both in logits.
type fitter struct {
	Options
	data        *Data
	scale       float64 // logits per hundredth of a man
	w, start    []float64
	grad        []float64
	mean, sq    []float64 // moments of Adam
	steps       int
	train, held []int
}

// Fit optimizes weights in place, starting from their values, and calls log, which may be nil,
// after each epoch. The result is the best weights on the validation games. The scale between
// hundredths and chances is fitted to the initial weights and kept, so that the units stay the
// same. A weight that moves by 50 hundredths costs Prior nats in every position. The same seed
// gives the same weights.
func (d *Data) Fit(weights []float64, o Options, log func(Epoch)) error {
	if len(weights) != d.weights {
		return fmt.Errorf("tune: %d weights, the positions have %d", len(weights), d.weights)
	}
	f := d.prepare(weights, o)
	if len(f.train) == 0 || len(f.held) == 0 {
		return ErrFew
	}
	f.calibrate()
	best := math.Inf(1)
	for n := range o.Epochs + 1 {
		if n > 0 {
			f.epoch(n)
		}
		e := Epoch{n, f.loss(f.train), f.loss(f.held)}
		if log != nil {
			log(e)
		}
		if e.Validate < best {
			best = e.Validate
			copy(weights, f.w)
		}
	}
	return nil
}

func (d *Data) prepare(weights []float64, o Options) *fitter {
	groups := 0
	f := &fitter{Options: o, data: d, scale: 1.0 / 250}
	for i := range d.samples {
		s := &d.samples[i]
		groups = max(groups, s.group+1)
		if s.held < o.Validate {
			f.held = append(f.held, i)
		} else {
			f.train = append(f.train, i)
		}
	}
	n := d.weights + 2*groups
	f.w, f.grad, f.mean, f.sq = make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	copy(f.w, weights)
	f.start = append([]float64(nil), weights...)
	return f
}

// logit returns the log odds of the attackers.
func (f *fitter) logit(s *sample) float64 {
	v := f.score(s) * f.scale
	at := f.data.weights + 2*s.group
	return v + f.w[at] + s.turn*f.w[at+1]
}

// score returns the evaluation of a position.
func (f *fitter) score(s *sample) (v float64) {
	for i := s.from; i < s.to; i++ {
		v += f.w[f.data.index[i]] * float64(f.data.slope[i])
	}
	return v
}

// loss returns the mean cross-entropy of the results.
func (f *fitter) loss(list []int) float64 {
	sum := 0.0
	for _, i := range list {
		s := &f.data.samples[i]
		z := f.logit(s)
		// log(1+e^z) - y z, without overflow
		sum += math.Max(z, 0) + math.Log1p(math.Exp(-math.Abs(z))) - s.result*z
	}
	return sum / float64(len(list))
}

// calibrate fits the scale and the intercepts to the initial weights by alternating Newton steps,
// which converge because the problem is convex.
func (f *fitter) calibrate() {
	for range 60 {
		f.newton(func(s *sample) (float64, int) { return f.score(s), -1 })
		for k := range 2 {
			f.newton(func(s *sample) (float64, int) {
				if k == 1 {
					return s.turn, f.data.weights + 2*s.group + 1
				}
				return 1, f.data.weights + 2*s.group
			})
		}
	}
}

// newton makes a step for a family of parameters of which each position depends on one: along
// returns the slope and the index, -1 for the scale.
func (f *fitter) newton(along func(s *sample) (slope float64, at int)) {
	n := len(f.w) + 1
	up, bend := make([]float64, n), make([]float64, n)
	for _, i := range f.train {
		s := &f.data.samples[i]
		p := sigmoid(f.logit(s))
		x, at := along(s)
		up[at+1] += x * (s.result - p)
		bend[at+1] += x * x * p * (1 - p)
	}
	if bend[0] > 0 {
		f.scale = math.Max(1e-4, f.scale+clip(up[0]/bend[0], 0.002))
	}
	for i := range f.w {
		if bend[i+1] > 0 {
			f.w[i] += clip(up[i+1]/(bend[i+1]+1), 1)
		}
	}
}

func clip(v, most float64) float64 { return math.Max(-most, math.Min(most, v)) }

func sigmoid(z float64) float64 { return 1 / (1 + math.Exp(-z)) }

// epoch trains on all positions once in random order.
func (f *fitter) epoch(n int) {
	chance := rand.New(rand.NewPCG(f.Seed, uint64(n)))
	chance.Shuffle(len(f.train), func(i, j int) { f.train[i], f.train[j] = f.train[j], f.train[i] })
	rate := f.Rate * (1 + math.Cos(math.Pi*float64(n-1)/float64(f.Epochs))) / 2
	for from := 0; from < len(f.train); from += batch {
		f.descend(f.train[from:min(from+batch, len(f.train))])
		f.step(rate)
	}
}

// descend computes the gradient of the loss on some positions.
func (f *fitter) descend(list []int) {
	clear(f.grad)
	d, share := f.data, 1/float64(len(list))
	for _, i := range list {
		s := &d.samples[i]
		err := (sigmoid(f.logit(s)) - s.result) * share
		for j := s.from; j < s.to; j++ {
			f.grad[d.index[j]] += err * f.scale * float64(d.slope[j])
		}
		at := d.weights + 2*s.group
		f.grad[at] += err
		f.grad[at+1] += err * s.turn
	}
	for i, start := range f.start {
		f.grad[i] += 2 * f.Prior * (f.w[i] - start) / (spread * spread)
		if f.Free != nil && !f.Free[i] {
			f.grad[i] = 0
		}
	}
}

// step updates the vector with Adam. The intercepts are in logits, so their steps are a hundredth
// as large.
func (f *fitter) step(rate float64) {
	const b1, b2 = 0.9, 0.999
	f.steps++
	c1, c2 := 1-math.Pow(b1, float64(f.steps)), 1-math.Pow(b2, float64(f.steps))
	for i, g := range f.grad {
		f.mean[i] = b1*f.mean[i] + (1-b1)*g
		f.sq[i] = b2*f.sq[i] + (1-b2)*g*g
		by := rate * (f.mean[i] / c1) / (math.Sqrt(f.sq[i]/c2) + 1e-12)
		if i >= f.data.weights {
			by /= 100
		}
		f.w[i] -= by
	}
}
