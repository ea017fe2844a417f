//go:build unix

package main

import (
	"bufio"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestPythonClient runs the example of a client in another language: it plays a bot, is killed in
// the middle, and finishes the same game when it is started again.
func TestPythonClient(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3 on this machine: the example of a client is not run")
	}
	share(t)
	dir := t.TempDir()
	d := serving(t, filepath.Join(dir, "data"))
	beside(t, "bots", "-data", d.dir, "-service", "http://"+d.addr, "-keys", filepath.Join(dir, "keys"), "-levels", "1",
		"-games", "1")
	begun, last := clientRun(t, python, d.addr, filepath.Join(dir, "key.bin"), "turn")
	back, end := clientRun(t, python, d.addr, filepath.Join(dir, "key.bin"), "over")
	game, _ := strings.CutPrefix(begun, "begun ")
	if again, ok := strings.CutPrefix(back, "back in "); !ok || again != game || game == begun {
		t.Errorf("%q, %q; then %q, %q", begun, last, back, end)
	}
}

// clientRun starts the client and kills it as soon as it says a line that begins with stop. It
// returns the first line and the last.
func clientRun(t *testing.T, python, addr, key, stop string) (first, last string) {
	t.Helper()
	c := exec.CommandContext(t.Context(), python, filepath.Join(examples, "client.py"), "http://"+addr, key,
		"Pythia", "Tafl3d-1")
	var errs strings.Builder
	c.Stderr = &errs
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	late := time.AfterFunc(2*time.Minute, func() { _ = c.Process.Kill() })
	defer late.Stop()
	for lines := bufio.NewScanner(out); lines.Scan() && !strings.HasPrefix(last, stop); {
		last = lines.Text()
		if first == "" {
			first = last
		}
	}
	_ = c.Process.Kill()
	_ = c.Wait()
	if !strings.HasPrefix(last, stop) {
		t.Fatalf("the client ends with %q:\n%s", last, errs.String())
	}
	return first, last
}
