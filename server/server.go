// Package server is the matching service: accounts, live games, the archive and
// ratings, over HTTP and WebSockets. One process with a folder is a whole
// service; any number of processes over the same broker and database are one
// service too.
package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
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
	"tafl3d/server/event"
	"tafl3d/server/explorer"
	"tafl3d/server/games"
	"tafl3d/server/journal"
	"tafl3d/server/lobby"
	"tafl3d/server/operator"
	"tafl3d/server/store"
	"tafl3d/tournament"
)

// SharedShards is how many streams live games are spread over in a cluster where nobody says.
const SharedShards = journal.SharedShards

// Options configures a service. Data is required unless both NATS and Database
// are given.
type Options struct {
	Data     string        // folder of what the service keeps
	NATS     string        // addresses of a cluster; empty runs a broker of our own inside
	Login    cluster.Login // what is shown to that cluster
	Replicas int           // copies of each live game in the cluster; 0 is 1
	// streams that live games are spread over, the same for all services of a cluster; 0 is 4 there, else as they are,
	// or 16
	Shards   int
	Database string // "postgres://..."; empty is a file in Data
	Standby  string // of that database, from which is read what may be some seconds old; empty is none
	Name     string // shown to players
	Host     string // name that players reach the service by: it is part of what they sign
	Log      *slog.Logger
	Now      func() time.Time // time of day; nil is the machine's
	// BehindProxy says that all requests come through a proxy of ours, which tells
	// their senders' addresses in X-Forwarded-For.
	BehindProxy bool
	// NoGuests says that only who chooses a name may come.
	NoGuests bool
	// Grace is how long a player may be away from a game with a clock; 0 is two
	// minutes.
	Grace time.Duration
	// AnswerTime is how long an answer may take to be read; 0 is a minute.
	AnswerTime time.Duration
	// Traces are told of each request and act; nil is nobody.
	Traces *operator.Traces
	// Fault is asked before and after each write to the database and the log of live games,
	// and what it returns is the error of that write: tests let the service break at every
	// step. nil is no fault.
	Fault func(step string) error
}

// Server is a running service. It is to be closed.
type Server struct {
	opt     Options
	lock    *lock.Folder // of the data folder; nil without one
	store   *store.Store
	broker  *broker.Server // nil in a cluster
	nats    *nats.Conn
	journal *journal.Journal
	apart   bool // the streams of a restored journal had times of their own
	hub     *host.Hub
	log     *slog.Logger
	doors   doors
	lag     lag // of acts
	metrics *operator.Metrics

	accounts *account.Accounts
	games    *games.Games
	seeks    *lobby.Lobby
	events   *event.Events
	explorer *explorer.Explorer

	exports chan struct{} // has room for those under way
	broken  chan struct{} // closed when the log takes nothing any more
	cancel  context.CancelFunc
	work    sync.WaitGroup
}

// patience is for how long every write may fail before we look whether the log takes
// anything at all, and stillness how long that may be nothing before the service is
// broken: one that is asked for more than it can do writes late, but it writes.
const (
	patience  = 3 * time.Second
	stillness = 5 * time.Second
)

// Broken is closed when the service can do no more than be closed and started again.
func (s *Server) Broken() <-chan struct{} { return s.broken }

// watch looks after a broker of our own. A cluster looks after itself.
func (s *Server) watch(ctx context.Context) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for s.journal.Failing() < patience || s.moves(ctx) {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
	close(s.broken)
}

// moves reports whether anything is written to the log before it has stood still for too
// long.
func (s *Server) moves(ctx context.Context) bool {
	first, known := s.journal.Written(ctx)
	for end := time.Now().Add(stillness); time.Now().Before(end); {
		select {
		case <-ctx.Done():
			return true
		case <-time.After(stillness / 10):
		}
		now, answered := s.journal.Written(ctx)
		if known && answered && now > first {
			s.log.Warn("more is asked for than can be written in time: acts are refused")
			return true
		}
		if !known {
			first, known = now, answered
		}
	}
	return false
}

// bus returns what carries the word to other services, and what they call this one; alone, there
// are none.
func (s *Server) bus() (bus host.Bus, me string) {
	if s.opt.NATS != "" {
		return s.journal, account.ID()
	}
	return &host.Local{}, ""
}

// doubt has every connection of an account asked again whether its session holds.
func (s *Server) doubt(account string) {
	s.seeks.Doubt(account)
	s.hub.RevalidateSessions(account)
}

