//go:build unix

package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"tafl3d/internal/await"
	"tafl3d/internal/longtest"
)

// rooms returns how many games a service has open.
func rooms(t *testing.T, d *daemon) int {
	t.Helper()
	return int(figure(t, adminText(t, d.dir, "/metrics"), "tafl_rooms"))
}

// TestShare: three services have each a third of the games open in which a clock runs and nobody is
// connected, wherever they were played; when one is killed the others have its games within
// seconds, and when one comes it takes its share. A player who comes back anywhere plays on.
func TestShare(t *testing.T) {
	share(t)
	const games = 24
	brokers, _, services := newCluster(t)
	var all []int
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("rooms at the services: %v", all)
			for _, s := range services {
				s.kill() // it writes no more
				t.Logf("%s says:\n%s", s.addr, troubles(&s.log))
			}
			for _, b := range brokers {
				b.kill()
				t.Logf("the broker %s says:\n%s", b.addr, troubles(&b.log))
			}
		}
	})
	e := gatherAt(t, services[0].addr, games, "copenhagen-11x11-tdiamond")
	begin(t, e, 4)
	spread := func(list ...*daemon) (all []int, sum int) {
		for _, s := range list {
			n := rooms(t, s)
			all, sum = append(all, n), sum+n
		}
		return all, sum
	}
	polls := await.Poll{Timeout: 5 * time.Minute, Interval: 200 * time.Millisecond,
		State: func() string { return fmt.Sprint(all) }}
	polls.Until(t, "not every game is open at one service alone, or one has none", func() bool {
		each, sum := spread(services...)
		all = each
		return sum == games && slices.Max(each) <= 2*games/3 && slices.Min(each) > 0
	})
	t.Logf("%d games at three services: %v", games, all)
	began := time.Now()
	services[0].kill()
	polls.Timeout = await.Patience
	polls.Until(t, "the games of a service that was killed are not opened by the others",
		func() bool { each, sum := spread(services[1:]...); all = each; return sum >= games })
	took := time.Since(began)
	all, _ = spread(services[1:]...)
	t.Logf("one is killed: after %v the others have %v", took.Round(100*time.Millisecond), all)
	back := services[1]
	if strings.Contains(back.said(), `"level":"ERROR"`) {
		t.Errorf("the service says:\n%s", troubles(&back.log))
	}
}

// effort is what some services did for the same games, all together.
type effort struct {
	rooms      []int
	folds      float64
	bytes      float64 // of memory asked for
	statements int
}

// labour has games played whose players are spread over n services, and returns what they did for
// it; then everybody is back at his board.
func labour(t *testing.T, n, games, turns int) (w effort) {
	t.Helper()
	_, db, services := clusterOf(t, n)
	var addresses []string
	for _, s := range services {
		addresses = append(addresses, s.addr)
	}
	e := gatherOver(t, addresses, games, "copenhagen-11x11-tdiamond")
	count := func(sign float64) {
		for i, s := range services {
			text := adminText(t, s.dir, "/metrics")
			w.folds += sign * figure(t, text, "tafl_folds_total")
			w.bytes += sign * figure(t, text, "go_memstats_alloc_bytes_total")
			w.statements += int(sign) * bytes.Count(db.log.Bytes(), []byte("\n"+serviceName(i)+" LOG:  execute"))
		}
	}
	count(-1)
	begin(t, e, turns)
	count(1)
	come(t, e)
	await.Poll{Timeout: time.Minute, Interval: 200 * time.Millisecond, State: func() string {
		return fmt.Sprint(w.rooms)
	}}.Until(t, "not every game is open at one service alone", func() bool {
		sum := 0
		w.rooms = nil
		for _, s := range services {
			w.rooms = append(w.rooms, rooms(t, s))
			sum += rooms(t, s)
		}
		return sum == games
	})
	return w
}

// TestLongGrowth: the same games at one, two and four services, with players spread over them, are
// together the same work: each game is open and folded at one.
func TestLongGrowth(t *testing.T) {
	longtest.Only(t, "starts clusters of eight processes")
	share(t)
	games, turns := setting("TAFLMATCH_GAMES", 24), 20
	var alone effort
	for _, n := range []int{1, 2, 4} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			w := labour(t, n, games, turns)
			t.Logf("%d services: rooms %v; each on average %.0f folds, %.1f MB asked for, %d statements", n, w.rooms,
				w.folds/float64(n), w.bytes/1e6/float64(n), w.statements/n)
			if n == 1 {
				alone = w
			}
			if w.folds > 1.15*alone.folds || w.folds < float64(games*turns) {
				t.Errorf("%.0f folds for %d turns; %.0f at one service", w.folds, games*turns, alone.folds)
			}
		})
	}
}

// TestLongHomeKilled: the service at which games live is killed while they are played by people who
// are connected to two others. Nothing is lost and nothing done twice.
func TestLongHomeKilled(t *testing.T) {
	longtest.Only(t, "kills a service of a cluster")
	share(t)
	_, _, services := newCluster(t)
	// none of 12 live at the third once in 130 times
	e := gatherOver(t, []string{services[0].addr, services[1].addr}, setting("TAFLMATCH_GAMES", 24), "brandubh-gorrion")
	var lived [3]int
	err := e.play(slow(3), func() {
		await.Until(t, "not every game is open", func() bool {
			sum := 0
			for i := range lived {
				lived[i] = rooms(t, services[i])
				sum += lived[i]
			}
			return sum >= len(e.ids)
		})
		e.harm("a home", services[2].kill, func() {})
	})
	if err != nil {
		t.Error(err)
	}
	most := time.Duration(0)
	for _, p := range e.players {
		for seq, at := range p.sent {
			if got, is := p.got[seq]; is {
				most = max(most, got.Sub(at))
			}
		}
	}
	t.Logf(
		"%d games lived at the services, of which the last was killed; the longest wait for a turn of one's own was %v",
		lived, most.Round(time.Millisecond))
	if lived[2] == 0 {
		t.Error("no game lived there")
	}
	if t.Failed() {
		t.Logf("%s\n%s\n%s", troubles(&services[0].log), troubles(&services[1].log), troubles(&services[2].log))
	}
}
