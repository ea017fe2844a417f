package server

import (
	"crypto/ed25519"
	"database/sql"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/internal/await"
	"tafl3d/net/client"
	"tafl3d/net/wire"
)

// TestTurnsWithoutDatabase takes every table from the database under a game: turns are acknowledged and told as before, since none
// waits for a statement.
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
	const before, turns = 4, 60
	for ply := range turns {
		if ply == before {
			loseTables(t, filepath.Join(dir, "tafl.db"))
		}
		side := game.Side(ply % 2)
		state := sees(t, seats[side], ply)
		legal := state.Position.Legal(nil, state.History)
		if err := seats[side].Send(side, match.Play{Ply: ply, Move: legal[ply*7%len(legal)]}); err != nil {
			t.Fatal(err)
		}
		sees(t, seats[side], ply+1)
		if state.Outcome.Over() {
			t.Fatalf("the game is over after %d turns", ply)
		}
	}
	if _, err := s.store.Account(t.Context(), sessions[0].Player.ID); err == nil {
		t.Error("the database answers: nothing was taken from it")
	}
}

// loseTables takes every table of a database out of reach: no statement succeeds any more.
func loseTables(t *testing.T, file string) {
	t.Helper()
	db, err := sql.Open("sqlite", file+"?_pragma=busy_timeout(10000)")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	rows, err := db.QueryContext(t.Context(), `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
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
