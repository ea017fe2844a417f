package train

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"sync"

	"tafl3d/ai/net"
)

// Options configures a training run.
type Options struct {
	Epochs int
	Batch  int     // positions per batch
	Rate   float64 // initial learning rate of Adam; it falls to a fiftieth
	Result float64 // share of the result in the target; the rest comes from the searches
	Decay  float64 // weight decay, times the learning rate, per step
	Stop   int     // epochs without improvement after which to stop; 0 means never
	Seed   uint64
	Firm   bool // the hand-written evaluation keeps its weight
}

// Epoch is the log of an epoch: mean training and validation losses in nats above the entropy of
// the targets, and the validation loss of the results.
type Epoch struct {
	N      int     `json:"epoch"` // 0 is before the first step
	Train  float64 `json:"train"`
	Held   float64 `json:"held"`
	Result float64 `json:"result"` // cross-entropy of the validation results, in nats
}

// shards is the number of parts of a batch. It is the same on all machines, so that sums are, too.
const shards = 8

// fitter is a running fit.
type fitter struct {
	Options
	*model
	data     *Data
	grads    [shards]*model
	passes   [shards]*pass
	mean, sq []float32 // moments of Adam
	steps    int
	total    int
}

// State is the resumable state of a training run.
type State struct {
	Shape   net.Shape
	Goal    string
	Options Options
	Games   int
	Log     []Epoch

	Steps            int
	Params, Mean, Sq []float32 // current weights and the moments of Adam
	Kept             []float32 // best weights on the validation games
}

// best returns the log of the best epoch, and the number of worse epochs since.
func (s *State) best() (best Epoch, since int) {
	best.Held = math.Inf(1)
	for _, e := range s.Log {
		if since++; e.Held < best.Held {
			best, since = e, 0
		}
	}
	return best, since
}

// Fit trains on the data and calls keep with the state after each epoch. It resumes from if that is
// not nil.
func Fit(ctx context.Context, d *Data, o Options, from *State, keep func(*State) error) (*State, error) {
	f := newFitter(d, o)
	s := from
	if s == nil {
		s = &State{Shape: d.Shape, Goal: d.Goal, Options: o, Games: d.Games, Params: f.params, Mean: f.mean, Sq: f.sq}
	} else if s.Options != o || s.Shape != d.Shape || s.Games != d.Games || len(s.Params) != len(f.params) {
		return nil, errors.New("train: the fit that is to be gone on with was of other games, or made otherwise")
	}
	f.slice(s.Params)
	f.mean, f.sq, f.steps = s.Mean, s.Sq, s.Steps
	for n := len(s.Log); n <= o.Epochs; n++ {
		if _, since := s.best(); o.Stop > 0 && since >= o.Stop {
			break
		}
		e := Epoch{N: n}
		if n > 0 {
			e.Train = f.epoch(ctx, n)
		}
		if ctx.Err() != nil {
			return s, ctx.Err() // the epoch restarts next time
		}
		f.merge()
		e.Held, e.Result = f.measure(d.held)
		s.Steps, s.Log = f.steps, append(s.Log, e)
		if _, since := s.best(); since == 0 {
			s.Kept = f.clone()
		}
		if err := keep(s); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// From returns the initial state that continues a net of which share was added to the hand-written
// evaluation. The new net may be wider.
func From(d *Data, o Options, n *net.Net, share float64) (*State, error) {
	f := newFitter(d, o)
	if err := f.loadWeights(n, share); err != nil {
		return nil, err
	}
	return &State{Shape: d.Shape, Goal: d.Goal, Options: o, Games: d.Games, Params: f.params, Mean: f.mean, Sq: f.sq},
		nil
}

// Net makes a net of the best weights. A head without a scale gets one that leaves the hand-written
// evaluation its weight. share is the part of the learned evaluation to add: less than all plays
// best.
func (s *State) Net(h net.Head, share float64) (*net.Net, error) {
	m := newModel(s.Shape)
	m.slice(s.Kept)
	h.Goal = s.Goal
	return m.quantise(h, share)
}

func newFitter(d *Data, o Options) *fitter {
	f := &fitter{Options: o, model: newModel(d.Shape), data: d}
	f.begin(rand.New(rand.NewPCG(o.Seed, 0)), d)
	for i := range shards {
		f.grads[i], f.passes[i] = newModel(d.Shape), f.newPass()
	}
	f.mean, f.sq = make([]float32, len(f.params)), make([]float32, len(f.params))
	f.total = max(1, o.Epochs*((len(d.train)+o.Batch-1)/o.Batch))
	return f
}

// target returns the training target of a sample, for the attackers.
func (f *fitter) target(s *sample) float64 {
	return f.Result*float64(s.result) + (1-f.Result)*float64(s.target)
}

// each calls do for every shard, on all cores.
func each(do func(shard int)) {
	next := make(chan int, shards)
	for i := range shards {
		next <- i
	}
	close(next)
	var wg sync.WaitGroup
	for range min(shards, runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for i := range next {
				do(i)
			}
		})
	}
	wg.Wait()
}

