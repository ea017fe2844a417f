package e2e

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"fmt"
	"net"
	"net/http"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"tafl3d/app/remote"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/internal/await"
	"tafl3d/internal/longtest"
	"tafl3d/net/client"
	"tafl3d/net/wire"
)

// TestLongTwoWindows lets two users sign in at a service, each in a window on a separate display, meet in the
// lobby and play to the end by clicks. One program is killed during the game and resumes it.
func TestLongTwoWindows(t *testing.T) {
	t.Parallel()
	longtest.Only(t, "plays a game in two windows")
	url := serve(t).url
	w := newWitness(t, url)
	astrid, dag := newGuest(t, "Astrid"), newGuest(t, "Dag")
	astrid.signsIn(url)
	dag.signsIn(url)
	astrid.lays()
	dag.takes()
	w.finds()
	people := [game.Sides]*person{newPerson(astrid.display, game.Attackers, brandubh, astrid.data),
		newPerson(dag.display, game.Defenders, brandubh, dag.data)}
	for _, p := range people {
		p.sits()
	}
	astrid.keep("e2e-net-3-begun")
	for n := 0; !w.state.Outcome.Over(); n++ {
		must(t, n < 150, "the game does not end")
		if n == 7 {
			dag.isKilled()
			dag.comesBack()
			people[game.Defenders].sits()
			dag.keep("e2e-net-4-back")
		}
		w.plays(people[w.state.Position.Turn()])
	}
	t.Logf("%d turns; %s by %s", w.state.Record.Ply(), w.state.Outcome.Result(), w.state.Outcome.Cause)
	for _, g := range []*guest{astrid, dag} {
		g.still()
		g.keep("e2e-net-5-over-" + g.name)
		g.key("ctrl+q")
		g.prog.ended()
	}
}

// house is a service in a separate process.
type house struct{ bin, data, url string }

