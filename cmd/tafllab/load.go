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
	Summary: "measure a service under many games at once",
	Args: "[-service FILE] [-games N,...] [-variants ID,...] [-rate R] [-for TIME] [-worst TIME] [-together] " +
		"[-pages | -mixed] [-rematch] [-data FOLDER]",
	Help: `Starts a service in a process of its own and plays many games on it over real
connections, two players each. Prints, for each number of games, how long turns
take until they are acknowledged, and what the service and the players used.
It fails if a turn failed, or more than one of 100 took longer than -worst.`,
	Prepare: func(f *flag.FlagSet) func(*command.Env) error {
		var o load.Options
		games := f.String("games", "500,1000,2000,4000", "games at once, two players each; a round for each `number`")
		variants := f.String("variants", "copenhagen-11x11-tdiamond,brandubh-gorrion,fetlar-11x11",
			"`ids` of the variants that are played by turns")
		f.StringVar(&o.Service, "service", "", "`program` of the service; without it taflmatch beside this program")
		f.StringVar(&o.Dir, "data", "",
			"`folder` that the service under load keeps its data in; one that is removed afterwards if empty")
		f.StringVar(&o.Profile, "cpuprofile", "", "`file` for a profile of the players' side")
		f.Float64Var(&o.PerGame, "rate", 0.75, "turns a second in each game")
		f.DurationVar(&o.Lasts, "for", time.Minute, "`time` that each round is measured")
		f.DurationVar(&o.Worst, "worst", 150*time.Millisecond,
			"`time` within which 99 of 100 turns are to be acknowledged")
		f.BoolVar(&o.Together, "together", false, "begin all games at once, so that they end at once; otherwise the "+
			"first games are shortened, and ends are spread")
		f.BoolVar(&o.Pages, "pages", false, "players sit at pages of the service, which they open anew for each "+
			"game, and which are told how it stands after each turn")
		f.BoolVar(&o.Mixed, "mixed", false,
			"half of the games are played at pages and half at desktops, and a line tells of each half")
		f.BoolVar(&o.Rematch, "rematch", false, "after the first game two players play rematches, which go on at the "+
			"pages that they have, with sides swapped")
		return func(e *command.Env) error { return measureLoad(e, o, *games, *variants) }
	},
}

// measureLoad checks the arguments and runs the measurement.
func measureLoad(e *command.Env, o load.Options, games, variants string) error {
	for text := range strings.SplitSeq(games, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil || n < 1 {
			return command.Usagef("load: -games: %q is no number of games", text)
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
		return command.Usagef("load: -rate must be more than 0 and -for at least 1s")
	}
	if o.Pages && o.Mixed {
		return command.Usagef("load: -pages has all games at pages and -mixed half of them: choose one")
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
