package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"sync"

	"tafl3d/ai"
	"tafl3d/game"
	"tafl3d/internal/command"
	"tafl3d/lab/suite"
)

var suiteCommand = &command.Command{
	Name:    "suite",
	Summary: "test an engine on positions with a proved solution",
	Args: "[-engine ENGINE] [-variant ID,...] [-jobs N] [-v] [-json] | -prove [-variant ID,...] | -make -variant " +
		"ID [-games N] [-within N]",
	Help: `The collection has two kinds of positions: win in n moves (of both sides), solved
by any move that wins that soon, and only move, where every other move loses
within n moves. Each was proved by trying every move and every reply with the
rules alone; -prove proves them again. Prints the solved positions by variant and
kind; -v also prints the others.

With -make an engine plays itself from random openings with some random moves;
the ends of the games are searched for such positions, and each proved position
is printed as a line of the collection. The same seed gives the same output.`,
	Prepare: func(f *flag.FlagSet) func(*command.Env) error {
		x := &suiteRun{}
		f.StringVar(&x.engine, "engine", "time:1s", "`engine` as in tafllab match")
		f.StringVar(&x.variants, "variant", "", "`IDs` of variants, separated by commas; empty for all")
		f.Uint64Var(&x.seed, "seed", 1, "seed of the random numbers")
		f.IntVar(&x.hash, "hash", 16, "`MiB` of memory")
		f.IntVar(&x.jobs, "jobs", 1, "problems solved at the same time")
		f.IntVar(&x.every, "every", 1, "use every Nth problem")
		f.BoolVar(&x.prove, "prove", false, "prove the solutions again")
		f.BoolVar(&x.make, "make", false, "look for new positions")
		f.StringVar(&x.defenders, "defenders", "", "with -make: `engine` that plays; default: the one of -engine")
		f.IntVar(&x.games, "games", 100, "with -make: number of games")
		f.IntVar(&x.within, "within", 5, "with -make: depth of the deepest proof in moves, at most 7")
		f.Int64Var(&x.budget, "budget", 3_000_000, "with -make: largest number of positions per proof")
		f.BoolVar(&x.verbose, "v", false, "print every problem that was not solved")
		f.BoolVar(&x.json, "json", false, "print one JSON object per line")
		return x.run
	},
}

// suiteRun is a run of an engine over the suite.
type suiteRun struct {
	engine, variants string
	defenders        string
	seed             uint64
	hash, every      int
	jobs             int
	prove, make      bool
	games, within    int
	budget           int64
	verbose, json    bool
}

// proofBudget is the node limit of a proof.
const proofBudget = 1 << 32

// marks counts the solved problems of a kind in a variant.
type marks struct {
	Variant string     `json:"variant"`
	Kind    suite.Kind `json:"kind"`
	Solved  int        `json:"solved"`
	Of      int        `json:"of"`
}

func (x *suiteRun) run(e *command.Env) error {
	if x.every < 1 || x.jobs < 1 || x.games < 1 || x.hash < 1 || x.budget < 1 || x.within < 3 ||
		x.within > suite.MaxTurns {
		return command.Usagef("suite: -every, -jobs, -games, -hash and -budget must be at least 1, -within 3 to %d",
			suite.MaxTurns)
	}
	ctx, cancel := signal.NotifyContext(e.Ctx, os.Interrupt)
	defer cancel()
	if x.make {
		return x.gather(ctx, e)
	}
	list, err := x.problems()
	if err != nil {
		return err
	}
	if x.prove {
		return x.proveAll(ctx, e, list)
	}
	return x.solveAll(ctx, e, list)
}

// problems returns the selected problems of the suite.
func (x *suiteRun) problems() ([]suite.Problem, error) {
	all, err := suite.Problems(command.Rules)
	if err != nil {
		return nil, err
	}
	wanted := strings.Split(x.variants, ",")
	n := 0
	list := slices.DeleteFunc(all, func(q suite.Problem) bool {
		if x.variants != "" && !slices.Contains(wanted, q.Variant) {
			return true
		}
		n++
		return (n-1)%x.every != 0
	})
	if len(list) == 0 {
		return nil, command.Usagef("suite: no problem of %s", x.variants)
	}
	return list, nil
}

