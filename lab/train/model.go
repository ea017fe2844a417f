package train

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"tafl3d/ai/net"
	"tafl3d/game"
)

// model is a net during training: net.Net in floating point, with the weights factored into a part
// shared by all regions of the king and a part for each region.
type model struct {
	net.Shape
	squares int
	group   int
	turned  [game.Symmetries][]int32 // by kind and square: the index that a symmetry maps to, within a region

	params []float32 // all weights, in the order of the slices below
	shared []float32 // by kind, square: group weights
	own    []float32 // by region, kind, square: group weights
	bias   []float32 // group
	out    []float32 // by side to move and stage: group weights
	even   []float32 // by side to move and stage
	skip   []float32 // by side to move and stage: logits per man of the hand-written evaluation

	rows []float32 // shared plus own
}

func newModel(s net.Shape) *model {
	m := &model{Shape: s, squares: s.Size * s.Size, group: s.Group()}
	for g, to := range game.Images(s.Size) {
		for kind := range net.Kinds {
			for _, t := range to {
				m.turned[g] = append(m.turned[g], int32(kind*m.squares+int(t)))
			}
		}
	}
	outs := game.Sides * s.Stages
	shared := net.Kinds * m.squares * m.group
	m.slice(make([]float32, shared+s.Regions*shared+m.group+outs*(m.group+2)))
	m.rows = make([]float32, len(m.own))
	return m
}

// slice assigns the parts of params.
func (m *model) slice(params []float32) {
	m.params = params
	take := func(n int) []float32 {
		part := params[:n:n]
		params = params[n:]
		return part
	}
	outs := game.Sides * m.Stages
	shared := net.Kinds * m.squares * m.group
	m.shared, m.own, m.bias = take(shared), take(m.Regions*shared), take(m.group)
	m.out, m.even, m.skip = take(outs*m.group), take(outs), take(outs)
}

// begin initializes the weights such that the net equals the hand-written evaluation.
func (m *model) begin(chance *rand.Rand, d *Data) {
	for i := range m.shared {
		m.shared[i] = float32(chance.NormFloat64() * 0.06)
	}
	for i := range m.bias {
		m.bias[i] = float32(0.3 + 0.2*chance.Float64())
	}
	for i := range m.out {
		m.out[i] = float32(chance.NormFloat64() * 0.02)
	}
	for i := range m.skip {
		l := d.chance[i/m.Stages]
		m.skip[i], m.even[i] = float32(l.slope*100), float32(l.even)
	}
}

// merge computes rows from the shared weights and those of the regions.
func (m *model) merge() {
	for r := range m.Regions {
		own, rows := m.own[r*len(m.shared):][:len(m.shared)], m.rows[r*len(m.shared):][:len(m.shared)]
		for i, v := range m.shared {
			rows[i] = v + own[i]
		}
	}
}

// pass holds the activations of a sample.
type pass struct {
	acc  []float32 // by symmetry: group activations
	sums []float32 // of the squares, by index in the group
	grad []float32 // gradient of acc for a symmetry
}

func (m *model) newPass() *pass {
	return &pass{make([]float32, m.Width), make([]float32, m.group), make([]float32, m.group)}
}

// logit returns the log odds of the attackers.
func (m *model) logit(d *Data, s *sample, p *pass) float32 {
	clear(p.sums)
	men := d.men[s.from:s.to]
	base := int32(s.region) * int32(net.Kinds*m.squares)
	for g := range game.Symmetries {
		acc, turned := p.acc[g*m.group:][:m.group], m.turned[g]
		copy(acc, m.bias)
		for _, i := range men {
			plus(acc, m.rows[int(base+turned[i])*m.group:])
		}
		for j, v := range acc {
			if v > 0 {
				c := min(v, 1)
				p.sums[j] += c * c
			}
		}
	}
	at := int(s.turn)*m.Stages + int(s.stage)
	z := m.even[at] + m.skip[at]*s.hand/100
	for j, o := range m.out[at*m.group:][:m.group] {
		z += o * p.sums[j]
	}
	return z
}

// plus adds b to a, four elements at a time; the length must be a multiple of two.
func plus(a, b []float32) {
	b = b[:len(a)]
	for len(a) >= 8 {
		x, y := (*[8]float32)(a), (*[8]float32)(b)
		x[0] += y[0]
		x[1] += y[1]
		x[2] += y[2]
		x[3] += y[3]
		x[4] += y[4]
		x[5] += y[5]
		x[6] += y[6]
		x[7] += y[7]
		a, b = a[8:], b[8:]
	}
	for i, v := range b {
		a[i] += v
	}
}

