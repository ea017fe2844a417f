package rulebook

import (
	"strings"
	"testing"

	"tafl3d/game/ruleset"
	"tafl3d/game/variant"
)

// keyInTable is the entry of textRules that a rule's key is looked up under.
func keyInTable(key string) string {
	first, rest, _ := strings.Cut(key, ".")
	switch {
	case len(first) == 1:
		return "x." + rest
	case first == "setup" || first == "hands":
		return first + ".x"
	}
	return key
}

// TestEveryKeyHasItsWords asserts that each rule that can be switched has an
// entry with its label, a sentence, and a word for each of its values, in every
// game, so that a new key is not forgotten here; and that no entry is left over.
func TestEveryKeyHasItsWords(t *testing.T) {
	unused := map[string]bool{}
	for key := range textRules {
		unused[key] = true
	}
	for _, v := range variant.All() {
		set := v.Rules.Ruleset()
		for _, g := range ruleset.TogglesFor(&set) {
			delete(unused, keyInTable(g.Key))
			if textRules[keyInTable(g.Key)].name == "" || Label(g, &set) == "" {
				t.Errorf("%s: the rule %s has no label", v.ID, g.Key)
			}
			if len(strings.Fields(Sentence(g, &set))) < 3 || strings.HasPrefix(Label(g, &set), "…") {
				t.Errorf("%s: the rule %s has no sentence", v.ID, g.Key)
			}
			for _, value := range g.Values {
				if Value(g, value, &set) == "" {
					t.Errorf("%s: the rule %s has no word for %q", v.ID, g.Key, value)
				}
			}
			for value := range textRules[keyInTable(g.Key)].notes {
				if len(g.Values) > 0 && g.Set(&set, value) != nil {
					t.Errorf("%s: the rule %s has a note on %q, which it does not take", v.ID, g.Key, value)
				}
			}
			_ = g.Set(&set, g.Get(&set))
		}
	}
	for key := range unused {
		t.Errorf("there is no rule %s", key)
	}
}

// TestWordsOfValues asserts that a rule of several words has one for each of
// them that a player can read: on, off and the signs of files stay in files.
func TestWordsOfValues(t *testing.T) {
	set := variant.All()[0].Rules.Ruleset()
	for _, g := range ruleset.Toggles() {
		for _, value := range g.Values {
			if text := Value(g, value, &set); strings.ContainsAny(text, "-=<") {
				t.Errorf("the rule %s says %q for %q", g.Key, text, value)
			}
		}
	}
}
