// Package load measures a matching service under many games at once: it starts one, plays on it
// as thousands of players would, and tells how long turns take.
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

// Options say how a service is loaded.
type Options struct {
	Service  string // program of the service; empty is taflmatch beside this program
	Dir      string // folder for the service's data; empty is one that is removed afterwards
	Games    []int  // at once; a round for each
	PerGame  float64
	Lasts    time.Duration
	Worst    time.Duration
	Variants []string
	Profile  string // file for the profile of the players
	// players sit at pages, which are opened anew for each game and are told how it stands with each entry
	Pages bool
	// so do the players of half of the games, those of the others at desktops; a line tells of each half
	Mixed    bool
	Rematch  bool // after the first game two play rematches, at pages that they have open
	Together bool // all games begin at once and end at once
}

// paged reports whether the players at a table sit at pages.
func (o Options) paged(table int) bool { return o.Pages || o.Mixed && table/len(o.Variants)%2 == 1 }

// Run measures a service in a process of its own while many games are played on
// it over real WebSockets. The turns are due at an even rate whether the service
// keeps up or not. What counts is the time from when a turn is sent until its
// acknowledgement comes; who is told to come again does so, as programs do, and waits for
// that too. A column more tells from when it was due, with what this program, on the
// same processors, was late itself, and what waited for another game to begin; the
// next, how long that takes. The last tell how often somebody was told to come again, and
// how many turns were due for which no table was free.
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

// playersSpare is how much garbage may lie about on the players' side, in percent: it
// shall not be collected at the service's cost.
const playersSpare = 1000

// result is what a round has shown.
type result struct {
	times
	halves []times // of the games at desktops and of those at pages, where both are played
	took   time.Duration
	due    float64 // turns
	failed int
	again  int64         // times that somebody was told to come again
	behind int           // turns that were due, and for which no table was free
	rss    int64         // most, in bytes
	served time.Duration // processor time of the service
	played time.Duration // and of the players
}

// times are how long the turns of some games took, in order.
type times struct {
	games int
	acked []time.Duration // from sent to acknowledged
	late  []time.Duration // from due to acknowledged
	begun []time.Duration // from the end of a game until the next
}

// times returns those of the games at the tables of which is true.
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

// within returns the time within which a part of an ordered list is.
func within(list []time.Duration, part float64) time.Duration {
	if len(list) == 0 {
		return 0
	}
	return list[min(int(part*float64(len(list))), len(list)-1)]
}

// line is the part of a line of the table that tells of times.
func (t times) line(took time.Duration) string {
	ms := func(d time.Duration) string { return fmt.Sprintf("%.1f", float64(d.Microseconds())/1000) }
	return fmt.Sprintf("%7d %9d %9.0f %8s %8s %8s %8s %8s %8s", t.games, 2*t.games,
		float64(len(t.acked))/took.Seconds(),
		ms(within(t.acked, 0.5)), ms(within(t.acked, 0.9)), ms(within(t.acked, 0.99)), ms(within(t.acked, 1)),
		ms(within(t.late, 0.99)), ms(within(t.begun, 0.99)))
}

// String is a line of the table, and one more for each half.
func (r result) String() string {
	cores := func(d time.Duration) string { return fmt.Sprintf("%.0f%%", 100*d.Seconds()/r.took.Seconds()) }
	text := fmt.Sprintf("%s %9d %9s %9s %8d %8d %8d", r.line(r.took), r.rss>>20, cores(r.served), cores(r.played),
		r.failed, r.again, r.behind)
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
	defer c.leave()
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
	r.failed, r.again, r.behind = int(c.failed.Load()), c.again.Load(), c.behind
	if r.failed > 0 {
		tellFaults(filepath.Join(dir, "log"), errs)
	}
	if o.Mixed {
		r.halves = []times{c.times(func(b *board) bool { return !b.seats[0].page }),
			c.times(func(b *board) bool { return b.seats[0].page })}
	}
	return r, ctx.Err()
}

// tellFaults writes the first warnings and errors in the log of a service.
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

// watch profiles the players' side, if it shall, until stop is called.
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
