package main

import (
	"os"
	"path/filepath"
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

// TestGalleryKeepsPictures asks for a picture that is there already: nothing is drawn, and the picture stays.
func TestGalleryKeepsPictures(t *testing.T) {
	folder, chosen := t.TempDir(), exhibits()[:2]
	old := filepath.Join(folder, chosen[1].name+".jpg")
	if err := makeRoom(folder, chosen, false); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(old, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, o := range []struct {
		folder string
		force  bool
		ok     bool
	}{{folder, false, false}, {folder, true, true}, {"-", true, false}, {old, false, false}} {
		if err := makeRoom(o.folder, chosen, o.force); (err == nil) != o.ok {
			t.Errorf("%+v: %v", o, err)
		}
	}
	if _, err := os.Stat("-"); err == nil {
		t.Error(`a folder named "-" was made`)
	}
}
