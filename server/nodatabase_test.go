package server

import (
	"crypto/ed25519"
	"database/sql"
	"errors"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"tafl3d/internal/await"
	"tafl3d/net/client"
	"tafl3d/net/wire"
)

// TestNoDatabase lets the database fail for a while. Nobody is told that his device or his
// session is not known: all are told to come back, and can.
func TestNoDatabase(t *testing.T) {
	dir := t.TempDir()
	s, err := Start(t.Context(), Options{Data: dir, Host: "127.0.0.1"})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	web := httptest.NewServer(s.Handler())
	defer web.Close()
	_, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	astrid, err := client.NewService(web.URL, key, nil)
	if err != nil {
		t.Fatal(err)
	}
	session, err := astrid.SignUp(t.Context(), "Astrid", "desk")
	if err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", filepath.Join(dir, "tafl.db")+"?_pragma=busy_timeout(10000)") // the service writes too
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	rename := func(from, to string) {
		t.Helper()
		if _, err := db.ExecContext(t.Context(), "ALTER TABLE "+from+" RENAME TO "+to); err != nil {
			t.Fatal(err)
		}
	}
	rename("devices", "lost")
	_, err = astrid.SignIn(t.Context())
	if e, ok := errors.AsType[*wire.Error](err); !ok || e.Code != wire.Unavailable {
		t.Errorf("who signs in is told: %v", err)
	}
	line := client.Dial(t.Context(), client.Options{URL: astrid.Socket(), Token: session.Token})
	defer line.Close()
	await.Until(t, "who comes back is not told to come again", func() bool {
		state, err := line.State()
		return state == client.Connecting && err != nil && strings.Contains(err.Error(), "cannot tell just now who you are")
	})
	rename("lost", "devices")
	await.Until(t, "who comes back later is not let in", func() bool { state, _ := line.State(); return state == client.Connected })
	if _, err := astrid.SignIn(t.Context()); err != nil {
		t.Error(err)
	}
}
