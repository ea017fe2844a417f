// Package server is the matching service: accounts, games in progress, the archive and ratings, over HTTP and
// WebSockets. A process with a data folder is a whole service; several processes over the same brokers and database
// form one service too.
package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	broker "github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"tafl3d/game/match"
	"tafl3d/internal/lock"
	"tafl3d/net/host"
	"tafl3d/net/ledger"
	"tafl3d/net/wire"
	"tafl3d/server/account"
	"tafl3d/server/cluster"
	"tafl3d/server/conditional"
	"tafl3d/server/event"
	"tafl3d/server/explorer"
	"tafl3d/server/games"
	"tafl3d/server/journal"
	"tafl3d/server/lobby"
	"tafl3d/server/moderation"
	"tafl3d/server/operator"
	"tafl3d/server/push"
	"tafl3d/server/signup"
	"tafl3d/server/store"
	"tafl3d/tournament"
)

// SharedShards is the default number of streams for games in progress in a cluster.
const SharedShards = journal.SharedShards

// Options configures a service. Data is required unless both NATS and Database are given.
type Options struct {
	Data     string        // data folder of the service
	NATS     string        // addresses of a cluster; empty runs a broker in this process
	Login    cluster.Login // authentication at that cluster
	Replicas int           // of each game in progress in the cluster; 0 is 1
	// Shards is the number of streams for games in progress, the same for all services of a cluster; 0 is 4 in a
	// cluster, otherwise the present number, or 16.
	Shards   int
	Database string // "postgres://..."; empty is a file in Data
	Standby  string // of that database, for reading data that may be some seconds old; empty is none
	Name     string // shown to players
	Host     string // host name of the service; it is part of what clients sign
	Log      *slog.Logger
	Now      func() time.Time // time of day; nil is time.Now
	// BehindProxy says that all requests come through a trusted proxy, which sets X-Forwarded-For.
	BehindProxy bool
	// NoGuests disables guests: an account needs a chosen name.
	NoGuests bool
	// NewAccounts limits new accounts by address; zero is no limit. Refused is not used.
	NewAccounts signup.Options
	// SecurityContact is the address for reports about security, mailto: or https:, in security.txt; empty is none.
	SecurityContact string
	// Push sends messages to the push services of browsers; nil reaches only public addresses. Tests give one that
	// reaches a push service on this machine.
	Push *http.Client
	// Grace is how long a player may be away from a game with a clock; 0 is two minutes.
	Grace time.Duration
	// AnswerTime is how long a client may take to read an answer; 0 is a minute.
	AnswerTime time.Duration
	// Traces receives each request and act; nil is none.
	Traces *operator.Traces
	// Fault is called before and after each write to the database and to the log of games in progress; its error
	// becomes the error of that write. Tests use it to let the service fail at every step. nil never fails.
	Fault func(step string) error
}

// Server is a running service. Close it after use.
type Server struct {
	opt     Options
	lock    *lock.Folder // of the data folder; nil without one
	store   *store.Store
	broker  *broker.Server // nil in a cluster
	nats    *nats.Conn
	journal *journal.Journal
	apart   bool // the streams of a restored journal had separate times
	hub     *host.Hub
	log     *slog.Logger
	limits  addressLimits
	lag     lag // of acts
	metrics *operator.Metrics

	accounts   *account.Accounts
	games      *games.Games
	seeks      *lobby.Lobby
	events     *event.Events
	explorer   *explorer.Explorer
	moderators *moderation.Moderators
	push       *push.Notifier
	// conditional are the moves that the service plays for players of correspondence games.
	conditional *conditional.Moves

	exports chan struct{} // has an item for each export under way
	broken  chan struct{} // closed when the log accepts no more writes
	cancel  context.CancelFunc
	work    sync.WaitGroup
}

// patience is how long every write may fail before watch checks whether the log accepts writes at all. stillness is how
// long it may accept none before the service is broken: an overloaded service writes late, but it writes.
const (
	patience  = 3 * time.Second
	stillness = 5 * time.Second
)

// Broken is closed when the service must be closed and started again.
func (s *Server) Broken() <-chan struct{} { return s.broken }

