//go:build unix

package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"maps"
	mrand "math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"tafl3d/game"
	"tafl3d/internal/await"
	"tafl3d/internal/longtest"
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

// share runs a test beside others: players think, and a service that was killed is
// waited for. A test of full size has the machine for itself.
func share(t *testing.T) {
	t.Helper()
	if os.Getenv("TAFLMATCH_GAMES") == "" && os.Getenv("TAFLMATCH_PLAYERS") == "" {
		t.Parallel()
	}
}

// built is the program under test, built once.
var built struct {
	sync.Once
	dir string
	err error
}

func TestMain(m *testing.M) {
	_ = flag.Set("test.parallel", "8") // a command line that says otherwise is read after it
	code := m.Run()
	_ = os.RemoveAll(built.dir)
	os.Exit(code)
}

// binary returns the program, built now or, where there is no compiler, before
// (TAFLMATCH_BINARY).
func binary(t *testing.T) string {
	t.Helper()
	if file := os.Getenv("TAFLMATCH_BINARY"); file != "" {
		return file
	}
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

// daemon is a program in a process of its own that can be killed.
type daemon struct {
	t        *testing.T
	bin, dir string
	addr     string   // of its HTTP door
	args     []string // beside those that every service gets
	env      []string // beside that of the test
	cmd      *exec.Cmd
	log      bytes.Buffer
}

// serving returns a service on a port that nobody uses, over a folder.
func serving(t *testing.T, dir string, args ...string) *daemon {
	t.Helper()
	d := &daemon{t: t, bin: binary(t), dir: dir, addr: free(t), args: args}
	d.start()
	t.Cleanup(d.kill)
	return d
}

func (d *daemon) start() {
	d.t.Helper()
	d.launch()
	d.await()
}

// launch starts the process.
func (d *daemon) launch() {
	d.t.Helper()
	args := append([]string{"serve", "-addr", d.addr, "-data", d.dir, "-host", "127.0.0.1", "-behind-proxy"}, d.args...)
	d.cmd = exec.Command(d.bin, args...)
	d.cmd.Env = append(os.Environ(), d.env...)
	d.cmd.Stderr = &d.log
	if err := d.cmd.Start(); err != nil {
		d.t.Fatal(err)
	}
}

// await waits until the service is ready.
func (d *daemon) await() {
	d.t.Helper()
	await.Poll{Timeout: time.Minute, Interval: 20 * time.Millisecond, State: d.said}.Until(d.t,
		"the service does not start", func() bool {
			r, err := http.Get("http://" + d.addr + "/readyz")
			if err != nil {
				return false
			}
			_ = r.Body.Close()
			return r.StatusCode == http.StatusOK
		})
}

// kill ends the process as a power cut would.
func (d *daemon) kill() {
	_ = d.cmd.Process.Kill()
	_ = d.cmd.Wait()
}

// said ends the process, which then writes no more, and returns its log.
func (d *daemon) said() string {
	d.kill()
	return d.log.String()
}

// tell sends the process a signal.
func (d *daemon) tell(s os.Signal) {
	d.t.Helper()
	if err := d.cmd.Process.Signal(s); err != nil {
		d.t.Fatal(err)
	}
}

// slow returns for how long players think at most, so that games last as long as
// harm is done n times: some eighty turns.
func slow(n int) time.Duration {
	return max(120*time.Millisecond, time.Duration(n)*70*time.Millisecond)
}

// TestKilled kills the service again and again while games are played. Afterwards
// everything that a player was shown stands in the archive, once, in its place;
// every game is rated once; and the clocks have not run while it was down.
func TestKilled(t *testing.T) {
	share(t)
	if testing.Short() {
		t.Skip("kills a real process again and again")
	}
	games, kills := setting("TAFLMATCH_GAMES", 6), setting("TAFLMATCH_KILLS", 3)
	d := serving(t, filepath.Join(t.TempDir(), "data"))
	e := gather(t, d.addr, games)
	rng := mrand.New(mrand.NewPCG(4, 4))
	err := e.play(slow(kills), func() {
		for range kills {
			// real time: the moment of the kill and the length of the outage are left to chance
			time.Sleep(500*time.Millisecond + time.Duration(rng.Int64N(int64(1500*time.Millisecond))))
			e.during(func() {
				d.kill()
				time.Sleep(time.Duration(rng.Int64N(int64(time.Second))))
				d.start()
			})
		}
	})
	if err != nil {
		t.Fatalf("%v\n%s", err, d.said())
	}
}

// TestStopped stops the service for ten seconds, as a machine does that is moved
// or has no memory left.
func TestStopped(t *testing.T) {
	share(t)
	stop := time.Duration(setting("TAFLMATCH_STOP", 2)) * time.Second
	if testing.Short() {
		t.Skip("stops a real process for a while")
	}
	d := serving(t, filepath.Join(t.TempDir(), "data"))
	e := gather(t, d.addr, setting("TAFLMATCH_GAMES", 6))
	err := e.play(200*time.Millisecond, func() {
		time.Sleep(time.Second) // real time: games go on, and then the process does not
		e.during(func() {
			d.tell(syscall.SIGSTOP)
			time.Sleep(stop)
			d.tell(syscall.SIGCONT)
		})
	})
	if err != nil {
		t.Fatalf("%v\n%s", err, d.said())
	}
}

// TestDrained ends the service in order while games are played, and starts it again:
// as a new version is brought in. It goes quickly, and no game is disturbed.
func TestDrained(t *testing.T) {
	share(t)
	if testing.Short() {
		t.Skip("restarts a real process")
	}
	d := serving(t, filepath.Join(t.TempDir(), "data"))
	e := gather(t, d.addr, setting("TAFLMATCH_GAMES", 6))
	err := e.play(200*time.Millisecond, func() {
		for range 2 {
			time.Sleep(time.Second) // real time: games go on
			e.during(func() {
				d.tell(syscall.SIGTERM)
				if err := ended(t, d.cmd); err != nil {
					t.Errorf("told to end, the service ends with %v", err)
				}
				d.start()
			})
		}
	})
	if err != nil {
		t.Fatalf("%v\n%s", err, d.said())
	}
	if log := d.said(); strings.Contains(log, `"level":"ERROR"`) {
		t.Errorf("errors in the log:\n%s", log)
	}
}

// TestLongFullDisk fills the disk of the service while games are played, and makes room
// again. Only root may mount the small file system that it uses.
func TestLongFullDisk(t *testing.T) {
	longtest.Only(t, "fills a small disk")
	dir := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=48m", "tmpfs", dir).CombinedOutput(); err != nil {
		t.Skipf("no small file system can be mounted here: %v %s", err, out)
	}
	t.Cleanup(func() { _ = exec.Command("umount", "-l", dir).Run() })
	d := serving(t, filepath.Join(dir, "data"))
	e := gather(t, d.addr, setting("TAFLMATCH_GAMES", 6))
	stone := filepath.Join(dir, "stone")
	err := e.play(300*time.Millisecond, func() {
		time.Sleep(time.Second) // real time: games go on, and then the disk is full for a while
		e.during(func() {
			fill(t, stone)
			for end := time.Now().Add(25 * time.Second); time.Now().Before(end); time.Sleep(200 * time.Millisecond) {
				healthy(t, d)
			}
			if err := os.Remove(stone); err != nil {
				t.Error(err)
			}
			d.await()
		})
	})
	log := d.said()
	if err != nil {
		t.Fatalf("%v\n%s", err, log)
	}
	if !strings.Contains(log, "the disk is full") {
		t.Errorf("the log does not say that the disk is full:\n%s", log)
	}
}

