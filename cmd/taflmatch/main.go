// Command taflmatch is the matching service: people and programs meet on it, play
// games that survive its crashes, and are rated.
package main

import (
	"context"
	"crypto/tls"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"time"

	"golang.org/x/crypto/acme/autocert"

	"tafl3d/internal/flags"
	"tafl3d/internal/heap"
	"tafl3d/net/lan"
	"tafl3d/net/wire"
	"tafl3d/server"
	"tafl3d/server/operator"
)

func main() {
	ownFiles()
	if len(os.Args) > 1 && (os.Args[1] == "serve" || os.Args[1] == "broker") {
		slacken()
	}
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// release is the version of this program; builds of a release name theirs
// (-ldflags "-X main.release=...").
var release = "unreleased"

const usage = `taflmatch is the matching service of tafl3d.

  taflmatch serve [flags]                    run the service until it is told to end
  taflmatch bots [flags]                     run engines as players beside a service
  taflmatch worker -nats ADDRESSES [flags]   think for bots on other machines
  taflmatch broker [flags]                   keep live games for services on many machines
  taflmatch backup -data DIR FILE            write all that a running service keeps into a new file
  taflmatch backup -verify FILE              say whether a backup is whole
  taflmatch check [-data DIR] [FILE]         say what of a data folder, or of a backup, is whole
  taflmatch check -nats A -db B              the same of a cluster, while it runs
  taflmatch doctor [flags of serve]          say what is wrong with the place where it runs, and what to do
  taflmatch restore -data DIR FILE           fill an empty data folder from a backup
  taflmatch admin -data DIR reports          the newest complaints about players
  taflmatch admin -data DIR suspects         who came by results in a way that stands out
  taflmatch admin -data DIR show NAME        an account and its devices
  taflmatch admin -data DIR delete NAME      delete an account
  taflmatch admin -data DIR metrics          the figures of the service, for Prometheus
  taflmatch admin -data DIR profile          where it spends its time in the next 30 seconds, for go tool pprof
  taflmatch admin -data DIR heap             where its memory is, for go tool pprof
  taflmatch admin -data DIR trace            what each of its goroutines does in the next second, for go tool trace
  taflmatch secret FILE                      make the secret that brokers and their services share
  taflmatch version                          the version of this program

taflmatch serve -h lists the flags.
`

// run is main without the process: 0 when all went well, 1 when it did not, 2 when
// the command line makes no sense.
func run(args []string, out, errs io.Writer) int {
	commands := map[string]func(context.Context, []string, io.Writer, io.Writer) error{
		"serve": serve, "backup": backup, "restore": restore, "check": checkData, "doctor": runDoctor, "admin": admin,
		"bots": bots, "worker": work, "broker": runBroker, "version": version, "secret": newSecret,
	}
	if len(args) > 0 && args[0] == "load" {
		fmt.Fprintln(errs, "taflmatch: load has moved; use tafllab load")
		return 2
	}
	if len(args) == 0 {
		fmt.Fprint(errs, usage)
		return 2
	}
	switch args[0] {
	case "-h", "-help", "--help":
		args = []string{"help"}
	case "-version", "--version":
		args[0] = "version"
	}
	if args[0] == "help" {
		if len(args) == 1 || args[1] == "secret" || args[1] == "version" { // which have no flags
			fmt.Fprint(out, usage)
			return 0
		}
		args = []string{args[1], "-h"}
	}
	if commands[args[0]] == nil {
		names := slices.Sorted(maps.Keys(commands))
		fmt.Fprintf(errs, "taflmatch: there is no command %q; %s (see: taflmatch help)\n", args[0],
			flags.Choice("", args[0], names))
		return 2
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := commands[args[0]](ctx, args[1:], out, errs)
	var wrong *usageError
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case errors.As(err, &wrong):
		fmt.Fprintln(errs, "taflmatch:", flags.Plain(err))
		return 2
	case err != nil:
		fmt.Fprintln(errs, "taflmatch:", flags.Plain(err))
		return 1
	}
	return 0
}

// version says which this program is.
func version(_ context.Context, args []string, out, _ io.Writer) error {
	if len(args) > 0 {
		return &usageError{fmt.Errorf("version: %q is too much", args[0])}
	}
	_, err := fmt.Fprintln(out, "taflmatch", release)
	return err
}

// usageError is a fault of the command line.
type usageError struct{ error }

// parseFlags reads flags and refuses words. It returns flag.ErrHelp after it has printed help where the set writes,
// and else a usageError of one line.
func parseFlags(set *flag.FlagSet, args []string) error {
	words, err := parseWords(set, args)
	if len(words) > 0 && !errors.Is(err, flag.ErrHelp) {
		return &usageError{fmt.Errorf("%q is too much", words[0])}
	}
	return err
}

// parseWords reads flags and returns the words before, between and after them. It returns errors as parseFlags does.
func parseWords(set *flag.FlagSet, args []string) ([]string, error) {
	out := set.Output()
	set.SetOutput(io.Discard)
	words, err := flags.Words(set, args)
	set.SetOutput(out)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return nil, set.Parse([]string{"-h"})
	case err != nil:
		return words, &usageError{fmt.Errorf("%s; %s", flags.Explain(set, err), flags.Listed(set))}
	}
	return words, nil
}

