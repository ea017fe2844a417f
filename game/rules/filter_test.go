package rules_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
	"tafl3d/game/variant"
)

// TestFilters turns every switch of some games to each of its values: no ruleset
// may skip the question whether a rule forbids a step where one does.
func TestFilters(t *testing.T) {
	chance := rand.New(rand.NewPCG(5, 5))
	compiled := 0
	for _, id := range []string{"brandubh-gorrion", "linnaean-9x9-tcross-w", "morris-9", "bagh-chal", "fox-geese-13",
		"dablot-mini", "maharajah"} {
		v, err := variant.Get(id)
		if err != nil {
			t.Fatal(err)
		}
		base := v.Rules.Ruleset()
		for _, toggle := range ruleset.TogglesFor(&base) {
			values := toggle.Choices(&base)
			if toggle.Takes == ruleset.TakesNumber {
				values = []string{"0", "1", "2"}
			}
			for _, value := range values {
				set := v.Rules.Ruleset()
				if toggle.Set(&set, value) != nil {
					continue
				}
				r, err := rules.Compile(set)
				if err != nil {
					continue
				}
				compiled++
				filtered(t, r, chance, id+" "+toggle.Key+"="+value)
			}
		}
	}
	if compiled < 500 {
		t.Errorf("only %d rulesets", compiled)
	}
}

// filtered walks a random game and compares the steps with those that are left
// when every rule is asked.
func filtered(t *testing.T, r *rules.Rules, chance *rand.Rand, name string) {
	t.Helper()
	line := r.Line()
	for range 40 {
		strict := line.Strict()
		ms := line.Legal(nil)
		if asked := strict.Legal(nil, line.History()); !slices.Equal(ms, asked) {
			t.Fatalf("%s: %d steps, %d when every rule is asked: %v", name, len(ms), len(asked), line.Setup())
		}
		var d rules.Delta
		if len(ms) == 0 || line.Step(ms[chance.IntN(len(ms))], &d).Over() {
			return
		}
	}
}
