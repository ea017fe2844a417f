package ai

import (
	"context"
	"slices"

	"tafl3d/game"
	"tafl3d/game/rules"
)

// Ponderer is an engine that can think during the opponent's turn.
type Ponderer interface {
	// Ponder thinks until ctx ends about the reply to the expected move of the opponent, who is to
	// move in p. The next Think uses what it found. It may return before ctx ends. Of the limits
	// only the threads apply.
	Ponder(ctx context.Context, p rules.Position, h *rules.History, l Limits)
}

// expectedLine is the expected line after the last position that an engine thought about.
type expectedLine struct {
	from rules.Position
	line []game.Move
}

// after returns the position and history after the expected move of the side to move in p, or p
// itself if no move is expected there.
func (e expectedLine) after(p rules.Position, h *rules.History) (rules.Position, *rules.History) {
	i := e.find(&p)
	if i < 0 {
		return p, h
	}
	line := rules.NewLine(p, h.Clone())
	for _, m := range e.line[i:] {
		if _, err := line.Try(m); err != nil || line.Judge().Over() {
			break
		}
		if !line.MidTurn() {
			return line.Position, line.History()
		}
	}
	return p, h
}

// find returns the number of moves of the line that lead to p, negative if none do.
func (e expectedLine) find(p *rules.Position) int {
	if e.from.Rules() != p.Rules() {
		return -1
	}
	q := e.from
	for i, m := range e.line {
		if q.Hash() == p.Hash() {
			return i
		}
		if !slices.Contains(q.Legal(nil, nil), m) {
			return -1
		}
		var d rules.Delta
		q.Play(m, &d)
	}
	return -1
}

// Ponder implements Ponderer. It does nothing if the engine clears its memory between calls.
func (e *engine) Ponder(ctx context.Context, p rules.Position, h *rules.History, l Limits) {
	if e.fresh || h == nil || p.MidTurn() {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.s == nil || e.s.Rules() != p.Rules() {
		return
	}
	q, past := e.hope.after(p, h)
	own := Tighter(e.own, Limits{Threads: l.Threads})
	// On an internal fault the next Think fails again and reports it.
	_, _ = e.s.Search(ctx, q, past, Limits{Threads: own.Threads, Hash: own.Hash}, 0)
}

// Ponder implements Ponderer with idle cores of the pool. When a search needs them, pondering stops
// and resumes afterwards.
func (e *pooled) Ponder(ctx context.Context, p rules.Position, h *rules.History, l Limits) {
	thinker, ok := e.engine.(Ponderer)
	if !ok {
		return
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(e.pool.ctx, cancel)()
	for preempted := true; preempted; {
		n, err := e.pool.take(ctx, forPonder, max(1, l.Threads))
		if err != nil {
			return
		}
		run, stop := context.WithCancel(ctx)
		done := e.pool.lend(stop)
		thinker.Ponder(run, p, h, Limits{Threads: n})
		preempted = run.Err() != nil && ctx.Err() == nil
		done()
		stop()
		e.pool.give(n)
	}
}
