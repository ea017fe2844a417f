package ai

import (
	"context"
	"math"
	"math/rand/v2"
	"time"

	"tafl3d/ai/search"
	"tafl3d/game"
	"tafl3d/game/rules"
)

// Levels is the highest level; the lowest is 1.
const Levels = 10

// LevelTime is how long the highest level thinks about a move where nobody
// gives it less. The other levels count positions instead.
const LevelTime = 4 * time.Second

// skill is what makes a level: how far it looks and how carefully it chooses.
// A level errs by preferring a move that it holds to be a little worse; it
// never plays one that it sees to be worse than the best by more than margin.
type skill struct {
	depth    int
	nodes    int64   // on the smallest board
	margin   int     // the greatest error in one move
	spread   float64 // a move worse by this much is chosen e times less often
	overlook float64 // the chance, for each move, that what speaks against it goes unseen
}

var skills = [Levels - 1]skill{
	{depth: 1, nodes: 4_000, margin: 200, spread: 110, overlook: 0.30},
	{depth: 2, nodes: 10_000, margin: 130, spread: 65, overlook: 0.09},
	{depth: 2, nodes: 20_000, margin: 90, spread: 40},
	{depth: 3, nodes: 30_000, margin: 60, spread: 28},
	{depth: 4, nodes: 50_000, margin: 45, spread: 20},
	{depth: 5, nodes: 90_000, margin: 32, spread: 14},
	{depth: 6, nodes: 150_000, margin: 22, spread: 9},
	{depth: 8, nodes: 250_000, margin: 12, spread: 5},
	{nodes: 400_000, margin: 4, spread: 2},
}

// Level returns an engine of strength n, from 1, whom a beginner beats, to
// Levels, which is all there is; n outside is taken as the nearest. All but
// the highest play the same in the same game with the same seed.
func Level(n int, seed uint64) Engine {
	n = max(1, min(n, Levels))
	if n == Levels {
		return &engine{own: Limits{Time: LevelTime, Seed: seed, Hash: 64}}
	}
	s := skills[n-1]
	return &level{seed: seed, skill: s, engine: engine{fresh: true,
		own: Limits{Depth: s.depth, Threads: 1, Seed: seed, Hash: 4}}}
}

// budget is how many positions a level may look at: more on a larger board,
// where there are more moves, but never so many that it takes long.
func (s *skill) budget(r *rules.Rules) int64 {
	const small, most = 49, 1_200_000
	return min(s.nodes*int64(r.Board().Squares())/small, most)
}

type level struct {
	engine
	skill
	seed uint64
}

// Think implements Engine.
func (e *level) Think(ctx context.Context, p rules.Position, h *rules.History, l Limits) (game.Move, Info, error) {
	seed := e.seed
	if l.Seed != 0 {
		seed = l.Seed
	}
	l.Nodes = least(l.Nodes, e.budget(p.Rules()))
	r, err := e.search(ctx, p, h, l, e.margin)
	if err != nil || r.Info.Depth == 0 {
		return r.Move, r.Info, err
	}
	pick := e.choose(r.Lines, rand.New(rand.NewPCG(mix(seed, p.Hash(), h), 0x6c6576656c)))
	if pick.Move != r.Move {
		r.Info.PV = []game.Move{pick.Move}
	}
	r.Info.Score = pick.Score
	return pick.Move, r.Info, nil
}

// choose takes one of the lines, best first, by chance: the worse it looks,
// the more rarely. What is proven is not left to chance, unless it is
// overlooked.
func (s *skill) choose(lines []search.Line, r *rand.Rand) search.Line {
	best := lines[0].Score
	if _, _, proven := search.WinIn(best); proven && r.Float64() >= s.overlook {
		return lines[0]
	}
	total := 0.0
	weights := make([]float64, len(lines))
	for i, l := range lines {
		loss := float64(best - l.Score)
		if i > 0 && r.Float64() < s.overlook {
			loss = min(loss, s.spread*r.Float64())
		}
		if loss <= float64(s.margin) {
			weights[i] = math.Exp(-loss / s.spread)
			total += weights[i]
		}
	}
	x := r.Float64() * total
	for i, w := range weights {
		if x -= w; x < 0 {
			return lines[i]
		}
	}
	return lines[0]
}
