package server_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"tafl3d/net/wire"
	"tafl3d/server"
)

// logBuffer keeps what is logged. It is safe for use by many goroutines.
type logBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write implements io.Writer.
func (b *logBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

// find returns the first line with a message, nil if there is none.
func (b *logBuffer) find(message string) map[string]any {
	b.mu.Lock()
	defer b.mu.Unlock()
	for line := range strings.Lines(b.text.String()) {
		var fields map[string]any
		if json.Unmarshal([]byte(line), &fields) == nil && fields["msg"] == message {
			return fields
		}
	}
	return nil
}

// TestLoggedEvents signs two players up and in, and begins and ends a game: each is a line of the log with names, and
// without keys and tokens.
func TestLoggedEvents(t *testing.T) {
	log := &logBuffer{}
	s, err := server.Start(t.Context(), server.Options{
		Data: t.TempDir(), Host: "127.0.0.1", Log: slog.New(slog.NewJSONHandler(log, nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	web := httptest.NewServer(s.Handler())
	defer web.Close()
	astrid, dag := signUp(t, web.URL, "Astrid"), signUp(t, web.URL, "Dag")
	session, err := dag.SignIn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	spec, err := s.OpenGame(t.Context(), wire.Spec{
		Variant: "brandubh-gorrion", Clock: "5m+3s",
		Seats: [2]wire.Player{astrid.session.Player, dag.session.Player},
	})
	if err != nil {
		t.Fatal(err)
	}
	// the game ends with the account of a player
	if err := astrid.In(astrid.session).Do(t.Context(), http.MethodDelete, "/v1/me", nil, nil); err != nil {
		t.Fatal(err)
	}
	for message, want := range map[string]map[string]string{
		"account created": {"name": "Astrid", "kind": "person"},
		"signed in":       {"name": "Dag", "kind": "person"},
		"game begun": {"game": spec.Game, "variant": "brandubh-gorrion", "clock": "5m+3s", "attackers": "Astrid",
			"defenders": "Dag"},
		"game ended": {"game": spec.Game, "variant": "brandubh-gorrion", "attackers": "Astrid",
			"defenders": "Dag"},
	} {
		line := log.find(message)
		for end := time.Now().Add(10 * time.Second); line == nil && time.Now().Before(end); line = log.find(message) {
			time.Sleep(20 * time.Millisecond)
		}
		for key, value := range want {
			if line[key] != value {
				t.Errorf("%s: %s is %v, want %s: %v", message, key, line[key], value, line)
			}
		}
	}
	log.mu.Lock()
	defer log.mu.Unlock()
	for _, secret := range []string{session.Token, astrid.session.Token, dag.session.Token, "127.0.0.1"} {
		if strings.Contains(log.text.String(), secret) {
			t.Errorf("the log has %s:\n%s", secret, &log.text)
		}
	}
}
