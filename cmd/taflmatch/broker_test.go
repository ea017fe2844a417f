//go:build unix

package main

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestTwoBrokers: a second broker in a folder ends at once and names the first, which goes
// on; when that has been killed, the folder is free.
func TestTwoBrokers(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	one := &part{t: t, name: binary(t), addr: free(t)}
	broker := func(name, addr string) []string {
		return []string{"broker", "-name", name, "-data", dir, "-addr", addr, "-cluster", free(t), "-peers",
			"nats://" + free(t)}
	}
	one.args = broker("n0", one.addr)
	one.start()
	t.Cleanup(func() { one.kill() })
	two := exec.Command(one.name, broker("n1", free(t))...)
	var said strings.Builder
	two.Stdout, two.Stderr = &said, &said
	if err := two.Start(); err != nil {
		t.Fatal(err)
	}
	late := time.AfterFunc(20*time.Second, func() { _ = two.Process.Kill() })
	if err := two.Wait(); err == nil || !late.Stop() ||
		!strings.Contains(said.String(), fmt.Sprint("process ", one.cmd.Process.Pid)) {
		t.Errorf("a second broker ends with %v and says\n%s", err, said.String())
	}
	if !one.reached() {
		t.Error("the first broker has gone")
	}
	one.kill()
	one.start()
}
