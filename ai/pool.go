package ai

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"

	"tafl3d/game"
	"tafl3d/game/rules"
)

// Use says what somebody thinks for. Where cores are short, the lower value
// goes first.
type Use uint8

// The uses of an engine.
const (
	ForPlay Use = iota
	ForHint
	ForAnalysis
	forPonder // gives its cores back as soon as anybody wants them
)

// ErrClosed is returned by engines of a pool that was closed.
var ErrClosed = errors.New("ai: the pool is closed")

// Pool shares the cores of a machine between the engines that think at the
// same time. Every search that runs holds at least one core and none holds
// more than are free, so that whoever draws the picture never starves.
type Pool struct {
	ctx    context.Context
	cancel context.CancelFunc
	wg     sync.WaitGroup
	beside *Background // with cores that nobody else wants

	mu      sync.Mutex
	free    int
	closed  bool
	waiting []*waiter // by use, then by age
	lent    []*loan   // to those who ponder
}

// loan is cores that may be called back.
type loan struct{ recall func() }

type waiter struct {
	use  Use
	want int
	got  chan int // holds the cores that were granted
}

// NewPool returns a pool of so many cores, at least one.
func NewPool(cores int) *Pool {
	ctx, cancel := context.WithCancel(context.Background())
	p := &Pool{ctx: ctx, cancel: cancel, free: max(1, cores), beside: NewBackground()}
	p.beside.core = p.spare
	return p
}

// spare takes a core that nobody else wants. giveWay gives it back while somebody does; done
// gives it back for good.
func (p *Pool) spare(ctx context.Context) (giveWay, done func()) {
	var held int
	var wanted atomic.Bool
	unlend := func() {}
	take := func() {
		held, _ = p.take(ctx, forPonder, 1)
		wanted.Store(false)
		unlend = p.lend(func() { wanted.Store(true) })
	}
	release := func() {
		if unlend(); held > 0 {
			p.give(held)
		}
		held, unlend = 0, func() {}
	}
	take()
	return func() {
		if wanted.Load() {
			release()
			take()
		}
	}, release
}

// Engine returns an engine that thinks as e does, when and as far as the pool
// has cores. Limits.Threads is how many it would like to have.
func (p *Pool) Engine(e Engine, use Use) Engine { return &pooled{p, e, use} }

// Close ends all thinking and waits until it has ended.
func (p *Pool) Close() {
	p.mu.Lock()
	p.closed = true
	p.mu.Unlock()
	p.cancel()
	p.beside.Close()
	p.wg.Wait()
}

type pooled struct {
	pool   *Pool
	engine Engine
	use    Use
}

// Think implements Engine. While it waits for a core it may be cancelled.
func (e *pooled) Think(ctx context.Context, p rules.Position, h *rules.History, l Limits) (game.Move, Info, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(e.pool.ctx, cancel)()
	n, err := e.pool.take(ctx, e.use, max(1, l.Threads))
	if err != nil {
		return game.NoMove, Info{}, err
	}
	defer e.pool.give(n)
	l.Threads = n
	return e.engine.Think(e.pool.beside.In(ctx), p, h, l)
}

// take waits for a core and returns how many of those wanted were free.
func (p *Pool) take(ctx context.Context, use Use, want int) (int, error) {
	w := &waiter{use, want, make(chan int, 1)}
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		return 0, ErrClosed
	}
	p.wg.Add(1)
	p.queue(w)
	p.grant()
	p.mu.Unlock()
	select {
	case n := <-w.got:
		return n, nil
	case <-ctx.Done():
		p.leave(w)
		return 0, ctx.Err()
	}
}

// queue puts w behind those of the same or a more urgent use.
func (p *Pool) queue(w *waiter) {
	i := len(p.waiting)
	for i > 0 && p.waiting[i-1].use > w.use {
		i--
	}
	p.waiting = append(p.waiting, nil)
	copy(p.waiting[i+1:], p.waiting[i:])
	p.waiting[i] = w
}

// grant hands free cores to those who wait. Each keeps one back for everyone
// behind him, as far as they last.
func (p *Pool) grant() {
	for len(p.waiting) > 0 && p.free > 0 {
		w := p.waiting[0]
		p.waiting = p.waiting[1:]
		n := max(1, min(w.want, p.free-p.urgent()))
		p.free -= n
		w.got <- n
	}
	if p.urgent() > 0 {
		for _, l := range p.lent {
			l.recall()
		}
	}
}

// urgent returns how many wait who do not ponder.
func (p *Pool) urgent() (n int) {
	for _, w := range p.waiting {
		if w.use != forPonder {
			n++
		}
	}
	return n
}

// lend notes that somebody ponders, who stops when he is told. The function
// that is returned ends that.
func (p *Pool) lend(recall func()) (done func()) {
	l := &loan{recall}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lent = append(p.lent, l)
	if p.urgent() > 0 {
		recall()
	}
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.lent = slices.DeleteFunc(p.lent, func(x *loan) bool { return x == l })
	}
}

// give returns cores.
func (p *Pool) give(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.free += n
	p.grant()
	p.wg.Done()
}

// leave ends waiting in vain; what was granted meanwhile goes back.
func (p *Pool) leave(w *waiter) {
	p.mu.Lock()
	for i, v := range p.waiting {
		if v == w {
			p.waiting = append(p.waiting[:i], p.waiting[i+1:]...)
			p.mu.Unlock()
			p.wg.Done()
			return
		}
	}
	p.mu.Unlock()
	p.give(<-w.got)
}
