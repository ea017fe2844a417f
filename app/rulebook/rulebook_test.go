package rulebook

import (
	"testing"

	"tafl3d/game/ruleset"
	"tafl3d/game/variant"
)

// TestEveryKeyHasItsWords asserts that each rule that can be switched has a
// label and a sentence, in every game, so that a new key is not forgotten here.
func TestEveryKeyHasItsWords(t *testing.T) {
	for _, v := range variant.All() {
		set := v.Rules.Ruleset()
		for _, g := range ruleset.TogglesFor(&set) {
			if label := Label(g, &set); label == "" || label == g.Key {
				t.Errorf("%s: the rule %s has no label", v.ID, g.Key)
			}
			if Explain(g, g.Get(&set)) == "" {
				t.Errorf("%s: the rule %s has no sentence", v.ID, g.Key)
			}
		}
	}
}
