package ai

import (
	"fmt"
	"slices"
	"strings"

	"tafl3d/ai/eval"
	"tafl3d/game"
)

// Personality is a manner of playing: what an engine that has it thinks more
// of, and less, than it should. It changes the strength little and the style a
// good deal.
type Personality struct {
	Name string // lower case, a single word
	Doc  string // the manner in a sentence

	taste [game.Sides][]factor // by the side that the engine plays
}

// factor multiplies a term of the evaluation; see eval.Params.Scale.
type factor struct {
	term string
	by   float64
}

// both is a taste that does not depend on the side.
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

// Personalities returns all of them.
func Personalities() []Personality { return slices.Clone(personalities) }

// NoPersonality is the name of having none.
const NoPersonality = "none"

// As gives an engine of this package, one of New or Level, a personality, or
// takes it away. The weights are those that the engine had, scaled.
// The error names what there is.
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

// adopt makes the weights for either side.
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

// weights are what the engine judges with where side is to move.
func (e *engine) weights(side game.Side) *eval.Params {
	if p := e.tempered[side]; p != nil {
		return p
	}
	return e.params
}
