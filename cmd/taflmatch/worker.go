package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"runtime"

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

func parseWorker(args []string, errs io.Writer) (o workerOptions, err error) {
	set := flag.NewFlagSet("taflmatch worker", flag.ContinueOnError)
	set.SetOutput(errs)
	set.StringVar(&o.nats, "nats", "", natsUsage)
	o.login.Flags(set)
	set.IntVar(&o.threads, "threads", runtime.NumCPU(), "number of `moves` computed at the same time")
	if err := parseFlags(set, args); err != nil {
		return o, err
	}
	if o.nats == "" || o.threads < 1 {
		return o, &usageError{errors.New("worker needs -nats and at least one thread")}
	}
	if err := o.login.Check(o.nats); err != nil {
		return o, &usageError{err}
	}
	return o, nil
}

// work computes moves for bots on other machines until ctx ends.
func work(ctx context.Context, args []string, out, errs io.Writer) error {
	o, err := parseWorker(args, errs)
	if err != nil {
		return err
	}
	log := slog.New(slog.NewJSONHandler(errs, nil))
	nc, err := server.Connect(o.nats, o.login, log)
	if err != nil {
		return err
	}
	defer nc.Close()
	fmt.Fprintf(out, "taflmatch computes up to %d moves at the same time\n", o.threads)
	return engines.Work(ctx, nc, o.threads, log)
}
