//go:build unix

package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"tafl3d/internal/await"
	"tafl3d/internal/longtest"
	"tafl3d/net/wire"
	"tafl3d/server"
	"tafl3d/server/cluster"
)

// mostTurn is how long a bot may take for a turn: two seconds for a broker that does not
// answer or eight for a worker, and its own thinking.
const mostTurn = 14 * time.Second

// TestLongWorkersHarmed lets somebody play game after game against a bot whose moves come over
// three brokers from two workers, and harms one part after another: a worker is stopped for
// a while, each broker killed, a worker killed, all brokers killed at once, and the bots
// restarted. Every game goes on to its end, and nothing is left in the queue.
func TestLongWorkersHarmed(t *testing.T) {
	longtest.Only(t, "kills brokers and workers")
	dir := t.TempDir()
	brokers := newBrokers(t, dir)
	var addresses []string
	for _, b := range brokers {
		addresses = append(addresses, "nats://"+b.addr)
	}
	where := strings.Join(addresses, ",")
	d := serving(t, filepath.Join(dir, "data"))
	seats := []string{"bots", "-data", d.dir, "-service", "http://" + d.addr, "-keys", filepath.Join(dir, "keys"),
		"-levels", "7", "-nats", where, "-copies", "3"}
	bots, log := beside(t, seats...)
	first, _ := beside(t, "worker", "-nats", where, "-threads", "2")
	second, _ := beside(t, "worker", "-nats", where, "-threads", "2")
	var enough atomic.Bool
	played := make(chan error, 1)
	go func() { played <- matches(t, signUp(t, d.addr, "Astrid"), &enough) }()
	// real time here and below: how long each harm lasts, and how long games go on in between
	time.Sleep(2 * time.Second)
	_ = first.Process.Signal(syscall.SIGSTOP)
	time.Sleep(6 * time.Second)
	_ = first.Process.Signal(syscall.SIGCONT)
	for _, b := range brokers {
		b.kill()
		time.Sleep(5 * time.Second)
		b.start()
		time.Sleep(3 * time.Second)
	}
	end(t, second, os.Kill)
	for _, b := range brokers {
		b.kill()
	}
	time.Sleep(3 * time.Second)
	for _, b := range brokers {
		b.start()
	}
	time.Sleep(10 * time.Second)
	end(t, bots, os.Kill)
	again, more := beside(t, seats...)
	third, thoughts := beside(t, "worker", "-nats", where, "-threads", "2")
	time.Sleep(5 * time.Second)
	enough.Store(true)
	if err := <-played; err != nil {
		t.Errorf("%v\n%s%s", err, log, more)
	}
	nothingLeft(t, where)
	end(t, first, os.Interrupt)
	end(t, again, os.Interrupt)
	end(t, third, os.Interrupt)
	if answered(thoughts.String()) == 0 {
		t.Errorf("after all that no move is a worker's\n%s%s%s", log, more, thoughts)
	}
}

// matches plays game after game against the bot until it is enough, and looks at how long
// the bot took for each turn.
func matches(t *testing.T, p *rival, enough *atomic.Bool) error {
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute)
	defer cancel()
	most, games := time.Duration(0), uint64(0)
	for ; !enough.Load(); games++ {
		clear(p.got)
		id := seatBot(t, p, "Tafl3d-7")
		if err := p.play(ctx, id, games, time.Second); err != nil {
			return err
		}
		list := fetch(t, p, id).Entries
		for i, e := range list {
			if i > 1 && e.By == wire.Defenders {
				most = max(most, e.At.Time().Sub(list[i-1].At.Time()))
			}
		}
	}
	if t.Logf("%d games; the bot took %v for a turn at the most", games, most); most > mostTurn {
		t.Errorf("that is more than %v", mostTurn)
	}
	return nil
}

// nothingLeft looks at the queue when nobody plays: no job waits, and all workers that have
// ever been there share one consumer.
func nothingLeft(t *testing.T, where string) {
	t.Helper()
	nc, err := server.Connect(where, cluster.Login{}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	js, err := nc.JetStream()
	if err != nil {
		t.Fatal(err)
	}
	jobs, consumers := uint64(0), 0
	await.Poll{State: func() string { return fmt.Sprintf("%d jobs, %d consumers", jobs, consumers) }}.Until(t,
		"the queue is not empty or has not one consumer", func() bool {
			if info, err := js.StreamInfo("THOUGHTS"); err == nil {
				jobs, consumers = info.State.Msgs, info.State.Consumers
			}
			return jobs == 0 && consumers == 1
		})
}
