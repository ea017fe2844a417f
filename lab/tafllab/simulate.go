package main

import (
	"flag"
	"os"
	"os/signal"
	"syscall"

	"tafl3d/internal/command"
	"tafl3d/lab/simulate"
)

// mostOnline divided by the number of players is the number of simulated minutes per hour: twenty
// for a million players. A few minutes of many players are as significant as a day of a few.
const mostOnline = 20_000_000

var simulateCommand = &command.Command{
	Name:    "simulate",
	Summary: "simulate a day of a service with many players",
	Args:    "[-online N] [-seed N] [-minutes N] [-settings FILE]",
	Help: `Simulates one day of a service: when players come, who waits for whom, what it
costs, and what happens when services, brokers and a region fail. The queue is
the code of the service. Prints waiting times, late moves, machines and cost, the
first bottleneck, and how far the model is from measurements. The same seed gives
the same day. -settings names a file like lab/simulate/settings.toml with the
settings to change.`,
	Prepare: func(f *flag.FlagSet) func(*command.Env) error {
		online := f.Int("online", 0, "`players` online at peak; 0 for the value of the settings")
		seed := f.Uint64("seed", 1, "`seed` of the random numbers")
		minutes := f.Int("minutes", 0,
			"`minutes` of each hour in which players are paired individually; 0 for 60, or fewer with many players")
		file := f.String("settings", "", "`file` of settings")
		return func(e *command.Env) error {
			s, err := simulate.Load(*file)
			if err != nil {
				return err
			}
			if *online != 0 {
				s.Players.Online = *online
			}
			if *minutes < 0 || *minutes > 60 {
				return command.Usagef("simulate: -minutes must be 1 to 60")
			}
			if *minutes == 0 {
				*minutes = min(max(mostOnline/s.Players.Online, 2), 60)
			}
			ctx, stop := signal.NotifyContext(e.Ctx, os.Interrupt, syscall.SIGTERM)
			defer stop()
			day, err := simulate.Run(ctx, s, *seed, *minutes)
			if err != nil {
				return err
			}
			return day.Print(e.Out)
		}
	},
}
