package main

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"
	mrand "math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/net/client"
	"tafl3d/net/wire"
)

// setting reads a number from the environment: the test is small unless it is
// asked to be large.
func setting(name string, usual int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return usual
}

// built is the program under test, built once.
var built struct {
	sync.Once
	dir string
	err error
}

func TestMain(m *testing.M) {
	code := m.Run()
	_ = os.RemoveAll(built.dir)
	os.Exit(code)
}

func binary(t *testing.T) string {
	t.Helper()
	built.Do(func() {
		if built.dir, built.err = os.MkdirTemp("", "taflmatch-test-"); built.err != nil {
			return
		}
		if out, err := exec.Command("go", "build", "-o", built.dir, ".").CombinedOutput(); err != nil {
			built.err = fmt.Errorf("%w\n%s", err, out)
		}
	})
	if built.err != nil {
		t.Fatal(built.err)
	}
	return filepath.Join(built.dir, "taflmatch")
}

// daemon is a service in a process of its own that can be killed.
type daemon struct {
	t        *testing.T
	bin, dir string
	addr     string
	cmd      *exec.Cmd
	log      bytes.Buffer
}

func (d *daemon) start() {
	d.t.Helper()
	d.cmd = exec.Command(d.bin, "serve", "-addr", d.addr, "-data", d.dir, "-host", "127.0.0.1")
	d.cmd.Stderr = &d.log
	if err := d.cmd.Start(); err != nil {
		d.t.Fatal(err)
	}
	for end := time.Now().Add(60 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		r, err := http.Get("http://" + d.addr + "/readyz")
		if err == nil {
			_ = r.Body.Close()
			if r.StatusCode == http.StatusOK {
				return
			}
		}
		if time.Now().After(end) {
			d.t.Fatalf("the service does not start: %v\n%s", err, d.log.String())
		}
	}
}

// kill ends the process as a power cut would.
func (d *daemon) kill() {
	_ = d.cmd.Process.Kill()
	_ = d.cmd.Wait()
}

// rival is one side of a game, with what he was told.
type rival struct {
	*client.Service
	session wire.Session
	side    game.Side
	acked   map[uint64]string // number of an entry: what this player saw there
	end     game.Outcome
}

func signUp(t *testing.T, address, name string) *rival {
	t.Helper()
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	s, err := client.NewService("http://"+address, key, nil)
	if err != nil {
		t.Fatal(err)
	}
	p := &rival{Service: s, acked: map[uint64]string{}}
	for end := time.Now().Add(30 * time.Second); ; time.Sleep(300 * time.Millisecond) {
		p.session, err = s.SignUp(t.Context(), name, "test")
		if e, ok := errors.AsType[*wire.Error](err); ok && e.Code == wire.TooMuch && time.Now().Before(end) {
			continue // many from one address: wait as we are told
		}
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
}

// play plays at random, slowly enough that the service is killed under the game,
// until it is over.
func (p *rival) play(ctx context.Context, id string, seed uint64, pause time.Duration) error {
	rng := mrand.New(mrand.NewPCG(seed, uint64(p.side)))
	l := client.Dial(ctx, client.Options{URL: p.Socket(), Token: p.session.Token})
	defer l.Close()
	r := l.Join(id)
	asked := -1
	for {
		select {
		case u := <-r.Updates():
			if u.Err != nil {
				return fmt.Errorf("%s of %s: %w", p.side, id, u.Err)
			}
			s := u.State
			p.acked[uint64(u.Seq)] = fmt.Sprintf("%x", s.Position.Hash())
			if s.Outcome.Over() {
				p.end = s.Outcome
				return nil
			}
			if pos := s.Position; pos.Turn() == p.side && asked != s.Record.Ply() {
				asked = s.Record.Ply()
				time.Sleep(time.Duration(rng.Int64N(int64(pause))))
				legal := pos.Legal(nil, s.History)
				if err := r.Send(p.side, match.Play{Ply: asked, Move: legal[rng.IntN(len(legal))]}); err != nil {
					return err
				}
			}
		case <-ctx.Done():
			state, err := l.State()
			return fmt.Errorf("%s of %s: the game does not end: line %d, %v; %+v", p.side, id, state, err, r.Status())
		}
	}
}

// TestKilled kills the service again and again while games are played. Afterwards
// everything that a player was shown stands in the archive, once, in its place;
// every game is rated once; and the clocks have not run while it was down.
func TestKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("kills a real process again and again")
	}
	games, kills := setting("TAFLMATCH_GAMES", 6), setting("TAFLMATCH_KILLS", 3)
	dir := t.TempDir()
	d := &daemon{t: t, bin: binary(t), dir: filepath.Join(dir, "data"), addr: free(t)}
	d.start()
	defer func() { d.kill() }()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	var players []*rival
	var ids []string
	for i := range games {
		a, b := signUp(t, d.addr, fmt.Sprint("Astrid", i)), signUp(t, d.addr, fmt.Sprint("Dag", i))
		b.side = game.Defenders
		players, ids = append(players, a, b), append(ids, seat(t, a, b))
	}
	errs := make([]error, len(players))
	var work sync.WaitGroup
	for i, p := range players {
		work.Go(func() { errs[i] = p.play(ctx, ids[i/2], uint64(i/2), 120*time.Millisecond) })
	}
	down := time.Duration(0)
	rng := mrand.New(mrand.NewPCG(4, 4))
	for range kills {
		time.Sleep(500*time.Millisecond + time.Duration(rng.Int64N(int64(1500*time.Millisecond))))
		at := time.Now()
		d.kill()
		time.Sleep(time.Duration(rng.Int64N(int64(time.Second))))
		d.start()
		down += time.Since(at)
	}
	work.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Fatalf("%v\n%s", err, d.log.String())
	}
	for i, id := range ids {
		check(t, id, players[2*i], players[2*i+1])
	}
	t.Logf("%d games, killed %d times, down %v", games, kills, down)
}

