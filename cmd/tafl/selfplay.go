package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"

	"tafl3d/internal/command"
)

var selfplayCommand = &command.Command{
	Name:    "selfplay",
	Summary: "let an engine play itself and write the games",
	Args:    "-variant ID [-engine ENGINE] [-defenders ENGINE] [-games N] [-opening N] [-openings FILE] [-seed S] [-jobs N] [-max N] [-json]",
	Help: `Every game is a line that tafl replay reads: {"variant":"ID","moves":[...]}, in
the order in which the games end. They begin with -opening random turns, or
with the turns of a line of -openings. Unless the engine thinks by the clock the
same seed gives the same games. Engines are those of tafl match. Where one side
wins too often to learn from, the other may be given the better engine.`,
	Prepare: func(f *flag.FlagSet) func(*command.Env) error {
		m := &contest{side: "attackers"}
		f.StringVar(&m.variant, "variant", "", "`id` of the game")
		f.StringVar(&m.names[0], "engine", "nodes:5000", "the `engine`")
		f.StringVar(&m.names[1], "defenders", "", "the `engine` of the defenders, if another")
		f.IntVar(&m.games, "games", 10, "how many games")
		f.IntVar(&m.jobs, "jobs", 1, "how many games at a time")
		f.Uint64Var(&m.seed, "seed", 1, "where chance begins")
		f.IntVar(&m.opening, "opening", 8, "random turns at the start of every game")
		f.StringVar(&m.openings, "openings", "", "`file` with the turns of an opening on each line")
		f.IntVar(&m.max, "max", 400, "turns after which a game is broken off")
		f.IntVar(&m.hash, "hash", 16, "`MiB` of memory for each side")
		f.BoolVar(&m.json, "json", true, "accepted for symmetry; output is always JSON")
		return m.selfplay
	},
}

// selfGame is a game as tafl replay reads it.
type selfGame struct {
	Variant string   `json:"variant"`
	Moves   []string `json:"moves"`
}

// selfplay plays the games. Openings are not paired: each game has its own.
func (m *contest) selfplay(e *command.Env) error {
	if m.unpaired = true; m.names[1] == "" {
		m.names[1] = m.names[0]
	}
	if err := m.check(); err != nil {
		return err
	}
	ctx, cancel := signal.NotifyContext(e.Ctx, os.Interrupt)
	defer cancel()
	return errors.Join(m.write(ctx, cancel, e)...)
}

// write writes the games as they end. After a fault no more are begun.
func (m *contest) write(ctx context.Context, cancel func(), e *command.Env) (faults []error) {
	n := 0
	for r := range m.results(ctx) {
		err := r.err
		if err == nil && r.Fault != "" {
			err = fmt.Errorf("game %d: %s", r.Game, r.Fault)
		}
		if err == nil && faults == nil {
			n++
			fmt.Fprintf(e.Note, "game %d (%d of %d): %s (%s, %d turns)\n", r.Game, n, m.games, r.Winner, r.Reason, r.Turns)
			err = e.Line(selfGame{m.variant, r.Moves})
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
