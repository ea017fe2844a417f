package eval

import "tafl3d/game/rules"

// Gradient computes the gradient of the evaluation of a tafl position by its weights. The
// evaluation is linear in its weights, so each component is the count of that weight's feature.
type Gradient struct{ alone []*Evaluator }

// NewGradient prepares for positions of r.
func NewGradient(r *rules.Rules) *Gradient {
	s := &Gradient{}
	for i := range blank().For(r).Values {
		p := blank()
		p.For(r).Values[i] = unitWeight
		s.alone = append(s.alone, New(NewGeometry(r, p)))
	}
	return s
}

// unitWeight is the weight of the measured term while all others are zero: large, so that rounding
// does not show.
const unitWeight = 1000

// Of fills slopes, one element per weight of the set, with the gain for the attackers at p, in
// hundredths of a man, per hundredth of the weight.
func (s *Gradient) Of(p *rules.Position, slopes []float64) {
	for i, e := range s.alone {
		e.Reset(p)
		v, _ := e.sum(p)
		slopes[i] = float64(v) / (unitWeight * fine)
	}
}
