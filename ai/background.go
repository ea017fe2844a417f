package ai

import (
	"context"
	"sync"
)

// Background owns the background computations of engines: the tables of small games. Close ends
// them all.
type Background struct {
	ctx    context.Context
	cancel context.CancelFunc
	work   sync.WaitGroup
	core   func(ctx context.Context) (giveWay, done func()) // waits for a core; nil: no limit

	mu     sync.Mutex
	closed bool
}

// NewBackground returns a Background without a limit on cores. The caller must close it.
func NewBackground() *Background {
	b := &Background{}
	b.ctx, b.cancel = context.WithCancel(context.Background())
	return b
}

// Close stops the computations and waits for them.
func (b *Background) Close() {
	b.mu.Lock()
	b.closed = true
	b.mu.Unlock()
	b.cancel()
	b.work.Wait()
}

type backgroundKey struct{}

// In returns a context in which engines may use b. In other contexts they only search.
func (b *Background) In(ctx context.Context) context.Context {
	return context.WithValue(ctx, backgroundKey{}, b)
}

// backgroundOf returns the Background of ctx, nil if there is none.
func backgroundOf(ctx context.Context) *Background {
	b, _ := ctx.Value(backgroundKey{}).(*Background)
	return b
}

// start runs f in a goroutine; it returns false if b is nil or closed. f must call giveWay many
// times a second: it blocks while others need the core.
func (b *Background) start(f func(ctx context.Context, giveWay func())) bool {
	if b == nil {
		return false
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return false
	}
	b.work.Go(func() {
		giveWay, done := func() {}, func() {}
		if b.core != nil {
			giveWay, done = b.core(b.ctx)
		}
		defer done()
		if b.ctx.Err() == nil {
			f(b.ctx, giveWay)
		}
	})
	return true
}