// proveAll proves the solutions again.
func (x *suiteRun) proveAll(ctx context.Context, e *command.Env, list []suite.Problem) error {
	var faults []error
	for i := range list {
		q := &list[i]
		v, err := suite.NewProver(q.Position.Rules())
		if err != nil {
			return err
		}
		if err := q.Prove(ctx, v, proofBudget); err != nil {
			if ctx.Err() != nil {
				return err
			}
			faults = append(faults, err)
		}
		fmt.Fprintf(e.Note, "%d of %d: %s, %s in %d, %d steps tried\n", i+1, len(list), q.Variant, q.Kind,
			q.Turns, v.Nodes())
	}
	fmt.Fprintf(e.Out, "proved %d of %d\n", len(list)-len(faults), len(list))
	return errors.Join(faults...)
}

// solveAll lets a new engine solve each problem, several in parallel.
func (x *suiteRun) solveAll(ctx context.Context, e *command.Env, list []suite.Problem) error {
	answers := make([]answer, len(list))
	todo := make(chan int)
	var solvers sync.WaitGroup
	for range x.jobs {
		solvers.Go(func() {
			for i := range todo {
				answers[i] = x.solve(ctx, &list[i])
			}
		})
	}
	for i := range list {
		todo <- i
	}
	close(todo)
	solvers.Wait()
	var table []*marks
	for i, a := range answers {
		q := &list[i]
		if a.err != nil {
			return fmt.Errorf("%v: %w", q, a.err)
		}
		solved := q.Solved(a.move)
		table = mark(table, q, solved)
		if x.verbose && !solved {
			fmt.Fprintf(e.Note, "not solved (%s, depth %d, score %d): %v\n", q.Text(a.move), a.info.Depth,
				a.info.Score, q)
		}
	}
	return x.print(e, table)
}

// answer is an engine's answer to a problem, or its error.
type answer struct {
	move game.Move
	info ai.Info
	err  error
}

// solve lets a new engine solve q.
func (x *suiteRun) solve(ctx context.Context, q *suite.Problem) (a answer) {
	if a.err = ctx.Err(); a.err != nil {
		return a
	}
	make, err := opponent(x.engine, x.hash, q.Variant)
	if err != nil {
		return answer{err: err}
	}
	who := make(x.seed)
	if c, ok := who.(interface{ Close() }); ok {
		defer c.Close()
	}
	a.move, a.info, a.err = who.Think(ctx, q.Position, nil, ai.Limits{})
	a.err = errors.Join(a.err, ctx.Err())
	return a
}

// mark records a result.
func mark(table []*marks, q *suite.Problem, solved bool) []*marks {
	i := slices.IndexFunc(table, func(m *marks) bool { return m.Variant == q.Variant && m.Kind == q.Kind })
	if i < 0 {
		i = len(table)
		table = append(table, &marks{Variant: q.Variant, Kind: q.Kind})
	}
	table[i].Of++
	if solved {
		table[i].Solved++
	}
	return table
}

func (x *suiteRun) print(e *command.Env, table []*marks) error {
	all := marks{Variant: "all", Kind: "both"}
	for _, m := range table {
		all.Solved, all.Of = all.Solved+m.Solved, all.Of+m.Of
	}
	for _, m := range append(table, &all) {
		if x.json {
			if err := e.Line(m); err != nil {
				return err
			}
			continue
		}
		fmt.Fprintf(e.Out, "%-28s %-5s solved %3d of %3d\n", m.Variant, m.Kind, m.Solved, m.Of)
	}
	if !x.json {
		fmt.Fprintf(e.Out, "%.1f %%\n", 100*float64(all.Solved)/float64(all.Of))
	}
	return e.Out.Flush()
}
