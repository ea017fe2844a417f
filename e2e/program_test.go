package e2e

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// game3d is the path of the built program; carvings is its shared cache.
var game3d, carvings string

// built builds the program.
var built = sync.OnceValues(func() (out []byte, err error) {
	return exec.Command("go", "build", "-o", game3d, "tafl3d/cmd/tafl3d").CombinedOutput()
})

func TestMain(m *testing.M) {
	_ = flag.Set("test.parallel", "4") // the tests mostly wait; a flag on the command line overrides this
	dir, err := os.MkdirTemp("", "tafl3d-e2e-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	game3d, carvings = filepath.Join(dir, "tafl3d"), filepath.Join(dir, "carvings")
	if err := os.Mkdir(carvings, 0o700); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	_ = os.RemoveAll(dir) // a temporary folder, which the system deletes too
	os.Exit(code)
}

// build returns the path of the program, which is built once. TAFL3D_PROGRAM names another one to test, such
// as an installed package.
func build(t testing.TB) string {
	t.Helper()
	if other := os.Getenv("TAFL3D_PROGRAM"); other != "" {
		return other
	}
	if out, err := built(); err != nil {
		t.Fatalf("building tafl3d: %v\n%s", err, out)
	}
	return game3d
}

// command returns a call of the program with a separate home folder, without a display and in English.
func command(t testing.TB, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(build(t), args...)
	for _, e := range os.Environ() {
		name, _, _ := strings.Cut(e, "=")
		switch {
		case name == "DISPLAY", name == "HOME", name == "LANG", strings.HasPrefix(name, "LC_"),
			strings.HasPrefix(name, "WAYLAND_"), strings.HasPrefix(name, "XDG_"):
		default:
			cmd.Env = append(cmd.Env, e)
		}
	}
	cmd.Env = append(cmd.Env, "HOME="+t.TempDir(), "LIBGL_ALWAYS_SOFTWARE=1")
	return cmd
}

// program is a running program.
type program struct {
	t    testing.TB
	cmd  *exec.Cmd
	said bytes.Buffer
	done chan error
}

// run starts the program on the display and waits for its first picture.
func (d *display) run(args ...string) *program {
	d.t.Helper()
	if i := slices.Index(args, "-data"); i >= 0 {
		shareCarvings(d.t, args[i+1])
	}
	d.report, d.inputs = filepath.Join(d.t.TempDir(), "report"), 0
	args = append([]string{"-report", d.report}, args...)
	p := &program{t: d.t, cmd: command(d.t, args...), done: make(chan error, 1)}
	p.cmd.Env = append(p.cmd.Env, "DISPLAY="+d.name)
	p.cmd.Stdout, p.cmd.Stderr = &p.said, &p.said
	empty := d.bare()
	begin := time.Now()
	if err := p.cmd.Start(); err != nil {
		d.t.Fatal(err)
	}
	d.busy = append(d.busy[:1], p.cmd.Process.Pid)
	go func() { p.done <- p.cmd.Wait() }()
	d.t.Cleanup(func() { _ = p.cmd.Process.Kill() }) // no effect after it has ended
	for differing(empty, d.picture(), empty.Bounds()) < width*height/4 {
		select {
		case err := <-p.done:
			d.t.Fatalf("the game ended before its first picture: %v\n%s", err, &p.said)
		case <-time.After(20 * time.Millisecond):
		}
		if time.Since(begin) > patience {
			d.t.Fatalf("no picture after %v", patience)
		}
	}
	d.slow = time.Since(begin)
	d.t.Logf("first picture after %d ms", d.slow.Milliseconds())
	return p
}

// shareCarvings makes all tests share a cache, so that only the first one carves. Benchmarks, which measure
// carving, do not use it.
func shareCarvings(t testing.TB, data string) {
	t.Helper()
	if _, measured := t.(*testing.B); measured {
		return
	}
	err := os.Symlink(carvings, filepath.Join(data, "cache"))
	must(t, err == nil || errors.Is(err, os.ErrExist), "%v", err)
}

// chooses writes settings, given as JSON, for the program.
func chooses(t testing.TB, data, settings string) {
	t.Helper()
	err := os.WriteFile(filepath.Join(data, "settings.json"), []byte("{"+settings+"}"), 0o600)
	must(t, err == nil, "%v", err)
}

// bare waits until no window is visible, since the window of a killed program remains briefly, and returns
// the picture.
func (d *display) bare() *image.RGBA {
	d.t.Helper()
	if d.root == nil {
		d.root = d.picture()
	}
	d.keepsLooking(patience, pause, func() bool {
		return differing(d.root, d.picture(), d.root.Bounds()) <= width*height/100
	}, inVain("the end of the window of the program before"))
	return d.root
}

// ended waits for the end of the program and checks its exit status.
func (p *program) ended() {
	p.t.Helper()
	select {
	case err := <-p.done:
		if err != nil || p.said.Len() > 0 {
			p.t.Fatalf("the game ended with %v and said %q", err, p.said.String())
		}
	case <-time.After(patience):
		p.t.Fatal("the game does not end")
	}
}

// interrupt sends SIGINT.
func (p *program) interrupt() {
	p.t.Helper()
	if err := p.cmd.Process.Signal(syscall.SIGINT); err != nil {
		p.t.Fatal(err)
	}
}

// rests waits until the program is idle after its start: a second in which it uses at most two ticks.
func (p *program) rests() {
	p.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); {
		begin := p.cpu()
		time.Sleep(time.Second) // the measured time
		if p.cpu()-begin <= 20*time.Millisecond {
			return
		}
	}
	p.t.Fatal("the program never comes to rest")
}

// cpu returns the processor time of the program.
func (p *program) cpu() time.Duration {
	p.t.Helper()
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.cmd.Process.Pid))
	if errors.Is(err, os.ErrNotExist) {
		p.t.Skip("there is no /proc on this machine")
	}
	if err != nil {
		p.t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(stat), ") ")
	f := strings.Fields(rest)
	var user, system int
	if _, err := fmt.Sscan(f[11]+" "+f[12], &user, &system); err != nil {
		p.t.Fatal(err)
	}
	const tick = time.Second / 100 // USER_HZ, the same on every Linux
	return time.Duration(user+system) * tick
}
