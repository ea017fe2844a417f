package ai

import (
	"fmt"
	"slices"
	"strings"

	"tafl3d/ai/eval"
	"tafl3d/game"
)

// Personality is a style of play: evaluation terms that the engine over- or underrates. It changes
// the strength little and the style a lot.
type Personality struct {
	Name string // a single word in lower case
	Doc  string // one sentence that describes the style

	taste [game.Sides][]factor // factors by the side that the engine plays
}

// factor multiplies a term of the evaluation; see eval.Params.Scale.
type factor struct {
	term string
	by   float64
}

// both returns factors that apply to both sides.
func both(list ...factor) [game.Sides][]factor { return [game.Sides][]factor{list, list} }

var personalities = []Personality{
	{"cautious", "Protects its pieces and avoids sacrifices.", [game.Sides][]factor{
		{{"attacker", 1.8}, {"value", 1.3}, {"threat", 2.5}},
		{{"defender", 1.8}, {"value", 1.3}, {"threat", 2.5}},
	}},
	{"bold", "Sacrifices pieces to attack and captures when it can.", [game.Sides][]factor{
		{{"attacker", 0.4}, {"defender", 1.5}, {"ring.strong", 1.5}, {"ring.weak", 1.5}, {"threat", 0.3}},
		{{"defender", 0.4}, {"second", 1.3}, {"third", 1.3}, {"threat", 0.3}},
	}},
	{"escapist", "Opens lines for the king, or closes them, before it counts pieces.", both(
		factor{"moves", 4}, factor{"second", 1.8}, factor{"third", 2.5}, factor{"rim", 0.5}, factor{"room", 0.5},
		factor{"defender", 0.7},
		factor{"path", 2}, factor{"step", 1.8})},
	{"besieger", "Builds rings, or breaks them, and is in no hurry otherwise.", both(
		factor{"rim", 5}, factor{"room", 2.5}, factor{"sealed", 2}, factor{"second", 0.4}, factor{"third", 0.4},
		factor{"attacker", 0.8},
		factor{"area", 2.5}, factor{"stuck", 2.5})},
}

// Personalities returns a copy of the list.
func Personalities() []Personality { return slices.Clone(personalities) }

// NoPersonality is the name for no personality.
const NoPersonality = "none"

// As sets or removes the personality of an engine made by New or Level. It scales the weights that
// the engine had. The error lists the known names.
func As(name string, e Engine) (Engine, error) {
	x, ok := e.(interface{ adopt(*Personality) error })
	if !ok {
		return nil, fmt.Errorf("ai: an engine of type %T has no personality", e)
	}
	if name == NoPersonality {
		return e, x.adopt(nil)
	}
	names := []string{NoPersonality}
	for i := range personalities {
		if personalities[i].Name == strings.ToLower(name) {
			return e, x.adopt(&personalities[i])
		}
		names = append(names, personalities[i].Name)
	}
	return nil, fmt.Errorf("there is no personality %q; there are %s", name, strings.Join(names, ", "))
}

// adopt computes the weights for either side.
func (e *engine) adopt(c *Personality) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.s = nil
	for side := range e.tempered {
		e.tempered[side] = nil
		if c == nil {
			continue
		}
		p := eval.Defaults()
		if e.params != nil {
			p = e.params.Clone()
		}
		for _, f := range c.taste[side] {
			if err := p.Scale(f.term, f.by); err != nil {
				return fmt.Errorf("ai: %s: %w", c.Name, err)
			}
		}
		e.tempered[side] = p
	}
	return nil
}

// weights returns the weights that apply when side is to move.
func (e *engine) weights(side game.Side) *eval.Params {
	if p := e.tempered[side]; p != nil {
		return p
	}
	return e.params
}
