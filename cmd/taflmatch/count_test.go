//go:build unix

package main

import (
	"bufio"
	"encoding/json"
	"io"
	mrand "math/rand/v2"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"tafl3d/internal/longtest"
)

// TestLongKilledBeforeAWitness kills the service again and again while a program in another language
// plays on it, which then looks for every act that was acknowledged to it: none is lost, none is
// there twice. TAFLMATCH_KILLS says how often.
func TestLongKilledBeforeAWitness(t *testing.T) {
	longtest.Only(t, "kills a service twenty times")
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3 on this machine: there is no witness")
	}
	share(t)
	kills, boards := setting("TAFLMATCH_KILLS", 20), setting("TAFLMATCH_GAMES", 4)
	d := serving(t, filepath.Join(t.TempDir(), "data"))
	c := exec.CommandContext(t.Context(), python, "testdata/count.py", examples, "http://"+d.addr, strconv.Itoa(boards))
	var errs strings.Builder
	c.Stderr = &errs
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	late := time.AfterFunc(2*time.Minute+time.Duration(kills)*10*time.Second, func() { _ = c.Process.Kill() })
	defer late.Stop()
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<20)
	if !lines.Scan() {
		t.Fatalf("the witness does not come: %s", errs.String())
	}
	rng := mrand.New(mrand.NewPCG(20, uint64(kills)))
	for range kills {
		// real time: the moment of the kill is left to chance
		time.Sleep(200*time.Millisecond + time.Duration(rng.Int64N(int64(1500*time.Millisecond))))
		d.kill()
		d.start()
	}
	time.Sleep(time.Second) // real time: the witness goes on for a moment after the last kill
	_ = in.Close()
	var found struct {
		Acknowledged, Resent, Games int
		Lost, Doubled, Gaps         []any
	}
	if !lines.Scan() || json.Unmarshal(lines.Bytes(), &found) != nil {
		t.Fatalf("the witness says nothing: %s\n%s", errs.String(), d.said())
	}
	_, _ = io.Copy(io.Discard, out)
	if err := c.Wait(); err != nil {
		t.Errorf("%v: %s", err, errs.String())
	}
	t.Logf("%d kills, %d games, %d acts acknowledged, %d sent again", kills, found.Games, found.Acknowledged,
		found.Resent)
	if len(found.Lost)+len(found.Doubled)+len(found.Gaps) > 0 || found.Acknowledged < 5*kills || found.Resent == 0 ||
		errs.Len() > 0 {
		t.Errorf("lost %v, doubled %v, gaps %v\n%s", found.Lost, found.Doubled, found.Gaps, errs.String())
	}
}
