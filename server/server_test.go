package server_test

import (
	"crypto/ed25519"
	"crypto/rand"
	"flag"
	"log/slog"
	mrand "math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/table"
	"tafl3d/internal/await"
	"tafl3d/net/client"
	"tafl3d/net/wire"
	"tafl3d/server"
	"tafl3d/server/store/storetest"
)

func TestMain(m *testing.M) {
	_ = flag.Set("test.parallel", "6") // they mostly wait; a command line that says otherwise is read after it
	code := m.Run()
	closeShared()
	closeFirefox()
	os.Exit(code)
}

// warnings is a log of what is worse than usual.
func warnings() *slog.Logger {
	return slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
}

// start starts a service over a folder and the database that belongs to it, behind a real port.
func start(t testing.TB, dir string) (*server.Server, *httptest.Server) {
	t.Helper()
	return startOver(t, dir, storetest.Address(t, dir))
}

// startOver starts a service over a folder and a database; an empty address is a file in the folder.
func startOver(t testing.TB, dir, database string) (*server.Server, *httptest.Server) {
	t.Helper()
	o := server.Options{Data: dir, Database: database, Host: "127.0.0.1", Log: warnings()}
	s, err := server.Start(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(s.Handler())
	return s, web
}

// person is somebody with a device.
type person struct {
	*client.Service
	session wire.Session
}

func signUp(t testing.TB, address, name string) *person {
	t.Helper()
	p := &person{Service: device(t, address)}
	var err error
	if p.session, err = p.SignUp(t.Context(), name, "desk"); err != nil {
		t.Fatal(err)
	}
	return p
}

func (p *person) sit(t testing.TB, game string) *client.Remote {
	t.Helper()
	l := client.Dial(t.Context(), client.Options{URL: p.Socket(), Token: p.session.Token})
	t.Cleanup(l.Close)
	return l.Join(game)
}

// playOut lets a side play at random until the game is over or upto turns are played.
func playOut(t testing.TB, r *client.Remote, side game.Side, upto int) match.State {
	rng := mrand.New(mrand.NewPCG(uint64(side), 9))
	var s match.State
	asked := -1
	for {
		select {
		case u := <-r.Updates():
			if u.Err != nil {
				t.Errorf("%s: %v", side, u.Err)
				return s
			}
			s = u.State
		case <-time.After(90 * time.Second): // for a turn: a game may take longer
			t.Errorf("%s: nothing happens: %+v", side, r.Status())
			return s
		}
		if s.Outcome.Over() || s.Record.Ply() >= upto {
			return s
		}
		if p := s.Position; p.Turn() == side && asked != s.Record.Ply() {
			asked = s.Record.Ply()
			legal := p.Legal(nil, s.History)
			if err := r.Send(side, match.Play{Ply: asked, Move: legal[rng.IntN(len(legal))]}); err != nil {
				t.Errorf("%s: %v", side, err)
				return s
			}
		}
	}
}

// until waits for an update.
func until(t testing.TB, r *client.Remote, what string, ok func(table.Update) bool) {
	t.Helper()
	timeout := time.After(60 * time.Second)
	for {
		select {
		case u := <-r.Updates():
			if ok(u) {
				return
			}
		case <-timeout:
			t.Fatalf("%s: nothing for a minute; %+v", what, r.Status())
		}
	}
}

// TestService plays a rated game between two people: half of it, a turn taken back
// by consent, the service stopped and started anew, the rest; then the ratings have
// changed, and the game is in the archive.
func TestService(t *testing.T) {
	dir := t.TempDir()
	s, web := start(t, dir)
	astrid, dag := signUp(t, web.URL, "Astrid"), signUp(t, web.URL, "Dag")
	spec, err := s.OpenGame(t.Context(), wire.Spec{Variant: "brandubh-gorrion", Clock: "5m+5s", Rated: true,
		Seats: [2]wire.Player{astrid.session.Player, dag.session.Player}})
	if err != nil {
		t.Fatal(err)
	}
	a, d := astrid.sit(t, spec.Game), dag.sit(t, spec.Game)
	done := make(chan match.State, 1)
	go func() { done <- playOut(t, a, game.Attackers, 6) }()
	playOut(t, d, game.Defenders, 6)
	if here := <-done; here.Record.Ply() != 6 {
		t.Fatalf("%d turns", here.Record.Ply())
	}
	if err := d.Send(game.Defenders, match.Undo{Plies: 2}); err != nil {
		t.Fatal(err)
	}
	until(t, a, "the question", func(table.Update) bool { return a.Status().Asked.Plies == 2 })
	if err := a.Ask(game.Attackers, wire.Act{Kind: wire.Accept, Of: "takeback"}); err != nil {
		t.Fatal(err)
	}
	until(t, d, "two turns back", func(u table.Update) bool { return u.State.Record.Ply() == 4 })

	web.CloseClientConnections()
	web.Close()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s, web = start(t, dir)
	defer func() { web.Close(); _ = s.Close() }()
	astrid, dag = again(t, astrid, web.URL), again(t, dag, web.URL)
	a, d = astrid.sit(t, spec.Game), dag.sit(t, spec.Game)
	go func() { done <- playOut(t, a, game.Attackers, 1000) }()
	there := playOut(t, d, game.Defenders, 1000)
	if here := <-done; !here.Outcome.Over() || here.Outcome != there.Outcome {
		t.Fatalf("%v and %v", here.Outcome, there.Outcome)
	}
	archived(t, astrid, spec.Game, there)
}

// again signs a person in at another address of the same service.
func again(t *testing.T, p *person, address string) *person {
	t.Helper()
	q := &person{Service: withKey(t, address, p.Key())}
	var err error
	if q.session, err = q.SignIn(t.Context()); err != nil {
		t.Fatal(err)
	}
	return q
}

func archived(t *testing.T, p *person, id string, end match.State) {
	t.Helper()
	var full wire.GameFull
	await.Until(t, "the game does not come into the archive", func() bool {
		return p.Do(t.Context(), http.MethodGet, "v1/games/"+id, "", nil, &full) == nil
	})
	if full.Result != end.Outcome.Result() || full.Plies != end.Record.Ply() || !full.Rated ||
		full.Pool != "tafl rapid" {
		t.Errorf("archived as %+v, played %v", full.GameBrief, end.Outcome)
	}
	if err := p.Do(t.Context(), http.MethodGet, "v1/me", p.session.Token, nil, nil); err != nil {
		t.Error(err)
	}
	var profile wire.Profile
	if err := p.Do(t.Context(), http.MethodGet, "v1/players/astrid", "", nil, &profile); err != nil {
		t.Fatal(err)
	}
	if len(profile.Ratings) != 1 || profile.Ratings[0].Games != 1 || profile.Ratings[0].Points == 1500 ||
		len(profile.Games) != 1 {
		t.Errorf("%+v", profile)
	}
	if steps := profile.History[full.Pool]; len(steps) != 1 || steps[0].Game != full.Game ||
		steps[0].Points != profile.Ratings[0].Points {
		t.Errorf("the history does not tell of the game: %+v", profile.History)
	}
}

// TestNobodyGetsIn tries what only others may.
func TestNobodyGetsIn(t *testing.T) {
	s, web := start(t, t.TempDir())
	defer func() { web.Close(); _ = s.Close() }()
	ctx := t.Context()
	astrid, dag, eve := signUp(t, web.URL, "Astrid"), signUp(t, web.URL, "Dag"), signUp(t, web.URL, "Eve")
	_ = dag
	post := func(path, token string, in any) error { return eve.Do(ctx, http.MethodPost, path, token, in, nil) }
	used := wire.SignIn{Proof: wire.Prove(eve.Key(), "127.0.0.1", time.Now().Unix(), "n")}
	if err := post("v1/sessions", "", used); err != nil {
		t.Fatal(err)
	}
	if err := post("v1/sessions", "",
		wire.SignIn{Proof: wire.Prove(eve.Key(), "localhost", time.Now().Unix(), "n")}); err != nil {
		t.Errorf("this machine by its other name: %v", err)
	}
	unlike := func(text string) string { // the same bytes, written as no program of ours would
		last := strings.IndexByte(letters, text[len(text)-1])
		return text[:len(text)-1] + string(letters[last^1])
	}
	altered, broken, otherKey := used, used, used
	altered.Proof.Signature = unlike(used.Proof.Signature)
	broken.Proof.Signature += "\n"
	otherKey.Proof.Key = unlike(used.Proof.Key)
	stolen := wire.Prove(eve.Key(), "127.0.0.1", time.Now().Unix(), "m")
	stolen.Key = wire.Prove(astrid.Key(), "x", 0, "").Key
	_, stranger, _ := ed25519.GenerateKey(rand.Reader)
	for _, tt := range []struct {
		name string
		err  error
		want wire.Code
	}{
		{"a request again", post("v1/sessions", "", used), wire.Forbidden},
		{"a request again, its signature written otherwise", post("v1/sessions", "", altered), wire.BadMessage},
		{"a request again, its signature in two lines", post("v1/sessions", "", broken), wire.BadMessage},
		{"a key written otherwise", post("v1/sessions", "", otherKey), wire.BadMessage},
		{"another's key", post("v1/sessions", "", wire.SignIn{Proof: stolen}), wire.Forbidden},
		{"a signature for another service",
			post("v1/sessions", "", wire.SignIn{Proof: wire.Prove(eve.Key(), "other.example", time.Now().Unix(), "o")}),
			wire.Forbidden},
		{"an old signature", post("v1/sessions", "",
			wire.SignIn{Proof: wire.Prove(eve.Key(), "127.0.0.1", time.Now().Unix()-600, "p")}), wire.Forbidden},
		{"an unknown device", post("v1/sessions", "",
			wire.SignIn{Proof: wire.Prove(stranger, "127.0.0.1", time.Now().Unix(), "q")}), wire.Forbidden},
		{"a forged token", post("v1/me/pairing", "AAAA", nil), wire.BadToken},
		{"no token", post("v1/me/pairing", "", nil), wire.BadToken},
		{"a name that is there", post("v1/accounts", "",
			wire.SignUp{Proof: wire.Prove(stranger, "127.0.0.1", time.Now().Unix(), "r"), Name: "ASTRID"}), wire.Taken},
		{"a name that injects", post("v1/accounts", "",
			wire.SignUp{Proof: wire.Prove(stranger, "127.0.0.1", time.Now().Unix(), "s"),
				Name: "x'); DROP TABLE accounts;--"}), wire.BadMessage},
		{"HTML as a name", post("v1/accounts", "",
			wire.SignUp{Proof: wire.Prove(stranger, "127.0.0.1", time.Now().Unix(), "t"), Name: "<script>"}),
			wire.BadMessage},
		{"an unknown field", post("v1/sessions", "", map[string]string{"password": "x"}), wire.BadMessage},
		{"a huge request", post("v1/accounts", "", map[string]string{"name": string(make([]byte, 1<<20))}),
			wire.BadMessage},
		{"a guessed code", post("v1/devices", "",
			wire.Join{Proof: wire.Prove(stranger, "127.0.0.1", time.Now().Unix(), "u"), Code: "AAAAAAAA"}),
			wire.Forbidden},
	} {
		if got := codeOf(tt.err); got != tt.want {
			t.Errorf("%s: %q (%v), want %q", tt.name, got, tt.err, tt.want)
		}
	}
	var me wire.Me
	if err := eve.Do(ctx, http.MethodGet, "v1/me", eve.session.Token, nil, &me); err != nil || len(me.Devices) != 1 {
		t.Fatalf("%+v %v", me, err)
	}
	if err := post("v1/me/revoke", eve.session.Token, wire.Revoke{Key: me.Devices[0].Key}); err != nil {
		t.Fatal(err)
	}
	if got := codeOf(post("v1/me/pairing", eve.session.Token, nil)); got != wire.BadToken {
		t.Errorf("a revoked device: %q", got)
	}
}

// letters are those of base64 for URLs.
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

// TestPairing lets a second device join by a code, once, and a lost account be
// recovered.
func TestPairing(t *testing.T) {
	s, web := start(t, t.TempDir())
	defer func() { web.Close(); _ = s.Close() }()
	astrid := signUp(t, web.URL, "Astrid")
	for _, tt := range []struct {
		path     string
		recovery bool
	}{{"v1/me/pairing", false}, {"v1/me/recovery", true}} {
		var codes wire.Codes
		if err := astrid.Do(t.Context(), http.MethodPost, tt.path, astrid.session.Token, nil, &codes); err != nil {
			t.Fatal(err)
		}
		second := device(t, web.URL)
		got, err := second.Join(t.Context(), codes.Codes[0], tt.recovery, "couch")
		if err != nil || got.Player.ID != astrid.session.Player.ID {
			t.Fatalf("%+v %v", got, err)
		}
		if _, err := device(t, web.URL).Join(t.Context(), codes.Codes[0], tt.recovery, "thief"); err == nil {
			t.Error("a code may be used twice")
		}
	}
}

func device(t testing.TB, address string) *client.Service {
	t.Helper()
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return withKey(t, address, key)
}

func withKey(t testing.TB, address string, key ed25519.PrivateKey) *client.Service {
	t.Helper()
	s, err := client.NewService(address, key, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
