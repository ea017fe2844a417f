//go:build unix

package main

import (
	"context"
	"crypto/ed25519"
	"errors"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"tafl3d/game/match"
	"tafl3d/internal/await"
	"tafl3d/internal/longtest"
	"tafl3d/net/client"
	"tafl3d/net/wire"
)

// TestLongReplicas has people meet who sit at different services of a cluster: one is told
// whether the other is there, a bot that one service offers plays at another, somebody
// watches at a third; and while games are played each service is ended in order and started
// again, which disturbs none.
func TestLongReplicas(t *testing.T) {
	longtest.Only(t, "restarts each service of a cluster")
	_, _, services := newCluster(t)
	acrossAway(t, services)
	acrossBots(t, services)
	e := gather(t, balance(t, services), 4)
	e.limit = 3 * time.Minute
	seen := make(chan match.State, 1)
	go func() { seen <- watched(t.Context(), services[2].addr, e.ids[0]) }()
	err := e.play(slow(9), func() {
		for _, s := range services {
			time.Sleep(time.Second) // real time: games go on
			e.during(func() {
				s.tell(syscall.SIGTERM)
				if err := ended(t, s.cmd); err != nil {
					t.Errorf("told to end, a service ends with %v", err)
				}
			})
			time.Sleep(time.Second) // the others serve alone
			s.start()
		}
	})
	if err != nil {
		t.Error(err)
	}
	select {
	case s := <-seen:
		if full := fetch(t, e.players[0], e.ids[0]); s.Outcome.Result() != full.Result ||
			s.Outcome.Cause.String() != full.Cause {
			t.Errorf("who watched elsewhere saw the end %v; it is %s by %s", s.Outcome, full.Result, full.Cause)
		}
	case <-time.After(30 * time.Second):
		t.Error("who watches elsewhere sees no end")
	}
	text, err := exec.Command(binary(t), "backup", "-data", services[0].dir,
		filepath.Join(t.TempDir(), "backup.tar")).CombinedOutput()
	if err == nil || !strings.Contains(string(text), "pg_dump") {
		t.Errorf("a backup of a cluster: %v %s", err, text)
	}
	for i, s := range services {
		if log := s.said(); strings.Contains(log, `"level":"ERROR"`) && !onlyBackup(log) {
			t.Errorf("service %d says:\n%s", i, troubles(&s.log))
		}
	}
}

// onlyBackup reports whether all errors of a log are those of a backup.
func onlyBackup(log string) bool {
	for line := range strings.Lines(log) {
		if strings.Contains(line, `"level":"ERROR"`) && !strings.Contains(line, "backup failed") {
			return false
		}
	}
	return true
}

// acrossAway challenges somebody who is nowhere, and then at another service.
func acrossAway(t *testing.T, services []*daemon) {
	t.Helper()
	a, b := signUp(t, services[0].addr, "Ylva"), signUp(t, services[1].addr, "Erik")
	hers := hear(t, a)
	challenge := func() {
		t.Helper()
		q := wire.Seek{Variants: []string{"brandubh-gorrion"}, Clocks: []string{"10m+2s"}, To: "Erik"}
		if err := a.Do(t.Context(), http.MethodPost, "v1/seeks", a.session.Token, q, nil); err != nil {
			t.Fatal(err)
		}
	}
	challenge()
	expect(t, hers, wire.Notice{Kind: "away", Text: "Erik"})
	his := hear(t, b)
	challenge()
	expect(t, his, wire.Notice{Kind: "challenge", Text: "Ylva"})
	var l wire.Lobby
	err := b.Do(t.Context(), http.MethodGet, "v1/lobby", b.session.Token, nil, &l)
	if err != nil || len(l.Seeks) == 0 {
		t.Fatalf("%v, %+v", err, l)
	}
	var begun wire.Begun
	if err := b.Do(t.Context(), http.MethodPost, "v1/seeks/take", b.session.Token, wire.Take{ID: l.Seeks[0].ID},
		&begun); err != nil {
		t.Fatal(err)
	}
	expect(t, hers, wire.Notice{Kind: "game", Game: begun.Game}) // and not that he is away
}

// acrossBots plays at one service against a bot that another offers.
func acrossBots(t *testing.T, services []*daemon) {
	t.Helper()
	bots, log := beside(t, "bots", "-data", services[2].dir, "-service", "http://"+services[2].addr, "-keys",
		filepath.Join(t.TempDir(), "keys"), "-levels", "1")
	defer end(t, bots, os.Interrupt)
	a := signUp(t, services[0].addr, "Tove")
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := a.play(ctx, seatBot(t, a, "Tafl3d-1"), 5, time.Millisecond); err != nil {
		t.Errorf("%v\n%s", err, log)
	}
}

// hear connects somebody and returns what he is told, once he is connected.
func hear(t *testing.T, p *rival) <-chan wire.Notice {
	t.Helper()
	told := make(chan wire.Notice, 16)
	l := client.Dial(t.Context(), client.Options{URL: p.Socket(), Token: p.session.Token,
		Notice: func(n wire.Notice) { told <- n }})
	t.Cleanup(l.Close)
	await.Until(t, "no connection", func() bool { state, _ := l.State(); return state == client.Connected })
	return told
}

func expect(t *testing.T, told <-chan wire.Notice, want wire.Notice) {
	t.Helper()
	select {
	case n := <-told:
		if n != want {
			t.Errorf("told %+v, not %+v", n, want)
		}
	case <-time.After(20 * time.Second):
		t.Errorf("not told %+v", want)
	}
}

// watched watches a game at a service until it is over, and returns how it ended.
func watched(ctx context.Context, addr, game string) match.State {
	_, key, _ := ed25519.GenerateKey(nil) // never fails
	s, err := client.NewService("http://"+addr, key, nil)
	if err != nil {
		panic(errors.Join(errors.New("an address of our own"), err))
	}
	l := client.Dial(ctx, client.Options{URL: s.Socket()})
	defer l.Close()
	for u := range l.Join(game).Updates() {
		if u.State.Outcome.Over() {
			return u.State
		}
	}
	return match.State{}
}
