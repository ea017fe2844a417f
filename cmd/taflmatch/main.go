// Command taflmatch is the matching service. People and programs play rated games on it, which
// survive crashes of the service.
package main

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/crypto/acme/autocert"

	"tafl3d/internal/command"
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
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := program.RunUntil(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// release is the version of this program; release builds set it (-ldflags "-X main.release=...").
var release = "unreleased"

var program = &command.Program{
	Name:    "taflmatch",
	About:   "taflmatch is the matching service of tafl3d.",
	Release: release,
	Commands: []*command.Command{serveCommand, botsCommand, workerCommand, brokerCommand, secretCommand, doctorCommand,
		backupCommand, restoreCommand, checkCommand, adminCommand, moderateCommand, operatorCommand},
	Moved: map[string]string{"load": "tafllab load"},
}

// options are the flags of serve.
type options struct {
	addr     string
	operator string                // address of the operator's pages; empty is none
	metrics  string                // address for Prometheus; empty is none
	traces   operator.TraceOptions // off without a URL
	plain    bool
	told     bool // announce the service on the local network
	certs    certificates
	spread   bool // -shards was given
	server.Options
}

// natsUsage is the help of -nats for every command that has it.
const natsUsage = "`addresses` of a NATS cluster, nats://a,b,c"

var serveCommand = &command.Command{
	Name: "serve", Summary: "run the service", Args: "[flags]",
	Help: "Runs the service until it gets SIGTERM or Ctrl-C. docs/operation.md explains the flags.",
	Prepare: func(set *flag.FlagSet) func(*command.Env) error {
		o := serveFlags(set)
		return func(e *command.Env) error {
			if err := o.read(set); err != nil {
				return err
			}
			return serve(e.Ctx, *o, e.Out, e.Note)
		}
	},
}

// serveFlags returns options with the values of flags.
func serveFlags(set *flag.FlagSet) *options {
	o := new(options)
	set.StringVar(&o.addr, "addr", "127.0.0.1:7350", "`host:port` to listen on")
	set.StringVar(&o.metrics, "metrics", "",
		"`host:port` for Prometheus at /metrics, without TLS: one that only it can reach")
	set.StringVar(&o.operator, "operator", "", "`host:port` of the operator's pages, without TLS: by default of this "+
		"machine only (:7351); see taflmatch operator")
	set.StringVar(&o.traces.URL, "traces", "", "`URL` of an OpenTelemetry collector (OTLP over HTTP, as "+
		"http://127.0.0.1:4318) for traces of requests and acts")
	set.Float64Var(&o.traces.Share, "traces-share", 0.01,
		"`part` of all requests and acts that is traced, 1 is all")
	set.StringVar(&o.Data, "data", "taflmatch-data", "`folder` of what the service keeps")
	set.StringVar(&o.Name, "name", "tafl3d", "name of the service, shown to players")
	set.StringVar(&o.Host, "host", "localhost", "host name of the service; it is part of what clients sign")
	set.StringVar(&o.certs.cert, "cert", "",
		"certificate `file` (PEM) for TLS; read again when it changes, and at SIGHUP")
	set.StringVar(&o.certs.key, "key", "", "private key `file` (PEM) for TLS")
	set.BoolVar(&o.certs.auto, "acme", false, "get the certificate for -host from an authority that speaks ACME, and "+
		"renew it; you agree to the authority's terms")
	set.StringVar(&o.certs.email, "acme-email", "", "`address` at which the authority can reach you")
	set.StringVar(&o.certs.http, "acme-http", ":80", "`host:port` where the authority's challenges are answered and "+
		"other requests are redirected to TLS; empty if -addr itself is reached at port 443")
	set.StringVar(&o.certs.directory, "acme-directory", autocert.DefaultACMEDirectory, "`URL` of the authority")
	set.StringVar(&o.certs.root, "acme-root", "", "certificate `file` (PEM) of a private authority")
	set.BoolVar(&o.plain, "plain-text-on-the-network", false,
		"serve without TLS beyond this machine: only behind a proxy with TLS")
	set.BoolVar(&o.told, "announce", false,
		"announce the service on the local network, so that players there find it without typing its address")
	set.BoolVar(&o.BehindProxy, "behind-proxy", false,
		"trust the addresses in X-Forwarded-For: only behind a proxy of yours that sets them")
	set.BoolVar(&o.NoGuests, "no-guests", false, "refuse guests: accounts need a chosen name")
	set.StringVar(&o.SecurityContact, "security-contact", "", "`address` for reports about security, mailto:... or "+
		"https://..., shown in /.well-known/security.txt")
	newAccountFlags(set, &o.NewAccounts)
	set.StringVar(&o.NATS, "nats", "", natsUsage+"; empty runs a broker in this process")
	o.Login.Flags(set)
	set.IntVar(&o.Replicas, "copies", 1, "copies of each game in progress in the cluster: 1, 3 or 5")
	set.IntVar(&o.Shards, "shards", 0, "streams for games in progress; the same for all services, and "+
		"changed only while no game is in progress. By default 4 in a cluster, otherwise the present number, or 16")
	set.StringVar(&o.Database, "db", "", "database, postgres://...; empty is a file in the data folder")
	set.StringVar(&o.Standby, "standby", "",
		"standby of that database, postgres://...: read instead of it where data may be some seconds old")
	return o
}

// read completes and checks the options after the flags are parsed.
func (o *options) read(set *flag.FlagSet) error {
	o.operator = onThisMachine(o.operator)
	o.spread = command.Given(set)["shards"]
	return command.Misused(o.check())
}

// postgres reports whether an address is that of a PostgreSQL database.
func postgres(address string) bool {
	return strings.HasPrefix(address, "postgres://") || strings.HasPrefix(address, "postgresql://")
}

// check returns an error if flags contradict each other.
func (o options) check() error {
	host, _, err := net.SplitHostPort(o.addr)
	switch {
	case err != nil:
		return fmt.Errorf("-addr %s: %w", o.addr, err)
	case o.certs.check(o.Host) != nil:
		return o.certs.check(o.Host)
	case o.checkOperator() != nil:
		return o.checkOperator()
	case !o.certs.on() && !o.plain && !wire.ThisMachine(host):
		return fmt.Errorf("-addr %s can be reached from other machines: give -acme, or -cert and -key, "+
			"or say -plain-text-on-the-network", o.addr)
	case o.told && o.calls(&net.TCPAddr{}) == "":
		return errors.New("-announce needs an address with TLS: -acme, or -cert and -key, or -behind-proxy, and -host")
	case o.SecurityContact != "" && !strings.HasPrefix(o.SecurityContact, "mailto:") &&
		!strings.HasPrefix(o.SecurityContact, "https://") || strings.ContainsAny(o.SecurityContact, " \r\n"):
		return errors.New("-security-contact must begin with mailto: or https://")
	case o.traces.URL != "" && o.traces.Check() != nil:
		return o.traces.Check()
	case o.spread && (o.Shards < 1 || o.Shards > 256):
		return errors.New("-shards must be from 1 to 256")
	case o.Replicas != 1 && o.NATS == "":
		return errors.New("-copies needs -nats")
	case o.Login.Check(o.NATS) != nil:
		return o.Login.Check(o.NATS)
	case !copies(o.Replicas):
		return errCopies
	case o.Database != "" && !postgres(o.Database):
		return errors.New("-db must be postgres://user:password@host/database")
	case o.Standby != "" && (o.Database == "" || !postgres(o.Standby)):
		return errors.New("-standby must be postgres://user:password@host/database, and needs -db")
	}
	return nil
}

// errCopies is the error of an unsupported number of copies.
var errCopies = errors.New("-copies must be 1, 3 or 5")

// copies reports whether n is a useful number of copies: odd, since one more would tolerate no more failures.
func copies(n int) bool { return n == 1 || n == 3 || n == 5 }

// Time limits of requests and of the end of the service.
const (
	headerTime = 10 * time.Second
	idleTime   = 2 * time.Minute // between two requests on a connection
	stuckTime  = time.Minute     // without progress in writing to an HTTP/2 connection
	drainTime  = 20 * time.Second
	tracesTime = 5 * time.Second
	// spare is GOGC: how much garbage may accumulate, in percent of the memory in use. A collection takes a quarter of
	// a second of processor time with 2 000 games.
	spare = 250
	// reopenAfter is the pause before a broken service is restarted.
	reopenAfter = time.Second
)

// serve runs the service until ctx ends. A service that can no longer write, because the disk was full, is restarted
// until it can; as a new process if the old one cannot stop its broker.
func serve(ctx context.Context, o options, out *bufio.Writer, errs io.Writer) (err error) {
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
	at := newPort(ctx)
	defer at.close()
	at.work.Go(func() { heap.CollectEarly(at.until) })
	// before the service starts, so that requests wait for it; in a cluster other services answer meanwhile
	if o.NATS == "" {
		if err := at.open(o); err != nil {
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

// endTraces sends the remaining traces.
func (o options) endTraces() {
	ctx, cancel := context.WithTimeout(context.Background(), tracesTime)
	defer cancel()
	if err := o.Traces.Close(ctx); err != nil {
		o.Log.Warn("cannot send the last traces", "error", err)
	}
}

// once runs the service until ctx ends or it breaks.
func once(ctx context.Context, o options, at *port, out *bufio.Writer) error {
	var work sync.WaitGroup
	defer work.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	began := time.Now()
	s, err := server.Start(ctx, o.Options)
	if err != nil {
		return err
	}
	if err := at.open(o); err != nil {
		return errors.Join(err, s.Close())
	}
	serveAdmin, err := s.OpenAdmin(ctx) // before the port, so that it exists when the service is ready
	if err != nil {
		o.Log.Error("the operator's socket is not available", "error", err)
	} else {
		work.Go(func() {
			if err := serveAdmin(); err != nil {
				o.Log.Error("the operator's socket is not available", "error", err)
			}
		})
	}
	figures, err := o.serveMetrics(ctx, s)
	if err != nil {
		return errors.Join(err, s.Close())
	}
	defer figures()
	console, err := o.serveConsole(ctx, s)
	if err != nil {
		return errors.Join(err, s.Close())
	}
	defer console()
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
	_ = out.Flush() // an error comes up at the end
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

// address returns the address that players type, for a service listening at l.
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

// calls returns the address to announce on the local network for a service listening at l, empty if players could not
// use it, since they need TLS.
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

// serveMetrics serves the metrics of s, if requested, until stop is called. stop waits for the server's end.
func (o options) serveMetrics(ctx context.Context, s *server.Server) (stop func(), err error) {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", s.Metrics())
	return o.serveBeside(ctx, "-metrics", o.metrics, mux)
}

// serveBeside serves a handler at the address of a flag, if it is not empty, until stop is called.
func (o options) serveBeside(ctx context.Context, name, at string, h http.Handler) (stop func(), err error) {
	if at == "" {
		return func() {}, nil
	}
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", at)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	web := newWebServer(h, o.Log)
	var work sync.WaitGroup
	work.Go(func() { _ = web.Serve(l) })
	return func() {
		_ = web.Close()
		work.Wait()
	}, nil
}

// newWebServer returns the web server of the service's port. The service limits how long an answer may take; for
// HTTP/2, where a connection has many answers, WriteByteTimeout ends connections without progress.
func newWebServer(h http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler: h, ReadHeaderTimeout: headerTime, IdleTimeout: idleTime,
		HTTP2:    &http.HTTP2Config{WriteByteTimeout: stuckTime},
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
}

// listen opens the service's port, with TLS if it has a certificate. What keeps the certificate current runs in work
// until ctx ends.
func (o options) listen(ctx context.Context, work *sync.WaitGroup) (net.Listener, error) {
	l, err := net.Listen("tcp", o.addr)
	if err != nil {
		return nil, fmt.Errorf("-addr: %w", err)
	}
	if !o.certs.on() {
		return l, nil
	}
	c, err := o.certs.secure(ctx, work, o.Host, o.Data, o.Log)
	if err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return tls.NewListener(l, c), nil
}
