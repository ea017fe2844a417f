package main

import (
	"context"
	"errors"
	"flag"
	"os"
	"os/signal"

	"tafl3d/ai/protocol"
	"tafl3d/game/variant"
	"tafl3d/internal/command"
	"tafl3d/internal/memory"
)

var engineCommand = &command.Command{
	Name:    "engine",
	Summary: "run the engine for another program",
	Args:    "[-protocol uci|opentafl] [-variant ID] [-threads N] [-hash MIB] < COMMANDS",
	Help: `Reads commands from standard input and writes answers to standard output, until
quit or goodbye.

uci (the chess protocol with small changes): uci, isready, ucinewgame, setoption
name Variant|UCI_Variant|Threads|Hash|MultiPV|OwnBook|Level|Personality value V,
position startpos|fen ROWS SIDE|text POSITION [moves d1d3 e5e2 ...],
go [ponder] movetime MS|depth N|nodes N|infinite|atime MS dtime MS ainc MS dinc MS
byoyomi MS, ponderhit, stop, quit. atime and dtime are the times left to attackers
and defenders, ainc and dinc their increments per move, byoyomi a period for each
move after that. A fen lists the rows from the top (a attackers, d defenders,
k king, c commanders, n knights), then the side to move, a or d. Moves are squares
without a dash; chains list their squares in order. "text POSITION" is the text of
a position as tafl replay writes it.

opentafl: OpenTafl's engine protocol; the host sends the rules.`,
	Prepare: func(f *flag.FlagSet) func(*command.Env) error {
		e := protocol.Engine{Name: "tafl3d", Find: command.Rules}
		for _, v := range variant.All() {
			e.Variants = append(e.Variants, v.ID)
		}
		dialect := f.String("protocol", "uci", "`uci` or opentafl")
		f.StringVar(&e.Variant, "variant", "copenhagen-11x11-tdiamond", "`variant` until the host selects another one")
		f.IntVar(&e.Limits.Threads, "threads", 1, "number of `threads`")
		f.IntVar(&e.Limits.Hash, "hash", 0, "`MiB` of memory; 0 for the default")
		return func(v *command.Env) error { return serve(v, e, *dialect) }
	},
}

// serve runs the engine until the host ends the session.
func serve(v *command.Env, e protocol.Engine, dialect string) error {
	if e.Limits.Threads < 1 || e.Limits.Hash < 0 {
		return command.Usagef("engine: -threads must be at least 1 and -hash not negative")
	}
	if err := memory.Check(e.Limits.Hash); err != nil {
		return command.Usagef("engine: -hash %v", err)
	}
	if _, err := command.Rules(e.Variant); err != nil {
		return err
	}
	ctx, cancel := signal.NotifyContext(v.Ctx, os.Interrupt)
	defer cancel()
	var err error
	switch dialect {
	case "uci":
		err = e.ServeUCI(ctx, v.In, v.Out)
	case "opentafl":
		err = e.ServeOpenTafl(ctx, v.In, v.Out)
	default:
		return command.Usagef("engine: -protocol %q: use uci or opentafl", dialect)
	}
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}
