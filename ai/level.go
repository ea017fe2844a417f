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

// LevelTime is the default thinking time of the highest level per move. The other levels count
// positions.
const LevelTime = 4 * time.Second

// skill holds the parameters of a level: search depth and care in choosing. A level errs in three
// ways: it prefers a slightly worse move, it does not notice a long move across the board, or it
// overlooks the refutation of a move. It never plays a move that it sees to be worse than its best
// noticed move by more than margin.
type skill struct {
	depth    int     // turns; 0 means no bound
	nodes    int64   // positions
	margin   int     // greatest error in one move
	spread   float64 // a move that is worse by this much is chosen e times less often
	sight    float64 // probability to miss a move, per square beyond the first
	overlook float64 // probability, per move, to overlook its refutation
	naive    float64 // probability to play like a beginner
}

// skills are the parameters of the levels on a board of 7 by 7 and on one of 11 by 11. On the
// larger board games are longer, so errors add up, and single moves matter less.
var skills = [Levels - 1]struct{ small, large skill }{
	{
		skill{depth: 1, nodes: 4_000, margin: 450, spread: 165, sight: 0.27, overlook: 0.25},
		skill{depth: 1, nodes: 10_000, margin: 4000, spread: 3000, sight: 0.80, overlook: 0.97, naive: 0.4},
	}, {
		skill{depth: 2, nodes: 8_000, margin: 1100, spread: 470, sight: 0.43},
		skill{depth: 1, nodes: 10_000, margin: 570, spread: 200, sight: 0.30, overlook: 0.25},
	}, {
		skill{depth: 2, nodes: 8_000, margin: 240, spread: 100, sight: 0.11},
		skill{depth: 1, nodes: 10_000, margin: 250, spread: 84, sight: 0.145},
	}, {
		skill{depth: 2, nodes: 8_000, margin: 140, spread: 49, sight: 0.056},
		skill{depth: 2, nodes: 20_000, margin: 177, spread: 68, sight: 0.08},
	}, {
		skill{depth: 2, nodes: 8_000, margin: 92, spread: 31, sight: 0.029},
		skill{depth: 2, nodes: 20_000, margin: 76, spread: 26, sight: 0.028},
	}, {
		skill{depth: 3, nodes: 12_000, margin: 100, spread: 35},
		skill{depth: 2, nodes: 20_000, margin: 30, spread: 10, sight: 0.005},
	}, {
		skill{nodes: 8_000, margin: 50, spread: 18},
		skill{depth: 3, nodes: 26_000, margin: 22, spread: 7.3},
	}, {
		skill{nodes: 16_000, margin: 27, spread: 9},
		skill{nodes: 55_000, margin: 12, spread: 4.2},
	}, {
		skill{nodes: 42_000, margin: 14, spread: 4.8},
		skill{nodes: 300_000, margin: 5, spread: 1.5},
	},
}

// Level returns an engine of strength n, from 1, which loses to a beginner, to Levels, the full
// strength; n is clamped to this range. All levels but the highest play without a net, and repeat
// their moves with the same seed.
func Level(n int, seed uint64) Engine {
	n = max(1, min(n, Levels))
	if n == Levels {
		return &engine{learned: true, booked: true, own: Limits{Time: LevelTime, Seed: seed, Hash: 64}}
	}
	return &level{seed: seed, n: n, engine: engine{fresh: true, own: Limits{Threads: 1, Seed: seed, Hash: 4}}}
}

// skillOn returns the parameters of a level below the highest for boards of r: interpolated by the
// number of squares, and on larger boards with more positions because there are more moves, up to a
// limit that keeps them fast.
func skillOn(n int, r *rules.Rules) skill {
	const small, large, most = 49, 121, 1_200_000
	squares := r.Board().Squares()
	share := float64(min(max(squares, small), large)-small) / (large - small)
	s, l := skills[n-1].small, skills[n-1].large
	between := func(a, b float64) float64 { return a + share*(b-a) }
	if share >= 0.5 {
		s.depth, s.naive = l.depth, l.naive
	}
	s.nodes = int64(between(float64(s.nodes), float64(l.nodes)))
	if squares > large {
		s.nodes = min(s.nodes*int64(squares)/large, most)
	}
	s.margin = int(between(float64(s.margin), float64(l.margin)))
	s.spread, s.sight, s.overlook = between(s.spread, l.spread), between(s.sight, l.sight),
		between(s.overlook, l.overlook)
	return s
}

type level struct {
	engine
	n    int
	seed uint64
}

// Think implements Engine.
func (e *level) Think(ctx context.Context, p rules.Position, h *rules.History, l Limits) (game.Move, Info, error) {
	seed := e.seed
	if l.Seed != 0 {
		seed = l.Seed
	}
	s := skillOn(e.n, p.Rules())
	l.Nodes, l.Depth = least(l.Nodes, s.nodes), least(l.Depth, s.depth)
	chance := rand.New(rand.NewPCG(mix(seed, p.Hash(), h), 0x6c6576656c))
	r, err := e.search(ctx, p, h, l, s.margin)
	if err != nil || r.Info.Depth == 0 {
		return r.Move, r.Info, err
	}
	if n, win, ok := search.WinIn(r.Lines[0].Score); ok && win && n == 1 {
		return r.Move, r.Info, nil // no level overlooks a win in one
	}
	pick := s.choose(s.noticed(p.Rules().Board(), r.Lines, chance), chance)
	if s.naive > 0 && chance.Float64() < s.naive {
		pick = naive(p, r.Lines, chance)
	}
	if pick.Move != r.Move {
		r.Info.PV = []game.Move{pick.Move}
	}
	r.Info.Score = pick.Score
	return pick.Move, r.Info, nil
}

// noticed returns the lines whose first move is noticed. The longer a move, the more likely it is
// missed. At least one line remains.
func (s *skill) noticed(b *game.Board, lines []search.Line, r *rand.Rand) []search.Line {
	if s.sight == 0 {
		return lines
	}
	var seen []search.Line
	for _, l := range lines {
		if r.Float64() < math.Pow(1-s.sight, float64(way(b, l.Move)-1)) {
			seen = append(seen, l)
		}
	}
	if seen == nil {
		return lines[:1]
	}
	return seen
}

// way returns the length of a move in squares, 1 if it has none.
func way(b *game.Board, m game.Move) int {
	if m.From < 0 || m.To < 0 {
		return 1
	}
	x, y := b.FileRank(m.From)
	z, w := b.FileRank(m.To)
	return max(x-z, z-x, y-w, w-y, 1)
}

// usual is the typical number of moves on small boards. With more moves each is chosen less often,
// else levels would err more on large boards.
const usual = 40

// choose picks one of the lines, best first, at random: the worse the score, the less likely. A
// proven best line is always chosen unless it is overlooked.
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
			if i > 0 {
				weights[i] *= min(1, usual/float64(len(lines)))
			}
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