// OpenGame seats two players at a new game and tells them. The id is filled in.
func (s *Server) OpenGame(ctx context.Context, spec wire.Spec) (wire.Spec, error) {
	return s.games.OpenNew(ctx, spec)
}

// Invitation returns the invitation of a code.
func (s *Server) Invitation(ctx context.Context, code string) (wire.OpenSeek, error) {
	return s.seeks.Invitation(ctx, code)
}

// CrossTable returns who scored what against whom in an event.
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

// lockData keeps other services out of a data folder with a broker: two in one would
// destroy it.
func (s *Server) lockData(context.Context) (err error) {
	if s.opt.NATS == "" {
		s.lock, err = lock.Take(s.opt.Data)
	}
	return err
}

// keptNames are what a service and its programs keep in its data folder.
var keptNames = []string{
	"tafl.db*", "games", "explorer*", "certificates", "bots", AdminSocket, "*.part", ".lock*", "backup*", ".backup*",
}

// protectData keeps other users of the machine out of the data folder, whoever made it.
func (s *Server) protectData(context.Context) error {
	if s.opt.Data == "" || s.opt.NATS != "" && s.opt.Database != "" {
		return nil
	}
	if err := lock.Private(s.opt.Data, keptNames...); err != nil {
		s.log.Warn("other users of this machine may read what the service keeps", "error", err)
	}
	return nil
}

// gather is how long the ends of games are gathered that go into PostgreSQL together, where one after
// another ends: nobody notices it, and each has less to ask for.
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
		s.store.Gather = gather
	}
	s.store.Fault, s.store.Changed = s.opt.Fault, func(c store.Change) {
		if s.seeks != nil {
			s.seeks.Changed(c)
		}
	}
	if s.opt.Standby == "" {
		return nil
	}
	return s.store.Follow(s.opt.Standby, func(why error) {
		if why != nil {
			s.log.Warn("the standby of the database is not read", "error", why)
			return
		}
		s.log.Info("the standby of the database is read")
	})
}

// openBroker connects to the cluster or starts a broker inside, which opens no
// port and syncs every message to the disk before it is acknowledged.
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
		return errors.New("broker: it does not start")
	}
	s.nats, err = nats.Connect("", append(lasting(s.log), nats.InProcessServer(inside{s.broker}))...)
	return err
}

// Connect opens a line to a NATS cluster, nats://a,b,c, that mends itself and says in the
// log how it stands.
func Connect(addresses string, login cluster.Login, log *slog.Logger) (*nats.Conn, error) {
	for i, a := range strings.Split(addresses, ",") {
		if a = strings.TrimSpace(a); !strings.Contains(a, "://") {
			a = "nats://" + a
		}
		if _, err := url.Parse(a); err != nil { // which may tell of the password
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
		return nil, fmt.Errorf("the brokers: %w", err)
	}
	return nc, nil
}

// lasting are the options of a line that is not given up.
func lasting(log *slog.Logger) []nats.Option {
	return []nats.Option{
		nats.MaxReconnects(-1), nats.ReconnectWait(250 * time.Millisecond), nats.Name("tafl3d"),
		nats.IgnoreAuthErrorAbort(), // a broker may come back before it knows our password
		nats.DisconnectErrHandler(func(nc *nats.Conn, err error) {
			if err != nil {
				log.Warn("the line to the broker is broken", "error", err)
			}
		}),
		nats.ReconnectHandler(
			func(nc *nats.Conn) { log.Info("the line to the broker is mended", "broker", nc.ConnectedUrlRedacted()) }),
		nats.ErrorHandler(func(_ *nats.Conn, sub *nats.Subscription, err error) {
			about := ""
			if sub != nil {
				about = sub.Subject
			}
			log.Warn("the line to the broker", "error", err, "about", about)
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

// Close ends the service in order: nobody is let in any more, connections are told
// to come back, and everything that was acknowledged is on the disk already. After
// ErrStuck the process must end before another has the data folder.
func (s *Server) Close() error {
	s.cancel()
	s.work.Wait()
	if s.journal != nil {
		s.journal.Close() // before the rooms: no clock runs until the service is back
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
		return err // the broker still writes: the folder stays ours as long as this process lives
	}
	return errors.Join(err, s.lock.Free())
}

// grace says how long a player may be absent.
func (s *Server) grace(spec wire.Spec) time.Duration {
	c, err := match.ParseControl(spec.Clock)
	switch {
	case err != nil:
		return 0
	case ledger.Speed(c) == "correspondence":
		return 0 // the clock alone says when
	case ledger.Speed(c) == "classical":
		return 2 * s.opt.Grace
	}
	return s.opt.Grace
}
