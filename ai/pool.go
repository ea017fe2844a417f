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

// Use is the purpose of a search. When cores are scarce, lower values go first.
type Use uint8

const (
	ForPlay Use = iota
	ForHint
	ForAnalysis
	forPonder // returns its cores as soon as another use needs them
)

// ErrClosed is returned by engines of a closed pool.
var ErrClosed = errors.New("ai: the pool is closed")

// Pool shares the cores of a machine among engines. Every running search holds at least one core
// and no search holds more than are free, so that rendering always keeps its own.
type Pool struct {
	ctx        context.Context
	cancel     context.CancelFunc
	wg         sync.WaitGroup
	background *Background // runs on idle cores

	mu      sync.Mutex
	free    int
	closed  bool
	waiting []*waiter // by use, then by age
	lent    []*loan   // cores lent to ponderers
}

// loan is a number of cores that can be recalled.
type loan struct{ recall func() }

type waiter struct {
	use  Use
	want int
	got  chan int // receives the granted cores
}

// NewPool returns a pool with at least one core.
func NewPool(cores int) *Pool {
	ctx, cancel := context.WithCancel(context.Background())
	p := &Pool{ctx: ctx, cancel: cancel, free: max(1, cores), background: NewBackground()}
	p.background.core = p.idleCore
	return p
}

// idleCore takes an idle core. giveWay returns it while others need it and takes it back; done returns
// it permanently.
func (p *Pool) idleCore(ctx context.Context) (giveWay, done func()) {
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

// Engine returns an engine that runs e on cores of the pool. Limits.Threads is the number of cores
// it asks for.
func (p *Pool) Engine(e Engine, use Use) Engine { return &pooled{p, e, use} }

// Close stops all searches and waits for them.
func (p *Pool) Close() {
	p.mu.Lock()
	p.closed = true
	p.mu.Unlock()
	p.cancel()
	p.background.Close()
	p.wg.Wait()
}

type pooled struct {
	pool   *Pool
	engine Engine
	use    Use
}

// Think implements Engine. The wait for a core ends with ctx.
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
	return e.engine.Think(e.pool.background.In(ctx), p, h, l)
}

// take waits for a core and returns how many of the wanted cores it got.
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

// queue inserts w after the waiters of the same or a more urgent use.
func (p *Pool) queue(w *waiter) {
	i := len(p.waiting)
	for i > 0 && p.waiting[i-1].use > w.use {
		i--
	}
	p.waiting = append(p.waiting, nil)
	copy(p.waiting[i+1:], p.waiting[i:])
	p.waiting[i] = w
}

// grant gives free cores to the waiters in order. Each waiter leaves one core for every waiter
// behind it, if possible.
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

// urgent returns the number of waiters that do not ponder.
func (p *Pool) urgent() (n int) {
	for _, w := range p.waiting {
		if w.use != forPonder {
			n++
		}
	}
	return n
}

// lend registers a ponderer, which must stop when recall is called. The returned function ends the
// registration.
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

func (p *Pool) give(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.free += n
	p.grant()
	p.wg.Done()
}

// leave removes a waiter; cores granted meanwhile are returned.
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
