package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"strings"

	"tafl3d/ai"
	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/internal/command"
	"tafl3d/lab/selfplay"
	"tafl3d/lab/train"
)

var chanceCommand = &command.Command{
	Name:    "chance",
	Summary: "fit the chance to win to the scores of the engine",
	Args:    "-games FILE,... [-positions N] [-nodes N] [-seed S]",
	Help: `Reads games of tafllab games, lets the engine look at one quiet position of
each, drawn by chance, and prints for each file, as a line of the table in
ai/chance.go, by how many hundredths of a man the odds of the result grow e times
as good: where the attackers are ahead, and where the defenders are.`,
	Prepare: func(f *flag.FlagSet) func(*command.Env) error {
		var c chances
		f.StringVar(&c.games, "games", "", "`files` of games, divided by commas")
		f.IntVar(&c.positions, "positions", 4000, "from how many games at most, the last of the file")
		f.Int64Var(&c.nodes, "nodes", 3000, "positions that the engine looks at for each")
		f.Uint64Var(&c.seed, "seed", 1, "where chance begins")
		return func(e *command.Env) error {
			ctx, cancel := signal.NotifyContext(e.Ctx, os.Interrupt)
			defer cancel()
			if c.games == "" {
				return command.Usagef("chance: -games is needed")
			}
			for _, name := range strings.Split(c.games, ",") {
				if err := c.fit(ctx, e, name); err != nil {
					return fmt.Errorf("%s: %w", name, err)
				}
			}
			return e.Out.Flush()
		}
	},
}

// chances is what was typed.
type chances struct {
	games     string
	positions int
	nodes     int64
	seed      uint64
}

// fit prints the line of one file.
func (c *chances) fit(ctx context.Context, e *command.Env, name string) error {
	id, r, games, err := c.read(name)
	if err != nil {
		return err
	}
	engine := ai.New(ai.Limits{Nodes: c.nodes, Hash: 16})
	chance := rand.New(rand.NewPCG(c.seed, 0))
	var scores [game.Sides][]int // by the side that is ahead
	var results [game.Sides][]float64
	for _, g := range games {
		p, h, ok := drawn(r, g, chance)
		if !ok {
			continue
		}
		_, info, err := engine.Think(ctx, p, h, ai.Limits{})
		if err := errors.Join(err, ctx.Err()); err != nil {
			return err
		}
		if _, _, proof := ai.WinIn(info.Score); proof {
			continue
		}
		ahead, score := p.Turn(), info.Score
		if score < 0 {
			ahead, score = ahead.Other(), -score
		}
		result := g.Result
		if ahead == game.Defenders {
			result = 1 - result
		}
		scores[ahead], results[ahead] = append(scores[ahead], score), append(results[ahead], result)
	}
	a, d := game.Attackers, game.Defenders
	_, err = fmt.Fprintf(e.Out, "%q: {%.0f, %.0f}, // from %d and %d positions\n", id, train.Odds(scores[a], results[a]),
		train.Odds(scores[d], results[d]), len(scores[a]), len(scores[d]))
	return err
}

// read returns the last games of a file.
func (c *chances) read(name string) (id string, r *rules.Rules, games []selfplay.Game, err error) {
	f, err := os.Open(name)
	if err != nil {
		return "", nil, nil, err
	}
	defer f.Close()
	in, err := selfplay.NewReader(f)
	if err != nil {
		return "", nil, nil, err
	}
	v, err := command.Variant(in.Variant)
	if err != nil {
		return "", nil, nil, err
	}
	for {
		var g selfplay.Game
		switch err := in.Next(&g); {
		case errors.Is(err, io.EOF), errors.Is(err, selfplay.ErrFormat): // it may be under way
			return v.ID, v.Rules, games, nil
		case err != nil:
			return "", nil, nil, err
		}
		if games = append(games, g); len(games) > c.positions {
			games = games[1:]
		}
	}
}

// drawn returns a quiet position of a game; ok is false if it has none.
func drawn(r *rules.Rules, g selfplay.Game, chance *rand.Rand) (p rules.Position, h *rules.History, ok bool) {
	var quiet []int
	for i, s := range g.Steps {
		if s.Keep {
			quiet = append(quiet, i)
		}
	}
	if len(quiet) == 0 {
		return p, nil, false
	}
	line := r.Line()
	var d rules.Delta
	for _, s := range g.Steps[:quiet[chance.IntN(len(quiet))]] {
		line.Step(s.Move, &d)
	}
	return line.Position, line.History(), true
}
