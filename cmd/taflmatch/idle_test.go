//go:build unix

package main

import (
	"context"
	"errors"
	"io"
	"net/http"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"tafl3d/internal/longtest"
	"tafl3d/net/client"
)

// adminText asks the operator's socket of a service.
func adminText(t *testing.T, dir, path string) string {
	t.Helper()
	answer, err := askOperator(t.Context(), dir, http.MethodGet, path, nil)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(answer.Body)
	if err = errors.Join(err, answer.Body.Close()); err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// figure reads one from the figures of a service.
func figure(t *testing.T, text, name string) float64 {
	t.Helper()
	m := regexp.MustCompile(`(?m)^` + name + ` (\S+)$`).FindStringSubmatch(text)
	if m == nil {
		t.Fatalf("no %s in\n%s", name, text)
	}
	x, err := strconv.ParseFloat(m[1], 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// held returns how many bytes a service holds after a collection: heap and stacks, without what
// its broker keeps to write with, some MiB that come and go whatever the games are.
func held(t *testing.T, dir string) (n float64) {
	t.Helper()
	adminText(t, dir, "/heap?gc=1")
	n -= buffers(adminText(t, dir, "/heap?gc=1&debug=1")) // what pools held is gone only now
	text := adminText(t, dir, "/metrics")
	for _, name := range []string{"go_memstats_heap_alloc_bytes", "go_memstats_stack_inuse_bytes"} {
		n += figure(t, text, name)
	}
	return n
}

// buffers reads from a profile how many bytes the broker keeps to write with.
func buffers(profile string) (n float64) {
	for record := range strings.SplitSeq(profile, "\n\n") {
		if m := regexp.MustCompile(`(?m)^\d+: (\d+) \[`).FindStringSubmatch(record); m != nil &&
			strings.Contains(record, "getMsgBlockBuf") {
			x, _ := strconv.ParseFloat(m[1], 64)
			n += x
		}
	}
	return n
}

// TestLongIdleGames measures what a game costs in which nobody has moved for a while, beside those
// that there are: without its players, and with both connected. TAFLMATCH_IDLE is the while in
// seconds: after 50 every game is folded away.
func TestLongIdleGames(t *testing.T) {
	longtest.Only(t, "waits three times until idle games are folded away")
	games, idle := setting("TAFLMATCH_GAMES", 60), time.Duration(setting("TAFLMATCH_IDLE", 55))*time.Second
	d := serving(t, filepath.Join(t.TempDir(), "data"))
	cost := func(before float64) float64 {
		time.Sleep(idle) // real time, after which idle games are folded away
		return (held(t, d.dir) - before) / float64(games) / 1024
	}
	first := gatherAt(t, d.addr, 20, "copenhagen-11x11-tdiamond") // what is made once for all games is there then
	begin(t, first, 40)
	come(t, first)
	e := gatherAt(t, d.addr, games, "copenhagen-11x11-tdiamond")
	time.Sleep(idle) // as above
	before := held(t, d.dir)
	begin(t, e, 40)
	alone := cost(before)
	come(t, e)
	with := cost(before)
	t.Logf("%d games of 40 turns: %.1f KiB each without players, %.1f KiB with both connected", games, alone, with)
	if alone > 64 || with > 64 {
		t.Error("that is more than 64 KiB")
	}
}

// begin plays the first turns of games; then nobody is there.
func begin(t *testing.T, e *crowd, turns int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	var work sync.WaitGroup
	for i, p := range e.players {
		p.leaves = turns
		work.Go(func() {
			if err := p.play(ctx, e.ids[i/2], 3, 20*time.Millisecond); err != nil {
				t.Error(err)
			}
		})
	}
	work.Wait()
}

// come lets all players come back, and stay until the test ends.
func come(t *testing.T, e *crowd) {
	t.Helper()
	for i, p := range e.players {
		l := client.Dial(t.Context(), client.Options{URL: p.Socket(), Token: p.session.Token})
		t.Cleanup(l.Close)
		<-l.Join(e.ids[i/2]).Updates()
	}
}