// healthy asks a service whether it runs, and waits no longer than a balancer does.
func healthy(t *testing.T, d *daemon) {
	t.Helper()
	r, err := (&http.Client{Timeout: 3 * time.Second}).Get("http://" + d.addr + "/healthz")
	if err != nil {
		t.Errorf("/healthz: %v", err)
		return
	}
	_ = r.Body.Close()
	if r.StatusCode != http.StatusOK {
		t.Errorf("/healthz: %s", r.Status)
	}
}

// fill writes a file until the disk is full.
func fill(t *testing.T, name string) {
	f, err := os.Create(name)
	if err != nil {
		t.Error(err)
		return
	}
	defer func() { _ = f.Close() }()
	for part := make([]byte, 64<<10); len(part) > 0; {
		if _, err := f.Write(part); err != nil {
			part = part[:len(part)/2]
		}
	}
}

// TestBackup backs a running service up while games are played and end, restores it
// elsewhere and plays on the one that was in its middle. Nobody is charged for the time
// from the backup until the service was back.
func TestBackup(t *testing.T) {
	share(t)
	const away = 4 * time.Second
	dir := t.TempDir()
	d := serving(t, filepath.Join(dir, "data"))
	a, b := signUp(t, d.addr, "Astrid"), signUp(t, d.addr, "Dag")
	b.side = game.Defenders
	id := seat(t, a, b, "brandubh-gorrion")
	others := gather(t, d.addr, 6)
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute)
	defer cancel()
	together(a, b, func(p *rival) {
		p.leaves = 6
		if err := p.play(ctx, id, 3, 100*time.Millisecond); err != nil {
			t.Error(err)
		}
		p.leaves = 0
	})
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
	var playing sync.WaitGroup
	playing.Go(func() {
		if err := others.play(3*time.Millisecond, func() {}); err != nil {
			t.Error(err)
		}
	})
	for range 8 {
		run(0, "backup", "-force", "-data", d.dir, file)
	}
	playing.Wait()
	run(0, "backup", "-force", "-data", d.dir, file)
	run(0, "admin", "-data", d.dir, "show", "Astrid")
	run(0, "admin", "-data", d.dir, "metrics")
	run(1, "admin", "-data", d.dir, "show", "Nobody")
	run(1, "restore", "-data", d.dir, file) // not empty
	run(2, "admin", "-data", d.dir, "dance")
	d.kill()
	if text := run(1, "backup", "-force", "-data", d.dir, file); !strings.Contains(text, "no service is running on") {
		t.Errorf("where no service runs: %s", text)
	}
	time.Sleep(away) // real time, which no clock may count
	d.dir = filepath.Join(dir, "other")
	run(0, "restore", "-data", d.dir, file)
	d.start()
	known := slices.Max(slices.Collect(maps.Keys(a.got)))
	together(a, b, func(p *rival) {
		if err := p.play(ctx, id, 3, time.Millisecond); err != nil {
			t.Error(err)
		}
	})
	full := check(t, id, a, b)
	if known != 7 || uint64(len(full.Entries)) <= known {
		t.Fatalf("%d entries before, %d in all", known, len(full.Entries))
	}
	// Seen by a at 7, made anew at 8: what lies between counts, but for the time away.
	charged := full.Entries[known].At.Time().Sub(full.Entries[known-1].At.Time())
	if lay := a.got[known+1].Sub(a.got[known]); charged > lay-away/2 {
		t.Errorf("of %v between two turns %v are charged; there was no service for %v", lay, charged, away)
	}
	others.check()
}

