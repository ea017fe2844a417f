package render

import (
	"cmp"
	"context"
	"crypto/sha256"
	"sync"
	"sync/atomic"

	"tafl3d/render/cache"
	"tafl3d/render/carve"
	"tafl3d/render/room"
	"tafl3d/scene"
)

// draftDetail is the side of the board's map in the first, quick carving.
const draftDetail = 512

// wish is what the painter wants carved. It is comparable.
type wish struct {
	scene  *scene.Scene
	staged uint64 // of the scene
	look   scene.Style
	size   int // of the board's map
	seed   uint64
}

func wishFor(sc *scene.Scene, size int, seed uint64) wish {
	look := sc.Dressed()
	look.Room = cmp.Or(look.Room, room.Usual)
	look.Quality, look.Stark = "", false // which decide no carving
	return wish{sc, sc.Staged(), look, size, seed}
}

func (w *wish) options(size int) carve.Options {
	return carve.Options{Size: size, Seed: w.seed, Board: w.look.Board, Men: w.look.Men, Plain: w.look.Plain,
		Room: w.look.Room}
}

// carver makes models in a goroutine of its own. What lies in the cache is there
// at once, its draft first; otherwise it carves first in haste, then in full.
type carver struct {
	cache  *cache.Cache
	asked  wish
	wanted string        // key of the stage asked for; empty: none
	baking *room.Room    // the light of which was asked for last
	done   chan *carved  // bounded; the painter takes from it
	news   chan struct{} // says that something is done
	drafts bool          // begin with a quick draft
	shown  chan struct{} // says that the draft is on the screen
	cancel func()        // of the goroutine at work
	made   atomic.Int32  // percent of what is carved first
	handed atomic.Value  // key of the stage that was handed over last, a string
	wait   sync.WaitGroup
}

func newCarver(drafts bool, c *cache.Cache) *carver {
	return &carver{
		cache: c, drafts: drafts, done: make(chan *carved, 2), news: make(chan struct{}, 1),
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

// want sees that a stage is carved, or has been, for a board's map of a size. An
// earlier one is forgotten.
func (c *carver) want(w wish) {
	if w == c.asked {
		return
	}
	c.asked, c.wanted = w, ""
	c.cancel()
	c.made.Store(0)
	if st := w.scene.On(); st.Board != nil {
		all := makersFor(*st, w.options(w.size))
		c.wanted = stageKey(all)
		c.begin(*st, w, all)
	}
}

// stageKey tells what is made of a stage apart from everything else.
func stageKey(all []maker) string {
	h := sha256.New()
	for i := range all {
		h.Write([]byte(all[i].key))
	}
	return string(h.Sum(nil))
}

// ahead begins with what a scene is known to need, so that it is made while the window
// opens.
func (c *carver) ahead(sc *scene.Scene, opt Options) {
	c.bake(room.Named(sc.Dressed().Room))
	if step, auto := gradeOf(sc.Dressed().Quality); !auto {
		c.want(wishFor(sc, grades[step].with(opt).detail, opt.Seed))
	}
}

// bake sees that the light of a room is worked out, and says so.
func (c *carver) bake(r *room.Room) {
	if c.baking == r {
		return
	}
	c.baking = r
	c.wait.Go(func() {
		c.light(r)
		tell(c.news)
	})
}

// light returns the light of a room.
func (c *carver) light(r *room.Room) *room.Light { return r.Bake(c.cache) }

func (c *carver) begin(st scene.Stage, w wish, all []maker) {
	ctx, cancel := context.WithCancel(context.Background())
	c.cancel = cancel
	key := c.wanted
	select {
	case <-c.shown: // of an earlier stage
	default:
	}
	c.wait.Go(func() { c.inTurn(ctx, key, &w, makersFor(st, w.options(draftDetail)), all) })
}

// inTurn hands over the draft, where it is there sooner, and then everything in full. A
// draft that the cache has not is made for the next start.
func (c *carver) inTurn(ctx context.Context, key string, w *wish, rough, all []maker) {
	drafts, brief := c.drafts && w.size > draftDetail, kept(all, c.cache)
	if drafts && c.handed.Load() != key && (!brief || kept(rough, c.cache)) {
		c.carve(ctx, &carved{key: key, detail: draftDetail, brief: brief}, rough)
		select {
		case <-ctx.Done():
		case <-c.shown:
		}
	}
	c.carve(ctx, &carved{key: key, detail: w.size}, all)
	if drafts && c.cache != nil && ctx.Err() == nil && !kept(rough, c.cache) {
		_, keep := carveAll(ctx, rough, c.cache, func(float32) {})
		keep()
	}
}

// carve makes all things, hands them over and keeps what is new.
func (c *carver) carve(ctx context.Context, out *carved, all []maker) {
	var keep func()
	out.things, keep = carveAll(ctx, all, c.cache, func(share float32) {
		c.made.Store(int32(100 * share))
		tell(c.news)
	})
	if ctx.Err() != nil {
		return
	}
	select {
	case <-ctx.Done():
	case c.done <- out:
		c.handed.Store(out.key)
		tell(c.news)
		keep()
	}
}

// close waits for the goroutine.
func (c *carver) close() {
	c.cancel()
	c.wait.Wait()
}
