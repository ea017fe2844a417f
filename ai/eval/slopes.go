package eval

import "tafl3d/game/rules"

// Slopes tells by how much each weight moves the worth of a position of the
// tafl family. The evaluation is linear in its weights: what a position is
// worth under one weight alone is how often that weight counts.
type Slopes struct{ alone []*Evaluator }

// NewSlopes prepares for positions of r.
func NewSlopes(r *rules.Rules) *Slopes {
	s := &Slopes{}
	for i := range blank().For(r).Values {
		p := blank()
		p.For(r).Values[i] = yard
		s.alone = append(s.alone, New(Survey(r, p)))
	}
	return s
}

// yard is the weight that Slopes gives one term while all others are nothing:
// large, so that rounding does not show in what the term counts.
const yard = 1000

// Of fills slopes, which must be as long as the set of weights for the rules,
// with the hundredths of a man that the attackers gain at p for each hundredth
// of a weight.
func (s *Slopes) Of(p *rules.Position, slopes []float64) {
	for i, e := range s.alone {
		e.Reset(p)
		v, _ := e.sum(p)
		slopes[i] = float64(v) / (yard * fine)
	}
}
