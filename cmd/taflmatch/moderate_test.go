package main

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"tafl3d/net/client"
	"tafl3d/net/wire"
	"tafl3d/server"
	"tafl3d/server/store"
)

// operated starts a service with an operator's socket and returns its data folder and its web server.
func operated(t *testing.T) (data string, s *server.Server, web *httptest.Server) {
	t.Helper()
	data = t.TempDir()
	s, err := server.Start(t.Context(), server.Options{Data: data, Host: "127.0.0.1"})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	serve, err := s.OpenAdmin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	var work sync.WaitGroup
	work.Go(func() { _ = serve() })
	web = httptest.NewServer(s.Handler())
	t.Cleanup(func() {
		web.Close()
		cancel()
		work.Wait()
		_ = s.Close()
	})
	return data, s, web
}

// TestModerate reports, warns, mutes, bans and deletes on the command line, and reads each list as text and as JSON.
func TestModerate(t *testing.T) {
	data, _, web := operated(t)
	tokens := map[string]string{}
	for _, name := range []string{"Astrid", "Eve", "Spambb"} {
		c, err := client.NewService(web.URL, newKey(t), nil)
		if err != nil {
			t.Fatal(err)
		}
		session, err := c.SignUp(t.Context(), name, "desk")
		if err != nil {
			t.Fatal(err)
		}
		tokens[name] = session.Token
		if name == "Astrid" {
			continue
		}
		if err := c.Do(t.Context(), http.MethodPost, "v1/reports", tokens["Astrid"],
			wire.Report{Name: name, Text: "rude\x1b[2J"}, nil); err != nil {
			t.Fatal(err)
		}
	}
	do := func(code int, words ...string) string {
		t.Helper()
		var out, errs bytes.Buffer
		args := append([]string{"moderate", "-data", data, "-by", "gudrun"}, words...)
		if got := run(args, &out, &errs); got != code {
			t.Fatalf("%q: %d\n%s%s", words, got, &out, &errs)
		}
		return out.String() + errs.String()
	}
	var reports []store.NamedReport
	if err := json.Unmarshal([]byte(do(0, "reports", "-about", "Eve", "-json")), &reports); err != nil ||
		len(reports) != 1 {
		t.Fatalf("%+v, %v", reports, err)
	}
	about := reports[0].ID[:8]
	for _, tt := range []struct {
		code  int
		words []string
		want  string
	}{
		{0, []string{"reports"}, "rude [2J"},
		{2, []string{"reports", "-bogus"}, "flag"},
		{2, []string{}, "moderate wants"},
		{2, []string{"dance"}, "moderate wants"},
		{2, []string{"ban"}, "moderate wants"},
		{1, []string{"ban", "Eve"}, "ban needs a reason"},
		{1, []string{"mute", "Eve", "-for", "2y", "-reason", "x"}, "is no period"},
		{1, []string{"ban", "Nobody", "-reason", "x"}, "no player here is called"},
		{0, []string{"mute", "Eve", "-for", "7d", "-reason", "Rude.", "-report", about}, "Eve: mute until 20"},
		{1, []string{"handle", about}, "gudrun has handled this report: mute 7d: Rude."},
		{0, []string{"warn", "Eve", "-reason", "Last warning"}, "Eve: warn"},
		{0, []string{"shadow", "Eve"}, "Eve: shadow"},
		{0, []string{"sanctions"}, "for good"},
		{0, []string{"lift", "Eve", "mute"}, "Eve: lift mute"},
		{0, []string{"ban", "Eve", "-reason", "Cheats"}, "Eve: ban"},
		{0, []string{"show", "Eve"}, "Cheats"},
		{0, []string{"reports", "-all"}, "gudrun: mute 7d: Rude."},
		{0, []string{"find", "-name", "spam*"}, "Spambb"},
		{0, []string{"delete", "-name", "spam*"}, "add -yes"},
		{0, []string{"find", "-name", "spam*"}, "Spambb"},
		{0, []string{"delete", "-name", "spam*", "-yes"}, "deleted: 1"},
		{0, []string{"shared"}, "ACCOUNTS"},
		{0, []string{"close", "Astrid", "-reason", "Asked"}, "Astrid: close"},
		{0, []string{"delete", "Astrid"}, "Astrid: delete"},
		{0, []string{"log"}, "by filter"},
		{0, []string{"log", "-json"}, `"Moderator":"gudrun"`},
		{0, []string{"show", "Eve", "-json"}, `"Reason":"Cheats"`},
	} {
		if got := do(tt.code, tt.words...); !strings.Contains(got, tt.want) {
			t.Errorf("%q, want %q:\n%s", tt.words, tt.want, got)
		}
	}
	if got := do(0, "find", "-since", "1h"); strings.Contains(got, "Spambb") || !strings.Contains(got, "Eve") {
		t.Error(got)
	}
	c, err := client.NewService(web.URL, newKey(t), nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Do(t.Context(), http.MethodGet, "v1/me", tokens["Eve"], nil, &wire.Me{}); err == nil {
		t.Error("a banned player has a session")
	}
}

// TestOperatorCommand makes, lists and removes a token.
func TestOperatorCommand(t *testing.T) {
	data, _, _ := operated(t)
	for _, tt := range []struct{ line, want string }{
		{"operator gudrun -data ", "password"}, {"operator -data ", "gudrun"}, {"operator -json -data ", `"gudrun"`},
		{"operator -remove gudrun -data ", ""},
	} {
		var out, errs bytes.Buffer
		if code := run(strings.Fields(tt.line+data), &out, &errs); code != 0 ||
			!strings.Contains(out.String(), tt.want) {
			t.Errorf("%s: %d\n%s%s", tt.line, code, &out, &errs)
		}
	}
	var out, errs bytes.Buffer
	if code := run([]string{"operator", "-data", data}, &out, &errs); code != 0 ||
		strings.Contains(out.String(), "gudrun") {
		t.Errorf("%d\n%s%s", code, &out, &errs)
	}
}

// newKey returns the key of a new device.
func newKey(t *testing.T) ed25519.PrivateKey {
	t.Helper()
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}