// options are the flags of serve.
type options struct {
	addr    string
	metrics string                // where Prometheus asks; empty is nowhere
	traces  operator.TraceOptions // without an address there are none
	plain   bool
	told    bool // to the local network
	certs   certificates
	spread  bool // it is said over how many streams games are spread
	server.Options
}

// natsUsage is what -nats takes, for every command that has it.
const natsUsage = "`addresses` of a NATS cluster, nats://a,b,c"

func parse(args []string, errs io.Writer) (o options, err error) {
	set := flag.NewFlagSet("taflmatch serve", flag.ContinueOnError)
	set.SetOutput(errs)
	set.StringVar(&o.addr, "addr", "127.0.0.1:7350", "`host:port` to listen on")
	set.StringVar(&o.metrics, "metrics", "",
		"`host:port` where Prometheus reads the figures at /metrics, without TLS: one that only it can reach")
	set.StringVar(&o.traces.URL, "traces", "", "`URL` of a collector of OpenTelemetry (OTLP over HTTP, as "+
		"http://127.0.0.1:4318) that is told of requests and acts")
	set.Float64Var(&o.traces.Share, "traces-share", 0.01,
		"`part` of all requests and acts that it is told of, 1 is all")
	set.StringVar(&o.Data, "data", "taflmatch-data", "`folder` of what the service keeps")
	set.StringVar(&o.Name, "name", "tafl3d", "name of the service, shown to players")
	set.StringVar(&o.Host, "host", "localhost", "name that players reach the service by; it is part of what they sign")
	set.StringVar(&o.certs.cert, "cert", "",
		"certificate `file` (PEM) for TLS; read anew when it changes, and at SIGHUP")
	set.StringVar(&o.certs.key, "key", "", "private key `file` (PEM) for TLS")
	set.BoolVar(&o.certs.auto, "acme", false, "get the certificate for -host from an authority that speaks ACME, and "+
		"renew it; you agree to the authority's terms")
	set.StringVar(&o.certs.email, "acme-email", "", "`address` at which the authority can reach you")
	set.StringVar(&o.certs.http, "acme-http", ":80", "`host:port` where the authority's questions are answered and "+
		"everybody else is sent to TLS; empty where -addr itself is reached at port 443")
	set.StringVar(&o.certs.directory, "acme-directory", autocert.DefaultACMEDirectory, "`URL` of the authority")
	set.StringVar(&o.certs.root, "acme-root", "", "certificate `file` (PEM) of a private authority")
	set.BoolVar(&o.plain, "plain-text-on-the-network", false,
		"serve without TLS beyond this machine: only behind a proxy that has it")
	set.BoolVar(&o.told, "announce", false,
		"tell the local network of the service, so that players there find it without typing")
	set.BoolVar(&o.BehindProxy, "behind-proxy", false,
		"believe the addresses in X-Forwarded-For: only where a proxy of yours writes them")
	set.BoolVar(&o.NoGuests, "no-guests", false, "let nobody in without a name")
	set.StringVar(&o.NATS, "nats", "", natsUsage+"; none runs a broker inside")
	o.Login.Flags(set)
	set.IntVar(&o.Replicas, "copies", 1, "copies of each live game in the cluster: 1, 3 or 5")
	set.IntVar(&o.Shards, "shards", 0, "streams that live games are spread over; the same for all services, and "+
		"changed only while no game is under way. Usually 4 in a cluster, else as they are, or 16")
	set.StringVar(&o.Database, "db", "", "database, postgres://...; none is a file in the data folder")
	set.StringVar(&o.Standby, "standby", "",
		"standby of that database, postgres://...: from it is read what may be some seconds old, as long as it follows")
	if err := parseFlags(set, args); err != nil {
		return o, err
	}
	set.Visit(func(f *flag.Flag) { o.spread = o.spread || f.Name == "shards" })
	return o, o.check()
}

