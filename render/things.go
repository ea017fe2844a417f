package render

import (
	"context"
	"fmt"
	"image"
	"strings"
	"sync"
	"sync/atomic"

	"tafl3d/game"
	"tafl3d/render/cache"
	"tafl3d/render/carve"
	"tafl3d/scene"
)

// carved is everything that stands on a stage, before it is uploaded.
type carved struct {
	key    string
	detail int
	things []carvedThing
	brief  bool // the full carving lies in the cache and follows at once
}

// maps is how many pictures a material is packed into.
const maps = 2

// carvedThing is a model with the packed levels of its maps, by part.
type carvedThing struct {
	name   string
	piece  game.Piece // Empty for board and table
	model  carve.Model
	levels [][maps][]*image.NRGBA
}

// maker makes one thing.
type maker struct {
	key   string // says everything that the thing follows from but the size of its maps
	size  int    // of the board's map
	name  string
	piece game.Piece
	make  func() carve.Model
}

// makersFor lists board, table and one piece of every kind of a stage.
func makersFor(st scene.Stage, o carve.Options) []maker {
	sizeless := o
	sizeless.Size = 0
	sizeless.Room = ""
	what := fmt.Sprintf("%+v %s", sizeless, describe(&st))
	set := func(name string, make func(scene.Stage, carve.Options) carve.Model) maker {
		key := name + " " + what
		if name != "board" {
			key = name + " in " + o.Room + " " + what
		}
		return maker{key, o.Size, name, game.Empty, func() carve.Model { return make(st, o) }}
	}
	all := []maker{set("board", carve.Board), set("props", carve.Props), set("table", carve.Table)} // from the top down
	for p := 1; p < len(st.Kinds); p++ {
		k := st.Kinds[p]
		key := fmt.Sprintf("piece %q %d %+v", o.Men, o.Seed, k) // and not the rest: it serves other boards, too
		all = append(all, maker{key, o.Size, k.Name, game.Piece(p), func() carve.Model { return carve.Piece(k, o) }})
	}
	return all
}

// entry is the key of the thing in the cache.
func (m *maker) entry() string { return fmt.Sprint(m.size, " ", m.key) }

// describe says everything about a stage that carving follows from.
func describe(st *scene.Stage) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%q %v", st.Variant, st.Board.Grid())
	for sq := range game.Square(st.Board.Squares()) {
		x, y := st.Board.At(sq)
		fmt.Fprintf(&b, " %s %g %g", st.Board.Name(sq), x, y)
	}
	fmt.Fprintf(&b, " %+v %+v %+v %+v %+v %+v %+v", st.Board.Lines(), st.Kinds, st.Throne, st.Corners, st.Camps,
		st.Marks, st.Hands)
	return b.String()
}

// fetch takes a thing out of the cache, or makes it. made reports which.
func (m *maker) fetch(from *cache.Cache) (t carvedThing, made bool) {
	if data, ok := from.Get(m.entry()); ok {
		t = carvedThing{name: m.name, piece: m.piece}
		if t.decode(data) == nil {
			t.shrink()
			return t, false
		}
	}
	t = carvedThing{name: m.name, piece: m.piece, model: m.make()}
	t.pack()
	t.shrink()
	return t, true
}

// carveAll makes all things at once. It gives up early, with a part of them, when
// the context ends. It tells how much of them is done. keep, to be called when
// nobody waits any more, puts what was made into the cache.
func carveAll(
	ctx context.Context, all []maker, from *cache.Cache, progress func(share float32),
) (things []carvedThing, keep func()) {
	things = make([]carvedThing, len(all))
	fresh := make([]bool, len(all))
	var wg sync.WaitGroup
	var count atomic.Int32
	for i := range all {
		wg.Go(func() {
			if ctx.Err() == nil {
				things[i], fresh[i] = all[i].fetch(from)
				progress(float32(count.Add(1)) / float32(len(all)))
			}
		})
	}
	wg.Wait()
	return things, func() {
		for i := range all {
			if fresh[i] && from != nil {
				from.Put(all[i].entry(), things[i].encode()) // what cannot be kept is carved again
			}
		}
	}
}

// kept reports whether everything lies in the cache.
func kept(all []maker, in *cache.Cache) bool {
	for i := range all {
		if !in.Has(all[i].entry()) {
			return false
		}
	}
	return true
}

// pack packs the pictures of every part.
func (t *carvedThing) pack() {
	for i := range t.model.Parts {
		if m := t.model.Parts[i].Material.Maps; m != nil {
			pack(m)
		}
	}
}

// shrink computes the smaller levels of the packed pictures.
func (t *carvedThing) shrink() {
	for i := range t.model.Parts {
		var l [maps][]*image.NRGBA
		if m := t.model.Parts[i].Material.Maps; m != nil {
			l = [maps][]*image.NRGBA{levels(m.Albedo), levels(m.Normal)}
		}
		t.levels = append(t.levels, l)
	}
}

// pack moves the occlusion into the colour's alpha, and roughness and metal
// beside the normal, whose third part follows from the others: two pictures to
// look up are quicker than three.
func pack(m *carve.Maps) {
	a, n, s := m.Albedo.Pix, m.Normal.Pix, m.Surface.Pix
	for i := 0; i+3 < len(s); i += 4 {
		a[i+3] = s[i]
		n[i+2], n[i+3] = s[i+1], s[i+2]
	}
}