// seat lets two players meet by an invitation.
func seat(t *testing.T, a, b *rival) string {
	t.Helper()
	var open wire.OpenSeek
	q := wire.Seek{Variants: []string{"brandubh-gorrion"}, Clocks: []string{"10m+2s"}, Rated: true, Side: wire.Attackers, Invite: true}
	if err := a.Do(t.Context(), http.MethodPost, "v1/seeks", a.session.Token, q, &open); err != nil {
		t.Fatal(err)
	}
	var begun wire.Begun
	if err := b.Do(t.Context(), http.MethodPost, "v1/seeks/take", b.session.Token, wire.Take{Code: open.Code}, &begun); err != nil {
		t.Fatal(err)
	}
	return begun.Game
}

// check compares the archive with what the players were shown.
func check(t *testing.T, id string, a, b *rival) {
	t.Helper()
	full := fetch(t, a, id)
	tokens := map[string]bool{}
	for i, e := range full.Entries {
		if e.Seq != uint64(i)+1 || tokens[e.Act.Token] {
			t.Errorf("%s: entry %v in place %d", id, e, i+1)
		}
		tokens[e.Act.Token] = true
	}
	for _, p := range []*rival{a, b} {
		for seq, hash := range p.acked {
			if seq > uint64(len(full.Entries)) || full.Entries[seq-1].Hash != hash {
				t.Errorf("%s: the %s saw %s at %d, which is not in the archive", id, p.side, hash, seq)
			}
		}
		if p.end.Result() != full.Result || p.end.Cause.String() != full.Cause {
			t.Errorf("%s: the %s saw the end %v, the archive has %s by %s", id, p.side, p.end, full.Result, full.Cause)
		}
		var me wire.Me
		if err := p.Do(t.Context(), http.MethodGet, "v1/me", p.session.Token, nil, &me); err != nil {
			t.Fatal(err)
		}
		if len(me.Ratings) != 1 || me.Ratings[0].Games != 1 {
			t.Errorf("%s: the %s has the ratings %+v", id, p.side, me.Ratings)
		}
	}
	fair(t, id, full.Entries)
}

// fair checks that no turn was charged more than it can have taken. A player here
// thinks at most 120 ms; the rest is the way to and fro and a busy machine, so a
// turn that was charged the seconds of an outage stands out.
func fair(t *testing.T, id string, entries []wire.Entry) {
	t.Helper()
	for i := 2; i < len(entries); i++ {
		if took := entries[i].At.Time().Sub(entries[i-1].At.Time()); took > 30*time.Second {
			t.Errorf("%s: turn %d was charged %v", id, i, took)
		} else if took > time.Second {
			t.Logf("%s: turn %d was charged %v", id, i, took)
		}
	}
}