// together lets both players of a game do something.
func together(a, b *rival, do func(*rival)) {
	var work sync.WaitGroup
	for _, p := range []*rival{a, b} {
		work.Go(func() { do(p) })
	}
	work.Wait()
}

// TestBots lets somebody who waits play against a bot of the service to the end.
func TestBots(t *testing.T) {
	share(t)
	dir := t.TempDir()
	d := serving(t, filepath.Join(dir, "data"))
	bots := exec.Command(d.bin, "bots", "-data", d.dir, "-service", "http://"+d.addr, "-keys",
		filepath.Join(dir, "keys"), "-levels", "1")
	bots.Stderr = os.Stderr
	if err := bots.Start(); err != nil {
		t.Fatal(err)
	}
	defer end(t, bots, os.Interrupt)
	a := signUp(t, d.addr, "Astrid")
	id := seatBot(t, a, "Tafl3d-1")
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	if err := a.play(ctx, id, 5, time.Millisecond); err != nil {
		t.Fatal(err)
	}
	full := fetch(t, a, id)
	if full.Rated || !full.Defenders.Bot || full.Result == "" {
		t.Errorf("%+v", full.GameBrief)
	}
}

// seatBot lets somebody who waits meet a bot, once it is there.
func seatBot(t *testing.T, a *rival, name string) string {
	t.Helper()
	q := wire.Seek{Variants: []string{"brandubh-gorrion"}, Clocks: []string{"10m+2s"}, Side: wire.Attackers}
	var begun wire.Begun
	var why error
	await.Poll{Interval: 200 * time.Millisecond, State: func() string { return fmt.Sprint(why) }}.Until(t,
		"no game with "+name+" begins", func() bool {
			if err := a.Do(t.Context(), http.MethodPost, "v1/queue", a.session.Token, q, nil); err != nil {
				t.Fatal(err)
			}
			why = a.Do(t.Context(), http.MethodPost, "v1/queue/bot", a.session.Token, wire.Block{Name: name}, &begun)
			return begun.Game != ""
		})
	return begun.Game
}
