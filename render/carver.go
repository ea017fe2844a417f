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

// draftDetail is the width of the board's texture in the first draft, in texels.
const draftDetail = 512

// wish specifies what to carve for the painter. It is comparable.
type wish struct {
	scene  *scene.Scene
	staged uint64 // of the scene
	look   scene.Style
	size   int // of the board's texture
	seed   uint64
}

func wishFor(sc *scene.Scene, size int, seed uint64) wish {
	look := sc.Dressed()
	look.Room = cmp.Or(look.Room, room.Usual)
	look.Quality, look.Stark = "", false // these do not affect carving
	return wish{sc, sc.Staged(), look, size, seed}
}

func (w *wish) options(size int) carve.Options {
	return carve.Options{Size: size, Seed: w.seed, Board: w.look.Board, Men: w.look.Men, Plain: w.look.Plain,
		Room: w.look.Room}
}

// carver makes models in its own goroutine. It loads cached models, their draft first; models that are not
// cached are carved as a draft first and then in full.
type carver struct {
	cache  *cache.Cache
	asked  wish
	wanted string        // key of the requested stage; empty: none
	baking *room.Room    // room of the latest request for light
	done   chan *carved  // bounded; the painter receives from it
	news   chan struct{} // signals that a result is ready
	drafts bool          // start with a draft
	shown  chan struct{} // signals that the draft is on the screen
	cancel func()        // cancels the running goroutine
	made   atomic.Int32  // progress of the first carving, in percent
	handed atomic.Value  // key (a string) of the latest delivered stage
	wait   sync.WaitGroup
}

func newCarver(drafts bool, c *cache.Cache) *carver {
	return &carver{
		cache: c, drafts: drafts, done: make(chan *carved, 2), news: make(chan struct{}, 1),
		shown: make(chan struct{}, 1), cancel: func() {},
	}
}

// draftShown reports that the draft is on the screen. Before that, the processor cores are left free for drawing
// it.
func (c *carver) draftShown() { tell(c.shown) }

// tell sends a signal without blocking. Pending signals are merged.
func tell(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// want requests the models of a stage. It cancels the previous request.
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

// stageKey returns a key that identifies the models of a stage.
func stageKey(all []maker) string {
	h := sha256.New()
	for i := range all {
		h.Write([]byte(all[i].key))
	}
	return string(h.Sum(nil))
}

// prefetch starts to make the models of a scene while the window opens.
func (c *carver) prefetch(sc *scene.Scene, opt Options) {
	c.bake(room.Named(sc.Dressed().Room))
	if step, auto := gradeOf(sc.Dressed().Quality); !auto {
		c.want(wishFor(sc, grades[step].with(opt).detail, opt.Seed))
	}
}

// bake computes the light of a room in the background and signals when it is ready.
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
	case <-c.shown: // from an earlier stage
	default:
	}
	c.wait.Go(func() { c.draftThenFull(ctx, key, &w, makersFor(st, w.options(draftDetail)), all) })
}

// draftThenFull delivers the draft, if it is available sooner, and then the full models. If the cache has no draft,
// it makes one for the next start.
func (c *carver) draftThenFull(ctx context.Context, key string, w *wish, rough, all []maker) {
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

// carve makes all models, delivers them and caches new ones.
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
