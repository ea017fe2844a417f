//go:build unix

package main

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"tafl3d/internal/await"
	"tafl3d/internal/longtest"
)

// TestLongRolling replaces each broker and each service of a running cluster by another build, as docs/operation.md
// says it is done, and then by the first build again, while games move. Each act that was acknowledged is in the
// archive, and no clock is charged for it: no outage is allowed for.
func TestLongRolling(t *testing.T) {
	longtest.Only(t, "replaces each process of a cluster")
	next := filepath.Join(t.TempDir(), "taflmatch")
	if out, err := exec.Command("go", "build", "-ldflags", "-X main.release=next", "-o", next,
		".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	brokers, db, services := newCluster(t)
	e := gather(t, balance(t, services), setting("TAFLMATCH_ROLLS", 12))
	e.limit = 8 * time.Minute
	r := rolling{t: t, e: e, services: services, brokers: brokers, db: db}
	var enough atomic.Bool
	for _, p := range e.players {
		p.enough = &enough
	}
	err := e.play(slow(16), func() {
		r.all(next)
		r.all(binary(t))
		time.Sleep(3 * time.Second) // real time: games go on after the last step
		enough.Store(true)
	})
	if err != nil {
		t.Error(err)
	}
	r.moving()
	r.waiting()
	for i, b := range brokers {
		r.ran(i, "broker", func() string { b.kill(); return b.log.String() })
	}
	for i, s := range services {
		r.ran(i, "service", s.said)
	}
}

// rolling is a cluster whose programs are replaced one after another.
type rolling struct {
	t        *testing.T
	e        *crowd
	services []*daemon
	brokers  []*part
	db       *database
	steps    spans
}

// all replaces each program.
func (r *rolling) all(bin string) {
	for i, b := range r.brokers {
		r.step(fmt.Sprint("broker ", i), b.cmd, func() { b.name = bin; b.start() })
		r.agree(bin)
	}
	for i, s := range r.services {
		r.step(fmt.Sprint("service ", i), s.cmd, func() { s.bin = bin; s.start() })
	}
}

// step tells a program to end, and starts another in its place.
func (r *rolling) step(name string, old *exec.Cmd, start func()) {
	began := time.Now()
	if err := old.Process.Signal(syscall.SIGTERM); err != nil {
		r.t.Errorf("it has ended by itself: %v", err)
	}
	if err := ended(r.t, old); err != nil {
		r.t.Errorf("told to end, it ends with %v", err)
	}
	gone := time.Now()
	start()
	r.t.Logf("%s was told to end at %s, had ended %v later, and was back after %v", name, began.Format("15:04:05.000"),
		gone.Sub(began).Round(time.Millisecond), time.Since(began).Round(time.Millisecond))
	time.Sleep(time.Second) // real time: a step lasts until players can have come back
	r.steps = append(r.steps, span{began, time.Now()})
}

// agree waits until the doctor says that every copy is whole again.
func (r *rolling) agree(bin string) {
	var hosts []string
	for _, b := range r.brokers {
		hosts = append(hosts, "nats://"+b.addr)
	}
	var out []byte
	await.Poll{Timeout: time.Minute, Interval: 300 * time.Millisecond,
		State: func() string { return string(out) }}.Until(
		r.t, "the brokers do not agree again", func() bool {
			ctx, cancel := context.WithTimeout(r.t.Context(), time.Minute)
			defer cancel()
			out, _ = exec.CommandContext(ctx, bin, "doctor", "-data", r.services[0].dir, "-addr", r.services[0].addr,
				"-nats", strings.Join(hosts, ","), "-copies", "3", "-db", r.db.url).CombinedOutput()
			return strings.Contains(string(out), "they agree")
		})
}

// moving counts the acts that players sent while a program was away, or had just come.
func (r *rolling) moving() {
	sent := 0
	for i, s := range r.steps {
		n := 0
		for _, p := range r.e.players {
			for _, at := range p.sent {
				if at.After(s.from) && at.Before(s.to) {
					n++
				}
			}
		}
		if n == 0 {
			r.t.Errorf("nobody moved in step %d, which took %v", i, s.to.Sub(s.from))
		}
		sent += n
	}
	r.t.Logf("%d steps of %v in all, in which %d acts were sent", len(r.steps),
		r.steps.sum().Round(time.Millisecond), sent)
}

// noticed is how long a player may wait more than usual while a program is replaced.
const noticed = time.Second

// usual returns how long players wait for the answer to an act while nothing is replaced, apart from one act in a
// hundred. On a busy machine that is seconds.
func (r *rolling) usual() time.Duration {
	var waits []time.Duration
	for _, p := range r.e.players {
		for seq, at := range p.sent {
			if got, saw := p.got[seq]; saw && r.steps.within(span{at, got}) == 0 && !got.Before(at) {
				waits = append(waits, got.Sub(at))
			}
		}
	}
	if len(waits) == 0 {
		return 0
	}
	slices.Sort(waits)
	return waits[len(waits)*99/100]
}

// waiting looks how long players waited for the answer to an act of theirs that they sent while a
// program was away, or had just come, and until the other side saw it.
func (r *rolling) waiting() {
	most := noticed + 5*r.usual()
	var answered, told []time.Duration
	for i, p := range r.e.players {
		other := r.e.players[i^1]
		for seq, at := range p.sent {
			if r.steps.within(span{at, at.Add(1)}) == 0 {
				continue
			}
			for list, by := range map[*[]time.Duration]*rival{&answered: p, &told: other} {
				got, saw := by.got[seq]
				if !saw || got.Before(at) {
					continue // he came back to a game that had moved on
				}
				*list = append(*list, got.Sub(at))
				if late := got.Sub(at) - r.e.stalls.within(span{at, got}); late > most {
					r.t.Errorf("%s: the %s heard of entry %d, which the %s sent at %s, after %v, more than %v",
						r.e.ids[i/2], by.side, seq, p.side, at.Format("15:04:05.000"), late, most)
				}
			}
		}
	}
	r.t.Logf("an act was answered: %s; and seen by the other side: %s; at most %v are allowed",
		spread(answered), spread(told), most)
}

// ran looks whether a program ran as either build, and had no fault.
func (r *rolling) ran(i int, what string, said func() string) {
	log := said()
	if n, o := strings.Count(log, `"release":"next"`), strings.Count(log, `"release":"`+release+`"`); n != 1 || o != 2 {
		r.t.Errorf("%s %d ran %d times as the newer build and %d times as this one", what, i, n, o)
	}
	if what == "service" && strings.Contains(log, `"level":"ERROR"`) {
		r.t.Errorf("service %d says:\n%s", i, log)
	}
}
