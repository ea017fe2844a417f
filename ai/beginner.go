package ai

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"

	"tafl3d/ai/search"
	"tafl3d/game"
	"tafl3d/game/rules"
)

// Beginner returns an engine that plays like a beginner: it plays a win in one move, prevents one
// of the opponent, captures where that is safe from an immediate loss, and else plays at random.
// The lowest level should lose to it.
func Beginner(seed uint64) Engine {
	return &beginner{r: rand.New(rand.NewPCG(seed, 0x6e6577))}
}

type beginner struct {
	mu sync.Mutex
	r  *rand.Rand
}

// Think implements Engine.
func (e *beginner) Think(_ context.Context, p rules.Position, h *rules.History, _ Limits) (game.Move, Info, error) {
	start := time.Now()
	e.mu.Lock()
	defer e.mu.Unlock()
	moves := p.Legal(nil, h)
	if len(moves) == 0 {
		return game.NoMove, Info{}, ErrNoMoves
	}
	e.r.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	best, most := moves[0], -1
	for _, m := range moves {
		if v := hunch(p, m); v > most {
			best, most = m, v
		}
	}
	return best, Info{Depth: 1, Nodes: int64(len(moves)), Time: time.Since(start), PV: []game.Move{best}}, nil
}

// naive returns the line that a beginner would choose.
func naive(p rules.Position, lines []search.Line, chance *rand.Rand) (best search.Line) {
	most := -1
	for _, i := range chance.Perm(len(lines)) {
		if v := hunch(p, lines[i].Move); v > most {
			best, most = lines[i], v
		}
	}
	return best
}

// hunch returns how much a beginner likes a move.
func hunch(p rules.Position, m game.Move) int {
	us := p.Turn()
	var d rules.Delta
	p.Play(m, &d)
	o := p.Judge(nil)
	switch {
	case o.Over() && !o.Draw && o.Winner == us:
		return 1000
	case o.Over() && !o.Draw || p.Turn() != us && winsAtOnce(p):
		return 0
	}
	return 1 + d.Captures()
}

// winsAtOnce reports whether the side to move can win with one move.
func winsAtOnce(p rules.Position) bool {
	us := p.Turn()
	var d rules.Delta
	for _, m := range p.Legal(nil, nil) {
		p.Play(m, &d)
		o := p.Judge(nil)
		p.Undo(&d)
		if o.Over() && !o.Draw && o.Winner == us {
			return true
		}
	}
	return false
}
