package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"

	"tafl3d/ai"
	"tafl3d/ai/contest"
	"tafl3d/internal/command"
)

var ladderCommand = &command.Command{
	Name:    "ladder",
	Summary: "measure the Elo differences between levels",
	Args: "-variant ID [-from N] [-to N] [-top ENGINE] [-games N] [-opening N] [-openings FILE] [-seed S] [-jobs " +
		"N] [-max N] [-json]",
	Help: `Each level plays a match against each of the next two levels, and the lowest one
also against a beginner. Prints how much stronger the higher level is in Elo, as
tafllab match does: from the points, and without the sides' advantage. The
highest level thinks by the clock; -top names an engine to use instead.`,
	Prepare: func(f *flag.FlagSet) func(*command.Env) error {
		l := &ladder{}
		f.StringVar(&l.variant, "variant", "", "`ID` of the variant")
		f.IntVar(&l.from, "from", 1, "lowest level; 1 also plays a beginner")
		f.IntVar(&l.to, "to", ai.Levels-1, "highest level")
		f.StringVar(&l.top, "top", "nodes:1000000", "`engine` to use for the highest level")
		f.IntVar(&l.games, "games", 40, "number of games per match")
		f.IntVar(&l.opening, "opening", 0, "random moves at the start of every game")
		f.StringVar(&l.openings, "openings", "", "`file` with the moves of an opening on each line")
		f.Uint64Var(&l.seed, "seed", 1, "seed of the random numbers")
		f.IntVar(&l.jobs, "jobs", 1, "games played at the same time")
		f.IntVar(&l.max, "max", 200, "moves after which a game is adjudicated a draw")
		f.BoolVar(&l.json, "json", false, "print one JSON object per line")
		return l.run
	},
}

// ladder holds the matches between levels.
type ladder struct {
	variant, top, openings string
	from, to               int
	games, opening, max    int
	jobs                   int
	seed                   uint64
	json                   bool
}

func (l *ladder) run(e *command.Env) error {
	if l.from < 1 || l.to > ai.Levels || l.from > l.to {
		return command.Usagef("ladder: -from %d -to %d: levels are 1 to %d, the lower first", l.from, l.to, ai.Levels)
	}
	ctx, cancel := signal.NotifyContext(e.Ctx, os.Interrupt)
	defer cancel()
	if l.from == 1 {
		if err := l.match(ctx, e, "level:1", "beginner"); err != nil {
			return err
		}
	}
	for low := l.from; low < l.to; low++ {
		for high := low + 1; high <= min(low+2, l.to); high++ {
			if err := l.match(ctx, e, l.name(high), l.name(low)); err != nil {
				return err
			}
		}
	}
	return nil
}

// name returns the engine name of a level.
func (l *ladder) name(level int) string {
	if level == ai.Levels {
		return l.top
	}
	return "level:" + strconv.Itoa(level)
}

// match plays a match and prints its line.
func (l *ladder) match(ctx context.Context, e *command.Env, a, b string) error {
	m := &contest.Match{Variant: l.variant, Names: [2]string{a, b}, More: more, Games: l.games, Jobs: l.jobs,
		Seed:    l.seed,
		Opening: l.opening, Openings: l.openings, Max: l.max, Hash: 16}
	if err := m.Check(); err != nil {
		return err
	}
	quiet := *e
	quiet.Note = io.Discard
	if err := m.Play(ctx, &quiet); err != nil {
		return err
	}
	if l.json {
		return e.Line(m.Total)
	}
	t := &m.Total
	fmt.Fprintf(e.Out, "%-14s over %-14s %v   fair %v   as attackers %v, as defenders %v\n", a, b, t.Elo, t.Fair,
		t.A.AsAttackers, t.A.AsDefenders)
	return e.Out.Flush()
}
