package engines

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"tafl3d/ai"
	"tafl3d/ai/player"
	"tafl3d/game"
	"tafl3d/game/table"
	"tafl3d/net/ledger"
	"tafl3d/net/wire"
	"tafl3d/server/journal"
)

// Queue sends jobs to the workers and receives their answers, for one process. It is safe for use by many goroutines.
type Queue struct {
	js       jetstream.JetStream
	config   jetstream.StreamConfig
	log      *slog.Logger
	sub      *nats.Subscription
	owner    string       // first part of the ids of its jobs
	next     atomic.Int64 // second part: the number of the last job
	alone    atomic.Int64 // jobs are not sent before this time, in nanoseconds since 1970
	work     sync.WaitGroup
	mu       sync.Mutex
	awaiting map[string]chan<- Answer // by id; each has room for one answer
}

// Open makes the work queue if it is missing, with as many replicas as replicas says; 0 is 1. Close the queue after
// use; the connection stays the caller's.
func Open(ctx context.Context, nc *nats.Conn, replicas int, log *slog.Logger) (*Queue, error) {
	js, err := jetstream.New(nc)
	if err != nil {
		return nil, err
	}
	q := &Queue{js: js, config: queueOf(cmp.Or(replicas, 1)), log: log, owner: rand.Text(),
		awaiting: map[string]chan<- Answer{}}
	if err := journal.Insist(ctx, q.make); err != nil {
		return nil, fmt.Errorf("stream %s: %w", streamName, err)
	}
	q.sub, err = nc.Subscribe(answers+q.owner+".*", q.take)
	return q, err
}

func (q *Queue) make(ctx context.Context) error {
	_, err := q.js.CreateOrUpdateStream(ctx, q.config)
	return err
}

// Close ends the queue. It may not be used afterwards.
func (q *Queue) Close() {
	_ = q.sub.Unsubscribe()
	q.work.Wait()
}

// take passes an answer to the goroutine that waits for it. The first answer counts. An answer to a job that is no
// longer awaited is dropped.
func (q *Queue) take(msg *nats.Msg) {
	var a Answer
	if err := json.Unmarshal(msg.Data, &a); err != nil {
		a = Answer{Refused: "unreadable answer: " + err.Error()}
	}
	id := strings.TrimPrefix(msg.Subject, answers)
	q.mu.Lock()
	defer q.mu.Unlock()
	if to, ok := q.awaiting[id]; ok {
		delete(q.awaiting, id)
		to <- a
	}
}

// await registers a job whose answer is expected. The caller calls done at the end.
func (q *Queue) await(id string) (answer <-chan Answer, done func()) {
	c := make(chan Answer, 1)
	q.mu.Lock()
	defer q.mu.Unlock()
	q.awaiting[id] = c
	return c, func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		delete(q.awaiting, id)
	}
}

var (
	// errAlone says that jobs are not sent for the moment, or that there is too little time for one.
	errAlone = errors.New("no jobs are sent for now")
	// errNoWorker says that no worker has answered in time.
	errNoWorker = errors.New("no worker answered in time")
	// errRefused says that a worker refused a job.
	errRefused = errors.New("a worker refused the job")
)

const (
	// rest is how long no jobs are sent after a job without an answer.
	rest = 20 * time.Second
	// written is how long a broker may take to store a job.
	written = 2 * time.Second
)

// ask sends a job to the workers and waits for the answer, at most for wait.
func (q *Queue) ask(ctx context.Context, j Job, wait time.Duration) (wire.Move, error) {
	if time.Now().UnixNano() < q.alone.Load() {
		return wire.Move{}, errAlone
	}
	j.V, j.ID = version, q.owner+"."+strconv.FormatInt(q.next.Add(1), 10)
	answer, done := q.await(j.ID)
	defer done()
	in, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	seq, err := q.publish(in, j, wait)
	if err != nil {
		return wire.Move{}, q.unanswered(ctx, err)
	}
	select {
	case a := <-answer:
		if a.Refused != "" {
			return wire.Move{}, fmt.Errorf("%w: %s", errRefused, a.Refused)
		}
		return a.Move, nil
	case <-in.Done():
		q.work.Go(func() { q.withdraw(seq) })
		return wire.Move{}, q.unanswered(ctx, errNoWorker)
	}
}

