package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestSlack: every thread of a service, Go's monitor among them, may be woken late, and Go has
// twice as many processors, in the process that was started. Nothing of it where the environment
// says so.
func TestSlack(t *testing.T) {
	share(t)
	plain, usual := runtimeOf(t, "off", 50*time.Microsecond), runtimeOf(t, "", slack)
	if plain == 0 || usual != 2*plain {
		t.Errorf("Go has %d processors, and %d where timers stay as they are", usual, plain)
	}
}

// runtimeOf starts a service, with a word on its slack in the environment. It looks whether its threads
// have that slack, and returns how many processors Go has there.
func runtimeOf(t *testing.T, said string, want time.Duration) int {
	t.Helper()
	d := &daemon{t: t, bin: binary(t), dir: filepath.Join(t.TempDir(), "data"), addr: free(t),
		env: []string{slackVariable + "=" + said, "GOMAXPROCS="}}
	d.start()
	t.Cleanup(d.kill)
	threads, err := os.ReadDir(fmt.Sprintf("/proc/%d/task", d.cmd.Process.Pid))
	if err != nil || len(threads) < 3 {
		t.Fatalf("%d threads, %v", len(threads), err)
	}
	for _, thread := range threads {
		has, err := os.ReadFile(filepath.Join("/proc", thread.Name(), "timerslack_ns"))
		if errors.Is(err, fs.ErrPermission) {
			t.Log("not looked at: only root reads the slack of other threads")
			break
		}
		if ns := strings.TrimSpace(string(has)); !errors.Is(err, fs.ErrNotExist) &&
			ns != fmt.Sprint(want.Nanoseconds()) {
			t.Errorf("%q: a thread has %s ns of slack, %v", said, ns, err)
		}
	}
	return int(figure(t, adminText(t, d.dir, "/metrics"), "go_sched_gomaxprocs_threads"))
}
