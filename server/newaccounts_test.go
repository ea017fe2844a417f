package server_test

import (
	"crypto/ed25519"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"tafl3d/internal/await"
	"tafl3d/net/client"
	"tafl3d/net/wire"
	"tafl3d/server"
	"tafl3d/server/signup"
	"tafl3d/server/store/storetest"
)

// sentFrom sends requests as a proxy does that received them from an address.
type sentFrom string

// RoundTrip implements http.RoundTripper.
func (f sentFrom) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("X-Forwarded-For", string(f))
	return http.DefaultTransport.RoundTrip(r)
}

// comingFrom returns a new device at an address.
func comingFrom(t testing.TB, service, address string) *client.Service {
	t.Helper()
	return moved(t, device(t, service).Key(), service, address)
}

// moved returns the device with a key at another address.
func moved(t testing.TB, key ed25519.PrivateKey, service, address string) *client.Service {
	t.Helper()
	s, err := client.NewService(service, key, &http.Client{Transport: sentFrom(address)})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// plainName returns a name that looks like that of no other number.
func plainName(n int) string {
	const letters = "abdeghkpxz"
	return "Player" + string([]byte{letters[n/100%10], letters[n/10%10], letters[n%10]})
}

// guestAt signs a guest up.
func guestAt(t testing.TB, s *client.Service) (*person, error) {
	t.Helper()
	p := &person{Service: s}
	proof := wire.Prove(s.Key(), "127.0.0.1", time.Now().Unix(), "n")
	err := s.Do(t.Context(), http.MethodPost, "v1/accounts", "", wire.SignUp{Proof: proof, Guest: true}, &p.session)
	return p, err
}

// TestNewAccountsAreLimited signs up names and guests from one address and from the /64s of a /48, lets guests choose
// names, and reads the refusals in the metrics and the log.
func TestNewAccountsAreLimited(t *testing.T) {
	dir := t.TempDir()
	log := &await.Text{}
	s, err := server.Start(t.Context(), server.Options{Data: dir, Database: storetest.Address(t, dir),
		Host:        "127.0.0.1",
		BehindProxy: true, Log: slog.New(slog.NewJSONHandler(log, nil)),
		NewAccounts: signup.Options{Names: 4, Guests: 3}})
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(s.Handler())
	defer func() { web.Close(); _ = s.Close() }()
	name := 0
	many := func(from func(i int) string) (made int) {
		for i := range 25 {
			name++
			_, err := comingFrom(t, web.URL, from(i)).SignUp(t.Context(), plainName(name), "desk")
			switch code := codeOf(err); {
			case err == nil:
				made++
			case code != wire.TooMuch || !strings.Contains(err.Error(), "too many new accounts from your network"):
				t.Fatal(err)
			}
		}
		return made
	}
	if n := many(func(int) string { return "192.0.2.1" }); n != 4 {
		t.Errorf("an address creates %d names", n)
	}
	if n := many(func(i int) string { return fmt.Sprintf("2001:db8:1:%x00::1", i) }); n != 16 {
		t.Errorf("a /48 creates %d names", n)
	}
	if n := many(func(int) string { return "127.0.0.1" }); n != 25 {
		t.Errorf("this machine creates %d names", n)
	}
	var guests []*person
	for range 6 {
		if p, err := guestAt(t, comingFrom(t, web.URL, "192.0.2.1")); err == nil {
			guests = append(guests, p)
		}
	}
	if len(guests) != 3 {
		t.Errorf("an address creates %d guests", len(guests))
	}
	rename := func(p *person, name string) error {
		return p.Do(t.Context(), http.MethodPatch, "v1/me", p.session.Token, wire.Rename{Name: name}, nil)
	}
	if err := rename(guests[0], "Hilda"); codeOf(err) != wire.TooMuch {
		t.Errorf("a guest takes a name when there are too many: %v", err)
	}
	guests[1].Service = moved(t, guests[1].Key(), web.URL, "192.0.2.2")
	if err := rename(guests[1], "Hilda"); err != nil {
		t.Error(err)
	}
	refusedAccounts(t, s, log)
}

// refusedAccounts reads the refusals of TestNewAccountsAreLimited.
func refusedAccounts(t *testing.T, s *server.Server, log *await.Text) {
	t.Helper()
	w := httptest.NewRecorder()
	s.Metrics().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	for _, want := range []string{
		`tafl_new_accounts_refused_total{kind="name",limit="address"} 22`,
		`tafl_new_accounts_refused_total{kind="name",limit="/48"} 9`,
		`tafl_new_accounts_refused_total{kind="guest",limit="address"} 3`,
	} {
		if !strings.Contains(w.Body.String(), want) {
			t.Errorf("the metrics do not have %s", want)
		}
	}
	text := log.String()
	for _, want := range []string{`"network":"192.0.2.0/24"`, `"network":"2001:db8:1::/48"`} {
		if strings.Count(text, want) != 1 {
			t.Errorf("the log has %d lines with %s:\n%s", strings.Count(text, want), want, text)
		}
	}
	if strings.Contains(text, "192.0.2.1") {
		t.Error("the log has the address of a player")
	}
}

// TestRetryAfterOfNewAccounts: a refusal says when to try again.
func TestRetryAfterOfNewAccounts(t *testing.T) {
	s, err := server.Start(t.Context(), server.Options{Data: t.TempDir(), Host: "127.0.0.1", BehindProxy: true,
		Log: slog.New(slog.NewTextHandler(io.Discard, nil)), NewAccounts: signup.Options{Names: 1}})
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(s.Handler())
	defer func() { web.Close(); _ = s.Close() }()
	if _, err := comingFrom(t, web.URL, "192.0.2.1").SignUp(t.Context(), "Astrid", "desk"); err != nil {
		t.Fatal(err)
	}
	_, err = comingFrom(t, web.URL, "192.0.2.1").SignUp(t.Context(), "Dag", "desk")
	e, ok := err.(*wire.Error)
	if !ok || e.After.Minutes() < 50 || e.After.Minutes() > 61 {
		t.Errorf("%+v", err)
	}
}
