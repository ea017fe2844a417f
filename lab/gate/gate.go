// Package gate runs a match between two evaluations until a sequential test (SPRT) decides which
// of two differences in strength fits better: a net passes or is discarded.
package gate

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"

	"tafl3d/ai/search"
	"tafl3d/game"
	"tafl3d/game/rules"
)

// Match is a match between a and b. They play every opening twice, with sides swapped.
type Match struct {
	Rules    *rules.Rules
	A, B     func() *search.Searcher
	Limits   [game.Sides]search.Limits // by side: more for the side with the harder task
	Openings [][]game.Move             // steps
	Pairs    int                       // maximum number of pairs of games
	Jobs     int
	Max      int     // turns after which a game is a draw
	Low      float64 // Elo differences to decide between; equal values disable the test
	High     float64
	Seed     uint64
}

// Tally counts games of a: lost, drawn and won.
type Tally [3]int

func (t Tally) String() string { return fmt.Sprintf("+%d =%d -%d", t[2], t[1], t[0]) }

// Score is the state of a match from the view of a.
type Score struct {
	As  [game.Sides]Tally // by the side that a played
	LLR float64           // log likelihood ratio of High against Low

	n, sum, square float64 // statistics of pairs, in points per pair
}

// sure is the LLR threshold for error probabilities of 5 %.
var sure = math.Log(0.95 / 0.05)

// Accepted reports whether the test accepts the higher difference.
func (s *Score) Accepted() bool { return s.LLR >= sure }

// Refused reports whether the lower difference is accepted.
func (s *Score) Refused() bool { return s.LLR <= -sure }

// Elo returns the strength of a relative to b and its 95 % error margin.
func (s *Score) Elo() (elo, off float64) {
	mean, err := s.spread()
	slope := 400 / math.Ln10 / (mean * (1 - mean))
	return -400 * math.Log10(1/mean-1), 1.96 * err * slope
}

// spread returns the mean of the points per game, and its standard error.
func (s *Score) spread() (mean, err float64) {
	n := s.n + 1 // half a pair is added to keep it finite
	mean = (s.sum + 0.5) / n
	return mean, math.Sqrt(math.Max((s.square+0.5)/n-mean*mean, 0.01) / n)
}

// add records the points of a in the two games of a pair, by the side of a.
func (s *Score) add(points [game.Sides]float64, low, high float64) {
	for side, p := range points {
		s.As[side][int(2*p)]++
	}
	p := (points[0] + points[1]) / 2
	s.n, s.sum, s.square = s.n+1, s.sum+p, s.square+p*p
	if mean, err := s.spread(); s.n >= 4 && low < high {
		a, b := share(low), share(high)
		s.LLR = (b - a) * (2*mean - a - b) / (2 * err * err)
	}
}

func share(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// Play plays the match and calls report after each pair. It stops when the test has decided.
func (m *Match) Play(ctx context.Context, report func(*Score)) (*Score, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var mu sync.Mutex
	var wg sync.WaitGroup
	s, next := &Score{}, 0
	take := func() (int, bool) {
		mu.Lock()
		defer mu.Unlock()
		next++
		return next - 1, next <= m.Pairs && ctx.Err() == nil && !s.Accepted() && !s.Refused()
	}
	for range m.Jobs {
		wg.Go(func() {
			players := [2]*search.Searcher{m.A(), m.B()}
			for i, ok := take(); ok; i, ok = take() {
				points, err := m.pair(ctx, players, i)
				if err != nil {
					cancel(err)
					return
				}
				mu.Lock()
				s.add(points, m.Low, m.High)
				report(s)
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	return s, context.Cause(ctx)
}

// pair plays an opening twice and returns the points of a by its side.
func (m *Match) pair(ctx context.Context, players [2]*search.Searcher, i int) (points [game.Sides]float64, err error) {
	for side := range points {
		seats := [game.Sides]*search.Searcher{players[side], players[1-side]}
		v, err := m.game(ctx, seats, i)
		if err != nil {
			return points, err
		}
		if points[side] = v; side == int(game.Defenders) {
			points[side] = 1 - v
		}
	}
	return points, nil
}

// game plays a game and returns the points of the attackers.
func (m *Match) game(ctx context.Context, seats [game.Sides]*search.Searcher, i int) (float64, error) {
	chance := rand.New(rand.NewPCG(m.Seed, uint64(i)))
	line := m.Rules.Line()
	end := game.Outcome{}
	for _, s := range m.Openings[i%len(m.Openings)] {
		if _, err := line.Try(s); err != nil {
			return 0, err
		}
	}
	seats[0].Forget()
	seats[1].Forget()
	for !end.Over() && line.History().Len() <= m.Max {
		l := m.Limits[line.Turn()]
		l.Seed = chance.Uint64() | 1
		r, err := seats[line.Turn()].Search(ctx, line.Position, line.History(), l, 0)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return 0, err
		}
		if _, err := line.Try(r.Move); err != nil {
			return 0, err
		}
		e := line.End()
		if end = e.Outcome; e.Disputed() {
			end = game.Drawn(game.Repetition)
		}
	}
	if end.Over() && !end.Draw {
		return float64(1 - end.Winner), nil
	}
	return 0.5, nil
}