// backpropagate propagates the error err of a logit to grad, whose rows hold the gradient of the merged
// weights. p must be as logit left it.
func (m *model) backpropagate(grad *model, d *Data, s *sample, p *pass, err float32) {
	at := int(s.turn)*m.Stages + int(s.stage)
	grad.even[at] += err
	grad.skip[at] += err * s.hand / 100
	out, slope := m.out[at*m.group:][:m.group], grad.out[at*m.group:][:m.group]
	for j := range slope {
		slope[j] += err * p.sums[j]
	}
	men := d.men[s.from:s.to]
	base := int32(s.region) * int32(net.Kinds*m.squares)
	for g := range game.Symmetries {
		acc, turned := p.acc[g*m.group:][:m.group], m.turned[g]
		any := false
		for j, v := range acc {
			p.grad[j] = 0
			if v > 0 && v < 1 {
				p.grad[j] = 2 * v * err * out[j]
				any = true
			}
		}
		if !any {
			continue
		}
		plus(grad.bias, p.grad)
		for _, i := range men {
			plus(grad.rows[int(base+turned[i])*m.group:][:m.group], p.grad)
		}
	}
}

// unmerge converts the gradient of rows into that of shared and own.
func (m *model) unmerge() {
	copy(m.own, m.rows)
	for r := range m.Regions {
		for i, v := range m.rows[r*len(m.shared):][:len(m.shared)] {
			m.shared[i] += v
		}
	}
}

// bound is the greatest weight that a net file can hold.
const bound = 127.0 / net.WeightUnit

// clip limits the weights to what a net file can hold.
func (m *model) clip() {
	for _, part := range [][]float32{m.shared, m.own, m.bias, m.out} {
		for i, v := range part {
			part[i] = max(-bound, min(bound, v))
		}
	}
}

// ErrUnweighed means that the fit removed the weight of the hand-written evaluation. A net without
// it loses every game.
var ErrUnweighed = errors.New(
	"the fit leaves the hand-made evaluation no weight: let the games of a net be mixed with games without one")

// leastSkip is the least weight of the hand-written evaluation, per man.
const leastSkip = 0.05

// quantise converts the model to a net. Its scale keeps the weight of the hand-written evaluation,
// on average over the stages.
func (m *model) quantise(h net.Head, share float64) (*net.Net, error) {
	sum := 0.0
	for _, v := range m.skip {
		sum += float64(v)
	}
	mean := sum / float64(len(m.skip))
	if h.Scale == 0 && mean < leastSkip {
		return nil, fmt.Errorf("%w (%.3f a man)", ErrUnweighed, mean)
	}
	if h.Scale == 0 {
		h.Scale = int(math.Round(100 / mean))
	}
	h.Shape = m.Shape
	m.merge()
	var last []int32
	for i := range m.even {
		last = append(last, int32(math.Round(float64(m.even[i])*net.Unit*net.Unit*net.WeightUnit)),
			int32(math.Round(float64(m.skip[i])*float64(h.Scale)/100*net.SkipUnit)))
	}
	h.Scale = int(math.Round(float64(h.Scale) * share))
	return net.Make(h, whole(m.rows, net.Unit), whole(m.bias, net.Unit), whole(m.out, net.WeightUnit), last)
}

// loadWeights copies the weights of a net of a share, up to rounding. Additional hidden units start with
// zero output weights.
func (m *model) loadWeights(n *net.Net, share float64) error {
	if n.Size != m.Size || n.Regions != m.Regions || n.Stages != m.Stages || n.Width > m.Width {
		return fmt.Errorf("the net has %d squares a side, %d regions, %d stages and is %d wide, which does not fit",
			n.Size, n.Regions, n.Stages, n.Width)
	}
	rows, bias, out, last := n.Weights()
	narrow := n.Group()
	for i, v := range rows {
		m.own[i/narrow*m.group+i%narrow] = float32(v) / net.Unit
	}
	each := len(m.shared)
	for i := range each {
		if i%m.group >= narrow {
			continue
		}
		m.shared[i] = 0
		for r := range m.Regions {
			m.shared[i] += m.own[r*each+i] / float32(m.Regions)
		}
		for r := range m.Regions {
			m.own[r*each+i] -= m.shared[i]
		}
	}
	for i, v := range bias {
		m.bias[i] = float32(v) / net.Unit
	}
	clear(m.out)
	for i, v := range out {
		m.out[i/narrow*m.group+i%narrow] = float32(v) / net.WeightUnit
	}
	for i := range m.even {
		m.even[i] = float32(last[2*i]) / (net.Unit * net.Unit * net.WeightUnit)
		m.skip[i] = float32(float64(last[2*i+1]) / net.SkipUnit * 100 * share / float64(n.Scale))
	}
	return nil
}

func whole(list []float32, unit float64) []int16 {
	out := make([]int16, len(list))
	for i, v := range list {
		out[i] = int16(math.Round(float64(v) * unit))
	}
	return out
}

func (m *model) clone() []float32 { return slices.Clone(m.params) }
