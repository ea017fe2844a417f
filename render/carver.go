package render

import (
	"context"
	"fmt"
	"image"
	"sync"
	"sync/atomic"

	"tafl3d/game"
	"tafl3d/render/carve"
	"tafl3d/render/room"
	"tafl3d/scene"
)

// draftDetail is the side of the board's map in the first, quick carving.
const draftDetail = 512

// carved is everything that stands on a stage, before it is uploaded.
type carved struct {
	key    string
	detail int
	things []carvedThing
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

// carver makes models in a goroutine of its own, first in haste, then in full.
type carver struct {
	wanted string        // key of the stage
	size   int           // of the board's map
	baking *room.Room    // the light of which was asked for last
	done   chan *carved  // bounded; the painter takes from it
	news   chan struct{} // says that something is done
	drafts bool          // begin with a quick draft
	shown  chan struct{} // says that the draft is on the screen
	cancel func()        // of the goroutine at work
	made   atomic.Int32  // percent of what is carved first
	wait   sync.WaitGroup
}

func newCarver(drafts bool) *carver {
	return &carver{
		drafts: drafts, done: make(chan *carved, 2), news: make(chan struct{}, 1),
		shown: make(chan struct{}, 1), cancel: func() {},
	}
}

// goOn says that the draft is on the screen: until then the cores are left to
// drawing it.
func (c *carver) goOn() { tell(c.shown) }

// tell says something on a channel, unless it is said already.
func tell(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// stageKey tells stages apart that must be carved anew.
func stageKey(st *scene.Stage, look scene.Style) string {
	if st.Board == nil {
		return ""
	}
	return fmt.Sprint(st.Variant, st.Board.Squares(), len(st.Board.Lines()), st.Kinds, st.Throne, st.Corners, st.Camps, st.Marks, st.Hands, look.Board, look.Men, look.Plain)
}

// want sees that a stage is carved, or has been, for a board's map of a size. An
// earlier one is forgotten.
func (c *carver) want(st *scene.Stage, look scene.Style, size int, seed uint64) {
	key := stageKey(st, look)
	if key == c.wanted && size == c.size {
		return
	}
	c.wanted, c.size = key, size
	c.cancel()
	c.made.Store(0)
	if key != "" {
		c.begin(*st, carve.Options{Size: size, Seed: seed, Board: look.Board, Men: look.Men, Plain: look.Plain})
	}
}

// forget has what is wanted carved again.
func (c *carver) forget() { c.wanted, c.size = "", 0 }

// bake sees that the light of a room is worked out, and says so.
func (c *carver) bake(r *room.Room) {
	if c.baking == r {
		return
	}
	c.baking = r
	c.wait.Go(func() {
		r.Bake()
		tell(c.news)
	})
}

func (c *carver) begin(st scene.Stage, o carve.Options) {
	ctx, cancel := context.WithCancel(context.Background())
	c.cancel = cancel
	key := c.wanted
	c.wait.Add(1)
	go func() {
		defer c.wait.Done()
		if c.drafts && o.Size > draftDetail {
			draft := o
			draft.Size = draftDetail
			c.carve(ctx, st, key, draft)
			select {
			case <-ctx.Done():
			case <-c.shown:
			}
		}
		c.carve(ctx, st, key, o)
	}()
}

// carve carves a stage and hands it over.
func (c *carver) carve(ctx context.Context, st scene.Stage, key string, o carve.Options) {
	made := carveAll(ctx, st, key, o, func(share float32) {
		c.made.Store(int32(100 * share))
		tell(c.news)
	})
	if ctx.Err() != nil {
		return
	}
	select {
	case <-ctx.Done():
	case c.done <- made:
		tell(c.news)
	}
}

// close waits for the goroutine.
func (c *carver) close() {
	c.cancel()
	c.wait.Wait()
}

// carveAll carves board, table and one piece of every kind. It gives up early,
// with a part of them, when the context ends. It tells how much of them is done.
func carveAll(ctx context.Context, st scene.Stage, key string, o carve.Options, progress func(share float32)) *carved {
	out := &carved{key: key, detail: o.Size}
	makers := []func() carvedThing{
		func() carvedThing { return carvedThing{name: "board", model: carve.Board(st, o)} },
		func() carvedThing { return carvedThing{name: "table", model: carve.Table(st, o)} },
		func() carvedThing { return carvedThing{name: "props", model: carve.Props(st, o)} },
	}
	for p := 1; p < len(st.Kinds); p++ {
		makers = append(makers, func() carvedThing {
			return carvedThing{name: st.Kinds[p].Name, piece: game.Piece(p), model: carve.Piece(st.Kinds[p], o)}
		})
	}
	out.things = make([]carvedThing, len(makers))
	var wg sync.WaitGroup
	var count atomic.Int32
	for i, f := range makers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if ctx.Err() == nil {
				out.things[i] = f()
				out.things[i].shrink()
				progress(float32(count.Add(1)) / float32(len(makers)))
			}
		}()
	}
	wg.Wait()
	return out
}

// shrink packs the maps and computes their smaller levels.
func (t *carvedThing) shrink() {
	for i := range t.model.Parts {
		var l [maps][]*image.NRGBA
		if m := t.model.Parts[i].Material.Maps; m != nil {
			pack(m)
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
