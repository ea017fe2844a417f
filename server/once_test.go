package server

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	broker "github.com/nats-io/nats-server/v2/server"

	"tafl3d/game"
	"tafl3d/internal/await"
	"tafl3d/net/client"
	"tafl3d/net/host"
	"tafl3d/net/wire"
	"tafl3d/server/account"
	"tafl3d/server/store"
)

// SharedBroker starts a broker that several services share.
func SharedBroker(t *testing.T) (url string) {
	t.Helper()
	b, err := broker.NewServer(&broker.Options{Host: "127.0.0.1", Port: broker.RANDOM_PORT, JetStream: true,
		StoreDir: t.TempDir(), NoSigs: true, NoLog: true})
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
	if err := s.hub.Act(t.Context(), id, wire.Service,
		wire.Act{Kind: wire.Forfeit, Of: "attackers", Token: "end"}); err != nil {
		t.Fatal(err)
	}
}

// gone waits until games have left the journal and are in the archive.
func gone(t *testing.T, s *Server, ids ...string) {
	t.Helper()
	for _, id := range ids {
		await.Until(t, "a game does not leave the journal", func() bool {
			_, unread := s.journal.Read(t.Context(), id, 1)
			_, err := s.store.Archive.Get(t.Context(), id)
			return unread != nil && err == nil
		})
	}
}

// TestArchivedOnce: a game goes into the archive in one transaction, though its room is open at two services when it
// ends, as where games move, and though somebody looks at it long after.
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
	await.Until(t, "they do not share the games",
		func() bool { return services[0].hub.Owns("queue of x") != services[1].hub.Owns("queue of x") })
	const games = 12
	var ids []string
	for range games {
		spec, err := services[0].OpenGame(t.Context(), wire.Spec{Variant: "brandubh-gorrion", Clock: "5m+3s",
			Seats: players})
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
	once := func() bool { return asked.Load() <= games }
	// a service that has not heard of the end tries within four seconds
	await.Stays(t, 5*time.Second, "a game goes into the archive again", once)
	for _, id := range ids { // a service that looks at it now sees what the archive has
		for _, s := range services {
			if _, err := s.hub.GameStatus(t.Context(), id); err != nil {
				t.Fatal(err)
			}
		}
	}
	await.Stays(t, time.Second, "a game that was looked at goes into the archive again", once)
	if asked.Load() == 0 {
		t.Error("no game went into the archive")
	}
}

// TestSecondGameAfterDeath lets a service die when the first game of a match of two has come into the archive and the
// second is not begun: the next one begins it.
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
	spec, err := s.OpenGame(t.Context(), wire.Spec{Variant: "brandubh-gorrion", Clock: "5m+3s", Double: true,
		Seats: players})
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
		live, err := s.store.Live.Of(t.Context(), players[0].ID)
		return err == nil && len(live) == 1 && live[0].Attackers == players[1].ID
	})
}