// postgres reports whether an address is that of a PostgreSQL.
func postgres(address string) bool {
	return strings.HasPrefix(address, "postgres://") || strings.HasPrefix(address, "postgresql://")
}

// check reports flags that do not fit together.
func (o options) check() error {
	host, _, err := net.SplitHostPort(o.addr)
	switch {
	case err != nil:
		return &usageError{fmt.Errorf("-addr %s: %w", o.addr, err)}
	case o.certs.check(o.Host) != nil:
		return &usageError{o.certs.check(o.Host)}
	case !o.certs.on() && !o.plain && !wire.ThisMachine(host):
		return &usageError{fmt.Errorf("-addr %s can be reached from other machines: give -acme, or -cert and -key, "+
			"or say -plain-text-on-the-network", o.addr)}
	case o.told && o.calls(&net.TCPAddr{}) == "":
		return &usageError{errors.New(
			"-announce needs an address with TLS: -acme, or -cert and -key, or -behind-proxy, and -host")}
	case o.traces.URL != "" && o.traces.Check() != nil:
		return &usageError{o.traces.Check()}
	case o.spread && (o.Shards < 1 || o.Shards > 256):
		return &usageError{errors.New("-shards is a number from 1 to 256")}
	case o.Replicas != 1 && o.NATS == "":
		return &usageError{errors.New("-copies needs -nats")}
	case o.Login.Check(o.NATS) != nil:
		return &usageError{o.Login.Check(o.NATS)}
	case !copies(o.Replicas):
		return &usageError{errCopies}
	case o.Database != "" && !postgres(o.Database):
		return &usageError{errors.New("-db is postgres://user:password@host/database")}
	case o.Standby != "" && (o.Database == "" || !postgres(o.Standby)):
		return &usageError{errors.New("-standby is postgres://user:password@host/database, and needs -db")}
	}
	return nil
}

// errCopies is what is wrong with a number of copies.
var errCopies = errors.New("-copies is 1, 3 or 5")

// copies reports whether a cluster can keep so many: any two majorities of them meet, and
// no fewer would do as well.
func copies(n int) bool { return n == 1 || n == 3 || n == 5 }

// How long a request and the end of the service may take.
const (
	headerTime = 10 * time.Second
	idleTime   = 2 * time.Minute // between two requests on a connection
	stuckTime  = time.Minute     // in which nothing of what is written on an HTTP/2 connection is taken
	drainTime  = 20 * time.Second
	tracesTime = 5 * time.Second
	// spare is how much garbage may lie about, in percent of what is in use, before it is
	// collected: a collection takes a quarter of a second of processor time from 2 000 games.
	spare = 250
	// reopenAfter is the wait before a broken service is opened again.
	reopenAfter = time.Second
)

// serve runs the service until ctx ends. One that can no longer write, because the
// disk was full, is opened anew until it can: as a new process where the old one does not
// get rid of its broker.
func serve(ctx context.Context, args []string, out, errs io.Writer) error {
	o, err := parse(args, errs)
	if err != nil {
		return err
	}
	o.Log = slog.New(slog.NewJSONHandler(errs, nil))
	o.Log.Info("service starting", "release", release, "listen", o.addr, "host", o.Host, "data", o.Data,
		"database", o.shownDatabase(), "brokers", o.shownBrokers())
	if o.traces.URL != "" {
		o.traces.Release, o.traces.Log = release, o.Log
		if o.Traces, err = operator.OpenTraces(ctx, o.traces); err != nil {
			return err
		}
		defer o.endTraces()
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(spare)
	}
	go heap.CollectEarly(ctx)
	at := &port{front: newFrontHandler(), ended: make(chan error, 1)}
	defer at.close()
	if o.NATS == "" { // before the service starts, so that requests wait for it; in a cluster others answer meanwhile
		if err := at.open(ctx, o); err != nil {
			return err
		}
	}
	err = once(ctx, o, at, out)
	broken := errors.Is(err, server.ErrBroken) || err != nil && diskFull(o.Data, o.Log)
	for broken && ctx.Err() == nil {
		diskFull(o.Data, o.Log)
		o.Log.Error("restarting the service", "error", err)
		select {
		case <-ctx.Done():
		case <-time.After(reopenAfter):
		}
		if errors.Is(err, server.ErrStuck) && ctx.Err() == nil {
			return errors.Join(err, again())
		}
		err = once(ctx, o, at, out)
		broken = err != nil
	}
	return err
}

// endTraces tells what is not told yet.
func (o options) endTraces() {
	ctx, cancel := context.WithTimeout(context.Background(), tracesTime)
	defer cancel()
	if err := o.Traces.Close(ctx); err != nil {
		o.Log.Warn("the last traces are lost", "error", err)
	}
}

