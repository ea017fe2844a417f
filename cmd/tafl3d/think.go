package main

import (
	"context"
	"runtime"
	"time"

	"tafl3d/ai"
	"tafl3d/ai/player"
	"tafl3d/app"
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
	return player.Player{Engine: e.pool.Engine(ai.Level(level, seed), ai.ForPlay), Cores: e.cores}
}

// Adviser implements app.Engines.
func (e *engines) Adviser() app.Adviser {
	return adviser{e.pool.Engine(ai.New(ai.Limits{Time: hintTime, Hash: 64}), ai.ForHint), e.cores}
}

// hintTime is how long a hint may take.
const hintTime = 1500 * time.Millisecond

// adviser gives hints.
type adviser struct {
	engine ai.Engine
	cores  int
}

// Advise implements app.Adviser.
func (a adviser) Advise(ctx context.Context, s table.Situation) (app.Advice, error) {
	m, info, err := a.engine.Think(ctx, s.Position, s.History, ai.Limits{Threads: a.cores})
	return app.Advice{Move: m, Score: info.Score}, err
}
