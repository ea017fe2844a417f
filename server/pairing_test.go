package server

import (
	"crypto/ed25519"
	"errors"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"tafl3d/internal/await"
	"tafl3d/net/client"
	"tafl3d/net/wire"
)

// dying is a service that can write nothing any more from a step of the pairing on.
type dying struct {
	step    string // at which it dies: of the journal, or the first of the database after the game was appended
	armed   atomic.Bool
	written atomic.Bool // the game is in the journal
	dead    atomic.Bool
}

var errDead = errors.New("the service has died")

func (d *dying) fault(step string) error {
	if !d.armed.Load() {
		return nil
	}
	ofJournal := step == "append" || step == "appended"
	if step == d.step && (ofJournal || d.written.Load()) {
		d.dead.Store(true)
	}
	if step == "appended" {
		d.written.Store(true)
	}
	if d.dead.Load() {
		return errDead
	}
	return nil
}

// TestPairingDies lets the service that pairs in a pool die at each step of a pairing, before and after the game is in
// the journal and before and after the rows that follow from it, while one of the two waits at the other service. That
// one seats both in the same game, one only, and nobody waits any more.
func TestPairingDies(t *testing.T) {
	t.Parallel()
	for _, step := range []string{"append", "appended", "change", "changed"} {
		t.Run(step, func(t *testing.T) {
			t.Parallel()
			dir, url := t.TempDir(), SharedBroker(t)
			var services [2]*Server
			var ends [2]dying
			var doors [2]*httptest.Server
			for i := range services {
				ends[i].step = step
				s, err := Start(t.Context(), Options{Data: dir, NATS: url, Host: "127.0.0.1", Fault: ends[i].fault})
				if err != nil {
					t.Fatal(err)
				}
				services[i], doors[i] = s, httptest.NewServer(s.Handler())
				t.Cleanup(func() {
					doors[i].CloseClientConnections()
					doors[i].Close()
					if !ends[i].dead.Load() {
						_ = s.Close()
					}
				})
			}
			const pool = "queue of tafl blitz"
			await.Until(t, "none of the two pairs",
				func() bool { return services[0].hub.Owns(pool) != services[1].hub.Owns(pool) })
			owner := 0
			if services[1].hub.Owns(pool) {
				owner = 1
			}
			other := services[1-owner]
			ends[owner].armed.Store(true)
			var players []string
			for i, name := range []string{"Astrid", "Dag"} {
				_, key, _ := ed25519.GenerateKey(nil) // never fails
				c, err := client.NewService(doors[i].URL, key, nil)
				if err != nil {
					t.Fatal(err)
				}
				session, err := c.SignUp(t.Context(), name, "desk")
				if err != nil {
					t.Fatal(err)
				}
				players = append(players, session.Player.ID)
				if _, err := wire.PostQueue.Ask(t.Context(), c.In(session),
					wire.Seek{Variants: []string{"brandubh-gorrion"}, Clocks: []string{"5m+3s"},
						Rated: true}); err != nil {
					t.Fatal(err)
				}
			}
			await.Until(t, "they are not paired", ends[owner].dead.Load)
			_ = services[owner].Close() // what it could not write is the matter of the other
			began := time.Now()
			seated := func() bool {
				a, errA := other.store.Live.Of(t.Context(), players[0])
				d, errD := other.store.Live.Of(t.Context(), players[1])
				seeks, err := other.store.Seeks.All(t.Context(), time.Now())
				if err := errors.Join(errA, errD, err); err != nil {
					t.Fatal(err)
				}
				if len(a) > 1 || len(d) > 1 {
					t.Fatalf("they are in several games: %+v, %+v", a, d)
				}
				return len(a) == 1 && len(d) == 1 && a[0].ID == d[0].ID && len(seeks) == 0
			}
			await.Until(t, "the other does not seat them", seated)
			t.Logf("seated %v after the death", time.Since(began).Round(time.Millisecond))
			var games []string
			await.Stays(t, 3*time.Second, "it pairs them again", func() bool {
				var err error
				games, err = other.journal.Games(t.Context())
				return err == nil && seated() && len(games) == 1
			})
			if g, err := other.hub.GameStatus(t.Context(), games[0]); err != nil || g.Over {
				t.Errorf("their game cannot be played: %+v, %v", g, err)
			}
		})
	}
}
