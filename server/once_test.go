package server

import (
	"context"
	"crypto/ed25519"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	broker "github.com/nats-io/nats-server/v2/server"

	"tafl3d/game"
	"tafl3d/internal/await"
	"tafl3d/net/client"
	"tafl3d/net/host"
	"tafl3d/net/wire"
)

// SharedBroker starts a broker that several services share.
func SharedBroker(t *testing.T) (url string) {
	t.Helper()
	b, err := broker.NewServer(&broker.Options{Host: "127.0.0.1", Port: broker.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	b.Start()
	t.Cleanup(func() { b.Shutdown(); b.WaitForShutdown() })
	if !b.ReadyForConnections(20 * time.Second) {
		t.Fatal("the broker does not start")
	}
	return b.ClientURL()
}

// signedUp signs two players up.
func signedUp(t *testing.T, h http.Handler) (players [game.Sides]wire.Player) {
	t.Helper()
	web := httptest.NewServer(h)
	t.Cleanup(func() { web.CloseClientConnections(); web.Close() })
	for side, name := range []string{"Astrid", "Dag"} {
		_, key, _ := ed25519.GenerateKey(nil) // never fails
		c, err := client.NewService(web.URL, key, nil)
		if err != nil {
			t.Fatal(err)
		}
		session, err := c.SignUp(t.Context(), name, "desk")
		if err != nil {
			t.Fatal(err)
		}
		players[side] = session.Player
	}
	return players
}

// resigns ends a game.
func resigns(t *testing.T, s *Server, id string) {
	t.Helper()
	if err := s.hub.Act(t.Context(), id, wire.Service, wire.Act{Kind: wire.Forfeit, Of: "attackers", Token: "end"}); err != nil {
		t.Fatal(err)
	}
}

// gone waits until games have left the journal and are in the archive.
func gone(t *testing.T, s *Server, ids ...string) {
	t.Helper()
	for _, id := range ids {
		await.Until(t, "a game does not leave the journal", func() bool {
			_, unread := s.journal.Read(t.Context(), id, 1)
			_, err := s.store.Game(t.Context(), id)
			return unread != nil && err == nil
		})
	}
}

// TestArchivedOnce: a game goes into the archive in one transaction, though its room is open at two services when it ends, as
// where games move, and though somebody looks at it long after.
func TestArchivedOnce(t *testing.T) {
	t.Parallel()
	dir, url := t.TempDir(), SharedBroker(t)
	var asked atomic.Int64
	fault := func(step string) error {
		if step == "archive" {
			asked.Add(1)
		}
		return nil
	}
	var services []*Server
	for range 2 {
		s, err := Start(t.Context(), Options{Data: dir, NATS: url, Host: "127.0.0.1", Fault: fault})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		services = append(services, s)
	}
	players := signedUp(t, services[0].Handler())
	await.Until(t, "they do not share the games", func() bool { return services[0].hub.Owns("queue of x") != services[1].hub.Owns("queue of x") })
	const games = 12
	var ids []string
	for range games {
		spec, err := services[0].OpenGame(t.Context(), wire.Spec{Variant: "brandubh-gorrion", Clock: "5m+3s", Seats: players})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range services {
			if err := s.hub.With(t.Context(), spec.Game, func(*host.Room) error { return nil }); err != nil {
				t.Fatal(err)
			}
		}
		ids = append(ids, spec.Game)
		resigns(t, services[0], spec.Game) // while both rooms are open: one that nobody needs closes after a second
	}
	gone(t, services[0], ids...)
	time.Sleep(5 * time.Second) // who has not heard of it tries within four
	for _, id := range ids {    // who looks at it now sees what the archive has
		for _, s := range services {
			if _, err := s.hub.Glance(t.Context(), id); err != nil {
				t.Fatal(err)
			}
		}
	}
	time.Sleep(time.Second)
	if n := asked.Load(); n == 0 || n > games {
		t.Errorf("%d games went into the archive in %d transactions", games, n)
	}
}

// TestSecondGameAfterDeath lets a service die when the first game of a match of two has come into the archive and the second is
// not begun: the next one begins it.
func TestSecondGameAfterDeath(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var dead atomic.Bool
	fault := func(step string) error {
		if step == "archived" {
			dead.Store(true)
		}
		if dead.Load() {
			return context.DeadlineExceeded
		}
		return nil
	}
	s, err := Start(t.Context(), Options{Data: dir, Host: "127.0.0.1", Fault: fault})
	if err != nil {
		t.Fatal(err)
	}
	players := signedUp(t, s.Handler())
	spec, err := s.OpenGame(t.Context(), wire.Spec{Variant: "brandubh-gorrion", Clock: "5m+3s", Double: true, Seats: players})
	if err != nil {
		t.Fatal(err)
	}
	resigns(t, s, spec.Game)
	await.Until(t, "it does not die", dead.Load)
	_ = s.Close()
	if s, err = Start(t.Context(), Options{Data: dir, Host: "127.0.0.1"}); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	gone(t, s, spec.Game)
	await.Until(t, "the second game does not begin", func() bool {
		live, err := s.store.Live(t.Context(), players[0].ID)
		return err == nil && len(live) == 1 && live[0].Attackers == players[1].ID
	})
}
