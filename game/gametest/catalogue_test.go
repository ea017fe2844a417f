package gametest

import (
	"maps"
	"slices"
	"testing"

	"tafl3d/game/ruleset"
	"tafl3d/game/variant"
)

// TestCatalogue compares every variant of the program with the
// specification's, toggle by toggle and row by row.
func TestCatalogue(t *testing.T) {
	specs := catalogue(t)
	for _, v := range variant.All() {
		if v.Family != "tafl" {
			continue
		}
		spec, ok := specs[v.ID]
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
			if toggle.Get(&got) != toggle.Get(&want) {
				t.Errorf("%s: %s is %q, want %q", v.ID, toggle.Key, toggle.Get(&got), toggle.Get(&want))
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