// once runs the service until ctx ends or it breaks.
func once(ctx context.Context, o options, at *port, out io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	began := time.Now()
	s, err := server.Start(ctx, o.Options)
	if err != nil {
		return err
	}
	if err := at.open(ctx, o); err != nil {
		return errors.Join(err, s.Close())
	}
	door, err := s.OpenAdmin(ctx) // before the port, so that who finds the service ready finds this, too
	if err != nil {
		o.Log.Error("the operator's socket is closed", "error", err)
	} else {
		go func() {
			if err := door(); err != nil {
				o.Log.Error("the operator's socket is closed", "error", err)
			}
		}()
	}
	figures, err := o.serveMetrics(ctx, s)
	if err != nil {
		return errors.Join(err, s.Close())
	}
	defer figures()
	at.front.set(s.Handler())
	listener := at.listener
	if o.told {
		stop := lan.AnnounceService(o.Name, o.calls(listener.Addr()), listener.Addr().(*net.TCPAddr).Port)
		defer stop()
	}
	o.Log.Info("service ready", "address", o.address(listener.Addr()), "took", time.Since(began).String())
	fmt.Fprintf(out,
		"taflmatch serves %s (type that in the game under “Play over the network”, or open it in a browser)\n",
		o.address(listener.Addr()))
	select {
	case err = <-at.ended:
	case <-s.Broken():
		err = server.ErrBroken
	case <-ctx.Done():
	}
	return errors.Join(err, at.drain(s, errors.Is(err, server.ErrBroken)))
}

// shownAddress returns an address for the log, without user, password and parameters.
func shownAddress(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "(unreadable address)"
	}
	return (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}).String()
}

// shownDatabase returns the database for the log.
func (o options) shownDatabase() string {
	if o.Database == "" {
		return "sqlite"
	}
	return shownAddress(o.Database)
}

// shownBrokers returns the brokers for the log.
func (o options) shownBrokers() string {
	if o.NATS == "" {
		return "built-in"
	}
	var shown []string
	for address := range strings.SplitSeq(o.NATS, ",") {
		if address = strings.TrimSpace(address); !strings.Contains(address, "://") {
			address = "nats://" + address
		}
		shown = append(shown, shownAddress(address))
	}
	return strings.Join(shown, ",")
}

// address returns the address that players type, for a service that listens at l.
func (o options) address(l net.Addr) string {
	host, port, err := net.SplitHostPort(l.String())
	if err != nil {
		return l.String()
	}
	if !o.certs.on() {
		if ip := net.ParseIP(host); ip.IsUnspecified() {
			host = o.Host
		}
		return "http://" + net.JoinHostPort(host, port)
	}
	if port == "443" {
		return "https://" + o.Host
	}
	return "https://" + net.JoinHostPort(o.Host, port)
}

// calls returns the address that the local network is told for a service that listens at l,
// empty where players could not go there: they need TLS.
func (o options) calls(l net.Addr) string {
	switch {
	case wire.ThisMachine(o.Host):
		return ""
	case o.certs.on():
		return o.address(l)
	case o.BehindProxy:
		return "https://" + o.Host
	}
	return ""
}

// serveMetrics serves the figures of s, if somebody wants them, until stop is called.
func (o options) serveMetrics(ctx context.Context, s *server.Server) (stop func(), err error) {
	if o.metrics == "" {
		return func() {}, nil
	}
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", o.metrics)
	if err != nil {
		return nil, fmt.Errorf("-metrics: %w", err)
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", s.Metrics())
	web := newWebServer(mux, o.Log)
	go func() { _ = web.Serve(l) }()
	return func() { _ = web.Close() }, nil
}

// newWebServer returns what the service's port leads to. The service sees to it that its answers are
// read in time; on a connection of HTTP/2, which carries many at a time, that does not help
// where nothing at all is read.
func newWebServer(h http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler: h, ReadHeaderTimeout: headerTime, IdleTimeout: idleTime,
		HTTP2:    &http.HTTP2Config{WriteByteTimeout: stuckTime},
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
}

// listen opens the service's port, with TLS where it has a certificate.
func (o options) listen(ctx context.Context) (net.Listener, error) {
	l, err := net.Listen("tcp", o.addr)
	if err != nil {
		return nil, fmt.Errorf("-addr: %w", err)
	}
	if !o.certs.on() {
		return l, nil
	}
	c, err := o.certs.secure(ctx, o.Host, o.Data, o.Log)
	if err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return tls.NewListener(l, c), nil
}
