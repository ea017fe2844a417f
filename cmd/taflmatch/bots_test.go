//go:build unix

package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"tafl3d/game"
	"tafl3d/net/client"
	"tafl3d/net/wire"
)

// TestBotAnswers challenges a bot that plays one game at once: it accepts a rematch, and
// while that is played it declines.
func TestBotAnswers(t *testing.T) {
	share(t)
	dir := t.TempDir()
	d := serving(t, filepath.Join(dir, "data"))
	_, log := beside(t, "bots", "-data", d.dir, "-service", "http://"+d.addr, "-keys", filepath.Join(dir, "keys"),
		"-levels", "1", "-games", "1")
	a := signUp(t, d.addr, "Astrid")
	declined := make(chan string, 8)
	line := client.Dial(t.Context(), client.Options{URL: a.Socket(), Token: a.session.Token,
		Notice: func(n wire.Notice) {
			if n.Kind == "declined" {
				declined <- n.Text
			}
		}})
	defer line.Close()
	first := seatBot(t, a, "Tafl3d-1")
	resign(t, line.Join(first), game.Attackers)
	fetch(t, a, first) // it is archived
	var again wire.OpenSeek
	second := mine(t, a, declined, func() {
		if err := a.Do(t.Context(), http.MethodPost, "v1/rematch", a.session.Token, wire.Begun{Game: first},
			&again); err != nil {
			t.Fatal(err)
		}
	})
	if second.Game == first || second.Defenders.Name != "Astrid" || second.Rated {
		t.Errorf("the bot accepts a rematch: %+v", second)
	}
	challenge := wire.Seek{Variants: []string{"brandubh-gorrion"}, Clocks: []string{"5m+3s"}, Rated: true,
		To: "Tafl3d-1"}
	if err := a.Do(t.Context(), http.MethodPost, "v1/seeks", a.session.Token, challenge, &again); err != nil {
		t.Fatal(err)
	}
	if again.Seek.Rated {
		t.Errorf("a challenge to a bot is rated: %+v", again)
	}
	select {
	case by := <-declined:
		if by != "Tafl3d-1" {
			t.Errorf("%q declines", by)
		}
	case <-time.After(30 * time.Second):
		t.Errorf("a bot that has no seat free does not decline\n%s", log)
	}
}

// TestBotComesBack ends the session of a bot, as its time does: it signs in anew and plays.
func TestBotComesBack(t *testing.T) {
	share(t)
	dir := t.TempDir()
	d := serving(t, filepath.Join(dir, "data"))
	_, log := beside(t, "bots", "-data", d.dir, "-service", "http://"+d.addr, "-keys", filepath.Join(dir, "keys"),
		"-levels", "1")
	first := signUp(t, d.addr, "Astrid")
	seatBot(t, first, "Tafl3d-1") // it is there
	db, err := sql.Open("sqlite", filepath.Join(d.dir, "tafl.db"))
	if err == nil {
		_, err = db.ExecContext(t.Context(), "DELETE FROM sessions")
	}
	if err = errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	a := signUp(t, d.addr, "Dag")
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := a.play(ctx, seatBot(t, a, "Tafl3d-1"), 5, time.Millisecond); err != nil {
		t.Errorf("%v\n%s", err, log)
	}
}

// resign gives a game up as soon as it is known.
func resign(t *testing.T, r *client.Remote, side game.Side) {
	t.Helper()
	select {
	case <-r.Updates():
	case <-time.After(30 * time.Second):
		t.Fatal("the game is not told")
	}
	if err := r.Ask(side, wire.Act{Kind: wire.Resign}); err != nil {
		t.Fatal(err)
	}
	for end := time.After(30 * time.Second); ; {
		select {
		case u := <-r.Updates():
			if u.State.Outcome.Over() {
				return
			}
		case <-end:
			t.Fatal("the game does not end")
		}
	}
}

// mine asks for a game until one is under way, and returns it. A bot that has not seen
// yet that the game before is over declines: it is asked again.
func mine(t *testing.T, a *rival, declined <-chan string, ask func()) wire.GameBrief {
	t.Helper()
	ask()
	end := time.After(30 * time.Second)
	for {
		var l wire.Lobby
		if err := a.Do(t.Context(), http.MethodGet, "v1/lobby", a.session.Token, nil, &l); err != nil {
			t.Fatal(err)
		}
		if len(l.Mine) == 1 && len(l.Seeks) == 0 {
			return l.Mine[0]
		}
		select {
		case <-declined:
			ask()
		case <-time.After(100 * time.Millisecond):
		case <-end:
			t.Fatalf("no game begins: %+v", l)
		}
	}
}

// TestPlays: bots play unrated games of the catalogue and nothing else.
func TestPlays(t *testing.T) {
	for name, c := range map[string]struct {
		q    wire.Seek
		want bool
	}{
		"unrated": {wire.Seek{Variants: []string{"brandubh-gorrion"}, Clocks: []string{"3d"}, Double: true},
			true},
		"rated":           {wire.Seek{Variants: []string{"brandubh-gorrion"}, Rated: true}, false},
		"own rules":       {wire.Seek{Variants: []string{"brandubh-gorrion"}, Rules: "size = 7"}, false},
		"own position":    {wire.Seek{Variants: []string{"brandubh-gorrion"}, Start: "7/7/7/3k3/7/7/7"}, false},
		"unknown variant": {wire.Seek{Variants: []string{"chess"}}, false},
		"no variant":      {wire.Seek{}, false},
	} {
		if got := ours(1, nil).plays(c.q); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

// TestBotWaitsWhileBusy has a service refuse a bot twice because it is busy: the bot waits as long as it is asked to,
// and signs in then.
func TestBotWaitsWhileBusy(t *testing.T) {
	var asked atomic.Int32
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch n := asked.Add(1); n {
		case 1, 2:
			w.Header().Set("Retry-After", "1")
			w.WriteHeader([]int{http.StatusTooManyRequests, http.StatusServiceUnavailable}[n-1])
			code := []wire.Code{wire.TooMuch, wire.Unavailable}[n-1]
			_ = json.NewEncoder(w).Encode(wire.Refused{Code: code, Text: "wait a moment"})
		default:
			_ = json.NewEncoder(w).Encode(wire.Session{Token: "token"})
		}
	}))
	defer web.Close()
	b := &bot{key: "level-1.key", log: slog.New(slog.DiscardHandler)}
	began := time.Now()
	if err := b.open(t.Context(), t.TempDir(), t.TempDir(), web.URL); err != nil || b.session.Token != "token" {
		t.Errorf("%v, %+v", err, b.session)
	}
	if took := time.Since(began); asked.Load() != 3 || took < 2*time.Second {
		t.Errorf("it asks %d times in %v", asked.Load(), took)
	}
}
