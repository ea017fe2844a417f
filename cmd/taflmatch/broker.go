package main

import (
	"context"
	"errors"
	"flag"
	"io"
	"log/slog"

	"tafl3d/internal/lock"
	"tafl3d/server"
)

// runBroker runs one broker of a cluster until ctx ends.
func runBroker(ctx context.Context, args []string, _, errs io.Writer) error {
	o, err := parseBroker(args, errs)
	if err != nil {
		return err
	}
	mine, err := lock.Take(o.Data)
	if err != nil {
		return err
	}
	o.Log = slog.New(slog.NewJSONHandler(errs, nil))
	return errors.Join(server.RunBroker(ctx, o), mine.Free())
}

func parseBroker(args []string, errs io.Writer) (o server.BrokerOptions, err error) {
	set := flag.NewFlagSet("taflmatch broker", flag.ContinueOnError)
	set.SetOutput(errs)
	set.StringVar(&o.Name, "name", "", "`name` of this broker, unlike any other in the cluster")
	set.StringVar(&o.Data, "data", "taflmatch-broker", "`folder` of the live games")
	set.StringVar(&o.Addr, "addr", "127.0.0.1:4222", "`host:port` for services; only they may reach it")
	set.StringVar(&o.Cluster, "cluster", "127.0.0.1:6222", "`host:port` for the other brokers; only they may reach it")
	set.StringVar(&o.Peers, "peers", "", "`addresses` of the brokers' -cluster ports, nats://a:6222,nats://b:6222")
	if err := set.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return o, err
		}
		return o, &usageError{err}
	}
	if o.Name == "" || o.Peers == "" || set.NArg() > 0 {
		return o, &usageError{errors.New("broker wants -name and -peers, and nothing beside its flags")}
	}
	return o, nil
}
