package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"tafl3d/ai"
	"tafl3d/ai/contest"
	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/internal/command"
	"tafl3d/lab/suite"
)

// gather plays games and prints the problems found near their ends.
func (x *suiteRun) gather(ctx context.Context, e *command.Env) error {
	if x.variants == "" || strings.Contains(x.variants, ",") {
		return command.Usagef("suite: -make needs the -variant of one game")
	}
	v, err := command.Variant(x.variants)
	if err != nil {
		return err
	}
	prover, err := suite.NewProver(v.Rules)
	if err != nil {
		return err
	}
	if x.engine == "time:1s" {
		x.engine = "nodes:400" // fast games with mistakes
	}
	if x.defenders == "" {
		x.defenders = x.engine
	}
	var make [game.Sides]contest.Maker
	for side, name := range []string{x.engine, x.defenders} {
		if make[side], err = opponent(name, x.hash, v.ID); err != nil {
			return err
		}
	}
	g := &gatherer{suiteRun: x, id: v.ID, prover: prover, seen: map[string]bool{}}
	for i := range x.games {
		chance := rand.New(rand.NewPCG(x.seed, uint64(i)))
		past, winner, err := ramble(ctx, v.Rules, make, chance)
		if err != nil {
			return err
		}
		found := 0
		for _, q := range g.search(ctx, past, winner) {
			found++
			fmt.Fprintln(e.Out, q)
		}
		if err := errors.Join(e.Out.Flush(), ctx.Err()); err != nil {
			return err
		}
		fmt.Fprintf(e.Note, "game %d of %d: %d moves, %d problems, %d steps tried\n", i+1, x.games, len(past), found,
			prover.Nodes())
	}
	return nil
}

// ramble plays a game with one random turn in six, and returns its positions and the winner; no
// positions for a draw.
func ramble(
	ctx context.Context, r *rules.Rules, make [game.Sides]contest.Maker, chance *rand.Rand,
) (past []rules.Position, winner game.Side, err error) {
	const opening, odds, longest = 4, 6, 250
	seats := [game.Sides]ai.Engine{make[0](chance.Uint64() | 1), make[1](chance.Uint64() | 1)}
	luck := ai.Random(chance.Uint64())
	line := r.Line()
	for turn := range longest {
		past = append(past, line.Position)
		mover := seats[line.Turn()]
		if turn < opening || chance.IntN(odds) == 0 {
			mover = luck
		}
		if _, err := contest.PlayTurn(ctx, mover, line); err != nil {
			return nil, 0, err
		}
		if o := line.Judge(); o.Draw {
			return nil, 0, nil
		} else if o.Over() {
			return past, o.Winner, nil
		}
	}
	return nil, 0, nil
}

// gatherer finds problems in games.
type gatherer struct {
	*suiteRun
	id     string
	prover *suite.Prover
	seen   map[string]bool
	easy   [2]int // shallow problems: wins in one turn, and only moves in two
	hard   [2]int // all others
}

// Ratios of deeper to shallow problems: wins in one turn, and only moves in two turns.
const (
	deepForWin  = 8
	deepForOnly = 1
)

// leastChoice is the least number of legal moves in a problem.
const leastChoice = 6

// search finds a win and an only move in a game, starting with the deepest positions.
func (g *gatherer) search(ctx context.Context, past []rules.Position, winner game.Side) (found []suite.Problem) {
	last := len(past) - 1
	for t := max(0, last-g.within+1); t <= last; t++ {
		if past[t].Turn() == winner && g.take(ctx, past[t], suite.Win, &found) {
			break
		}
	}
	for t := last; t > max(0, last-3*g.within); t-- {
		if past[t].Turn() != winner && g.take(ctx, past[t], suite.Only, &found) {
			break
		}
	}
	return found
}

// take tries to make a problem of a position.
func (g *gatherer) take(ctx context.Context, p rules.Position, kind suite.Kind, found *[]suite.Problem) bool {
	key := suite.Key(&p)
	choice := len(p.Legal(nil, nil))
	if g.seen[key] || choice < leastChoice {
		return false
	}
	q := suite.Problem{Variant: g.id, Kind: kind, Turns: g.within, Position: p}
	a, err := q.Solve(ctx, g.prover, g.budget)
	if err != nil || len(a.Moves) == 0 || 2*len(a.Moves) > choice || len(a.Moves) > 5 {
		return false
	}
	q.Turns, q.Moves = a.Turns, a.Moves
	if !g.wanted(&q) {
		return false
	}
	g.seen[key] = true
	*found = append(*found, q)
	return true
}

// wanted limits the share of shallow problems.
func (g *gatherer) wanted(q *suite.Problem) bool {
	i, shallow, deep := 0, 1, deepForWin
	if q.Kind == suite.Only {
		i, shallow, deep = 1, 2, deepForOnly
	}
	switch {
	case q.Turns > shallow:
		g.hard[i]++
	case g.hard[i] < deep*(g.easy[i]+1):
		return false
	default:
		g.easy[i]++
	}
	return true
}