// watch watches the broker in this process. The brokers of a cluster watch themselves.
func (s *Server) watch(ctx context.Context) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for s.journal.Failing() < patience || s.logAccepts(ctx) {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
	close(s.broken)
}

// logAccepts reports whether the log accepts a write within stillness.
func (s *Server) logAccepts(ctx context.Context) bool {
	first, known := s.journal.Written(ctx)
	for end := time.Now().Add(stillness); time.Now().Before(end); {
		select {
		case <-ctx.Done():
			return true
		case <-time.After(stillness / 10):
		}
		now, answered := s.journal.Written(ctx)
		if known && answered && now > first {
			s.log.Warn("overloaded: the log cannot be written in time, acts are refused")
			return true
		}
		if !known {
			first, known = now, answered
		}
	}
	return false
}

// bus returns the bus to other services and this service's id on it; the id is empty if there are no others.
func (s *Server) bus() (bus host.Bus, me string) {
	if s.opt.NATS != "" {
		return s.journal, account.ID()
	}
	return &host.Local{}, ""
}

// revalidateSessions checks the sessions of all connections of an account again.
func (s *Server) revalidateSessions(account string) {
	s.seeks.SessionEnded(account)
	s.hub.RevalidateSessions(account)
}

// OpenGame begins a game with a new id and notifies its players.
func (s *Server) OpenGame(ctx context.Context, spec wire.Spec) (wire.Spec, error) {
	return s.games.OpenNew(ctx, spec)
}

// CrossTable returns the cross table of an event.
func (s *Server) CrossTable(ctx context.Context, id string) (tournament.CrossTable, error) {
	return s.events.CrossTable(ctx, id)
}

func (o Options) filled() Options {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Name == "" {
		o.Name = "tafl3d"
	}
	if o.Host == "" {
		o.Host = "localhost"
	}
	if o.Grace == 0 {
		o.Grace = 2 * time.Minute
	}
	if o.AnswerTime == 0 {
		o.AnswerTime = time.Minute
	}
	return o
}

// lockData locks a data folder with a broker: two services in one would destroy it.
func (s *Server) lockData(context.Context) (err error) {
	if s.opt.NATS == "" {
		s.lock, err = lock.Take(s.opt.Data)
	}
	return err
}

// keptNames are the names of all data in the data folder.
var keptNames = []string{
	"tafl.db*", "games", "explorer*", "certificates", "bots", AdminSocket, "*.part", ".lock*", "backup*", ".backup*",
}

// protectData makes the data folder private, even if another program created it.
func (s *Server) protectData(context.Context) error {
	if s.opt.Data == "" || s.opt.NATS != "" && s.opt.Database != "" {
		return nil
	}
	if err := lock.Private(s.opt.Data, keptNames...); err != nil {
		s.log.Warn("other users of this machine may read the service's data", "error", err)
	}
	return nil
}

// gather is how long ended games are collected in PostgreSQL to be archived together. Players do not notice the delay,
// and fewer statements are needed.
const gather = 200 * time.Millisecond

func (s *Server) openStore(ctx context.Context) (err error) {
	where := s.opt.Database
	if where == "" {
		if err := os.MkdirAll(s.opt.Data, 0o700); err != nil {
			return err
		}
		where = filepath.Join(s.opt.Data, "tafl.db")
	}
	if s.store, err = store.Open(ctx, where); err != nil {
		return err
	}
	if s.opt.Database != "" {
		s.store.Archive.Gather(gather)
	}
	s.store.OnStep(s.opt.Fault)
	s.store.OnChange(func(c store.Change) {
		if s.seeks != nil {
			s.seeks.Changed(c)
		}
	})
	if s.opt.Standby == "" {
		return nil
	}
	return s.store.Follow(s.opt.Standby, func(why error) {
		if why != nil {
			s.log.Warn("not reading from the standby of the database", "error", why)
			return
		}
		s.log.Info("reading from the standby of the database")
	})
}

