package server

import (
	"bytes"
	"crypto/ed25519"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/internal/await"
	"tafl3d/net/client"
	"tafl3d/net/wire"
)

// TestTurnsWithoutDatabase takes every table from the database under a game: turns are acknowledged and told as before,
// to a page
// that watches, too, since none waits for a statement. Nor does who opens the page of a game that somebody has open.
func TestTurnsWithoutDatabase(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, err := Start(t.Context(), Options{Data: dir, Host: "127.0.0.1"})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	web := httptest.NewServer(s.Handler())
	defer web.Close()
	var seats [game.Sides]*client.Remote
	spec := wire.Spec{Variant: "copenhagen-11x11-tdiamond", Clock: "5m+3s"}
	var sessions [game.Sides]wire.Session
	var socket string
	for side, name := range []string{"Astrid", "Dag"} {
		_, key, _ := ed25519.GenerateKey(nil) // never fails
		c, err := client.NewService(web.URL, key, nil)
		if err != nil {
			t.Fatal(err)
		}
		socket = c.Socket()
		if sessions[side], err = c.SignUp(t.Context(), name, "desk"); err != nil {
			t.Fatal(err)
		}
		spec.Seats[side] = sessions[side].Player
	}
	if spec, err = s.OpenGame(t.Context(), spec); err != nil {
		t.Fatal(err)
	}
	for side := range seats {
		l := client.Dial(t.Context(), client.Options{URL: socket, Token: sessions[side].Token})
		t.Cleanup(l.Close)
		seats[side] = l.Join(spec.Game)
	}
	other := spec
	other.Game = ""
	if other, err = s.OpenGame(t.Context(), other); err != nil {
		t.Fatal(err)
	}
	l := client.Dial(t.Context(), client.Options{URL: socket, Token: sessions[game.Attackers].Token})
	t.Cleanup(l.Close)
	sees(t, l.Join(other.Game), 0)
	looks := func(ply int) {
		t.Helper()
		var film struct{ Seq uint64 }
		await.Until(t, "a page that watches is not told", func() bool { // again, as pages do
			body, status := read(t, fmt.Sprintf("%s/games/%s/frames?seq=%d", web.URL, spec.Game, ply+1))
			if err := json.Unmarshal(body, &film); err != nil || status != http.StatusOK {
				t.Fatalf("%d %.200s", status, body)
			}
			return film.Seq >= uint64(ply+1)
		})
	}
	const before, turns = 4, 20
	for ply := range turns {
		if ply == before {
			loseTables(t, filepath.Join(dir, "tafl.db"))
			if page, status := read(t, web.URL+"/play/"+other.Game); status != http.StatusOK {
				t.Errorf("the page of a game that is open: %d %.200s", status, page)
			}
		}
		side := game.Side(ply % 2)
		state := sees(t, seats[side], ply)
		legal := state.Position.Legal(nil, state.History)
		if err := seats[side].Send(side, match.Play{Ply: ply, Move: legal[ply*7%len(legal)]}); err != nil {
			t.Fatal(err)
		}
		sees(t, seats[side], ply+1)
		looks(ply + 1)
		if state.Outcome.Over() {
			t.Fatalf("the game is over after %d turns", ply)
		}
	}
	if _, err := s.store.Accounts.Get(t.Context(), sessions[0].Player.ID); err == nil {
		t.Error("the database answers: nothing was taken from it")
	}
}

// TestLooksWithoutDatabase takes every table from the database under a lobby: who looks at it, at the
// games that are played, or how it goes in the queue, is told as before, since no statement is made.
func TestLooksWithoutDatabase(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var told bytes.Buffer
	s, err := Start(t.Context(), Options{Data: dir, Host: "127.0.0.1", Log: slog.New(slog.NewTextHandler(&told, nil))})
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(s.Handler())
	defer web.Close()
	var people []*client.Session
	for _, name := range []string{"Astrid", "Dag"} {
		_, key, _ := ed25519.GenerateKey(nil) // never fails
		c, err := client.NewService(web.URL, key, nil)
		if err != nil {
			t.Fatal(err)
		}
		session, err := c.SignUp(t.Context(), name, "desk")
		if err != nil {
			t.Fatal(err)
		}
		people = append(people, c.In(session))
	}
	astrid, dag := people[0], people[1]
	q := wire.Seek{Variants: []string{"brandubh-gorrion"}, Clocks: []string{"5m+3s"}}
	if _, err := wire.PostSeeks.Ask(t.Context(), astrid, q); err != nil {
		t.Fatal(err)
	}
	if _, err := s.OpenGame(t.Context(), wire.Spec{Variant: "brandubh-gorrion", Clock: "5m+3s",
		Seats: [game.Sides]wire.Player{astrid.Me(), dag.Me()}}); err != nil {
		t.Fatal(err)
	}
	if _, err := wire.PostQueue.Ask(t.Context(), dag, q); err != nil {
		t.Fatal(err)
	}
	look := func() {
		t.Helper()
		l, err := wire.GetLobby.Ask(t.Context(), dag, wire.None{})
		if err != nil || len(l.Seeks) != 1 || l.Seeks[0].By.Name != "Astrid" || len(l.Live) != 1 || len(l.Mine) != 1 ||
			l.Mine[0].Turn == "" || l.Waiting != 1 {
			t.Errorf("%+v, %v", l, err)
		}
		if w, err := wire.GetQueue.Ask(t.Context(), dag, wire.None{}); err != nil || !w.In {
			t.Errorf("%+v, %v", w, err)
		}
	}
	look()
	loseTables(t, filepath.Join(dir, "tafl.db"))
	look()
	if _, err := s.store.Seeks.All(t.Context(), time.Now()); err == nil {
		t.Error("the database answers: nothing was taken from it")
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if strings.Contains(told.String(), "request failed") {
		t.Error(told.String())
	}
}

// read reads a page.
func read(t *testing.T, url string) (body []byte, status int) {
	t.Helper()
	a, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = a.Body.Close() }()
	body, err = io.ReadAll(a.Body)
	if err != nil {
		t.Fatal(err)
	}
	return body, a.StatusCode
}

// loseTables takes every table of a database out of reach: no statement succeeds any more.
func loseTables(t *testing.T, file string) {
	t.Helper()
	db, err := sql.Open("sqlite", file+"?_pragma=busy_timeout(10000)")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	rows, err := db.QueryContext(t.Context(),
		`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	if err := rows.Err(); err != nil || len(names) < 10 {
		t.Fatalf("%d tables, %v", len(names), err)
	}
	for _, name := range names {
		if _, err := db.ExecContext(t.Context(), "ALTER TABLE "+name+" RENAME TO lost_"+name); err != nil {
			t.Fatal(err)
		}
	}
}

// sees waits until somebody has seen so many turns.
func sees(t *testing.T, r *client.Remote, turns int) match.State {
	t.Helper()
	for {
		u := await.Next(t, r.Updates(), "a turn is not told")
		if u.Err != nil {
			t.Fatal(u.Err)
		}
		if u.State.Record.Ply() >= turns {
			return u.State
		}
	}
}
