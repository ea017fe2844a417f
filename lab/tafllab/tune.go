package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"slices"
	"strings"

	"tafl3d/ai/contest"
	"tafl3d/ai/eval"
	"tafl3d/internal/command"
	"tafl3d/lab/tune"
)

var tuneCommand = &command.Command{
	Name:    "tune",
	Summary: "fit the weights of the evaluation to games",
	Args: "-games FILE,VARIANT=FILE.csv,... -out FILE [-set NAME] [-params FILE] [-terms NAME,...] [-epochs N] " +
		"[-rate R] [-prior P] [-validate SHARE] [-positions N] [-seed S] [-json] [-force]",
	Help: `Reads games, selects quiet positions, and fits the weights of the evaluation to
the results. Games are lines as tafllab selfplay writes them,
{"variant":"ID","moves":[...]}, with "winner" (attackers, defenders, draw) where
the moves do not show it; a game without an end counts as a draw. Or they are
lists of games of people, VARIANT=FILE.csv: lines of moves, two numbers and the
winner (Black is the attackers); games lost on time and unfinished games are left
out. A game that cannot be read is an error.

The attackers' chance is a logistic function of the evaluation, of how often the
attackers win in that file and variant, and of the side to move, so a file in
which one side wins more often does not distort the weights. The weights that are
best on held-out games are kept. The mean loss of every epoch, in nats, goes to
standard error. The same seed gives the same weights. -params has the initial
weights, and -terms the terms to change (default: all but the value of an
attacker). -set selects the set of weights: corner, small or edge; games of other
variants are skipped. -out "-" is standard output; an existing file is replaced
only with -force.`,
	Prepare: func(f *flag.FlagSet) func(*command.Env) error {
		t := &tuner{}
		f.StringVar(&t.games, "games", "", "`files` of games, separated by commas")
		f.StringVar(&t.out, "out", "", "`file` to write the weights to")
		f.StringVar(&t.set, "set", "corner", "`set` of weights: corner, small or edge")
		f.StringVar(&t.params, "params", "", "`file` of initial weights; default: the built-in ones")
		f.StringVar(&t.terms, "terms", "", "`names` of the terms to change, separated by commas")
		f.IntVar(&t.opt.Epochs, "epochs", 60, "number of epochs")
		f.Float64Var(&t.opt.Rate, "rate", 1, "largest step of a weight per 512 positions, in hundredths of a man")
		f.Float64Var(&t.opt.Prior, "prior", 0.002, "penalty of a weight that changes by half a man")
		f.Float64Var(&t.opt.Validate, "validate", 0.15, "share of held-out games")
		f.IntVar(&t.positions, "positions", 12, "largest number of positions per game")
		f.Uint64Var(&t.opt.Seed, "seed", 1, "seed of the random numbers")
		f.BoolVar(&t.json, "json", false, "print the epochs on standard output, one JSON object per line")
		command.ForceFlag(f, &t.force)
		return t.run
	},
}

// tuner holds the flags of a tuning run.
type tuner struct {
	games, out, set, params, terms string
	positions                      int
	json, force                    bool
	opt                            tune.Options
}

func (t *tuner) run(e *command.Env) error {
	p, set, err := t.check()
	if err != nil {
		return err
	}
	c := &tune.Collector{PerGame: t.positions, Seed: t.opt.Seed}
	for name := range strings.SplitSeq(t.games, ",") {
		if err := t.collect(c, name); err != nil {
			return fmt.Errorf("tune: %w", err)
		}
	}
	d := c.Data(t.set)
	if d == nil {
		return fmt.Errorf("tune: among %d games there is no quiet position for the weights %q", c.Games(), t.set)
	}
	fmt.Fprintf(e.Note, "%d games, %d positions\n", c.Games(), d.Positions())
	err = d.Fit(set.Values, t.opt, func(n tune.Epoch) {
		if t.json {
			_ = json.NewEncoder(e.Out).Encode(n) // the flush at the end reports its error
		}
		fmt.Fprintf(e.Note, "epoch %3d  train %.5f  held out %.5f\n", n.N, n.Train, n.Validate)
	})
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := p.Write(&b); err != nil {
		return err
	}
	return e.Write(t.out, b.Bytes())
}

// check returns the initial weights and the set among them to tune.
func (t *tuner) check() (*eval.Params, *eval.Set, error) {
	switch {
	case t.games == "" || t.out == "":
		return nil, nil, command.Usagef("tune: -games and -out are needed (see: tafllab help tune)")
	case t.opt.Epochs < 1 || t.opt.Rate <= 0 || t.positions < 1:
		return nil, nil, command.Usagef("tune: -epochs, -rate and -positions must be greater than 0")
	case t.opt.Validate <= 0 || t.opt.Validate >= 1:
		return nil, nil, command.Usagef("tune: -validate %v: must be between 0 and 1", t.opt.Validate)
	case t.opt.Prior < 0:
		return nil, nil, command.Usagef("tune: -prior %v: must not be negative", t.opt.Prior)
	}
	if t.json && t.out == command.Stdout {
		return nil, nil, command.Usagef("tune: -json and -out - both write to standard output: leave out one of them")
	}
	if err := command.Writable(t.force, t.out); err != nil {
		return nil, nil, err
	}
	p := eval.Defaults()
	if t.params != "" {
		var err error
		if p, err = contest.ReadParams(t.params); err != nil {
			return nil, nil, err
		}
	}
	for _, s := range []*eval.Set{&p.Corner, &p.Small, &p.Edge} {
		if s.Name == t.set {
			var err error
			t.opt.Free, err = t.free(s)
			return p, s, err
		}
	}
	return nil, nil, command.Usagef("tune: -set %q: use corner, small or edge", t.set)
}

// free returns which weights may change.
func (t *tuner) free(s *eval.Set) ([]bool, error) {
	var names []string
	if t.terms != "" {
		names = strings.Split(t.terms, ",")
	}
	for _, n := range names {
		if s.Row(n) == nil {
			return nil, command.Usagef("tune: -terms: there is no term %q", n)
		}
	}
	var free []bool
	for _, term := range s.Terms {
		may := slices.Contains(names, term.Name) || names == nil && term.Name != "attacker"
		for range term.Len {
			free = append(free, may)
		}
	}
	return free, nil
}