func fetch(t *testing.T, p *rival, id string) (full wire.GameFull) {
	t.Helper()
	for end := time.Now().Add(60 * time.Second); ; time.Sleep(100 * time.Millisecond) {
		err := p.Do(t.Context(), http.MethodGet, "v1/games/"+id, "", nil, &full)
		if err == nil {
			return full
		}
		if time.Now().After(end) {
			t.Fatalf("%s: %v", id, err)
		}
	}
}

// free returns an address that nobody uses.
func free(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().String()
}

// TestBackup backs a running service up in mid-game, restores it elsewhere and
// plays the game on.
func TestBackup(t *testing.T) {
	dir := t.TempDir()
	d := &daemon{t: t, bin: binary(t), dir: filepath.Join(dir, "data"), addr: free(t)}
	d.start()
	defer func() { d.kill() }()
	a, b := signUp(t, d.addr, "Astrid"), signUp(t, d.addr, "Dag")
	b.side = game.Defenders
	id := seat(t, a, b)
	file := filepath.Join(dir, "backup.tar")
	run := func(want int, args ...string) string {
		t.Helper()
		cmd := exec.Command(d.bin, args...)
		text, _ := cmd.CombinedOutput()
		if got := cmd.ProcessState.ExitCode(); got != want {
			t.Fatalf("taflmatch %v: exit code %d\n%s", args, got, text)
		}
		return string(text)
	}
	run(0, "backup", "-data", d.dir, file)
	run(0, "admin", "-data", d.dir, "show", "Astrid")
	run(0, "admin", "-data", d.dir, "metrics")
	run(1, "admin", "-data", d.dir, "show", "Nobody")
	run(1, "restore", "-data", d.dir, file) // not empty
	run(2, "admin", "-data", d.dir, "dance")
	d.kill()
	run(1, "backup", "-data", d.dir, file) // nobody runs there
	d.dir = filepath.Join(dir, "other")
	run(0, "restore", "-data", d.dir, file)
	d.start()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var work sync.WaitGroup
	for _, p := range []*rival{a, b} {
		work.Go(func() {
			if err := p.play(ctx, id, 3, time.Millisecond); err != nil {
				t.Error(err)
			}
		})
	}
	work.Wait()
	check(t, id, a, b)
}

// TestBots lets somebody who waits play against a bot of the service to the end.
func TestBots(t *testing.T) {
	dir := t.TempDir()
	d := &daemon{t: t, bin: binary(t), dir: filepath.Join(dir, "data"), addr: free(t)}
	d.start()
	defer func() { d.kill() }()
	bots := exec.Command(d.bin, "bots", "-data", d.dir, "-service", "http://"+d.addr, "-keys", filepath.Join(dir, "keys"), "-levels", "1")
	bots.Stderr = os.Stderr
	if err := bots.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = bots.Process.Signal(os.Interrupt); _ = bots.Wait() }()
	a := signUp(t, d.addr, "Astrid")
	q := wire.Seek{Variants: []string{"brandubh-gorrion"}, Clocks: []string{"10m+2s"}, Side: wire.Attackers}
	var begun wire.Begun
	for end := time.Now().Add(30 * time.Second); begun.Game == ""; time.Sleep(200 * time.Millisecond) {
		if err := a.Do(t.Context(), http.MethodPost, "v1/queue", a.session.Token, q, nil); err != nil {
			t.Fatal(err)
		}
		if err := a.Do(t.Context(), http.MethodPost, "v1/queue/bot", a.session.Token, wire.Block{Name: "Tafl3d-1"}, &begun); err != nil && time.Now().After(end) {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	if err := a.play(ctx, begun.Game, 5, time.Millisecond); err != nil {
		t.Fatal(err)
	}
	full := fetch(t, a, begun.Game)
	if full.Rated || !full.Defenders.Bot || full.Result == "" {
		t.Errorf("%+v", full.GameBrief)
	}
}
