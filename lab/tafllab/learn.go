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
	Summary: "train nets in generations: games, fit, test match",
	Args: "-variant ID -dir FOLDER -openings FILE,... -test FILE [-generations N] [-games N] [flags of games, " +
		"train and sprt]",
	Help: `Makes -games games with the hand-made evaluation, fits a net to them, and plays a
match of the net against the evaluation that made the games, from the openings of
-test. If the net passes, it makes the next games, and the next net learns from
the games of the last -memory generations. It ends after -generations, or when a
net does not pass.

All files are in -dir: gen1.games, gen1.net, gen1.gate and so on. Run the same
command again to continue after an interruption. The last net that passed is
best.net. The same seed gives the same nets.`,
	Prepare: func(f *flag.FlagSet) func(*command.Env) error {
		l := &learner{}
		l.games.flags(f)
		l.train.fit(f)
		l.gate.flags(f)
		f.StringVar(&l.dir, "dir", "", "`folder` for all files")
		f.StringVar(&l.gate.openings, "test", "", "`file` with the openings of the test match")
		f.IntVar(&l.generations, "generations", 3, "largest number of nets")
		f.IntVar(&l.memory, "memory", 2, "number of generations of games that a net learns from")
		f.IntVar(&l.low, "netlow", -800, "-low from the second generation on")
		f.IntVar(&l.games.count, "games", 30_000, "games per generation")
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
