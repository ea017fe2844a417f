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

	"tafl3d/net/wire"
	"tafl3d/server"
)

// place reads the flag -data and the words before and after it.
func place(name string, args []string, errs io.Writer) (data string, rest []string, err error) {
	set := flag.NewFlagSet("taflmatch "+name, flag.ContinueOnError)
	set.SetOutput(errs)
	set.StringVar(&data, "data", "taflmatch-data", "`folder` of what the service keeps")
	rest, err = parseWords(set, args)
	return data, rest, err
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

// admin runs an operator's command on the running service.
func admin(ctx context.Context, args []string, out, errs io.Writer) error {
	data, rest, err := place("admin", args, errs)
	if err != nil {
		return err
	}
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
		return &usageError{errors.New(
			"admin wants: reports, suspects, metrics, profile, heap, trace, show NAME or delete NAME")}
	}
	answer, err := askOperator(ctx, data, method, path, nil)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, answer.Body)
	return errors.Join(err, answer.Body.Close())
}

// backup writes a complete backup file or none, or with the name "-" to standard output.
func backup(ctx context.Context, args []string, out, errs io.Writer) error {
	if len(args) == 2 && strings.TrimLeft(args[0], "-") == "verify" {
		return checkFile(ctx, args[1], out)
	}
	data, force := "", false
	set := flag.NewFlagSet("taflmatch backup", flag.ContinueOnError)
	set.SetOutput(errs)
	set.StringVar(&data, "data", "taflmatch-data", "`folder` of what the service keeps")
	set.BoolVar(&force, "force", false, "replace an existing file")
	rest, err := parseWords(set, args)
	if err != nil {
		return err
	}
	if len(rest) != 1 {
		return &usageError{errors.New("backup wants the name of a file")}
	}
	to := rest[0]
	if _, err := os.Lstat(to); err == nil && to != "-" && !force {
		return fmt.Errorf("%s already exists: add -force to replace it, or choose another name", to)
	}
	answer, err := askOperator(ctx, data, http.MethodGet, "/backup", nil)
	if err != nil {
		return err
	}
	defer func() { _ = answer.Body.Close() }()
	if to == "-" {
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

// checkData checks a data folder, a backup or a cluster for damage.
func checkData(ctx context.Context, args []string, out, errs io.Writer) error {
	o := server.Options{Log: slog.New(slog.DiscardHandler)}
	set := flag.NewFlagSet("taflmatch check", flag.ContinueOnError)
	set.SetOutput(errs)
	set.StringVar(&o.Data, "data", "taflmatch-data", "`folder` of what the service keeps")
	set.IntVar(&o.Shards, "shards", 0, "streams of games in progress, as for serve; usually the present number")
	set.StringVar(&o.NATS, "nats", "", natsUsage+": check these, also while services run")
	o.Login.Flags(set)
	set.StringVar(&o.Database, "db", "", "database of the cluster, postgres://...")
	words, err := parseWords(set, args)
	if err != nil {
		return err
	}
	switch cluster := o.NATS != ""; {
	case o.Login.Check(o.NATS) != nil:
		return &usageError{o.Login.Check(o.NATS)}
	case !cluster && o.Database != "":
		return &usageError{errors.New("check: -db needs -nats")}
	case len(words) == 0 && cluster:
		return server.CheckCluster(ctx, o, out)
	case len(words) == 0:
		return server.Check(ctx, o, out)
	case len(words) == 1 && !cluster:
		return checkFile(ctx, words[0], out)
	}
	return &usageError{errors.New("check wants the name of one backup, or none for the data folder or a cluster")}
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

// restore fills an empty data folder from a backup.
func restore(ctx context.Context, args []string, out, errs io.Writer) error {
	data, rest, err := place("restore", args, errs)
	if err != nil {
		return err
	}
	if len(rest) != 1 {
		return &usageError{errors.New("restore wants the name of a backup")}
	}
	f, err := os.Open(rest[0])
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	if err := server.Restore(ctx, server.Options{Data: data}, f); err != nil {
		return err
	}
	fmt.Fprintf(out, "%s restored\n", data)
	return nil
}
