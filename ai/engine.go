package ai

import (
	"context"
	"sync"

	"tafl3d/ai/book"
	"tafl3d/ai/eval"
	"tafl3d/ai/net"
	"tafl3d/ai/search"
	"tafl3d/game"
	"tafl3d/game/rules"
)

// New returns an engine of full strength with limits own, which apply in addition to those
// of Think. It uses the bundled net if there is one for the rules.
func New(own Limits) Engine { return &engine{own: own, learned: true} }

// NewWith returns an engine without a net, with evaluation weights p; nil means the defaults.
func NewWith(own Limits, p *eval.Params) Engine { return &engine{own: own, params: p} }

// NewWithNet returns an engine that uses net n. Think fails if the net does not fit the rules.
func NewWithNet(own Limits, n *net.Net) Engine { return &engine{own: own, net: n} }

// NewReporting returns an engine that calls report after each iteration, from the thinking
// goroutine.
func NewReporting(own Limits, report func(Info)) Engine {
	return &engine{own: own, learned: true, report: report}
}

// WithBook returns an engine of New, or the highest level, with the opening book on or off. The
// highest level has it on by default. Other engines are returned unchanged.
func WithBook(e Engine, on bool) Engine {
	if x, ok := e.(*engine); ok {
		x.booked = on
	}
	return e
}

// opening answers from the book. An engine with a personality does not use it.
func (e *engine) opening(p rules.Position, h *rules.History, l Limits) (game.Move, Info, bool) {
	if !e.booked || e.tempered[p.Turn()] != nil {
		return game.NoMove, Info{}, false
	}
	c, ok := book.Default(p.Rules()).Choose(&p, mix(Tighter(e.own, l).Seed, p.Hash(), h))
	if !ok {
		return game.NoMove, Info{}, false
	}
	if _, err := p.Try(c.Move, h); err != nil || h != nil && h.Count(p.Hash()) > 0 { // a book may lead to a repetition
		return game.NoMove, Info{}, false
	}
	return c.Move, Info{Line: 1, Depth: 1, Nodes: 1, Score: c.Score, PV: []game.Move{c.Move}}, true
}

// engine wraps a searcher, which it creates for the rules of the position.
type engine struct {
	own    Limits
	params *eval.Params // nil means the defaults
	net    *net.Net     // nil: none, or the bundled one
	fresh  bool         // clear the memory between calls: the answer depends on the arguments only

	learned  bool                     // if net is nil, use the bundled net if there is one
	tempered [game.Sides]*eval.Params // replaces params if the engine has a personality

	report func(Info)
	booked bool // ask the opening book first

	mu   sync.Mutex
	s    *search.Searcher
	used *eval.Params // weights that s uses
	hope expectedLine
}

// Think implements Engine.
func (e *engine) Think(ctx context.Context, p rules.Position, h *rules.History, l Limits) (game.Move, Info, error) {
	if m, info, ok := e.opening(p, h, l); ok {
		return m, info, nil
	}
	lines := e.lines(ctx, &p)
	if m, info, ok := e.perfect(ctx, p, lines, l); ok {
		return m, info, nil
	}
	r, err := e.search(ctx, p, h, l, 0)
	if err == nil && spoils(r.Move, lines) {
		r.Move, r.Info.PV = lines[0].Move, []game.Move{lines[0].Move}
	}
	return r.Move, r.Info, err
}

func (e *engine) search(
	ctx context.Context, p rules.Position, h *rules.History, l Limits, margin int,
) (search.Result, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	weights := e.weights(p.Turn())
	if e.s == nil || e.s.Rules() != p.Rules() || e.used != weights {
		if err := e.prepareSearcher(p.Rules(), weights); err != nil {
			return search.Result{}, err
		}
	} else if e.fresh {
		e.s.Forget()
	}
	l = Tighter(e.own, l)
	l.Seed = mix(l.Seed, p.Hash(), h)
	r, err := e.s.Search(ctx, p, h, l, margin)
	e.hope = expectedLine{p, r.Info.PV}
	return r, err
}

// prepareSearcher creates a searcher for r.
func (e *engine) prepareSearcher(r *rules.Rules, weights *eval.Params) error {
	e.s, e.used = nil, weights
	n := e.net
	if n == nil && e.learned {
		n = net.Default(r)
	}
	if n == nil {
		e.s = search.NewWith(r, weights)
	} else {
		if err := n.Fits(r); err != nil {
			return err
		}
		if weights != e.params {
			n = n.HalfWeight() // a net at full weight would override the personality
		}
		e.s = search.NewWithEvaluator(r, weights,
			func(hand *eval.Evaluator) search.Evaluator { return net.New(n, hand, r) })
	}
	e.s.Report(e.report)
	return nil
}

// Tighter combines two sets of limits: the tighter bounds, and b's other choices where they are
// set.
func Tighter(a, b Limits) Limits {
	a.Depth = least(a.Depth, b.Depth)
	a.Nodes = least(a.Nodes, b.Nodes)
	a.Time = least(a.Time, b.Time)
	a.Soft = least(a.Soft, b.Soft)
	a.Lines = max(a.Lines, b.Lines)
	if b.Threads > 0 && a.Threads > 0 {
		b.Threads = min(a.Threads, b.Threads)
	}
	if b.Threads > 0 {
		a.Threads = b.Threads
	}
	if b.Seed != 0 {
		a.Seed = b.Seed
	}
	if b.Hash > 0 {
		a.Hash = b.Hash
	}
	return a
}

// least returns the smaller of two bounds; zero means no bound.
func least[T ~int | ~int64](a, b T) T {
	switch {
	case a <= 0:
		return b
	case b <= 0:
		return a
	}
	return min(a, b)
}

// mix derives the seed for a position from the seed of a game. A seed of zero stays zero: no
// randomness.
func mix(seed, hash uint64, h *rules.History) uint64 {
	if seed == 0 {
		return 0
	}
	n := uint64(0)
	if h != nil {
		n = uint64(h.Len())
	}
	z := seed ^ hash ^ n*0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31 | 1
}
