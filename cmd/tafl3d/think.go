package main

import (
	"cmp"
	"context"
	"runtime"
	"time"

	"tafl3d/ai"
	"tafl3d/app"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/table"
)

// engines brings the thinkers of package ai to the tables of package app. They
// share all cores but one, which is left for the picture.
type engines struct {
	pool  *ai.Pool
	cores int
}

func newEngines() *engines {
	cores := max(1, runtime.NumCPU()-1)
	return &engines{ai.NewPool(cores), cores}
}

// Player implements app.Engines.
func (e *engines) Player(level int, seed uint64) table.Player {
	return thinker{e.pool.Engine(ai.Level(level, seed), ai.ForPlay), e.cores}
}

// Adviser implements app.Engines.
func (e *engines) Adviser() app.Adviser {
	return thinker{e.pool.Engine(ai.New(ai.Limits{Time: hintTime, Hash: 64}), ai.ForHint), e.cores}
}

// hintTime is how long a hint may take.
const hintTime = 1500 * time.Millisecond

// thinker is an engine at a table.
type thinker struct {
	engine ai.Engine
	cores  int
}

// Choose implements table.Player.
func (t thinker) Choose(ctx context.Context, s table.Situation) (game.Move, error) {
	l := clockOf(s.Clock.Control(), s.Clock.Face(s.Position.Turn(), s.Now)).Limits()
	l.Threads = t.cores
	m, _, err := t.engine.Think(ctx, s.Position, s.History, l)
	if ctx.Err() != nil {
		return m, ctx.Err()
	}
	return m, err
}

// Ponder implements table.Ponderer.
func (t thinker) Ponder(ctx context.Context, s table.Situation) {
	if p, ok := t.engine.(ai.Ponderer); ok {
		p.Ponder(ctx, s.Position, s.History, ai.Limits{Threads: t.cores})
	}
}

// Advise implements app.Adviser.
func (t thinker) Advise(ctx context.Context, s table.Situation) (app.Advice, error) {
	m, info, err := t.engine.Think(ctx, s.Position, s.History, ai.Limits{Threads: t.cores})
	return app.Advice{Move: m, Score: info.Score}, err
}

// clockOf is the clock as an engine sees it.
func clockOf(c match.Control, f match.Face) ai.Clock {
	if !f.On {
		return ai.Clock{}
	}
	return ai.Clock{Main: f.Main, Increment: c.Increment, Period: cmp.Or(f.Period, c.Period), Periods: f.Periods}
}
