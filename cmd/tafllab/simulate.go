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
	Summary: "play a day of a service with very many players through",
	Args:    "[-online N] [-seed N] [-minutes N] [-settings FILE]",
	Help: `Simulates who comes when in a day, who waits for whom, what that costs, and
what happens when services, brokers and a region die. The queue is the service's
own. Prints waits, turns that are late, machines and money, what is full first,
and how far the model is from what was measured. The same seed gives the same day.
-settings names a file like lab/simulate/settings.toml, of what shall differ.`,
	Prepare: func(f *flag.FlagSet) func(*command.Env) error {
		online := f.Int("online", 0, "`players` online at the busiest moment; 0 is what the settings say")
		seed := f.Uint64("seed", 1, "`number` that all chance follows from")
		minutes := f.Int("minutes", 0,
			"`minutes` of each hour in which who waits is paired one by one; 0 is 60, or fewer for many players")
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
				return command.Usagef("simulate: -minutes is from 1 to 60")
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
