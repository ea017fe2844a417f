package ai

import (
	"context"
	"sync"
)

// Background owns what engines compute besides their searches: the tables of small games. All of
// it ends when the Background is closed.
type Background struct {
	ctx    context.Context
	cancel context.CancelFunc
	work   sync.WaitGroup
	core   func(ctx context.Context) (giveWay, done func()) // waits for a core; nil: there are always enough

	mu     sync.Mutex
	closed bool
}

// NewBackground returns a Background without a limit of cores. It is to be closed.
func NewBackground() *Background {
	b := &Background{}
	b.ctx, b.cancel = context.WithCancel(context.Background())
	return b
}

// Close ends the work and waits until it has ended.
func (b *Background) Close() {
	b.mu.Lock()
	b.closed = true
	b.mu.Unlock()
	b.cancel()
	b.work.Wait()
}

type backgroundKey struct{}

// In returns a context in which engines may use b. In others they only search.
func (b *Background) In(ctx context.Context) context.Context {
	return context.WithValue(ctx, backgroundKey{}, b)
}

// backgroundOf returns the Background of a context, nil if there is none.
func backgroundOf(ctx context.Context) *Background {
	b, _ := ctx.Value(backgroundKey{}).(*Background)
	return b
}

// start runs f beside the caller, unless b is nil or closed. f calls giveWay many times a second,
// which waits while others need the core.
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