// serve starts a service that ends with the test.
func serve(t *testing.T) house {
	t.Helper()
	dir := t.TempDir()
	bin := filepath.Join(dir, "taflmatch")
	if out, err := exec.Command("go", "build", "-o", bin, "tafl3d/cmd/taflmatch").CombinedOutput(); err != nil {
		t.Fatalf("building taflmatch: %v\n%s", err, out)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	_ = l.Close()
	h := house{bin, filepath.Join(dir, "data"), "http://" + addr}
	h.run(t, "serve", "-addr", addr, "-data", h.data, "-host", "127.0.0.1")
	await.Poll{Timeout: patience}.Until(t, "the service does not start", func() bool {
		r, err := http.Get(h.url + "/readyz")
		if err != nil {
			return false
		}
		_ = r.Body.Close()
		return r.StatusCode == http.StatusOK
	})
	return h
}

// run runs taflmatch until the end of the test.
func (h house) run(t *testing.T, args ...string) {
	t.Helper()
	cmd := exec.Command(h.bin, args...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
}

// witness watches the game at the service.
type witness struct {
	t       *testing.T
	service *client.Service
	session wire.Session
	remote  *client.Remote
	state   match.State
}

func newWitness(t *testing.T, url string) *witness {
	t.Helper()
	w := &witness{t: t}
	w.service, w.session = signUp(t, url, "")
	return w
}

// signUp creates an account with a name at a service, or a guest account if it is empty.
func signUp(t *testing.T, url, name string) (*client.Service, wire.Session) {
	t.Helper()
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	s, err := client.NewService(url, key, nil)
	if err != nil {
		t.Fatal(err)
	}
	session, err := s.SignUp(t.Context(), name, "e2e")
	if err != nil {
		t.Fatal(err)
	}
	return s, session
}

// finds waits for the game and starts to watch it.
func (w *witness) finds() {
	w.t.Helper()
	var l wire.Lobby
	await.Poll{Timeout: patience, Interval: 100 * time.Millisecond}.Until(w.t, "no game has begun", func() bool {
		l = wire.Lobby{}
		if err := w.service.Do(w.t.Context(), http.MethodGet, "v1/lobby", w.session.Token, nil, &l); err != nil {
			w.t.Fatal(err)
		}
		return len(l.Live) > 0
	})
	w.watches(l.Live[0].Game)
}

// watches starts to watch a game.
func (w *witness) watches(game string) {
	w.t.Helper()
	line := client.Dial(w.t.Context(), client.Options{URL: w.service.Socket(), Token: w.session.Token})
	w.t.Cleanup(line.Close)
	w.remote = line.Join(game)
	must(w.t, w.learns(patience), "the game tells nothing")
}

// learns waits for the next message of the game.
func (w *witness) learns(most time.Duration) bool {
	select {
	case u := <-w.remote.Updates():
		w.state = u.State
		return true
	case <-time.After(most):
		return false
	}
}

// plays lets a person make a move and waits until the service has it.
func (w *witness) plays(p *person) {
	w.t.Helper()
	ply := w.state.Record.Ply()
	m := p.choose(w.state)
	for try := 0; w.state.Record.Ply() == ply; try++ {
		if try == 6 {
			p.keep("e2e-waiting-" + w.t.Name())
			w.t.Fatalf("%v of the %s does not arrive", m, p.side)
		}
		if try > 0 {
			p.still() // an early click may have been lost
		}
		time.Sleep(300 * time.Millisecond) // the pace of a user
		p.clicks(m)
		w.learns(5 * time.Second)
	}
}

// guest is a user at a window who plays at a service. It finds buttons by a second client without a network.
type guest struct {
	*organiser
	name string
	news *client.Session // at the service, to view its tournaments; nil: none
}

func newGuest(t *testing.T, name string) *guest {
	t.Helper()
	g := &guest{organiser: waiting(t), name: name}
	g.network = shamNet{guest: g}
	chooses(t, g.data,
		`"new":{"variant":"`+brandubh+`","mode":1,"side":0,"levels":[3,3],"who":["",""],"clock":"none"},"toured":true`)
	g.begins()
	return g
}

// signsIn enters address and name, and waits for the lobby.
func (g *guest) signsIn(url string) {
	g.t.Helper()
	g.presses("net", 0)
	g.presses("service", 0)
	g.writes("address", url)
	g.writes("name", g.name)
	g.still()
	g.keep("e2e-net-1-sign-" + g.name)
	g.presses("sign", 0)
	g.comes("lobby")
	g.keep("e2e-net-2-lobby-" + g.name)
}

// comes waits until the model shows a dialog.
func (g *guest) comes(sheet string) {
	g.t.Helper()
	g.keepsLooking(patience, 10*time.Millisecond, func() bool { g.looks(); return g.dialog() == sheet },
		func() string { return fmt.Sprintf("the sheet is %q, not %q", g.dialog(), sheet) })
	g.hears()
}

// hears waits until window and model have requested the current state. Both do so every two seconds without
// reporting it: three seconds of real time.
func (g *guest) hears() {
	for range 30 {
		time.Sleep(100 * time.Millisecond)
		g.looks()
	}
}

// lays creates an open challenge.
func (g *guest) lays() {
	g.t.Helper()
	g.presses("seek", 0)
	g.presses("side", 0)
	g.presses("to", 1)
	g.presses("double", 0) // a single game
	g.keep("e2e-net-2-seek")
	g.presses("look", 0)
	g.comes("lobby")
}

// takes accepts the only open challenge.
func (g *guest) takes() {
	g.t.Helper()
	g.presses("open-seeks", 0)
	g.still()
	g.presses("take", 0)
}

// comesBack restarts the program, which resumes the game automatically.
func (g *guest) comesBack() {
	g.t.Helper()
	g.begins()
	g.still()
}

// shamNet is a network without requests.
type shamNet struct {
	remote.Network
	guest *guest
}

// FindServices implements remote.Network: there are none on the local network.
func (n shamNet) FindServices(context.Context) ([]wire.Found, error) { return nil, nil }

func (n shamNet) Service(_ context.Context, address, _ string, _ bool, _ func(wire.Notice)) (remote.Service, error) {
	return sham{name: n.guest.name, at: wire.Addresses(address)[0], news: n.guest.news}, nil
}

// sham is a service with one open challenge.
type sham struct {
	at string // address
	remote.Service
	name string
	news *client.Session
}

func (s sham) Me() wire.Player {
	if s.news == nil {
		return wire.Player{Name: s.name}
	}
	return wire.Player{ID: s.news.Me().ID, Name: s.name}
}

func (s sham) Name() string { return "tafl3d" }

func (s sham) Address() string { return s.at }

func (s sham) Link() client.Link { return client.Link{State: client.Connected, Lag: time.Millisecond} }

func (s sham) Close() {}
