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

// Work takes jobs and does them, so many at once as threads says, until ctx ends. A job
// that is under way then goes back to the queue. Where there is no queue yet it waits.
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
	_ = nc.FlushTimeout(pause) // a broker that is away learns by silence what went back to the queue
	log.Info("the worker ends", "answered", w.answered.Load(), "refused", w.refused.Load())
	return nil
}

// worker is what its threads have in common.
type worker struct {
	nc                *nats.Conn
	js                jetstream.JetStream
	log               *slog.Logger
	answered, refused atomic.Int64

	mu      sync.Mutex
	trouble string // what the log said last
}

// say tells the log of a trouble once, until it is over.
func (w *worker) say(err error) {
	text := ""
	switch {
	case errors.Is(err, jetstream.ErrStreamNotFound):
		text = "no bots have opened the queue yet"
	case err != nil:
		text = err.Error()
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if text != w.trouble && text != "" {
		w.log.Warn("no jobs come", "why", text)
	}
	w.trouble = text
}

// engines are those of one thread, by level. They serve any game: what one remembers of
// another is under the hashes of its positions.
type engines map[int]ai.Engine

func (e engines) of(level int) ai.Engine {
	if e[level] == nil {
		e[level] = ai.Level(level, 0)
	}
	return e[level]
}

// How long a thread waits for a job before it asks anew, and after a trouble.
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

// next waits for a job and does it. That none came is no error.
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

// do does one job. The answer goes out before the queue hears that it is done: when this
// process dies between the two, another one answers, too.
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
		w.log.Warn("a job is refused", "job", j.ID, "why", err)
		w.answer(j.ID, Answer{Refused: err.Error()})
		_ = msg.TermWithReason(err.Error())
	default:
		w.answered.Add(1)
		w.answer(j.ID, Answer{Move: m})
		_ = msg.Ack()
	}
}

// answer tells whoever asked, if the job says who that is.
func (w *worker) answer(id string, a Answer) {
	data, err := json.Marshal(a)
	if err == nil && named(id) {
		_ = w.nc.Publish(answers+id, data) // who gets no answer thinks for himself
	}
}

// alive has the queue know that somebody is at a job, until the function that it returns
// is called.
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

// think chooses a move. An engine that breaks down is not used again.
func think(ctx context.Context, j *Job, mine engines) (m wire.Move, err error) {
	defer func() {
		if v := recover(); v != nil {
			delete(mine, j.Level)
			err = fmt.Errorf("the engine broke down: %v", v)
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
