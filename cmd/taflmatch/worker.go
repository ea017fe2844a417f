package main

import (
	"flag"
	"fmt"
	"log/slog"
	"runtime"

	"tafl3d/internal/command"
	"tafl3d/server"
	"tafl3d/server/cluster"
	"tafl3d/server/engines"
)

// workerOptions are the flags of worker.
type workerOptions struct {
	nats    string
	login   cluster.Login
	threads int
}

var workerCommand = &command.Command{
	Name: "worker", Summary: "compute moves for bots on other machines", Args: "-nats ADDRESSES [flags]",
	Help: "Computes moves for `taflmatch bots` on other machines until it gets SIGTERM or Ctrl-C.",
	Prepare: func(set *flag.FlagSet) func(*command.Env) error {
		o := workerFlags(set)
		return func(e *command.Env) error {
			if o.nats == "" || o.threads < 1 {
				return command.Usagef("worker needs -nats and at least one thread")
			}
			if err := o.login.Check(o.nats); err != nil {
				return command.Misused(err)
			}
			return work(e, *o)
		}
	},
}

// workerFlags returns options with the values of flags.
func workerFlags(set *flag.FlagSet) *workerOptions {
	o := new(workerOptions)
	set.StringVar(&o.nats, "nats", "", natsUsage)
	o.login.Flags(set)
	set.IntVar(&o.threads, "threads", runtime.NumCPU(), "number of `moves` computed at the same time")
	return o
}

// work computes moves for bots on other machines until the context ends.
func work(e *command.Env, o workerOptions) error {
	log := slog.New(slog.NewJSONHandler(e.Note, nil))
	nc, err := server.Connect(o.nats, o.login, log)
	if err != nil {
		return err
	}
	defer nc.Close()
	fmt.Fprintf(e.Out, "taflmatch computes up to %d moves at the same time\n", o.threads)
	if err := e.Out.Flush(); err != nil {
		return err
	}
	return engines.Work(e.Ctx, nc, o.threads, log)
}
