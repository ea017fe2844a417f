package main

import (
	"testing"

	"tafl3d/game/variant"
)

func TestTheGalleryShowsGamesThatThereAre(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range exhibits() {
		if _, err := variant.Get(e.variant); err != nil {
			t.Errorf("%s: %v", e.name, err)
		}
		if err := e.style.Check(); err != nil || seen[e.name] {
			t.Errorf("%s: %v, seen %v", e.name, err, seen[e.name])
		}
		seen[e.name] = true
	}
}
