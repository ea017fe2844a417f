package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"tafl3d/internal/command"
	"tafl3d/net/wire"
	"tafl3d/server"
)

// dataFlag declares -data, the folder of a service.
func dataFlag(set *flag.FlagSet, data *string) {
	set.StringVar(data, "data", "taflmatch-data", "`folder` of what the service keeps")
}

// askOperator sends a request to the running service of a data folder.
func askOperator(ctx context.Context, data, method, path string, body io.Reader) (*http.Response, error) {
	socket := filepath.Join(data, server.AdminSocket)
	c := &http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "unix", socket)
	}}}
	r, err := http.NewRequestWithContext(ctx, method, "http://admin"+path, body)
	if err != nil {
		return nil, err
	}
	answer, err := c.Do(r)
	if e, ok := errors.AsType[*net.OpError](err); ok && e.Op == "dial" {
		return nil, fmt.Errorf("no service is running on %s: %w", data, e)
	}
	if err != nil {
		return nil, fmt.Errorf("the service on %s ended the connection: %w", data, err)
	}
	if answer.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(io.LimitReader(answer.Body, 4<<10))
		var refused wire.Refused
		if json.Unmarshal(text, &refused) == nil && refused.Text != "" {
			why := errors.New(strings.TrimPrefix(refused.Text, "invalid request: "))
			return nil, errors.Join(why, answer.Body.Close())
		}
		return nil, errors.Join(fmt.Errorf("the service answered %s: %s", answer.Status, bytes.TrimSpace(text)),
			answer.Body.Close())
	}
	return answer, nil
}

var adminCommand = &command.Command{
	Name: "admin", Summary: "reports, accounts and figures of a running service", Files: true,
	Args: "-data DIR WORDS",
	Help: `The words are one of:

  reports       the latest reports about players
  suspects      accounts with suspicious results
  show NAME     an account and its devices
  delete NAME   delete an account
  metrics       the metrics of the service, for Prometheus
  profile       a CPU profile of the next 30 seconds, for go tool pprof
  heap          a heap profile, for go tool pprof
  trace         an execution trace of the next second, for go tool trace`,
	Prepare: func(set *flag.FlagSet) func(*command.Env) error {
		data := ""
		dataFlag(set, &data)
		return func(e *command.Env) error { return admin(e.Ctx, data, e.Files, e.Out) }
	},
}

// admin runs an operator's command on the running service.
func admin(ctx context.Context, data string, rest []string, out io.Writer) error {
	method, path := http.MethodGet, ""
	switch {
	case len(rest) == 1 && slices.Contains([]string{"reports", "suspects", "metrics", "profile", "heap", "trace"},
		rest[0]):
		path = "/" + rest[0]
	case len(rest) == 2 && rest[0] == "show":
		path = "/account/" + url.PathEscape(rest[1])
	case len(rest) == 2 && rest[0] == "delete":
		method, path = http.MethodDelete, "/account/"+url.PathEscape(rest[1])
	default:
		return command.Usagef("admin wants: reports, suspects, metrics, profile, heap, trace, show NAME or delete NAME")
	}
	answer, err := askOperator(ctx, data, method, path, nil)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, answer.Body)
	return errors.Join(err, answer.Body.Close())
}

var backupCommand = &command.Command{
	Name: "backup", Summary: "write all data of a running service into a new file", Files: true,
	Args: "-data DIR FILE, or -verify FILE",
	Help: "Writes a complete backup into a new file or, with the name -, to standard output.",
	Prepare: func(set *flag.FlagSet) func(*command.Env) error {
		data, verify, force := "", "", false
		dataFlag(set, &data)
		set.StringVar(&verify, "verify", "", "check this backup `file` for damage instead")
		command.ForceFlag(set, &force)
		return func(e *command.Env) error {
			switch {
			case verify != "" && len(e.Files) == 0:
				return checkFile(e.Ctx, verify, e.Out)
			case verify != "" || len(e.Files) != 1:
				return command.Usagef("backup wants the name of a file")
			}
			return backup(e.Ctx, data, e.Files[0], force, e.Out)
		}
	},
}

// backup writes a complete backup file or none, or with the name "-" to standard output.
func backup(ctx context.Context, data, to string, force bool, out io.Writer) error {
	if err := command.Writable(force, to); err != nil {
		return err
	}
	answer, err := askOperator(ctx, data, http.MethodGet, "/backup", nil)
	if err != nil {
		return err
	}
	defer func() { _ = answer.Body.Close() }()
	if to == command.Stdout {
		_, err := io.Copy(out, answer.Body)
		return err
	}
	n, err := keepBackup(to, answer.Body)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s: %d bytes\n", to, n)
	return nil
}

// keepBackup writes a backup into a file and returns its length in bytes. On an error, an old file remains as it was.
func keepBackup(to string, from io.Reader) (int64, error) {
	part := to + ".part"
	f, err := os.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return 0, err
	}
	n, err := io.Copy(f, from)
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(part, to)
	}
	if err != nil {
		return 0, errors.Join(err, os.Remove(part))
	}
	return n, nil
}

var checkCommand = &command.Command{
	Name: "check", Summary: "check a data folder, a backup or a running cluster for damage", Files: true,
	Args: "[-data DIR] [FILE], or -nats ADDRESSES -db DATABASE",
	Help: "Checks the data folder of a service that is not running, a backup FILE, or with -nats a cluster.",
	Prepare: func(set *flag.FlagSet) func(*command.Env) error {
		o := server.Options{Log: slog.New(slog.DiscardHandler)}
		dataFlag(set, &o.Data)
		set.IntVar(&o.Shards, "shards", 0, "streams of games in progress, as for serve; usually the present number")
		set.StringVar(&o.NATS, "nats", "", natsUsage+": check these, also while services run")
		o.Login.Flags(set)
		set.StringVar(&o.Database, "db", "", "database of the cluster, postgres://...")
		return func(e *command.Env) error { return checkData(e, o) }
	},
}

// checkData checks a data folder, a backup or a cluster for damage.
func checkData(e *command.Env, o server.Options) error {
	switch cluster := o.NATS != ""; {
	case o.Login.Check(o.NATS) != nil:
		return command.Misused(o.Login.Check(o.NATS))
	case !cluster && o.Database != "":
		return command.Usagef("check: -db needs -nats")
	case len(e.Files) == 0 && cluster:
		return server.CheckCluster(e.Ctx, o, e.Out)
	case len(e.Files) == 0:
		return server.Check(e.Ctx, o, e.Out)
	case len(e.Files) == 1 && !cluster:
		return checkFile(e.Ctx, e.Files[0], e.Out)
	}
	return command.Usagef("check wants the name of one backup, or none for the data folder or a cluster")
}

// checkFile checks a backup for damage.
func checkFile(ctx context.Context, name string, out io.Writer) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	return server.CheckBackup(ctx, f, out)
}

var restoreCommand = &command.Command{
	Name: "restore", Summary: "fill an empty data folder from a backup", Args: "-data DIR FILE", Files: true,
	Help: "Fills an empty data folder from a backup.",
	Prepare: func(set *flag.FlagSet) func(*command.Env) error {
		data := ""
		dataFlag(set, &data)
		return func(e *command.Env) error {
			if len(e.Files) != 1 {
				return command.Usagef("restore wants the name of a backup")
			}
			f, err := os.Open(e.Files[0])
			if err != nil {
				return err
			}
			defer func() { _ = f.Close() }()
			if err := server.Restore(e.Ctx, server.Options{Data: data}, f); err != nil {
				return err
			}
			fmt.Fprintf(e.Out, "%s restored\n", data)
			return nil
		}
	},
}