// unanswered makes the process compute its moves itself for a while, unless ctx has ended, and returns the error to
// report.
func (q *Queue) unanswered(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	q.alone.Store(time.Now().Add(rest).UnixNano())
	return err
}

// publish puts a job into the queue and returns its sequence number there. The job expires after wait. If the queue was
// lost with its broker, publish makes it again.
func (q *Queue) publish(ctx context.Context, j Job, wait time.Duration) (uint64, error) {
	data, err := json.Marshal(j)
	if err != nil {
		return 0, err
	}
	ctx, cancel := context.WithTimeout(ctx, written)
	defer cancel()
	put := func() (*jetstream.PubAck, error) {
		lives := jetstream.WithMsgTTL(wait.Truncate(time.Second) + time.Second) // brokers count whole seconds
		return q.js.Publish(ctx, jobs+strconv.Itoa(j.Level), data, jetstream.WithMsgID(j.ID), lives,
			jetstream.WithRetryAttempts(0))
	}
	ack, err := put()
	if errors.Is(err, jetstream.ErrNoStreamResponse) {
		if err = q.make(ctx); err == nil {
			ack, err = put()
		}
	}
	if err != nil {
		return 0, fmt.Errorf("the brokers did not accept a job: %w", err)
	}
	return ack.Sequence, nil
}

// withdraw removes a job that is no longer awaited from the queue.
func (q *Queue) withdraw(seq uint64) {
	ctx, cancel := context.WithTimeout(context.Background(), written)
	defer cancel()
	if stream, err := q.js.Stream(ctx, streamName); err == nil {
		_ = stream.DeleteMsg(ctx, seq) // it may be gone already
	}
}

// Player is an engine whose moves are computed by workers, at a table that tells its players what was played. It is a
// table.Player.
type Player struct {
	Queue *Queue
	Spec  func() wire.Spec // spec of the game, called once the game has begun
	Level int
	Seed  uint64
	Home  table.Player // computes the move if no worker does
}

// Choose implements table.Player.
func (p Player) Choose(ctx context.Context, s table.Situation) (game.Move, error) {
	began := time.Now()
	m, err := p.elsewhere(ctx, s)
	if err == nil {
		return m, nil
	}
	if ctx.Err() != nil {
		return m, ctx.Err()
	}
	if !errors.Is(err, errAlone) {
		p.Queue.log.Warn("computing a move here instead of at a worker", "level", p.Level, "why", err)
	}
	s.Now = s.Now.Add(time.Since(began))
	return p.Home.Choose(ctx, s)
}

// elsewhere asks the workers for a move and checks it.
func (p Player) elsewhere(ctx context.Context, s table.Situation) (game.Move, error) {
	l := player.Limits(s)
	wait := patience(l)
	if wait < leastWait {
		return game.NoMove, errAlone
	}
	r, spec := s.Position.Rules(), p.Spec()
	l = ai.Tighter(l, ai.Limits{Time: wait * 9 / 10})
	w, err := p.Queue.ask(ctx, Job{
		Variant: spec.Variant, Rules: spec.Rules, Start: spec.Start, Played: stepsOf(r, s.Played),
		Hash:  hashOf(s.Position),
		Level: p.Level, Seed: p.Seed, Time: l.Time, Soft: l.Soft,
	}, wait)
	if err != nil {
		return game.NoMove, err
	}
	m, err := ledger.Step(r, w)
	if err == nil {
		_, err = s.Position.Try(m, s.History)
	}
	if err != nil {
		return game.NoMove, fmt.Errorf("a worker answered with an illegal move: %w", err)
	}
	return m, nil
}

// patience is how long a player with these limits waits for a worker. It leaves enough time to compute the move here
// afterwards.
func patience(l ai.Limits) time.Duration {
	if l.Time <= 0 {
		return mostWait
	}
	return min(mostWait, l.Time/2)
}
