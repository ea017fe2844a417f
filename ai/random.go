package ai

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"

	"tafl3d/game"
	"tafl3d/game/rules"
)

// Random returns an engine that plays legal moves with equal probability.
func Random(seed uint64) Engine {
	return &random{r: rand.New(rand.NewPCG(seed, 0x72616e646f6d))}
}

type random struct {
	mu    sync.Mutex
	r     *rand.Rand
	moves []game.Move
}

// Think implements Engine.
func (e *random) Think(_ context.Context, p rules.Position, h *rules.History, _ Limits) (game.Move, Info, error) {
	start := time.Now()
	e.mu.Lock()
	defer e.mu.Unlock()
	e.moves = p.Legal(e.moves[:0], h)
	if len(e.moves) == 0 {
		return game.NoMove, Info{}, ErrNoMoves
	}
	m := e.moves[e.r.IntN(len(e.moves))]
	return m, Info{Nodes: 1, Time: time.Since(start), PV: []game.Move{m}}, nil
}