// epoch trains on all positions once in random order and returns their loss.
func (f *fitter) epoch(ctx context.Context, n int) float64 {
	order := rand.New(rand.NewPCG(f.Seed, uint64(n))).Perm(len(f.data.train))
	list := make([]sample, 0, f.Batch)
	sum := 0.0
	for from := 0; from < len(order) && ctx.Err() == nil; from += f.Batch {
		list = list[:0]
		for _, i := range order[from:min(from+f.Batch, len(order))] {
			list = append(list, f.data.train[i])
		}
		sum += f.batch(list)
	}
	return sum / float64(len(order))
}

// batch makes a step and returns the sum of the losses before it.
func (f *fitter) batch(list []sample) float64 {
	f.merge()
	var losses [shards]float64
	each(func(i int) {
		losses[i] = f.descend(f.grads[i], f.passes[i], list[len(list)*i/shards:len(list)*(i+1)/shards],
			1/float32(len(list)))
	})
	f.gather()
	f.step()
	sum := 0.0
	for _, v := range losses {
		sum += v
	}
	return sum
}

// descend computes the gradient on some positions, and the sum of their losses.
func (f *fitter) descend(grad *model, p *pass, list []sample, share float32) (loss float64) {
	clear(grad.params)
	clear(grad.rows)
	for i := range list {
		s := &list[i]
		z, t := float64(f.logit(f.data, s, p)), f.target(s)
		loss += excess(z, t)
		f.backpropagate(grad, f.data, s, p, float32(sigmoid(z)-t)*share)
	}
	return loss
}

// excess returns the loss of a logit, in nats, above the entropy of the target t.
func excess(z, t float64) float64 { return cross(z, t) - entropy(t) }

func cross(z, t float64) float64 {
	return math.Max(z, 0) + math.Log1p(math.Exp(-math.Abs(z))) - t*z
}

func entropy(t float64) float64 {
	if t <= 0 || t >= 1 {
		return 0
	}
	return -t*math.Log(t) - (1-t)*math.Log(1-t)
}

// gather adds the gradients of all shards to the first.
func (f *fitter) gather() {
	sum := f.grads[0]
	for _, g := range f.grads[1:] {
		plus(sum.params, g.params)
		plus(sum.rows, g.rows)
	}
	sum.unmerge()
	if f.Firm {
		clear(sum.skip)
	}
}

// step updates the weights with Adam.
func (f *fitter) step() {
	const b1, b2 = 0.9, 0.999
	f.steps++
	fall := 0.02 + 0.98*(1+math.Cos(math.Pi*float64(f.steps)/float64(f.total)))/2
	rate := float32(f.Rate * fall * math.Sqrt(1-math.Pow(b2, float64(f.steps))) / (1 - math.Pow(b1, float64(f.steps))))
	shrink := float32(1 - f.Rate*fall*f.Decay)
	learned := len(f.params) - len(f.even) - len(f.skip)
	grad := f.grads[0].params
	each(func(shard int) {
		for i := len(grad) * shard / shards; i < len(grad)*(shard+1)/shards; i++ {
			g := grad[i]
			f.mean[i] = b1*f.mean[i] + (1-b1)*g
			f.sq[i] = b2*f.sq[i] + (1-b2)*g*g
			v := f.params[i]
			if i < learned {
				v *= shrink
			}
			f.params[i] = v - rate*f.mean[i]/(float32(math.Sqrt(float64(f.sq[i])))+1e-8)
		}
	})
	f.clip()
}

// measure returns the mean loss of some positions, and that of their results.
func (f *fitter) measure(list []sample) (loss, result float64) {
	var losses, results [shards]float64
	each(func(i int) {
		part := list[len(list)*i/shards : len(list)*(i+1)/shards]
		for k := range part {
			s := &part[k]
			z := float64(f.logit(f.data, s, f.passes[i]))
			losses[i] += excess(z, f.target(s))
			results[i] += cross(z, float64(s.result))
		}
	})
	for i := range shards {
		loss += losses[i] / float64(len(list))
		result += results[i] / float64(len(list))
	}
	return loss, result
}