// TestLimitsOfAPlayer asks for 30 of everything of which a player may have fewer, at once: the limit holds, and all
// others are refused in words. A seek of a game that was too much can be taken later.
func TestLimitsOfAPlayer(t *testing.T) {
	t.Parallel()
	s, err := Start(t.Context(), Options{Data: t.TempDir(), Host: "127.0.0.1"})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	players := signedUp(t, s.Handler())
	who := func(side int) account.Caller {
		a, err := s.store.Accounts.Get(t.Context(), players[side].ID)
		if err != nil {
			t.Fatal(err)
		}
		return account.Caller{Account: a}
	}
	astrid, dag, ctx := who(0), who(1), t.Context()
	brandubh := wire.Seek{Variants: []string{"brandubh-gorrion"}, Clocks: []string{"5m+3s"}}
	seek := func(change func(*wire.Seek)) func(int) error {
		q := brandubh
		change(&q)
		return func(int) error { _, err := s.seeks.Seek(ctx, astrid, q); return err }
	}
	drop := func() {
		all, err := s.store.Seeks.Of(ctx, astrid.ID, time.Now())
		for _, k := range all {
			err = errors.Join(err, s.store.Seeks.Drop(ctx, k.ID, astrid.ID))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for i := range 95 {
		l := store.Live{ID: fmt.Sprint("l", i), Spec: "{}", Attackers: dag.ID, Opened: time.Now().UnixMicro()}
		if err := s.store.Live.Open(ctx, l); err != nil {
			t.Fatal(err)
		}
	}
	var open []string
	for range 30 {
		k := store.Seek{ID: account.ID(), Kind: store.OpenSeek, Account: astrid.ID, Ends: 1 << 60}
		k.Body = `{"variants":["brandubh-gorrion"],"clocks":["5m+3s"]}`
		if err := s.store.Seeks.Add(ctx, k, store.SeekLimits{}); err != nil {
			t.Fatal(err)
		}
		open = append(open, k.ID)
	}
	if n := succeed(t, func(i int) error {
		_, err := s.seeks.Take(ctx, dag, wire.Take{ID: open[i]})
		return err
	}); n != 5 {
		t.Errorf("beside 95 games %d begin, of 5", n)
	}
	for i := range 95 {
		if err := s.store.Live.Drop(ctx, fmt.Sprint("l", i)); err != nil {
			t.Fatal(err)
		}
	}
	if n := succeed(t, func(i int) error {
		_, err := s.seeks.Take(ctx, dag, wire.Take{ID: open[i]})
		return err
	}); n != 25 {
		t.Errorf("later %d of the other 25 begin", n)
	}
	for what, c := range map[string]struct {
		most int
		do   func(int) error
	}{ // of an account that has no finished game
		"seeks":       {5, seek(func(*wire.Seek) {})},
		"invitations": {10, seek(func(q *wire.Seek) { q.Invite = true })},
		"challenges":  {3, seek(func(q *wire.Seek) { q.To = dag.Name })},
	} {
		if n := succeed(t, c.do); n != c.most {
			t.Errorf("%s: %d of %d", what, n, c.most)
		}
		drop()
	}
	event := wire.EventSpec{Name: "Spring", Format: "round-robin", Variants: brandubh.Variants, Clock: "5m+3s"}
	for what, limit := range map[string]struct {
		most int
		do   func(int) error
	}{
		"reports": {20, func(int) error {
			_, err := s.seeks.Relations.Report(ctx, astrid, wire.Report{Name: dag.Name, Text: "sings"})
			return err
		}},
		"events": {5, func(int) error { _, err := s.events.Make(ctx, astrid, event); return err }},
		"vacations": {1, func(int) error {
			_, err := s.games.Rest(ctx, astrid, wire.Rest{Days: 30})
			return err
		}},
		"bots": {10, func(i int) error {
			_, key, _ := ed25519.GenerateKey(nil) // never fails
			proof := wire.Prove(key, "127.0.0.1", time.Now().Unix(), account.ID())
			_, err := s.accounts.MakeBot(ctx, astrid, wire.SignUp{Proof: proof, Name: fmt.Sprint("Engine-", i)})
			return err
		}},
	} {
		if n := succeed(t, limit.do); n != limit.most {
			t.Errorf("%s: %d of %d, then %v", what, n, limit.most, limit.do(99))
		}
	}
}

// succeed does something 30 times at once and returns how often it succeeds. Each other time it must be refused in
// words.
func succeed(t *testing.T, do func(i int) error) (n int) {
	t.Helper()
	errs := make([]error, 30)
	var work sync.WaitGroup
	for i := range errs {
		work.Go(func() { errs[i] = do(i) })
	}
	work.Wait()
	for _, err := range errs {
		if err == nil {
			n++
		} else if _, refused := errors.AsType[*wire.Error](err); !refused {
			t.Errorf("%v", err)
		}
	}
	return n
}
