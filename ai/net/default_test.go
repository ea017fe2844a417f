package net

import (
	"slices"
	"testing"

	"tafl3d/game/variant"
)

// TestDefault: exactly the variants that docs/lab/nets.md has matches for are
// judged by a net of the program's own, which fits them, and all nets together
// are small.
func TestDefault(t *testing.T) {
	var got []string
	for _, v := range variant.All() {
		if n := Default(v.Rules); n != nil {
			got = append(got, v.ID)
			if err := n.Fits(v.Rules); err != nil {
				t.Error(err)
			}
		}
	}
	slices.Sort(got)
	want := []string{"brandubh-gorrion", "copenhagen-11x11-tdiamond", "copenhagen-2015", "copenhagen-wtf", "custom-9x9",
		"fetlar-11x11", "linnaean-9x9-literal", "linnaean-9x9-tcross-w",
		"old-11x11-tdiamond", "old-hnefatafl-11x11", "seabattle-9x9-starsquare-w", "seabattle-9x9-tcross", "simple-9x9",
		"simple-9x9-tcross-w", "skalk-edge-9x9", "tablut-gorrion",
		"total-11x11-tdiamond", "total-11x11-tdiamond-ap", "tyr-11x11-tyr"}
	if !slices.Equal(got, want) {
		t.Errorf("nets for %v, want %v", got, want)
	}
	list, err := files.ReadDir("nets")
	if err != nil {
		t.Fatal(err)
	}
	size := int64(0)
	for _, f := range list {
		info, err := f.Info()
		if err != nil {
			t.Fatal(err)
		}
		size += info.Size()
	}
	if size > 4<<20 {
		t.Errorf("the nets have %d bytes together", size)
	}
}
