package gametest

import (
	"maps"
	"slices"
	"testing"

	"tafl3d/game/ruleset"
	"tafl3d/game/variant"
)

// beyond are the games of the catalogue that the specification does not list, each with its source;
// docs/rulesets.md, "Known differences and doubts", has the reasons.
var beyond = map[string]string{
	"tablut-competition":      "the server of the Italian competition",
	"tawlbwrdd-ap-ifan-11x11": "source 000, Robert ap Ifan",
	"york-corners-11x11":      "source 003",
	"tawlbwrdd-13x13":         "source 002, sizes",
	"haven-7x7":               "source 002, sizes",
}

// decided are the rules in which the catalogue follows the source and not the specification: source 003 gives York
// the rules of edge-win Tawlbwrdd.
var decided = map[string]map[string]string{
	"york-11x11":       {"encirclement": "off", "blockade": "claim"},
	"york-brown-11x11": {"encirclement": "off", "blockade": "claim"},
}

// TestCatalogue compares every variant of the program with the
// specification's, toggle by toggle and row by row.
func TestCatalogue(t *testing.T) {
	specs := catalogue(t)
	for _, v := range variant.All() {
		if v.Family != "tafl" {
			continue
		}
		spec, ok := specs[v.ID]
		if _, known := beyond[v.ID]; known && !ok {
			continue
		}
		if !ok {
			t.Errorf("%s is not in the specification", v.ID)
			continue
		}
		delete(specs, v.ID)
		got, want := v.Rules.Ruleset(), spec.compile(t).Ruleset()
		if !slices.Equal(got.Rows, want.Rows) {
			t.Errorf("%s: starts as %v, want %v", v.ID, got.Rows, want.Rows)
		}
		for _, toggle := range ruleset.Toggles() {
			value := toggle.Get(&want)
			if d, is := decided[v.ID][toggle.Key]; is {
				value = d
			}
			if toggle.Get(&got) != value {
				t.Errorf("%s: %s is %q, want %q", v.ID, toggle.Key, toggle.Get(&got), value)
			}
		}
		for key := range spec.Rules {
			if ruleset.ToggleFor(key) == nil {
				t.Errorf("%s: the specification's %s is no toggle", v.ID, key)
			}
		}
	}
	if len(specs) > 0 {
		t.Errorf("missing: %v", slices.Sorted(maps.Keys(specs)))
	}
}
