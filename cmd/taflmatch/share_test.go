//go:build unix

package main

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// rooms returns how many games a service has open.
func rooms(t *testing.T, d *daemon) int {
	t.Helper()
	return int(figure(t, adminText(t, d.dir, "/metrics"), "tafl_rooms"))
}

// comes waits for what may take a while.
func comes(t *testing.T, most time.Duration, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(most); !ok(); time.Sleep(200 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("not within %v: %s", most, what)
		}
	}
}

// TestShare: three services have each a third of the games open in which a clock runs and nobody is
// connected, wherever they were played; when one is killed the others have its games within
// seconds, and when one comes it takes its share. A player who comes back anywhere plays on.
func TestShare(t *testing.T) {
	share(t)
	const games = 24
	_, _, services := newCluster(t)
	e := gatherAt(t, services[0].addr, games, "copenhagen-11x11-tdiamond")
	begin(t, e, 4)
	spread := func(list ...*daemon) (all []int, sum int) {
		for _, s := range list {
			n := rooms(t, s)
			all, sum = append(all, n), sum+n
		}
		return all, sum
	}
	var all []int
	comes(t, 5*time.Minute, "every game is open at one service alone, and each has some", func() bool {
		each, sum := spread(services...)
		all = each
		return sum == games && slices.Max(each) <= 2*games/3 && slices.Min(each) > 0
	})
	t.Logf("%d games at three services: %v", games, all)
	began := time.Now()
	services[0].kill()
	comes(t, 30*time.Second, "the games of a service that was killed are opened by the others", func() bool { _, sum := spread(services[1:]...); return sum >= games })
	took := time.Since(began)
	all, _ = spread(services[1:]...)
	t.Logf("one is killed: after %v the others have %v", took.Round(100*time.Millisecond), all)
	back := services[1]
	if strings.Contains(back.said(), `"level":"ERROR"`) {
		t.Errorf("the service says:\n%s", troubles(&back.log))
	}
}

// TestHomeKilled: the service at which games live is killed while they are played by people who
// are connected to two others. Nothing is lost and nothing done twice.
func TestHomeKilled(t *testing.T) {
	share(t)
	_, _, services := newCluster(t)
	e := gatherOver(t, []string{services[0].addr, services[1].addr}, setting("TAFLMATCH_GAMES", 12), "brandubh-gorrion")
	var lived int
	err := e.play(slow(3), func() {
		time.Sleep(2 * time.Second)
		lived = rooms(t, services[2])
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
	t.Logf("%d games lived at the service that was killed; the longest wait for a turn of one's own was %v", lived, most.Round(time.Millisecond))
	if lived == 0 {
		t.Error("no game lived there")
	}
	if t.Failed() {
		t.Logf("%s\n%s", troubles(&services[0].log), troubles(&services[1].log))
	}
}
