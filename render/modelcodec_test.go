package render

import (
	"bytes"
	"context"
	"errors"
	"reflect"
	"testing"

	"tafl3d/app/board"
	"tafl3d/game/variant"
	"tafl3d/render/cache"
	"tafl3d/render/carve"
	"tafl3d/scene"
)

// stageOf returns the stage of a variant.
func stageOf(t *testing.T, id string) scene.Stage {
	t.Helper()
	v, err := variant.Get(id)
	if err != nil {
		t.Fatal(err)
	}
	return board.Stage(v)
}

func made(t *testing.T, all []maker, from *cache.Cache) []carvedModel {
	t.Helper()
	things, keep := carveAll(context.Background(), all, from, func(float32) {})
	keep()
	return things
}

// TestCarvingsComeBackFromTheCache carves into an empty cache and again, once
// nothing of it is missing and once an entry is damaged.
func TestCarvingsComeBackFromTheCache(t *testing.T) {
	for _, id := range []string{"brandubh-gorrion", "fox-geese-13"} {
		st, o := stageOf(t, id), carve.Options{Size: 128, Men: "ivory"}
		c := cache.New(t.TempDir(), "1", 64<<20)
		all := makersFor(st, o)
		if kept(all, c) {
			t.Fatal("an empty cache has everything")
		}
		want := made(t, all, c)
		if !kept(all, c) {
			t.Fatal("something was not kept")
		}
		for i := range all {
			if _, made := all[i].fetch(c); made {
				t.Errorf("%s was made again", all[i].name)
			}
		}
		got := made(t, all, c)
		for i := range want {
			w, g := &want[i], &got[i]
			for k := range w.model.Parts {
				if m := w.model.Parts[k].Material.Maps; m != nil {
					m.Surface = nil // is packed into the others
				}
			}
			if w.name != g.name || w.piece != g.piece || !reflect.DeepEqual(w.model, g.model) ||
				!reflect.DeepEqual(w.levels, g.levels) {
				t.Errorf("%s: %s comes back as something else", id, w.name)
			}
		}
	}
}

func TestWhatIsNoThingIsNotTaken(t *testing.T) {
	thing := made(t, makersFor(stageOf(t, "brandubh-gorrion"), carve.Options{Size: 64})[:1], nil)[0]
	data := thing.encode()
	for _, n := range []int{0, 3, 4, 50, 500, len(data) / 2, len(data) - 1} {
		var got carvedModel
		if err := got.decode(data[:n]); !errors.Is(err, errNoModel) {
			t.Errorf("%d of %d bytes: %v", n, len(data), err)
		}
	}
	var got carvedModel
	if err := got.decode(append(bytes.Clone(data), 0)); !errors.Is(err, errNoModel) {
		t.Errorf("a byte too many: %v", err)
	}
	if err := got.decode(data); err != nil {
		t.Error(err)
	}
}

// TestOtherBoardsHaveOtherKeys changes one thing at a time.
func TestOtherBoardsHaveOtherKeys(t *testing.T) {
	st := stageOf(t, "brandubh-gorrion")
	key := func(st scene.Stage, o carve.Options) string { return stageKey(makersFor(st, o)) }
	usual := key(st, carve.Options{Size: 512})
	if key(st, carve.Options{Size: 1024}) != usual {
		t.Error("another size of the maps is another stage")
	}
	all := makersFor(st, carve.Options{Size: 512})
	if all[0].entry() == makersFor(st, carve.Options{Size: 1024})[0].entry() {
		t.Error("maps of two sizes have one entry")
	}
	named, throneless, other := st, st, stageOf(t, "tablut-ashton")
	named.Variant = "mine"
	throneless.Throne = nil
	for what, k := range map[string]string{
		"seed": key(st, carve.Options{Seed: 1}), "letters": key(st, carve.Options{Plain: true}),
		"design": key(st, carve.Options{Board: "oak"}),
		"set":    key(st, carve.Options{Men: "glass"}), "variant": key(named, carve.Options{}),
		"throne": key(throneless, carve.Options{}), "size": key(other, carve.Options{}),
		"room": key(st, carve.Options{Room: "door"}),
	} {
		if k == usual {
			t.Errorf("another %s makes no difference", what)
		}
	}
	if all[0].entry() != makersFor(st, carve.Options{Size: 512, Room: "door"})[0].entry() {
		t.Error("the board is carved anew for another room")
	}
	a, b := makersFor(st, carve.Options{}), makersFor(other, carve.Options{Board: "oak"})
	if a[len(a)-1].entry() != b[len(b)-1].entry() {
		t.Error("kings of one set are carved for every board anew")
	}
}
