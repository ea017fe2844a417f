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

// ErrBroken says that the log of games in progress accepts no more writes: a broker whose disk was full must be
// restarted.
var ErrBroken = errors.New("cannot write the log of games in progress")

// maxStore is a size that no log reaches. The disk is the only limit, which may be full now and have space again later.
const maxStore = 1 << 40

// BrokerOptions configures one broker of a cluster that stores games in progress for services on many machines. All
// fields except Secret and Log are required.
type BrokerOptions struct {
	Name    string // unique in the cluster
	Data    string // folder
	Addr    string // host:port for services
	Cluster string // host:port for the other brokers
	Peers   string // addresses of the cluster's brokers, nats://a:port,b:port
	Secret  string // file shared by all brokers and services; empty: no encryption and no authentication
	Log     *slog.Logger
}

// RunBroker runs a broker until ctx ends, or until it fails with ErrBroken. A message is acknowledged when it is on the
// disks of a majority of the brokers.
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
		opt.Log.Warn("other users of this machine may read the broker's data", "error", err)
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
		return errors.Join(errors.New("broker: no start within 30 seconds"), stop(b, stopTime))
	}
	return errors.Join(attend(ctx, b), stop(b, stopTime))
}

// secretTime is the timeout of the mutual authentication.
const secretTime = 5 * time.Second

// guard makes a broker accept only encrypted connections of those that have the secret in file.
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

// ErrStuck says that a broker does not stop: one that deletes something while the disk is full may deadlock.
var ErrStuck = errors.New("the broker does not stop: end its process")

// stopTime is how long a broker may take to stop.
const stopTime = 10 * time.Second

// stop stops a broker. The error is ErrStuck if that takes longer than most.
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

// attend returns when ctx ends, or when a broker has disabled its storage, as after its disk was full: it keeps running
// without it, and must be restarted.
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

// brokerLog writes the messages of a broker to a log, from a level upwards.
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

// The methods of broker.Logger. A fatal error of the broker does not end this process.

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
		err = fmt.Errorf("invalid address %.100q, use host:port: %w", addr, err)
	}
	return host, port, err
}
