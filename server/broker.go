package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"strconv"
	"time"

	broker "github.com/nats-io/nats-server/v2/server"

	"tafl3d/internal/lock"
	"tafl3d/server/cluster"
)

// ErrBroken says that the log of live games takes nothing any more: a broker whose
// disk was full must be opened anew.
var ErrBroken = errors.New("the log of live games cannot be written")

// maxStore is more than any log of live games: how much there is room for is the
// disk's business, which may be full now and have room again later.
const maxStore = 1 << 40

// BrokerOptions configures one broker of a cluster that keeps live games for services
// on many machines. All but Log are required.
type BrokerOptions struct {
	Name    string // unlike that of any other broker in the cluster
	Data    string // folder
	Addr    string // host:port for services
	Cluster string // host:port for the other brokers
	Peers   string // addresses of brokers in the cluster, nats://a:port,b:port
	Secret  string // file that all brokers and services have; empty speaks in plain text and asks for nothing
	Log     *slog.Logger
}

// RunBroker runs a broker until ctx ends, or until it is ErrBroken. Every message is on the
// disk of most of the brokers before it is acknowledged.
func RunBroker(ctx context.Context, opt BrokerOptions) error {
	host, port, err := split(opt.Addr)
	if err != nil {
		return err
	}
	with, at, err := split(opt.Cluster)
	if err != nil {
		return err
	}
	o := &broker.Options{
		ServerName: opt.Name, Host: host, Port: port, JetStream: true, StoreDir: opt.Data, SyncAlways: true,
		JetStreamMaxStore: maxStore,
		Cluster:           broker.ClusterOpts{Name: "tafl3d", Host: with, Port: at},
		Routes:            broker.RoutesFromStr(opt.Peers),
		NoSigs:            true, NoLog: true,
	}
	if err := guard(o, opt.Secret); err != nil {
		return err
	}
	if err := lock.Private(opt.Data, "jetstream"); err != nil && opt.Log != nil {
		opt.Log.Warn("other users of this machine may read what the broker keeps", "error", err)
	}
	b, err := broker.NewServer(o)
	if err != nil {
		return fmt.Errorf("broker: %w", err)
	}
	if opt.Log != nil {
		b.SetLogger(brokerLog{opt.Log, slog.LevelInfo}, false, false)
	}
	b.Start()
	if !b.ReadyForConnections(30 * time.Second) {
		return errors.Join(errors.New("broker: it does not start"), stop(b, stopTime))
	}
	return errors.Join(attend(ctx, b), stop(b, stopTime))
}

// secretTime is how long two ends may take to show each other who they are.
const secretTime = 5 * time.Second

// guard lets a broker speak in secret with those alone who have the file.
func guard(o *broker.Options, file string) error {
	if file == "" {
		return nil
	}
	s, err := cluster.ReadSecret(file)
	if err != nil {
		return err
	}
	if o.TLSConfig, err = s.TLS(); err != nil {
		return err
	}
	o.TLS, o.TLSVerify, o.TLSTimeout, o.Username, o.Password = true, true, secretTime.Seconds(),
		cluster.User, s.Password()
	o.Cluster.TLSConfig, o.Cluster.TLSTimeout, o.Cluster.Username, o.Cluster.Password = o.TLSConfig.Clone(),
		secretTime.Seconds(), cluster.User, s.Password()
	for _, r := range o.Routes {
		r.User = url.UserPassword(cluster.User, s.Password())
	}
	return nil
}

// ErrStuck is what a broker is that does not end: one that is to delete something while the
// disk is full may wait for itself for ever, with a lock in its hand.
var ErrStuck = errors.New("the broker does not end: its process must")

// stopTime is how long a broker may take to end.
const stopTime = 10 * time.Second

// stop ends a broker. It is ErrStuck if that takes longer than most.
func stop(b interface {
	Shutdown()
	WaitForShutdown()
}, most time.Duration) error {
	ended := make(chan struct{})
	go func() {
		b.Shutdown()
		b.WaitForShutdown()
		close(ended)
	}()
	select {
	case <-ended:
		return nil
	case <-time.After(most):
		return ErrStuck
	}
}

// attend returns when ctx ends, or when a broker keeps nothing any more, as after its disk
// was full: it goes on as if nothing were, without its log, and must be started anew.
func attend(ctx context.Context, b *broker.Server) error {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for b.Running() && b.JetStreamEnabled() {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
	return fmt.Errorf("broker: %w", ErrBroken)
}

// brokerLog takes what a broker says of itself into our log, from a level on.
type brokerLog struct {
	log   *slog.Logger
	least slog.Level
}

var _ broker.Logger = brokerLog{}

func (b brokerLog) say(level slog.Level, format string, v []any) {
	if level >= b.least {
		b.log.Log(context.Background(), level, "broker: "+fmt.Sprintf(format, v...))
	}
}

// The levels of a broker's own log. What it calls fatal ends it, not us.

func (b brokerLog) Noticef(format string, v ...any) { b.say(slog.LevelInfo, format, v) }
func (b brokerLog) Warnf(format string, v ...any)   { b.say(slog.LevelWarn, format, v) }
func (b brokerLog) Errorf(format string, v ...any)  { b.say(slog.LevelError, format, v) }
func (b brokerLog) Fatalf(format string, v ...any)  { b.say(slog.LevelError, format, v) }
func (b brokerLog) Debugf(string, ...any)           {}
func (b brokerLog) Tracef(string, ...any)           {}

func split(addr string) (host string, port int, err error) {
	host, text, err := net.SplitHostPort(addr)
	if err == nil {
		port, err = strconv.Atoi(text)
	}
	if err != nil {
		err = fmt.Errorf("%.100q is no host:port: %w", addr, err)
	}
	return host, port, err
}
