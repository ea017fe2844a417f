package console_test

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"tafl3d/internal/svctest"
	"tafl3d/net/wire"
	"tafl3d/server/console"
	"tafl3d/server/moderation"
	"tafl3d/server/store"
)

// operator is a browser of an operator.
type operator struct {
	*svctest.Service
	m     *moderation.Moderators
	web   *httptest.Server
	token string
}

// open starts the operator's pages of a service with a reported player.
func open(t *testing.T) *operator {
	t.Helper()
	s := svctest.Open(t)
	log, ctx := slog.New(slog.DiscardHandler), t.Context()
	m := moderation.New(moderation.Options{Store: s.Store, Accounts: s.Accounts, Notify: s.Hub.Notify,
		Now: s.Clock.Now, Log: log})
	games := func(context.Context) (live, recent []wire.GameBrief, err error) {
		one := wire.GameBrief{Game: "g1", Variant: "brandubh-gorrion", Attackers: wire.Player{ID: "a", Name: "Astrid"}}
		return []wire.GameBrief{one}, nil, nil
	}
	c := console.New(console.Options{Name: "Hall", Site: "https://tafl.example", Store: s.Store, Moderators: m,
		Figures: func() []console.Figure { return []console.Figure{{Label: "Connections", Value: "17"}} },
		Games:   games, Now: s.Clock.Now, Log: log, Style: []byte("a{}"), Hosts: []string{"tafl.example"},
		Backup: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("backup")) })})
	o := &operator{Service: s, m: m, web: httptest.NewServer(c)}
	t.Cleanup(o.web.Close)
	var err error
	if o.token, err = m.NewOperator(ctx, "gudrun"); err != nil {
		t.Fatal(err)
	}
	astrid, _ := s.SignUp(ctx, "Astrid")
	s.SignUp(ctx, "Eve")
	report := wire.Report{Name: "Eve", Text: "<script>alert(1)</script>", Game: "g1"}
	if _, err := s.Lobby.Relations.Report(ctx, astrid, report); err != nil {
		t.Fatal(err)
	}
	return o
}

// send sends a request and returns the answer, with its text. Redirects are followed.
func (o *operator) send(r *http.Request) (*http.Response, string) {
	o.T.Helper()
	answer, err := o.web.Client().Do(r)
	if err != nil {
		o.T.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		o.T.Fatal(err)
	}
	return answer, string(text)
}

// request returns a request of the operator.
func (o *operator) request(method, path string, form url.Values) *http.Request {
	o.T.Helper()
	r, err := http.NewRequestWithContext(o.T.Context(), method, o.web.URL+path, strings.NewReader(form.Encode()))
	if err != nil {
		o.T.Fatal(err)
	}
	if form != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	r.SetBasicAuth("gudrun", o.token)
	return r
}

// sees checks that a page has a text.
func (o *operator) sees(method, path string, form url.Values, status int, want string) {
	o.T.Helper()
	answer, text := o.send(o.request(method, path, form))
	if answer.StatusCode != status || !strings.Contains(text, want) {
		o.T.Errorf("%s %s: %d, want %q:\n%s", method, path, answer.StatusCode, want, text)
	}
}

