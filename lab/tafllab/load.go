package main

import (
	"flag"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"

	"tafl3d/internal/command"
	"tafl3d/lab/load"
)

var loadCommand = &command.Command{
	Name:    "load",
	Summary: "measure a service under load",
	Args: "[-service FILE] [-games N,...] [-variants ID,...] [-rate R] [-for TIME] [-worst TIME] [-together] " +
		"[-pages | -mixed] [-rematch] [-data FOLDER]",
	Help: `Starts a service as a separate process and plays many games on it over real
connections, with two players each. For each number of games it prints how long
the service takes to acknowledge moves, and the resources of service and players.
It fails if a move fails, or if more than 1 % take longer than -worst.`,
	Prepare: func(f *flag.FlagSet) func(*command.Env) error {
		var o load.Options
		games := f.String("games", "500,1000,2000,4000",
			"`numbers` of simultaneous games, separated by commas; each is measured")
		variants := f.String("variants", "copenhagen-11x11-tdiamond,brandubh-gorrion,fetlar-11x11",
			"`IDs` of the variants, played alternately")
		f.StringVar(&o.Service, "service", "", "`program` of the service; default: taflmatch in the folder of tafllab")
		f.StringVar(&o.Dir, "data", "",
			"`folder` for the data of the service; default: a temporary one")
		f.StringVar(&o.Profile, "cpuprofile", "", "`file` for a profile of the players' process")
		f.Float64Var(&o.PerGame, "rate", 0.75, "moves per second in each game")
		f.DurationVar(&o.Lasts, "for", time.Minute, "measured `time` for each number of games")
		f.DurationVar(&o.Worst, "worst", 150*time.Millisecond,
			"`time` in which the service must acknowledge 99 % of the moves")
		f.BoolVar(&o.Together, "together", false, "start all games at once, so that they end at once; by default the "+
			"first games are shorter, so that their ends are spread")
		f.BoolVar(&o.Pages, "pages", false, "play in web pages of the service, which are reloaded for each game "+
			"and receive the position after each move")
		f.BoolVar(&o.Mixed, "mixed", false,
			"play half of the games in web pages and half in desktop programs; print a line for each half")
		f.BoolVar(&o.Rematch, "rematch", false, "play rematches with swapped sides after the first game, in the "+
			"pages that are open")
		return func(e *command.Env) error { return measureLoad(e, o, *games, *variants) }
	},
}

// measureLoad checks the arguments and runs the measurement.
func measureLoad(e *command.Env, o load.Options, games, variants string) error {
	for text := range strings.SplitSeq(games, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil || n < 1 {
			return command.Usagef("load: -games: %q is not a number of games", text)
		}
		o.Games = append(o.Games, n)
	}
	for id := range strings.SplitSeq(variants, ",") {
		if _, err := command.Variant(id); err != nil {
			return err
		}
		o.Variants = append(o.Variants, id)
	}
	if o.PerGame <= 0 || o.Lasts < time.Second {
		return command.Usagef("load: -rate must be greater than 0 and -for at least 1s")
	}
	if o.Pages && o.Mixed {
		return command.Usagef("load: -pages and -mixed exclude each other: choose one")
	}
	ctx, stop := signal.NotifyContext(e.Ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	out := flushed{e}
	return load.Run(ctx, o, out, e.Note)
}

// flushed flushes results immediately.
type flushed struct{ *command.Env }

// Write implements io.Writer.
func (f flushed) Write(text []byte) (int, error) {
	n, err := f.Out.Write(text)
	if err == nil {
		err = f.Out.Flush()
	}
	return n, err
}
