//go:build unix

package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestWorkers lets somebody play against a bot whose moves come over three brokers from
// workers in processes of their own, the first of which is killed during the game. Beside
// the bots others have the same keys by mistake, which does no harm.
func TestWorkers(t *testing.T) {
	share(t)
	dir := t.TempDir()
	var addresses []string
	for _, b := range newBrokers(t, dir) {
		addresses = append(addresses, "nats://"+b.addr)
	}
	cluster := strings.Join(addresses, ",")
	d := serving(t, filepath.Join(dir, "data"))
	seats := []string{"bots", "-data", d.dir, "-service", "http://" + d.addr, "-keys", filepath.Join(dir, "keys"),
		"-levels", "3", "-nats", cluster, "-copies", "3"}
	bots, log := beside(t, seats...)
	first, _ := beside(t, "worker", "-nats", cluster, "-threads", "1")
	a := signUp(t, d.addr, "Astrid")
	id := seatBot(t, a, "Tafl3d-3")
	if err := os.CopyFS(filepath.Join(dir, "twin"), os.DirFS(filepath.Join(dir, "keys"))); err != nil {
		t.Fatal(err) // the folder itself is taken
	}
	seats[6] = filepath.Join(dir, "twin")
	twins, twinsLog := beside(t, seats...)
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute)
	defer cancel()
	played := make(chan error, 1)
	go func() { played <- a.play(ctx, id, 5, 2*time.Second) }()
	time.Sleep(1500 * time.Millisecond) // real time: the game goes on
	end(t, first, os.Kill)
	second, thoughts := beside(t, "worker", "-nats", cluster, "-threads", "1")
	if err := <-played; err != nil {
		t.Error(err)
	}
	full := fetch(t, a, id)
	end(t, second, os.Interrupt)
	end(t, bots, os.Interrupt)
	end(t, twins, os.Interrupt)
	n := answered(thoughts.String())
	t.Logf("%d entries, %s by %s; the second worker has chosen %d moves", len(full.Entries), full.Result, full.Cause, n)
	said := slices.Collect(strings.Lines(log.String() + twinsLog.String()))
	said = slices.DeleteFunc(said, func(line string) bool { // the second worker may need long to start
		return !strings.Contains(line, `"level":"WARN"`) || strings.Contains(line, "no worker answered in time")
	})
	if n == 0 || full.Result == "" || len(said) > 0 {
		t.Errorf("the bots say:\n%s%s\nthe second worker:\n%s", log, twinsLog, thoughts)
	}
}

// end ends a process and waits until it has.
func end(t *testing.T, cmd *exec.Cmd, how os.Signal) {
	t.Helper()
	_ = cmd.Process.Signal(how)
	_ = ended(t, cmd)
}

// ended waits until a process that was told to end has done so, and returns how.
func ended(t *testing.T, cmd *exec.Cmd) error {
	t.Helper()
	late := time.AfterFunc(time.Minute, func() {
		t.Errorf("told to end, %v goes on", cmd.Args)
		_ = cmd.Process.Kill()
	})
	defer late.Stop()
	return cmd.Wait()
}

// beside starts a command of the program beside a service.
func beside(t *testing.T, args ...string) (*exec.Cmd, *bytes.Buffer) {
	t.Helper()
	log := &bytes.Buffer{}
	cmd := exec.Command(binary(t), args...)
	cmd.Stderr = log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { end(t, cmd, os.Kill) })
	return cmd, log
}

// answered reads from the log of a worker that has ended how many moves it has chosen.
func answered(log string) int {
	m := regexp.MustCompile(`"answered":(\d+)`).FindStringSubmatch(log)
	if m == nil {
		return 0
	}
	n, _ := strconv.Atoi(m[1])
	return n
}
