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

// carved holds all models of a stage before the upload.
type carved struct {
	key    string
	detail int
	things []carvedModel
	brief  bool // the full version is cached and follows at once
}

// maps is the number of packed textures of a material.
const maps = 2

// carvedModel is a model with the packed mipmaps of its parts.
type carvedModel struct {
	name   string
	piece  game.Piece // Empty for board and table
	model  carve.Model
	levels [][maps][]*image.NRGBA
}

// maker makes one model.
type maker struct {
	key   string // identifies all inputs except the size of the textures
	size  int    // width of the board's texture
	name  string
	piece game.Piece
	make  func() carve.Model
}

// makersFor lists the makers of a stage: board, table, and each kind of piece.
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
	all := []maker{set("board", carve.Board), set("props", carve.Props), set("table", carve.Table)} // top down
	for p := 1; p < len(st.Kinds); p++ {
		k := st.Kinds[p]
		key := fmt.Sprintf("piece %q %d %+v", o.Men, o.Seed, k) // only what pieces depend on: other boards share them
		all = append(all, maker{key, o.Size, k.Name, game.Piece(p), func() carve.Model { return carve.Piece(k, o) }})
	}
	return all
}

// entry returns the cache key.
func (m *maker) entry() string { return fmt.Sprint(m.size, " ", m.key) }

// describe returns a text with all inputs of carving a stage.
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

// fetch reads the model from the cache or makes it. made reports which.
func (m *maker) fetch(from *cache.Cache) (t carvedModel, made bool) {
	if data, ok := from.Get(m.entry()); ok {
		t = carvedModel{name: m.name, piece: m.piece}
		if t.decode(data) == nil {
			t.shrink()
			return t, false
		}
	}
	t = carvedModel{name: m.name, piece: m.piece, model: m.make()}
	t.pack()
	t.shrink()
	return t, true
}

// carveAll makes all models in parallel. If ctx ends, it returns early with some of them. It reports its
// progress. Call keep when no player waits any more: it writes new models to the cache.
func carveAll(
	ctx context.Context, all []maker, from *cache.Cache, progress func(share float32),
) (things []carvedModel, keep func()) {
	things = make([]carvedModel, len(all))
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
				from.Put(all[i].entry(), things[i].encode()) // if this fails, the next start carves again
			}
		}
	}
}

// kept reports whether all models are cached.
func kept(all []maker, in *cache.Cache) bool {
	for i := range all {
		if !in.Has(all[i].entry()) {
			return false
		}
	}
	return true
}

// pack packs the textures of all parts.
func (t *carvedModel) pack() {
	for i := range t.model.Parts {
		if m := t.model.Parts[i].Material.Maps; m != nil {
			pack(m)
		}
	}
}

// shrink computes the mipmaps of the packed textures.
func (t *carvedModel) shrink() {
	for i := range t.model.Parts {
		var l [maps][]*image.NRGBA
		if m := t.model.Parts[i].Material.Maps; m != nil {
			l = [maps][]*image.NRGBA{levels(m.Albedo), levels(m.Normal)}
		}
		t.levels = append(t.levels, l)
	}
}

// pack stores occlusion in the alpha of the colour, and roughness and metalness next to the normal, whose
// third component is redundant: two textures are faster than three.
func pack(m *carve.Maps) {
	a, n, s := m.Albedo.Pix, m.Normal.Pix, m.Surface.Pix
	for i := 0; i+3 < len(s); i += 4 {
		a[i+3] = s[i]
		n[i+2], n[i+3] = s[i+1], s[i+2]
	}
}
