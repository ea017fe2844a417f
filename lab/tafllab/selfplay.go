package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"

	"tafl3d/ai/contest"
	"tafl3d/internal/command"
)

var selfplayCommand = &command.Command{
	Name:    "selfplay",
	Summary: "play games of an engine against itself",
	Args: "-variant ID [-engine ENGINE] [-defenders ENGINE] [-games N] [-opening N] [-openings FILE] [-seed S] " +
		"[-jobs N] [-max N] [-json]",
	Help: `Every game is a line that tafl replay reads, {"variant":"ID","moves":[...]}, in
the order in which games end. Games begin with -opening random moves, or with the
moves of a line of -openings. The same seed gives the same games unless the engine
thinks by the clock. Engines are named as in tafllab match. Use -defenders to give
a stronger engine to the side that loses too often.`,
	Prepare: func(f *flag.FlagSet) func(*command.Env) error {
		m := selfMatch{&contest.Match{Side: "attackers", More: more, Unpaired: true}}
		f.StringVar(&m.Variant, "variant", "", "`ID` of the variant")
		f.StringVar(&m.Names[0], "engine", "nodes:5000", "the `engine`")
		f.StringVar(&m.Names[1], "defenders", "", "`engine` of the defenders, if different")
		f.IntVar(&m.Games, "games", 10, "number of games")
		f.IntVar(&m.Jobs, "jobs", 1, "games played at the same time")
		f.Uint64Var(&m.Seed, "seed", 1, "seed of the random numbers")
		f.IntVar(&m.Opening, "opening", 8, "random moves at the start of every game")
		f.StringVar(&m.Openings, "openings", "", "`file` with the moves of an opening on each line")
		f.IntVar(&m.Max, "max", 400, "moves after which a game is stopped")
		f.IntVar(&m.Hash, "hash", 16, "`MiB` of memory for each side")
		f.BoolVar(&m.JSON, "json", true, "accepted, without effect; output is always JSON")
		return m.selfplay
	},
}

// selfGame is a game in the format of tafl replay.
type selfGame struct {
	Variant string   `json:"variant"`
	Moves   []string `json:"moves"`
}

// selfMatch is a match of an engine against itself. Openings are not paired.
type selfMatch struct{ *contest.Match }

// selfplay plays the games.
func (m selfMatch) selfplay(e *command.Env) error {
	if m.Names[1] == "" {
		m.Names[1] = m.Names[0]
	}
	if err := m.Check(); err != nil {
		return err
	}
	ctx, cancel := signal.NotifyContext(e.Ctx, os.Interrupt)
	defer cancel()
	return errors.Join(m.write(ctx, cancel, e)...)
}

// write writes the games as they end. After an error no further games start.
func (m selfMatch) write(ctx context.Context, cancel func(), e *command.Env) (faults []error) {
	n := 0
	for r := range m.Results(ctx) {
		err := r.Err
		if err == nil && r.Fault != "" {
			err = fmt.Errorf("game %d: %s", r.Number, r.Fault)
		}
		if err == nil && faults == nil {
			n++
			fmt.Fprintf(e.Note, "game %d (%d of %d): %s (%s, %d moves)\n", r.Number, n, m.Games, r.Winner,
				r.Reason, r.Turns)
			err = e.Line(selfGame{m.Variant, r.Moves})
		}
		if err != nil {
			if faults == nil {
				faults = append(faults, err)
			}
			cancel()
		}
	}
	return faults
}
