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
	Summary: "measure how far apart the levels are",
	Args: "-variant ID [-from N] [-to N] [-top ENGINE] [-games N] [-opening N] [-openings FILE] [-seed S] [-jobs " +
		"N] [-max N] [-json]",
	Help: `Each level plays a match against the next one and one against the one after
that, and the lowest one against a beginner. Prints by how much the higher is
stronger in Elo, as tafllab match does: from the points, and with the sides'
advantage taken out. The highest level thinks by the clock; -top says which
engine stands for it.`,
	Prepare: func(f *flag.FlagSet) func(*command.Env) error {
		l := &ladder{}
		f.StringVar(&l.variant, "variant", "", "`id` of the game")
		f.IntVar(&l.from, "from", 1, "the lowest level; 1 plays a beginner too")
		f.IntVar(&l.to, "to", ai.Levels-1, "the highest level")
		f.StringVar(&l.top, "top", "nodes:1000000", "the `engine` that stands for the highest level")
		f.IntVar(&l.games, "games", 40, "how many games a match has")
		f.IntVar(&l.opening, "opening", 0, "random turns at the start of every game")
		f.StringVar(&l.openings, "openings", "", "`file` with the turns of an opening on each line")
		f.Uint64Var(&l.seed, "seed", 1, "where chance begins")
		f.IntVar(&l.jobs, "jobs", 1, "how many games at a time")
		f.IntVar(&l.max, "max", 200, "turns after which a game is adjudicated a draw")
		f.BoolVar(&l.json, "json", false, "one JSON object a line")
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
