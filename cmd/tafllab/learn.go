package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"strings"

	"tafl3d/internal/command"
)

var learnCommand = &command.Command{
	Name:    "learn",
	Summary: "the whole way from nothing to a net: games, fit, gate, and again",
	Args: "-variant ID -dir FOLDER -openings FILE,... -test FILE [-generations N] [-games N] [flags of games, " +
		"train and sprt]",
	Help: `Makes -games games by the hand-made evaluation, fits a net to them, and plays it
against what made the games, from the openings of -test. If the net passes, the
next games are made by it, and the next net learns from those of the last -memory
generations. The way ends after -generations, or when a net does not pass.

All is kept in -dir: gen1.games, gen1.net, gen1.gate and so on. Stopped by Ctrl-C
or otherwise, the same command goes on where it was. The last net that passed is
best.net. The same seed gives the same nets.`,
	Prepare: func(f *flag.FlagSet) func(*command.Env) error {
		l := &learner{}
		l.games.flags(f)
		l.train.fit(f)
		l.gate.flags(f)
		f.StringVar(&l.dir, "dir", "", "`folder` for all that is made")
		f.StringVar(&l.gate.openings, "test", "", "`file` with the openings of the gate")
		f.IntVar(&l.generations, "generations", 3, "how many nets at most")
		f.IntVar(&l.memory, "memory", 2, "from the games of how many generations a net learns")
		f.IntVar(&l.low, "netlow", -800, "-low from the second generation on, when a net scores the openings")
		f.IntVar(&l.games.count, "games", 30_000, "games of each generation")
		return func(e *command.Env) error {
			ctx, cancel := signal.NotifyContext(e.Ctx, os.Interrupt)
			defer cancel()
			return l.run(ctx, e)
		}
	},
}

// learner runs all generations.
type learner struct {
	dir                 string
	generations, memory int
	low                 int
	games               gamesOf
	train               trainer
	gate                sprtFlags
}

// path returns the name of a file of a generation.
func (l *learner) path(generation int, ending string) string {
	return filepath.Join(l.dir, fmt.Sprintf("gen%d%s", generation, ending))
}

func (l *learner) run(ctx context.Context, e *command.Env) error {
	if l.dir == "" || l.generations < 1 || l.memory < 1 {
		return command.Usagef("learn: -dir is needed, -generations and -memory must be at least 1")
	}
	if err := os.MkdirAll(l.dir, 0o777); err != nil {
		return err
	}
	best := ""
	for n := 1; n <= l.generations; n++ {
		passed, err := l.generation(ctx, e, n, best)
		if err != nil || !passed {
			return err
		}
		best = l.path(n, ".net")
		data, err := os.ReadFile(best)
		if err != nil {
			return err
		}
		if err := replace(filepath.Join(l.dir, "best.net"), data); err != nil {
			return err
		}
	}
	return nil
}

// generation creates the missing parts of a net and reports whether it is stronger than the net
// that made its games.
func (l *learner) generation(ctx context.Context, e *command.Env, n int, best string) (passed bool, err error) {
	g := l.games
	g.out, g.net, g.Seed = l.path(n, ".games"), best, l.games.Seed+uint64(n)
	if best != "" {
		g.Low = l.low
	}
	if err := g.run(ctx, e); err != nil {
		return false, err
	}
	t := l.train
	var files []string
	for k := max(1, n-l.memory+1); k <= n; k++ {
		files = append(files, l.path(k, ".games"))
	}
	t.games, t.out, t.opt.Seed = strings.Join(files, ","), l.path(n, ""), l.games.Seed
	if _, err := os.Stat(l.path(n, ".net")); errors.Is(err, fs.ErrNotExist) {
		if err := t.run(ctx, e); err != nil {
			return false, err
		}
	}
	const yes, no = "passed\n", "failed\n"
	if word, err := os.ReadFile(l.path(n, ".gate")); err == nil {
		return string(word) == yes, nil
	}
	d := l.gate
	d.variant, d.net, d.against, d.seed, d.jobs = l.games.Variant, l.path(n, ".net"), best, l.games.Seed, l.games.jobs
	if passed, err = d.run(ctx, e); err != nil {
		return false, err
	}
	word := no
	if passed {
		word = yes
	}
	return passed, replace(l.path(n, ".gate"), []byte(word))
}
