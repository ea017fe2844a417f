package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"tafl3d/net/client"
)

// TestCosts: what a turn, an end, a look-on and a return cost a cluster of three services, in processor
// time of each kind of process. The figures of lab/simulate/settings.toml are from here.
func TestCosts(t *testing.T) {
	share(t)
	if os.Getenv("TAFLMATCH_COSTS") == "" {
		t.Skip("a measurement: set TAFLMATCH_COSTS=1")
	}
	games, turns, watchers := setting("TAFLMATCH_GAMES", 24), 40, 4
	brokers, db, services := clusterOf(t, 3)
	m := &meter{t: t}
	var addresses []string
	for _, s := range services {
		addresses = append(addresses, s.addr)
		m.kinds[0] = append(m.kinds[0], s.cmd.Process.Pid)
	}
	for _, b := range brokers {
		m.kinds[1] = append(m.kinds[1], b.cmd.Process.Pid)
	}
	m.kinds[2] = []int{db.cmd.Process.Pid}
	e := gatherOver(t, addresses, games, "copenhagen-11x11-tdiamond")
	time.Sleep(5 * time.Second) // real time: work that the beginnings left is not part of the figures
	m.idles(15 * time.Second)
	m.measure("a turn", games*turns, func() { begin(t, e, turns) })
	m.measure("a return", 2*games, func() { come(t, e) })
	m.measure("an end, the first ones", games, func() { resigned(t, e) })
	m.measure("a beginning", games, func() {
		for i := range games {
			e.ids[i] = seat(t, e.players[2*i], e.players[2*i+1], "copenhagen-11x11-tdiamond")
		}
	})
	for _, id := range e.ids {
		for w := range watchers {
			l := client.Dial(t.Context(), client.Options{URL: e.players[w%len(e.players)].Socket()})
			t.Cleanup(l.Close)
			r := l.Join(id)
			go func() {
				for range r.Updates() {
				}
			}()
		}
	}
	time.Sleep(2 * time.Second) // real time: the arrival of watchers is not part of the figures
	m.measure(fmt.Sprintf("a turn before %d who look on", watchers), games*turns, func() { begin(t, e, turns) })
	m.measure("an end", games, func() { resigned(t, e) })
	for i, id := range e.ids {
		if n := len(fetch(t, e.players[2*i], id).Entries); n < turns {
			t.Errorf("game %s has %d entries, and not %d turns", id, n, turns)
		}
	}
}

// resigned has the first player of each game resign. It returns five seconds later: the figure contains what is done
// after the end.
func resigned(t *testing.T, e *crowd) {
	t.Helper()
	var work sync.WaitGroup
	for i, id := range e.ids {
		work.Go(func() {
			p := e.players[2*i]
			l := client.Dial(t.Context(), client.Options{URL: p.Socket(), Token: p.session.Token})
			defer l.Close()
			resign(t, l.Join(id), p.side)
		})
	}
	work.Wait()
	time.Sleep(5 * time.Second)
}

// meter knows how much processor time kinds of processes take: services, brokers, the database.
type meter struct {
	t     *testing.T
	kinds [3][]int
	idle  [3]float64 // cores, when nothing is asked
}

// now returns the seconds of processor time of each kind so far.
func (m *meter) now() (s [3]float64) {
	for i, pids := range m.kinds {
		for _, pid := range pids {
			s[i] += ticks(m.t, pid) / 100 // Linux counts them by hundredths of a second
		}
	}
	return s
}

func (m *meter) idles(d time.Duration) {
	before := m.now()
	time.Sleep(d) // the time that is measured
	for i, s := range m.now() {
		m.idle[i] = (s - before[i]) / d.Seconds()
	}
	m.t.Logf("idle: services %.3f cores each, brokers %.3f each, the database %.3f", m.idle[0]/float64(len(m.kinds[0])),
		m.idle[1]/float64(len(m.kinds[1])), m.idle[2])
}

// measure tells what each of n things cost beyond what is taken at any rate.
func (m *meter) measure(what string, n int, do func()) {
	m.t.Helper()
	before, began := m.now(), time.Now()
	do()
	took := time.Since(began)
	var ms [3]float64
	for i, s := range m.now() {
		ms[i] = 1000 * (s - before[i] - m.idle[i]*took.Seconds()) / float64(n)
	}
	m.t.Logf("%s: services %.3f ms, brokers %.3f ms, the database %.3f ms (%d in %v)", what, ms[0], ms[1], ms[2], n,
		took.Round(time.Millisecond))
	if ms[0] <= 0 {
		m.t.Errorf("%s costs the services nothing", what)
	}
}

// ticks returns the processor time of a process, of its children and of those that ended.
func ticks(t *testing.T, pid int) (sum float64) {
	t.Helper()
	all, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range all {
		text, err := os.ReadFile(name)
		if err != nil {
			continue // it ended meanwhile
		}
		_, rest, _ := strings.Cut(string(text), ") ")
		f := strings.Fields(rest) // from the third field of proc(5) on
		own := strings.Split(name, "/")[2] == strconv.Itoa(pid)
		if !own && f[1] != strconv.Itoa(pid) {
			continue
		}
		last := 12 // its own time, in user mode and in the system's
		if own {
			last = 14 // and that of children that ended
		}
		for _, field := range f[11 : last+1] {
			n, _ := strconv.ParseFloat(field, 64)
			sum += n
		}
	}
	return sum
}
