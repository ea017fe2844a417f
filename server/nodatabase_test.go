package server

import (
	"crypto/ed25519"
	"database/sql"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	broker "github.com/nats-io/nats-server/v2/server"

	"tafl3d/internal/await"
	"tafl3d/net/client"
	"tafl3d/net/wire"
	"tafl3d/server/account"
	"tafl3d/server/store"
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
	// the service writes too
	db, err := sql.Open("sqlite", filepath.Join(dir, "tafl.db")+"?_pragma=busy_timeout(10000)")
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
		return state == client.Connecting && err != nil &&
			strings.Contains(err.Error(), "cannot check your sign-in right now")
	})
	rename("lost", "devices")
	await.Until(t, "who comes back later is not let in",
		func() bool { state, _ := line.State(); return state == client.Connected })
	if _, err := astrid.SignIn(t.Context()); err != nil {
		t.Error(err)
	}
}

// brokerAt starts a broker over a folder, at a port; 0 is any.
func brokerAt(t *testing.T, dir string, port int) *broker.Server {
	t.Helper()
	if port == 0 {
		port = broker.RANDOM_PORT
	}
	b, err := broker.NewServer(&broker.Options{
		Host: "127.0.0.1", Port: port, JetStream: true, StoreDir: dir, NoSigs: true, NoLog: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	b.Start()
	t.Cleanup(func() { b.Shutdown(); b.WaitForShutdown() })
	if !b.ReadyForConnections(await.Patience) {
		t.Fatal("the broker does not start")
	}
	return b
}

// TestBrokersAway stops the brokers while nobody plays, and has somebody take a seek: the refusal comes long before a
// client gives up. When the brokers are back the service is ready again although nobody writes.
func TestBrokersAway(t *testing.T) {
	t.Parallel()
	stored := t.TempDir()
	b := brokerAt(t, stored, 0)
	url, port := b.ClientURL(), b.Addr().(*net.TCPAddr).Port
	s, err := Start(t.Context(), Options{Data: t.TempDir(), NATS: url, Host: "127.0.0.1"})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	web := httptest.NewServer(s.Handler())
	defer web.Close()
	players := signedUp(t, s.Handler())
	ready := func() int {
		r, err := http.Get(web.URL + "/readyz")
		if err != nil {
			t.Fatal(err)
		}
		_ = r.Body.Close()
		return r.StatusCode
	}
	b.Shutdown()
	b.WaitForShutdown()
	if err := s.store.Seeks.Add(t.Context(), store.Seek{
		ID: "seek", Kind: store.OpenSeek, Account: players[0].ID, Ends: 1 << 60,
		Body: `{"variants":["brandubh-gorrion"],"clocks":["5m+3s"]}`,
	}, store.SeekLimits{}); err != nil {
		t.Fatal(err)
	}
	key, ends := device(t, s, players[1].ID), time.Now().Add(time.Hour)
	if _, err := s.store.Sessions.Open(t.Context(), account.Digest("token"), players[1].ID, key, ends, 2); err != nil {
		t.Fatal(err)
	}
	take := strings.NewReader(`{"id":"seek"}`)
	q, err := http.NewRequestWithContext(t.Context(), http.MethodPost, web.URL+"/v1/seeks/take", take)
	if err != nil {
		t.Fatal(err)
	}
	q.Header.Set("Authorization", "Bearer token")
	answer, err := (&http.Client{Timeout: answerWithin + 4*time.Second}).Do(q)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusServiceUnavailable || answer.Header.Get("Retry-After") == "" {
		t.Errorf("a take meanwhile is answered %s, Retry-After %q", answer.Status, answer.Header.Get("Retry-After"))
	}
	if is := ready(); is != http.StatusServiceUnavailable {
		t.Errorf("without brokers the service is ready: %d", is)
	}
	brokerAt(t, stored, port)
	await.Until(t, "the brokers are back, and the service is not ready",
		func() bool { return ready() == http.StatusOK })
}

// device returns a device of an account.
func device(t *testing.T, s *Server, account string) string {
	t.Helper()
	list, err := s.store.Accounts.Devices(t.Context(), account)
	if err != nil || len(list) == 0 {
		t.Fatal(list, err)
	}
	return list[0].Key
}

// TestForeignPages has pages of other sites open a socket: none can, whatever the browser calls the service. Programs
// name no origin.
func TestForeignPages(t *testing.T) {
	t.Parallel()
	s, err := Start(t.Context(), Options{Data: t.TempDir(), Host: "tafl.example"})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	web := httptest.NewServer(s.Handler())
	defer web.Close()
	for _, ask := range []struct {
		host, origin string
		want         int
	}{
		{"tafl.example", "https://tafl.example", http.StatusSwitchingProtocols},
		{"tafl.example:7350", "https://TAFL.example:7350", http.StatusSwitchingProtocols},
		{"tafl.example", "", http.StatusSwitchingProtocols},
		{"evil.example", "https://evil.example", http.StatusForbidden},
		{"tafl.example", "https://evil.example", http.StatusForbidden},
		{"evil.example", "https://tafl.example", http.StatusForbidden},
		{"tafl.example", "null", http.StatusForbidden},
		{"localhost", "http://localhost", http.StatusForbidden},
		{"tafl.example.evil.example", "https://tafl.example.evil.example", http.StatusForbidden},
	} {
		q, err := http.NewRequestWithContext(t.Context(), http.MethodGet, web.URL+"/v1/socket", nil)
		if err != nil {
			t.Fatal(err)
		}
		for name, value := range map[string]string{
			"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
			"Sec-WebSocket-Key": "dGFmbCB0YWZsIHRhZmwhIQ==",
		} {
			q.Header.Set(name, value)
		}
		if q.Host = ask.host; ask.origin != "" {
			q.Header.Set("Origin", ask.origin)
		}
		r, err := http.DefaultTransport.RoundTrip(q)
		if err != nil {
			t.Fatal(err)
		}
		_ = r.Body.Close()
		if r.StatusCode != ask.want {
			t.Errorf("host %s, origin %s: %s, want %d", ask.host, ask.origin, r.Status, ask.want)
		}
	}
}
