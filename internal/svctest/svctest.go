// Package svctest provides the layers of a service for tests of the packages below server, with a database and a
// broker for each test, without HTTP, and with a clock that the test controls.
package svctest

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"log/slog"
	"path/filepath"
	"sync"
	"testing"
	"time"

	broker "github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"tafl3d/net/host"
	"tafl3d/net/wire"
	"tafl3d/server/account"
	"tafl3d/server/event"
	"tafl3d/server/games"
	"tafl3d/server/journal"
	"tafl3d/server/lobby"
	"tafl3d/server/store"
)

// Host is the name of the service in device proofs.
const Host = "tafl.example"

// Service holds the layers of a service.
type Service struct {
	T        testing.TB
	Clock    *Clock
	Store    *store.Store
	Journal  *journal.Journal
	Accounts *account.Accounts
	Hub      *host.Hub
	Games    *games.Games
	Lobby    *lobby.Lobby
	Events   *event.Events

	mu      sync.Mutex
	doubted []string // accounts whose sessions were to be revalidated
}

// Clock is a clock that only moves when Forward is called.
type Clock struct {
	mu  sync.Mutex
	now time.Time
}

// Now returns the time of the clock.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Forward moves the clock forward.
func (c *Clock) Forward(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// Open starts the layers of a service. They are closed when the test ends.
func Open(t testing.TB) *Service {
	t.Helper()
	s := &Service{T: t, Clock: &Clock{now: time.Now()}} // the journal uses the system clock
	log, ctx := slog.New(slog.DiscardHandler), t.Context()
	var err error
	if s.Store, err = store.Open(ctx, filepath.Join(t.TempDir(), "tafl.db")); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Store.Close() })
	if s.Journal, err = journal.Open(ctx, journal.Options{Conn: connect(t)}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Journal.Close)
	s.Games = games.New(games.Options{
		Store: s.Store, Journal: s.Journal, Now: s.Clock.Now, Log: log,
		Ended: func(store.Game) {}, Played: func(id string) { s.Events.Nudge(id) },
	})
	s.Accounts = account.New(account.Options{
		Store: s.Store, Now: s.Clock.Now, Log: log, Host: Host, Name: "Hall", RevalidateSessions: s.revalidateSessions,
		Gone: s.Games.EndDeserted,
	})
	bus := &host.Local{}
	s.Hub = host.NewHub(host.Options{
		Journal: games.Remembering{Journal: s.Journal, Games: s.Games}, Bus: bus, Clock: s.Journal, Name: "Hall",
		Login: s.Accounts.Login, Finished: s.Games.Archive, MaySpeak: s.Games.MaySpeak, Pending: s.Accounts.Pending,
		Log: log,
	})
	t.Cleanup(s.Hub.Close)
	s.Games.Hub, s.Games.Accounts = s.Hub, s.Accounts
	s.Lobby = lobby.New(lobby.Options{
		Store: s.Store, Hub: s.Hub, Bus: bus, Accounts: s.Accounts, Games: s.Games, Now: s.Clock.Now, Log: log,
	})
	s.Hub.SetLobby(s.Lobby)
	s.Events = event.New(event.Options{
		Store: s.Store, Journal: s.Journal, Hub: s.Hub, Accounts: s.Accounts, Games: s.Games, Lobby: s.Lobby,
		Now: s.Clock.Now, Log: log,
	})
	return s
}

// connect starts a broker in this process and connects to it.
func connect(t testing.TB) *nats.Conn {
	t.Helper()
	b, err := broker.NewServer(&broker.Options{
		JetStream: true, StoreDir: t.TempDir(), DontListen: true, NoSigs: true, NoLog: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	b.Start()
	if !b.ReadyForConnections(time.Minute) {
		t.Fatal("the broker does not start")
	}
	nc, err := nats.Connect("", nats.InProcessServer(b))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { nc.Close(); b.Shutdown(); b.WaitForShutdown() })
	return nc
}

func (s *Service) revalidateSessions(id string) {
	s.Accounts.Forget(id)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.doubted = append(s.doubted, id)
}

// Doubted returns the accounts whose sessions were to be revalidated, in order.
func (s *Service) Doubted() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.doubted...)
}

// Key returns a new device key.
func (s *Service) Key() ed25519.PrivateKey {
	s.T.Helper()
	_, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		s.T.Fatal(err)
	}
	return key
}

// Proof returns a proof of a device for the service, made now.
func (s *Service) Proof(key ed25519.PrivateKey) wire.Proof {
	return wire.Prove(key, Host, s.Clock.Now().Unix(), rand.Text())
}

// SignUp creates an account with a new device.
func (s *Service) SignUp(ctx context.Context, name string) (account.Caller, wire.Session) {
	s.T.Helper()
	session, err := s.Accounts.SignUp(ctx, wire.SignUp{Proof: s.Proof(s.Key()), Name: name})
	if err != nil {
		s.T.Fatal(err)
	}
	who, err := s.Accounts.Caller(ctx, session.Token)
	if err != nil {
		s.T.Fatal(err)
	}
	return who, session
}
