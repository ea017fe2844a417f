package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"time"

	"tafl3d/ai"
	"tafl3d/ai/search"
	"tafl3d/ai/solve"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
	"tafl3d/internal/command"
)

var solveCommand = &command.Command{
	Name:    "solve",
	Summary: "solve small games and check the search against the solution",
	Args:    "[-variant ID,...] [-nodes N]",
	Help: `Solves a game by retrograde analysis: who wins each position, and in how many
moves; positions without an end are draws. Without -variant it solves every game
that is small enough. Then a search of -nodes positions is compared with best
play, move by move: it must not prove a different result. For bagh chal it solves
all positions in which all goats are placed, for nine men's morris those with
three to five men of each side and none in hand, and prints how many are won; this
takes some minutes and 100 MiB.`,
	Prepare: func(f *flag.FlagSet) func(*command.Env) error {
		ids := f.String("variant", "", "`IDs` of variants, separated by commas")
		nodes := f.Int64("nodes", 20000, "positions searched per move")
		return func(e *command.Env) error {
			ctx, cancel := signal.NotifyContext(e.Ctx, os.Interrupt)
			defer cancel()
			var list []*variant.Variant
			for _, v := range variant.All() {
				if *ids == "" && solve.Small(v.Rules) {
					list = append(list, v)
				}
			}
			for _, id := range strings.FieldsFunc(*ids, func(c rune) bool { return c == ',' }) {
				v, err := command.Variant(id)
				if err != nil {
					return err
				}
				list = append(list, v)
			}
			for _, v := range list {
				if err := solved(ctx, e, v, *nodes); err != nil {
					return fmt.Errorf("%s: %w", v.ID, err)
				}
			}
			return e.Out.Flush()
		}
	},
}

// solved solves a game and prints its value.
func solved(ctx context.Context, e *command.Env, v *variant.Variant, nodes int64) error {
	began := time.Now()
	last := 0
	table, err := solve.Solve(ctx, v.Rules, func(n int) {
		if n > last {
			last = n
			fmt.Fprintf(e.Note, "%s: %d positions\n", v.ID, n)
		}
	})
	if err != nil {
		return err
	}
	took := time.Since(began)
	if list := table.Endings(); list != nil {
		fmt.Fprintf(e.Out, "%-14s %8d positions with all men placed in %v\n", v.ID, table.Positions(),
			took.Round(time.Millisecond))
		for _, l := range list {
			if l.Own > 0 {
				fmt.Fprintf(e.Out, "%14d men to move against %d: %d won, %d lost, %d drawn, the longest in %d moves\n",
					l.Own, l.Other, l.Won, l.Lost, l.Drawn, l.Longest)
				continue
			}
			fmt.Fprintf(e.Out, "%14d goats, %s to move: %d won, %d lost, %d drawn, the longest in %d moves\n",
				l.Goats, v.Rules.SideName(l.Turn), l.Won, l.Lost, l.Drawn, l.Longest)
		}
		return nil
	}
	proved, err := compare(ctx, table, v.Rules, nodes)
	if err != nil {
		return err
	}
	start := v.Rules.Start()
	score, _ := table.Score(&start)
	verdict := "drawn"
	if n, win, ok := ai.WinIn(score); ok {
		winner := start.Turn()
		if !win {
			winner = winner.Other()
		}
		verdict = fmt.Sprintf("%s win in %d moves", v.Rules.SideName(winner), n)
	}
	_, err = fmt.Fprintf(e.Out, "%-14s %8d positions in %v: %s; a search of %d positions proves %d of these moves\n",
		v.ID, table.Positions(), took.Round(time.Millisecond), verdict, nodes, proved)
	return err
}

// compare plays the best moves to the end and returns the number of turns at which the search
// proves the value in the table. A different value is an error.
func compare(ctx context.Context, table *solve.Table, r *rules.Rules, nodes int64) (proved int, err error) {
	line, s := r.Line(), search.New(r)
	for _, m := range table.Follow(line.Position, nil) {
		want, _ := table.Score(&line.Position)
		found, err := s.Search(ctx, line.Position, nil, search.Limits{Nodes: nodes, Hash: 16}, 0)
		if err != nil {
			return 0, err
		}
		n, win, _ := search.WinIn(want)
		if k, w, ok := search.WinIn(found.Info.Score); ok {
			if proved++; w != win || k < n {
				return 0, fmt.Errorf("%v: the table says %d, the search %d", m, want, found.Info.Score)
			}
		}
		if _, err := line.Try(m); err != nil {
			return 0, err
		}
	}
	return proved, ctx.Err()
}
