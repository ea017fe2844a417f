package server_test

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"tafl3d/internal/await"
	"tafl3d/net/wire"
	"tafl3d/server"
)

// logged returns the first line of a log with a message, nil if there is none.
func logged(log *await.Text, message string) map[string]any {
	for line := range strings.Lines(log.String()) {
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
	log := &await.Text{}
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
		await.Until(t, message+" is not logged", func() bool { return logged(log, message) != nil })
		line := logged(log, message)
		for key, value := range want {
			if line[key] != value {
				t.Errorf("%s: %s is %v, want %s: %v", message, key, line[key], value, line)
			}
		}
	}
	for _, secret := range []string{session.Token, astrid.session.Token, dag.session.Token, "127.0.0.1"} {
		if strings.Contains(log.String(), secret) {
			t.Errorf("the log has %s:\n%s", secret, log)
		}
	}
}
