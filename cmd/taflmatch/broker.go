package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"strings"

	"tafl3d/internal/lock"
	"tafl3d/server"
	"tafl3d/server/cluster"
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
	o.Log.Info("broker starting", "release", release)
	return errors.Join(server.RunBroker(ctx, o), mine.Free())
}

// newSecret creates the secret that brokers and their services share.
func newSecret(_ context.Context, args []string, out, _ io.Writer) error {
	if len(args) != 1 || strings.HasPrefix(args[0], "-") {
		return &usageError{errors.New("secret needs the name of a new file")}
	}
	if err := cluster.NewSecret(args[0]); err != nil {
		return err
	}
	_,
		err := fmt.Fprintf(out,
		"%s: copy it to each broker (-secret) and each service (-nats-secret), readable by their user alone\n", args[0])
	return err
}

func parseBroker(args []string, errs io.Writer) (o server.BrokerOptions, err error) {
	set := flag.NewFlagSet("taflmatch broker", flag.ContinueOnError)
	set.SetOutput(errs)
	set.StringVar(&o.Name, "name", "", "`name` of this broker, unique in the cluster")
	set.StringVar(&o.Data, "data", "taflmatch-broker", "`folder` for games in progress")
	set.StringVar(&o.Addr, "addr", "127.0.0.1:4222", "`host:port` for services; only they may reach it")
	set.StringVar(&o.Cluster, "cluster", "127.0.0.1:6222", "`host:port` for the other brokers; only they may reach it")
	set.StringVar(&o.Peers, "peers", "", "`addresses` of the brokers' -cluster ports, nats://a:6222,nats://b:6222")
	set.StringVar(&o.Secret, "secret", "", "`file` that taflmatch secret made, the same for all brokers and "+
		"services: encrypts connections and admits no one else")
	if err := parseFlags(set, args); err != nil {
		return o, err
	}
	if o.Name == "" || o.Peers == "" {
		return o, &usageError{errors.New("broker needs -name and -peers")}
	}
	return o, nil
}
