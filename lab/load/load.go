package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"slices"
	"strconv"
	"strings"
	"time"

	"tafl3d/game/variant"
)

// loadOptions say how a service is loaded.
type loadOptions struct {
	dir      string // folder for the service's data; empty is one that is removed afterwards
	games    []int  // at once; a round for each
	perGame  float64
	lasts    time.Duration
	worst    time.Duration
	variants []string
	profile  string // file for the profile of the players
	together bool   // all games begin at once and end at once
}

func parseLoad(args []string, errs io.Writer) (o loadOptions, err error) {
	set := flag.NewFlagSet("taflmatch load", flag.ContinueOnError)
	set.SetOutput(errs)
	games := set.String("games", "500,1000,2000,4000", "games at once, two players each; a round for each `number`")
	variants := set.String("variants", "copenhagen-11x11-tdiamond,brandubh-gorrion,fetlar-11x11", "`ids` of the variants that are played by turns")
	set.StringVar(&o.dir, "data", "", "`folder` that the service under load keeps its data in; one that is removed afterwards if empty")
	set.StringVar(&o.profile, "cpuprofile", "", "`file` for a profile of the players' side")
	set.Float64Var(&o.perGame, "rate", 0.75, "turns a second in each game")
	set.DurationVar(&o.lasts, "for", time.Minute, "`time` that each round is measured")
	set.DurationVar(&o.worst, "worst", 150*time.Millisecond, "`time` within which 99 of 100 turns are to be acknowledged")
	set.BoolVar(&o.together, "together", false, "begin all games at once, so that they end at once; otherwise the first games are shortened, and ends are spread")
	if err := set.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return o, err
		}
		return o, &usageError{err}
	}
	o.variants = strings.Split(*variants, ",")
	for text := range strings.SplitSeq(*games, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil || n < 1 {
			return o, &usageError{fmt.Errorf("-games: %q is no number of games", text)}
		}
		o.games = append(o.games, n)
	}
	return o, o.check(set.Args())
}

// check reports flags that make no sense.
func (o loadOptions) check(rest []string) error {
	for _, id := range o.variants {
		if _, err := variant.Get(id); err != nil {
			return &usageError{fmt.Errorf("-variants: %w", err)}
		}
	}
	switch {
	case len(rest) > 0:
		return &usageError{fmt.Errorf("%q is too much", rest[0])}
	case o.perGame <= 0 || o.lasts < time.Second:
		return &usageError{errors.New("-rate must be more than 0 and -for at least 1s")}
	}
	return nil
}

// load measures a service in a process of its own while many games are played on
// it over real WebSockets. The turns are due at an even rate whether the service
// keeps up or not. What counts is the time from when a turn is sent until its
// acknowledgement comes; a column more tells from when it was due, with what this
// program, on the same processors, was late itself, and what waited for another game
// to begin; the next, how long that takes.
func load(ctx context.Context, args []string, out, errs io.Writer) error {
	o, err := parseLoad(args, errs)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%d processors; each game %.2f turns a second, each round %v\n", runtime.NumCPU(), o.perGame, o.lasts)
	debug.SetGCPercent(playersSpare)
	go collectEarly(ctx)
	fmt.Fprintf(out, "%7s %9s %9s %8s %8s %8s %8s %8s %8s %9s %9s %9s %8s\n", "games", "sockets", "turns/s", "p50 ms", "p90 ms", "p99 ms", "max ms", "due p99", "new p99", "RSS MiB", "service", "players", "failed")
	met := true
	for _, n := range o.games {
		r, err := o.round(ctx, n, errs)
		if err != nil {
			return fmt.Errorf("%d games: %w", n, err)
		}
		fmt.Fprintln(out, r)
		met = met && r.failed == 0 && within(r.acked, 0.99) <= o.worst && float64(len(r.acked)) >= 0.98*r.due
	}
	if !met {
		return fmt.Errorf("a round failed, fell behind, or had more than one turn of 100 acknowledged after %v", o.worst)
	}
	return nil
}

// playersSpare is how much garbage may lie about on the players' side, in percent: it
// shall not be collected at the service's cost.
const playersSpare = 400

// result is what a round has shown.
type result struct {
	games  int
	acked  []time.Duration // from sent to acknowledged, in order
	late   []time.Duration // from due to acknowledged, in order
	begun  []time.Duration // from the end of a game until the next, in order
	took   time.Duration
	due    float64 // turns
	failed int
	rss    int64         // most, in bytes
	served time.Duration // processor time of the service
	played time.Duration // and of the players
}

// within returns the time within which a part of an ordered list is.
func within(list []time.Duration, part float64) time.Duration {
	if len(list) == 0 {
		return 0
	}
	return list[min(int(part*float64(len(list))), len(list)-1)]
}

// String is a line of the table.
func (r result) String() string {
	ms := func(d time.Duration) string { return fmt.Sprintf("%.1f", float64(d.Microseconds())/1000) }
	cores := func(d time.Duration) string { return fmt.Sprintf("%.0f%%", 100*d.Seconds()/r.took.Seconds()) }
	return fmt.Sprintf("%7d %9d %9.0f %8s %8s %8s %8s %8s %8s %9d %9s %9s %8d", r.games, 2*r.games, float64(len(r.acked))/r.took.Seconds(),
		ms(within(r.acked, 0.5)), ms(within(r.acked, 0.9)), ms(within(r.acked, 0.99)), ms(within(r.acked, 1)), ms(within(r.late, 0.99)), ms(within(r.begun, 0.99)), r.rss>>20, cores(r.served), cores(r.played), r.failed)
}

// round starts a service, plays on it and ends it.
func (o loadOptions) round(ctx context.Context, games int, errs io.Writer) (r result, err error) {
	dir, err := os.MkdirTemp(o.dir, "taflmatch-load-")
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	p, err := startService(ctx, dir, errs)
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
	c.play(ctx, o.lasts, float64(games)*o.perGame)
	r = result{games: games, took: time.Since(began), due: o.lasts.Seconds() * float64(games) * o.perGame}
	after := p.usage()
	r.rss, r.served, r.played = after.most, after.cpu-before.cpu, own()-mine
	turns, failed := c.result()
	if r.failed = failed; failed > 0 {
		tellFaults(filepath.Join(dir, "log"), errs)
	}
	for _, t := range turns {
		r.acked, r.late = append(r.acked, t.acked), append(r.late, t.late)
		if t.begun > 0 {
			r.begun = append(r.begun, t.begun)
		}
	}
	for _, list := range [][]time.Duration{r.acked, r.late, r.begun} {
		slices.Sort(list)
	}
	return r, ctx.Err()
}

// tellFaults writes the first warnings and errors in the log of a service.
func tellFaults(log string, errs io.Writer) {
	text, _ := os.ReadFile(log)
	told := 0
	for line := range strings.Lines(string(text)) {
		if told < tellFailures && (strings.Contains(line, `"level":"WARN"`) || strings.Contains(line, `"level":"ERROR"`)) {
			fmt.Fprint(errs, "service: ", line)
			told++
		}
	}
}

// watch profiles the players' side, if it shall, until stop is called.
func (o loadOptions) watch() (stop func() error, err error) {
	if o.profile == "" {
		return func() error { return nil }, nil
	}
	f, err := os.Create(o.profile)
	if err != nil {
		return nil, err
	}
	if err := pprof.StartCPUProfile(f); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return func() error { pprof.StopCPUProfile(); return f.Close() }, nil
}
