// Package load measures a matching service with many parallel games: it starts a service, plays on
// it like thousands of players, and reports how long turns take.
package load

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"slices"
	"strings"
	"time"

	"tafl3d/internal/heap"
)

// Options configures a measurement.
type Options struct {
	Service  string // program of the service; empty: taflmatch in this program's folder
	Dir      string // data folder of the service; empty: a temporary folder
	Games    []int  // numbers of parallel games, one round for each
	PerGame  float64
	Lasts    time.Duration
	Worst    time.Duration
	Variants []string
	Profile  string // output file for the CPU profile of this program
	// players use browsers, which load a page for each game and receive its state with each entry
	Pages bool
	// players of half of the games use browsers, the others desktop programs; the result has a line
	// for each half
	Mixed    bool
	Rematch  bool // after the first game players play rematches, in open pages
	Together bool // all games start and end at the same time
}

// paged reports whether the players at a table use browsers.
func (o Options) paged(table int) bool { return o.Pages || o.Mixed && table/len(o.Variants)%2 == 1 }

// Run measures a service in a child process while many games are played on it over real WebSockets.
// Turns are due at a constant rate, whether the service keeps up or not. The main figure is the
// time from sending a turn to its acknowledgement, including retries after refusals, as in clients.
// Further columns give the time from when the turn was due, which includes delays of this program
// on the same processors and waits for the start of other games; the time to start a game; the
// number of refusals; and the number of turns that were due while no table was free.
func Run(ctx context.Context, o Options, out, errs io.Writer) error {
	fmt.Fprintf(out, "%d processors; each game %.2f turns a second, each round %v\n", runtime.NumCPU(),
		o.PerGame, o.Lasts)
	debug.SetGCPercent(playersSpare)
	go heap.CollectEarly(ctx)
	fmt.Fprintf(out, "%7s %9s %9s %8s %8s %8s %8s %8s %8s %9s %9s %9s %8s %8s %8s\n", "games", "sockets", "turns/s",
		"p50 ms", "p90 ms", "p99 ms", "max ms", "due p99", "new p99", "RSS MiB", "service", "players", "failed",
		"again", "behind")
	met := true
	for _, n := range o.Games {
		r, err := o.round(ctx, n, errs)
		if err != nil {
			return fmt.Errorf("%d games: %w", n, err)
		}
		fmt.Fprintln(out, r)
		met = met && r.failed == 0 && r.behind == 0 && within(r.acked, 0.99) <= o.Worst &&
			float64(len(r.acked)) >= 0.98*r.due
	}
	if !met {
		return fmt.Errorf("a round failed, fell behind, or had more than one turn of 100 acknowledged after %v",
			o.Worst)
	}
	return nil
}

// playersSpare is GOGC of this program, in percent: its garbage collection should not take
// processor time from the service.
const playersSpare = 1000

// result is the result of a round.
type result struct {
	times
	halves  []times // desktop and browser games, if both are played
	took    time.Duration
	due     float64 // number of turns
	failed  int
	retries int64         // number of refusals
	behind  int           // turns that were due while no table was free
	rss     int64         // peak memory in bytes
	served  time.Duration // processor time of the service
	played  time.Duration // of this program
}

// times holds sorted durations of the turns of some games.
type times struct {
	games int
	acked []time.Duration // from sending to acknowledgement
	late  []time.Duration // from the due time to acknowledgement
	begun []time.Duration // from the end of a game to the next
}

// times returns the durations of the tables for which of returns true.
func (c *crowd) times(of func(*board) bool) (t times) {
	for i, b := range c.tables {
		if !of(b) {
			continue
		}
		t.games++
		for _, turn := range c.turns[i] {
			t.acked, t.late = append(t.acked, turn.acked), append(t.late, turn.late)
			if turn.begun > 0 {
				t.begun = append(t.begun, turn.begun)
			}
		}
	}
	for _, list := range [][]time.Duration{t.acked, t.late, t.begun} {
		slices.Sort(list)
	}
	return t
}

// within returns a quantile of a sorted list.
func within(list []time.Duration, part float64) time.Duration {
	if len(list) == 0 {
		return 0
	}
	return list[min(int(part*float64(len(list))), len(list)-1)]
}

// line formats the columns of times.
func (t times) line(took time.Duration) string {
	ms := func(d time.Duration) string { return fmt.Sprintf("%.1f", float64(d.Microseconds())/1000) }
	return fmt.Sprintf("%7d %9d %9.0f %8s %8s %8s %8s %8s %8s", t.games, 2*t.games,
		float64(len(t.acked))/took.Seconds(),
		ms(within(t.acked, 0.5)), ms(within(t.acked, 0.9)), ms(within(t.acked, 0.99)), ms(within(t.acked, 1)),
		ms(within(t.late, 0.99)), ms(within(t.begun, 0.99)))
}

// String formats a line of the table, and one more for each half.
func (r result) String() string {
	cores := func(d time.Duration) string { return fmt.Sprintf("%.0f%%", 100*d.Seconds()/r.took.Seconds()) }
	text := fmt.Sprintf("%s %9d %9s %9s %8d %8d %8d", r.line(r.took), r.rss>>20, cores(r.served), cores(r.played),
		r.failed, r.retries, r.behind)
	for i, half := range r.halves {
		text += "\n" + half.line(r.took) + [...]string{" at desktops", " at pages"}[i]
	}
	return text
}

// round starts a service, plays on it and ends it.
func (o Options) round(ctx context.Context, games int, errs io.Writer) (r result, err error) {
	dir, err := os.MkdirTemp(o.Dir, "tafllab-load-")
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	p, err := startService(ctx, o.Service, dir, errs)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, p.stop()) }()
	c := &crowd{options: o, service: p.url, errs: errs}
	if err := c.gather(ctx, games); err != nil {
		return r, err
	}
	defer c.closeAll()
	stop, err := o.watch()
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, stop()) }()
	before, mine, began := p.usage(), own(), time.Now()
	c.play(ctx, o.Lasts, float64(games)*o.PerGame)
	after := p.usage()
	r = result{took: time.Since(began), due: o.Lasts.Seconds() * float64(games) * o.PerGame, rss: after.most,
		served: after.cpu - before.cpu, played: own() - mine}
	r.times = c.times(func(*board) bool { return true })
	r.failed, r.retries, r.behind = int(c.failed.Load()), c.retries.Load(), c.behind
	if r.failed > 0 {
		tellFaults(filepath.Join(dir, "log"), errs)
	}
	if o.Mixed {
		r.halves = []times{c.times(func(b *board) bool { return !b.seats[0].page }),
			c.times(func(b *board) bool { return b.seats[0].page })}
	}
	return r, ctx.Err()
}

// tellFaults prints the first warnings and errors in the log of a service.
func tellFaults(log string, errs io.Writer) {
	text, _ := os.ReadFile(log)
	told := 0
	for line := range strings.Lines(string(text)) {
		if told < tellFailures && (strings.Contains(line, `"level":"WARN"`) ||
			strings.Contains(line, `"level":"ERROR"`)) {
			fmt.Fprint(errs, "service: ", line)
			told++
		}
	}
}

// watch writes a CPU profile until stop is called, if requested.
func (o Options) watch() (stop func() error, err error) {
	if o.Profile == "" {
		return func() error { return nil }, nil
	}
	f, err := os.Create(o.Profile)
	if err != nil {
		return nil, err
	}
	if err := pprof.StartCPUProfile(f); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return func() error { pprof.StopCPUProfile(); return f.Close() }, nil
}
