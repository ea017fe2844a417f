package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"time"

	"tafl3d/ai/search"
	"tafl3d/game"
	"tafl3d/game/variant"
	"tafl3d/internal/command"
	"tafl3d/lab/gate"
)

var sprtCommand = &command.Command{
	Name:    "sprt",
	Summary: "test whether a net is stronger than another, or than the hand-made evaluation (SPRT)",
	Args: "-variant ID -net FILE [-against FILE] -openings FILE [-gate N | -time D] [-attackers N] [-elo0 N] " +
		"[-elo1 N] [-pairs N] [-jobs N]",
	Help: `Every opening is played twice, with sides swapped. The defenders search -gate
positions per move, or think for -time; the attackers, whose side is harder, get
-attackers times as much. Prints wins, draws and losses by side, the difference
in Elo, and which of the two hypotheses is accepted, with an error rate of 5 %.
The exit code is 1 unless -elo1 is accepted.`,
	Prepare: func(f *flag.FlagSet) func(*command.Env) error {
		d := &sprtFlags{}
		d.flags(f)
		f.StringVar(&d.variant, "variant", "", "`ID` of the variant")
		f.StringVar(&d.net, "net", "", "`file` of the net to test")
		f.StringVar(&d.against, "against", "", "`file` of the other net; default: the hand-made evaluation")
		f.Uint64Var(&d.seed, "seed", 1, "seed of the random numbers")
		f.IntVar(&d.jobs, "jobs", 2, "games played at the same time")
		f.StringVar(&d.openings, "openings", "", "`file` with the moves of an opening on each line")
		return func(e *command.Env) error {
			ctx, cancel := signal.NotifyContext(e.Ctx, os.Interrupt)
			defer cancel()
			accepted, err := d.run(ctx, e)
			if err == nil && !accepted {
				err = fmt.Errorf("the higher difference is not accepted")
			}
			return err
		}
	},
}

// sprtFlags holds the flags of a gate match.
type sprtFlags struct {
	variant, net, against, openings string
	nodes                           int64
	time                            time.Duration
	handicap, pairs, jobs           int
	low, high                       float64
	seed                            uint64
}

// flags declares the flags that are the same for all generations.
func (d *sprtFlags) flags(f *flag.FlagSet) {
	f.Int64Var(&d.nodes, "gate", 2000, "positions per move of the defenders")
	f.DurationVar(&d.time, "time", 0, "time per move of the defenders, instead of -gate")
	f.IntVar(&d.handicap, "attackers", 6, "factor for the attackers")
	f.Float64Var(&d.low, "elo0", 0, "lower `difference` in Elo")
	f.Float64Var(&d.high, "elo1", 40, "higher `difference` in Elo")
	f.IntVar(&d.pairs, "pairs", 200, "largest number of pairs of games")
}

// limits returns the search limits of the sides.
func (d *sprtFlags) limits() (l [game.Sides]search.Limits) {
	for side, times := range []int{d.handicap, 1} {
		l[side] = search.Limits{Hash: 16}
		if d.time > 0 {
			l[side].Time = d.time * time.Duration(times)
			l[side].Soft = l[side].Time
		} else {
			l[side].Nodes = d.nodes * int64(times)
		}
	}
	return l
}

// run plays the match and reports whether the test accepts the higher difference.
func (d *sprtFlags) run(ctx context.Context, e *command.Env) (accepted bool, err error) {
	v, err := variant.Get(d.variant)
	if err != nil {
		return false, command.Usagef("sprt: %v", err)
	}
	if d.net == "" || d.openings == "" || d.handicap < 1 || d.pairs < 1 || d.low >= d.high {
		return false,
			command.Usagef(
				"sprt: -net and -openings are needed, -attackers and -pairs must be at least 1, -elo0 below -elo1")
	}
	books, err := readBooks(v.Rules, d.openings)
	if err != nil {
		return false, err
	}
	a, first, err := searchers(v.Rules, d.net)
	if err != nil {
		return false, err
	}
	b, second, err := searchers(v.Rules, d.against)
	if err != nil {
		return false, err
	}
	m := &gate.Match{Rules: v.Rules, A: a, B: b, Limits: d.limits(), Openings: books[0], Pairs: d.pairs,
		Jobs: max(1, d.jobs),
		Max:  300, Low: d.low, High: d.high, Seed: d.seed}
	pairs := 0
	s, err := m.Play(ctx, func(s *gate.Score) {
		if pairs++; pairs%10 == 0 {
			fmt.Fprintf(e.Note, "%d pairs: %s\n", pairs, verdict(s))
		}
	})
	if err != nil {
		return false, err
	}
	fmt.Fprintf(e.Out, "%s: net %s against %s, %d pairs: %s\n", d.variant, first, second, pairs, verdict(s))
	return s.Accepted(), e.Out.Flush()
}

// verdict describes the state of a match.
func verdict(s *gate.Score) string {
	elo, off := s.Elo()
	text := fmt.Sprintf("as attackers %v, as defenders %v, elo %+.0f +- %.0f, llr %.2f",
		s.As[game.Attackers], s.As[game.Defenders], elo, off, s.LLR)
	switch {
	case s.Accepted():
		text += ": the higher difference is accepted"
	case s.Refused():
		text += ": the lower difference is accepted"
	}
	return text
}