// TestPages reads every page, and handles a report in them.
func TestPages(t *testing.T) {
	o := open(t)
	eve, err := o.Accounts.Named(t.Context(), "Eve")
	if err != nil {
		t.Fatal(err)
	}
	reports, err := o.Store.Conduct.Reports(t.Context(), store.ReportFilter{Most: 1})
	if err != nil {
		t.Fatal(err)
	}
	get := func(path, want string) {
		t.Helper()
		o.sees(http.MethodGet, path, nil, http.StatusOK, want)
	}
	post := func(path string, status int, want string, pairs ...string) {
		t.Helper()
		form := url.Values{}
		for i := 0; i < len(pairs); i += 2 {
			form.Set(pairs[i], pairs[i+1])
		}
		o.sees(http.MethodPost, path, form, status, want)
	}
	get("/", "<dd>17</dd>")
	get("/reports", "&lt;script&gt;")
	get("/reports", "https://tafl.example/games/g1")
	get("/players?name=e*", "/players/"+eve.ID)
	get("/players/Eve", "Decide")
	get("/games", "brandubh-gorrion")
	get("/shared", "None.")
	get("/style.css", ".figures")
	post("/orders", http.StatusBadRequest, "needs a reason", "do", "mute", "name", "Eve")
	post("/orders", http.StatusOK, "No reports", "do", "mute", "name", "Eve", "for", "7d", "reason", "Rude.", "report",
		reports[0].ID, "back", "/reports")
	get("/reports?all=1", "by gudrun: mute 7d: Rude.")
	get("/sanctions", "Rude.")
	post("/orders", http.StatusOK, "None is in force", "do", "lift", "name", eve.ID, "kind", "mute", "back",
		"/sanctions")
	post("/orders", http.StatusBadRequest, "tick the box", "do", "delete", "name", eve.ID)
	post("/purge", http.StatusBadRequest, "tick the box", "name", "e*")
	post("/purge", http.StatusBadRequest, "by address, name or time", "sure", "1")
	post("/backups", http.StatusOK, "backup")
	get("/backups", "6 bytes")
	post("/purge", http.StatusOK, "Accounts deleted: 1", "name", "e*", "sure", "1")
	get("/log", "lift")
	o.sees(http.MethodGet, "/nothing", nil, http.StatusNotFound, "no such page")
	o.sees(http.MethodGet, "/players/Nobody", nil, http.StatusBadRequest, "no player here is called")
}

// TestOnlyOperators: without a token, from another page or under another host name, nothing is answered. No page sets a
// cookie or allows a script.
func TestOnlyOperators(t *testing.T) {
	o := open(t)
	for what, change := range map[string]func(*http.Request){
		"no token":     func(r *http.Request) { r.Header.Del("Authorization") },
		"wrong token":  func(r *http.Request) { r.SetBasicAuth("gudrun", o.token+"x") },
		"wrong name":   func(r *http.Request) { r.SetBasicAuth("eve", o.token) },
		"another host": func(r *http.Request) { r.Host = "evil.example" },
		"another page": func(r *http.Request) { r.Header.Set("Origin", "https://evil.example") },
		"another site": func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") },
	} {
		r := o.request(http.MethodPost, "/orders", url.Values{"do": {"ban"}, "name": {"Eve"}, "reason": {"x"}})
		change(r)
		if answer, text := o.send(r); answer.StatusCode < 400 || strings.Contains(text, "Eve") {
			t.Errorf("%s: %d\n%s", what, answer.StatusCode, text)
		}
	}
	eve, err := o.Accounts.Named(t.Context(), "Eve")
	if err != nil {
		t.Fatal(err)
	}
	if all, err := o.Store.Moderation.Sanctions(t.Context(), eve.ID, o.Clock.Now()); err != nil || len(all) > 0 {
		t.Errorf("%+v, %v", all, err)
	}
	r := o.request(http.MethodGet, "/reports", nil)
	r.Host = "tafl.example"
	answer, text := o.send(r)
	policy := answer.Header.Get("Content-Security-Policy")
	if answer.StatusCode != http.StatusOK || !strings.Contains(policy, "default-src 'none'") ||
		strings.Contains(policy, "script") || answer.Header.Get("Set-Cookie") != "" ||
		strings.Contains(text, "<script") {
		t.Errorf("%d %v\n%s", answer.StatusCode, answer.Header, text)
	}
	if err := o.m.RemoveOperator(t.Context(), "gudrun"); err != nil {
		t.Fatal(err)
	}
	o.sees(http.MethodGet, "/", nil, http.StatusUnauthorized, "taflmatch operator")
}
