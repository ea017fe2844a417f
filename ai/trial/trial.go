// Package trial plays quick games of the engine against itself, to see how fair rules are.
package trial

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"

	"tafl3d/ai"
	"tafl3d/game"
	"tafl3d/game/balance"
	"tafl3d/game/rules"
)

// How games are played when the options leave it open.
const (
	Games = 40

	usualNodes = 4000 // positions per move; a number, so that the games do not depend on the machine
	usualSeed  = 0x62616c616e6365
	// Levels of players: those of people who know the game.
	lowest, highest = 4, 7
	// The opening is played by a weaker level, which varies more.
	openingMoves, openingLevel = 4, 4
	// swappedGames are played with the other side first if one side nearly always wins.
	swappedGames = 10
	// Games are stopped after leastMoves plus moves for each square of the board.
	leastMoves, movesPerSquare = 200, 2
)

// Options say how to play. The zero value plays Games games, one after the other.
type Options struct {
	Games int
	Nodes int64 // positions per move
	Jobs  int   // games played at the same time; the results do not depend on it
	Seed  uint64
	// With wraps each engine, for example to share cores; it may be nil.
	With func(ai.Engine) ai.Engine
}

// filled returns the options with the usual values for those left open.
func (o Options) filled() Options {
	if o.Games == 0 {
		o.Games = Games
	}
	if o.Nodes == 0 {
		o.Nodes = usualNodes
	}
	if o.Seed == 0 {
		o.Seed = usualSeed
	}
	if o.With == nil {
		o.With = func(e ai.Engine) ai.Engine { return e }
	}
	o.Jobs = max(o.Jobs, 1)
	return o
}

// MostMoves returns the number of moves of both sides after which a game is stopped.
func MostMoves(r *rules.Rules) int { return leastMoves + movesPerSquare*r.Board().Squares() }

// Play plays games by r until all are over or ctx ends, and returns the figures. It calls tell after each game with
// the figures so far, from one goroutine at a time. All its goroutines have ended when it returns. An error means
// that an engine failed or that ctx ended; the figures are those of the games played by then.
func Play(ctx context.Context, r *rules.Rules, o Options, tell func(balance.Figures)) (balance.Figures, error) {
	o = o.filled()
	start := r.Start()
	f := balance.Figures{First: start.Turn()}
	err := play(ctx, start, o, o.Games, func(g balance.Game) {
		f.Add(g)
		tell(f)
	})
	if _, is := f.OneSided(); err != nil || !is {
		return f, err
	}
	swapped, err := swap(r)
	if err != nil {
		return f, nil // these rules fix who moves first
	}
	o.Seed++
	return f, play(ctx, swapped, o, min(o.Games, swappedGames), f.AddSwapped)
}

// swap returns the start position with the other side to move.
func swap(r *rules.Rules) (rules.Position, error) {
	s := r.Setup()
	s.Turn = s.Turn.Other()
	p, err := r.Position(s)
	if err == nil && rules.NewLine(p, nil).Judge().Over() {
		err = errors.New("trial: the game is over at once")
	}
	return p, err
}

// play plays n games from p and passes each to count, from one goroutine at a time.
func play(ctx context.Context, p rules.Position, o Options, n int, count func(balance.Game)) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	todo := make(chan int)
	var counting sync.Mutex
	var workers sync.WaitGroup
	for range min(o.Jobs, n) {
		workers.Go(func() {
			for i := range todo {
				g, err := playGame(ctx, p, o, i)
				counting.Lock()
				switch {
				case err != nil:
					cancel(err)
				case ctx.Err() == nil:
					count(g)
				}
				counting.Unlock()
			}
		})
	}
	for i := 0; i < n && ctx.Err() == nil; i++ {
		select {
		case todo <- i:
		case <-ctx.Done():
		}
	}
	close(todo)
	workers.Wait()
	return context.Cause(ctx)
}

// playGame plays game i.
func playGame(ctx context.Context, p rules.Position, o Options, i int) (g balance.Game, err error) {
	chance := rand.New(rand.NewPCG(o.Seed, uint64(i)))
	opening := o.With(ai.Level(openingLevel, chance.Uint64()|1))
	player := o.With(ai.Level(lowest+i%(highest-lowest+1), chance.Uint64()|1))
	limits := ai.Limits{Nodes: o.Nodes, Threads: 1, Hash: 1}
	line := rules.NewLine(p, nil)
	for most := MostMoves(p.Rules()); !g.Outcome.Over() && g.Moves < most; g.Moves++ {
		by := player
		if g.Moves < openingMoves {
			by = opening
		}
		if err := playMove(ctx, by, line, limits); err != nil {
			return g, err
		}
		end := line.End()
		if g.Outcome = end.Outcome; end.Disputed() { // engines make no claims
			g.Outcome = game.Drawn(game.Repetition)
		}
	}
	return g, nil
}

// playMove lets an engine play a whole move.
func playMove(ctx context.Context, e ai.Engine, line *rules.Line, l ai.Limits) error {
	for first := true; first || line.MidTurn(); first = false {
		m, _, err := e.Think(ctx, line.Position, line.History(), l)
		if err == nil {
			err = ctx.Err()
		}
		if err == nil {
			_, err = line.Try(m)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