// openBroker connects to the cluster or starts a broker in this process, which opens no port and syncs every message to
// disk before it acknowledges it.
func (s *Server) openBroker(context.Context) (err error) {
	if s.opt.NATS != "" {
		s.nats, err = Connect(s.opt.NATS, s.opt.Login, s.log)
		return err
	}
	s.broker, err = broker.NewServer(&broker.Options{
		ServerName: "tafl3d", JetStream: true, StoreDir: filepath.Join(s.opt.Data, "games"), SyncAlways: true,
		JetStreamMaxStore: maxStore,
		DontListen:        true, NoSigs: true, NoLog: true,
	})
	if err != nil {
		return fmt.Errorf("broker: %w", err)
	}
	s.broker.SetLogger(brokerLog{s.log, slog.LevelWarn}, false, false)
	s.broker.Start()
	if !s.broker.ReadyForConnections(30 * time.Second) {
		return errors.New("broker: no start within 30 seconds")
	}
	s.nats, err = nats.Connect("", append(lasting(s.log), nats.InProcessServer(inProcess{s.broker}))...)
	return err
}

// Connect connects to a NATS cluster, nats://a,b,c. The connection reconnects automatically and logs its state.
func Connect(addresses string, login cluster.Login, log *slog.Logger) (*nats.Conn, error) {
	for i, a := range strings.Split(addresses, ",") {
		if a = strings.TrimSpace(a); !strings.Contains(a, "://") {
			a = "nats://" + a
		}
		if _, err := url.Parse(a); err != nil { // its error may contain the password
			return nil, fmt.Errorf("the brokers: address %d is none: it is nats://user:password@host:port, where "+
				"what is neither letter nor digit in user and password is written as %%XX", i+1)
		}
	}
	shown, err := login.Options()
	if err != nil {
		return nil, err
	}
	nc, err := nats.Connect(addresses, append(lasting(log), shown...)...)
	if err != nil {
		return nil, fmt.Errorf("connect to the brokers: %w", err)
	}
	return nc, nil
}

// lasting returns the options of a connection that reconnects forever.
func lasting(log *slog.Logger) []nats.Option {
	return []nats.Option{
		nats.MaxReconnects(-1), nats.ReconnectWait(250 * time.Millisecond), nats.Name("tafl3d"),
		nats.IgnoreAuthErrorAbort(), // a restarted broker may not have our password yet
		nats.DisconnectErrHandler(func(nc *nats.Conn, err error) {
			if err != nil {
				log.Warn("connection to the broker lost", "error", err)
			}
		}),
		nats.ReconnectHandler(
			func(nc *nats.Conn) {
				log.Info("connection to the broker restored", "broker", nc.ConnectedUrlRedacted())
			}),
		nats.ErrorHandler(func(_ *nats.Conn, sub *nats.Subscription, err error) {
			about := ""
			if sub != nil {
				about = sub.Subject
			}
			log.Warn("connection to the broker", "error", err, "about", about)
		}),
	}
}

func (s *Server) openJournal(ctx context.Context) (err error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	s.journal, err = journal.Open(ctx, journal.Options{Conn: s.nats, Replicas: s.opt.Replicas, Shards: s.opt.Shards,
		Shared: s.opt.NATS != "", Apart: s.apart, Now: s.opt.Now, Log: s.log, Fault: s.opt.Fault})
	return err
}

// Close ends the service in order: it accepts no more connections and asks clients to reconnect later. Everything
// acknowledged is on disk already. After ErrStuck, the process must end before another one can use the data folder.
func (s *Server) Close() error {
	s.cancel()
	s.work.Wait()
	if s.journal != nil {
		s.journal.Close() // before the rooms, so that no clock runs until the service is back
	}
	if s.hub != nil {
		s.hub.Close()
	}
	if s.nats != nil {
		s.nats.Close()
	}
	var err error
	if s.broker != nil {
		err = stop(s.broker, stopTime)
	}
	if s.store != nil {
		err = errors.Join(err, s.store.Close())
	}
	if errors.Is(err, ErrStuck) {
		return err // the broker still writes: keep the lock until the process ends
	}
	return errors.Join(err, s.lock.Free())
}

// grace returns how long a player of a game may be absent.
func (s *Server) grace(spec wire.Spec) time.Duration {
	c, err := match.ParseControl(spec.Clock)
	switch {
	case err != nil:
		return 0
	case ledger.Speed(c) == "correspondence":
		return 0 // only the clock decides
	case ledger.Speed(c) == "classical":
		return 2 * s.opt.Grace
	}
	return s.opt.Grace
}
