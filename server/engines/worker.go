package engines

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"tafl3d/ai"
	"tafl3d/net/ledger"
	"tafl3d/net/wire"
)

// Work does jobs, up to threads of them at the same time, until ctx ends. Jobs under way then go back to the queue. It
// waits while there is no queue.
func Work(ctx context.Context, nc *nats.Conn, threads int, log *slog.Logger) error {
	js, err := jetstream.New(nc)
	if err != nil {
		return err
	}
	w := &worker{nc: nc, js: js, log: log}
	background := ai.NewBackground()
	defer background.Close()
	ctx = background.In(ctx)
	var work sync.WaitGroup
	for range max(1, threads) {
		work.Go(func() { w.run(ctx) })
	}
	work.Wait()
	_ = nc.FlushTimeout(pause) // if a broker is away, the queue notices by the missing reports
	log.Info("worker stopped", "answered", w.answered.Load(), "refused", w.refused.Load())
	return nil
}

// worker is the state that its threads share.
type worker struct {
	nc                *nats.Conn
	js                jetstream.JetStream
	log               *slog.Logger
	answered, refused atomic.Int64

	mu      sync.Mutex
	trouble string // what was last logged
}

// say logs a problem once, until it is over.
func (w *worker) say(err error) {
	text := ""
	switch {
	case errors.Is(err, jetstream.ErrStreamNotFound):
		text = "no bots have made the queue yet"
	case err != nil:
		text = err.Error()
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if text != w.trouble && text != "" {
		w.log.Warn("receiving no jobs", "why", text)
	}
	w.trouble = text
}

// engines maps levels to the engines of a thread. They serve any game: their memory is keyed by position hashes.
type engines map[int]ai.Engine

func (e engines) of(level int) ai.Engine {
	if e[level] == nil {
		e[level] = ai.Level(level, 0)
	}
	return e[level]
}

// asks is how long a thread waits for a job before it asks again, pause how long it waits after an error.
const (
	asks  = 10 * time.Second
	pause = 500 * time.Millisecond
)

// run is one thread: it takes a job only when it has none.
func (w *worker) run(ctx context.Context) {
	mine := engines{}
	for ctx.Err() == nil {
		c, err := w.js.CreateOrUpdateConsumer(ctx, streamName, shared)
		for err == nil && ctx.Err() == nil {
			err = w.next(ctx, c, mine)
		}
		if ctx.Err() != nil {
			return
		}
		w.say(err)
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
	}
}

// next waits for a job and does it. It returns nil if none came.
func (w *worker) next(ctx context.Context, c jetstream.Consumer, mine engines) error {
	in, cancel := context.WithTimeout(ctx, asks)
	defer cancel()
	batch, err := c.Fetch(1, jetstream.FetchContext(in))
	if err != nil {
		return err
	}
	for msg := range batch.Messages() {
		w.say(nil)
		w.do(ctx, msg, mine)
	}
	if err := batch.Error(); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil
}

// do does one job. The answer is sent before the job is acknowledged: if this process dies in between, another worker
// answers as well.
func (w *worker) do(ctx context.Context, msg jetstream.Msg, mine engines) {
	defer alive(msg)()
	j, err := read(msg.Data())
	var m wire.Move
	if err == nil {
		m, err = think(ctx, &j, mine)
	}
	switch {
	case ctx.Err() != nil:
		_ = msg.Nak()
	case err != nil:
		w.refused.Add(1)
		w.log.Warn("job refused", "job", j.ID, "why", err)
		w.answer(j.ID, Answer{Refused: err.Error()})
		_ = msg.TermWithReason(err.Error())
	default:
		w.answered.Add(1)
		w.answer(j.ID, Answer{Move: m})
		_ = msg.Ack()
	}
}

// answer sends the result to the process that asked, if the id of the job is valid.
func (w *worker) answer(id string, a Answer) {
	data, err := json.Marshal(a)
	if err == nil && named(id) {
		_ = w.nc.Publish(answers+id, data) // without an answer the asker computes the move itself
	}
}

// alive reports to the queue that the job is being worked on, until done is called.
func alive(msg jetstream.Msg) (done func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var work sync.WaitGroup
	work.Go(func() {
		tick := time.NewTicker(beat)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				_ = msg.InProgress()
			}
		}
	})
	return func() { cancel(); work.Wait() }
}

// think chooses a move. An engine that panics is not used again.
func think(ctx context.Context, j *Job, mine engines) (m wire.Move, err error) {
	defer func() {
		if v := recover(); v != nil {
			delete(mine, j.Level)
			err = fmt.Errorf("the engine failed: %v", v)
		}
	}()
	p, h, err := j.position()
	if err != nil {
		return m, err
	}
	choice, _, err := mine.of(j.Level).Think(ctx, p, h, ai.Limits{Time: j.Time, Soft: j.Soft, Seed: j.Seed, Threads: 1})
	if err != nil {
		return m, err
	}
	return ledger.Move(p.Rules(), choice), nil
}
