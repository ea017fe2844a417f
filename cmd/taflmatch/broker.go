package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"

	"tafl3d/internal/command"
	"tafl3d/internal/lock"
	"tafl3d/server"
	"tafl3d/server/cluster"
)

var brokerCommand = &command.Command{
	Name: "broker", Summary: "store games in progress for services on many machines",
	Args: "-name NAME -peers A [flags]",
	Help: "Runs one broker of a cluster until it gets SIGTERM or Ctrl-C. docs/operation.md explains clusters.",
	Prepare: func(set *flag.FlagSet) func(*command.Env) error {
		o := brokerFlags(set)
		return func(e *command.Env) error {
			if o.Name == "" || o.Peers == "" {
				return command.Usagef("broker needs -name and -peers")
			}
			return runBroker(e.Ctx, *o, e.Note)
		}
	},
}

// brokerFlags returns options with the values of flags.
func brokerFlags(set *flag.FlagSet) *server.BrokerOptions {
	o := new(server.BrokerOptions)
	set.StringVar(&o.Name, "name", "", "`name` of this broker, unique in the cluster")
	set.StringVar(&o.Data, "data", "taflmatch-broker", "`folder` for games in progress")
	set.StringVar(&o.Addr, "addr", "127.0.0.1:4222", "`host:port` for services; only they may reach it")
	set.StringVar(&o.Cluster, "cluster", "127.0.0.1:6222", "`host:port` for the other brokers; only they may reach it")
	set.StringVar(&o.Peers, "peers", "", "`addresses` of the brokers' -cluster ports, nats://a:6222,nats://b:6222")
	set.StringVar(&o.Secret, "secret", "", "`file` that taflmatch secret made, the same for all brokers and "+
		"services: encrypts connections and admits no one else")
	return o
}

// runBroker runs one broker of a cluster until ctx ends.
func runBroker(ctx context.Context, o server.BrokerOptions, errs io.Writer) error {
	mine, err := lock.Take(o.Data)
	if err != nil {
		return err
	}
	o.Log = slog.New(slog.NewJSONHandler(errs, nil))
	o.Log.Info("broker starting", "release", release)
	return errors.Join(server.RunBroker(ctx, o), mine.Free())
}

var secretCommand = &command.Command{
	Name: "secret", Summary: "create the secret of brokers and their services", Args: "FILE", Files: true,
	Help: "Writes a new file for -secret of brokers and -nats-secret of services.",
	Prepare: func(*flag.FlagSet) func(*command.Env) error {
		return func(e *command.Env) error {
			if len(e.Files) != 1 {
				return command.Usagef("secret needs the name of a new file")
			}
			if err := cluster.NewSecret(e.Files[0]); err != nil {
				return err
			}
			fmt.Fprintf(e.Out,
				"%s: copy it to each broker (-secret) and each service (-nats-secret), readable by their "+
					"user alone\n", e.Files[0])
			return nil
		}
	},
}
