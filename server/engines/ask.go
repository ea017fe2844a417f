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

// Queue is where one process has workers asked. It is safe for use by many goroutines.
type Queue struct {
	js       jetstream.JetStream
	config   jetstream.StreamConfig
	log      *slog.Logger
	sub      *nats.Subscription
	owner    string       // first word of the ids of its jobs
	next     atomic.Int64 // second word
	alone    atomic.Int64 // until when nobody is asked, in nanoseconds since 1970
	work     sync.WaitGroup
	mu       sync.Mutex
	awaiting map[string]chan<- Answer // by id; each has room for one
}

// Open makes the work queue where it is missing, in as many copies as replicas says, of
// which 0 is 1. The queue is to be closed; the connection stays the caller's.
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

// Close ends the queue, once nobody asks any more.
func (q *Queue) Close() {
	_ = q.sub.Unsubscribe()
	q.work.Wait()
}

// take hands an answer to whoever waits for it. The first one counts; one to a question
// that nobody asks any more is dropped.
func (q *Queue) take(msg *nats.Msg) {
	var a Answer
	if err := json.Unmarshal(msg.Data, &a); err != nil {
		a = Answer{Refused: "the answer makes no sense: " + err.Error()}
	}
	id := strings.TrimPrefix(msg.Subject, answers)
	q.mu.Lock()
	defer q.mu.Unlock()
	if to, ok := q.awaiting[id]; ok {
		delete(q.awaiting, id)
		to <- a
	}
}

// await begins to wait for the answer to a job.
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
	// errAlone says that nobody is asked for the moment, or that there is no time for it.
	errAlone = errors.New("nobody is asked")
	// errNobody says that no worker has answered in time.
	errNobody = errors.New("no worker answers")
	// errRefused says that a worker could make nothing of a job.
	errRefused = errors.New("a worker refuses")
)

const (
	// rest is how long nobody is asked after nobody has answered.
	rest = 20 * time.Second
	// written is how long a broker may take for a job.
	written = 2 * time.Second
)

// ask has a job done within a time.
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
		return wire.Move{}, q.unanswered(ctx, errNobody)
	}
}

// unanswered has the process think for itself for a while, unless the game has gone on.
func (q *Queue) unanswered(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	q.alone.Store(time.Now().Add(rest).UnixNano())
	return err
}

// publish puts a job into the queue, from which it vanishes after its time, and returns
// its number there. Where the queue was lost with its broker it is made anew.
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
		return 0, fmt.Errorf("the brokers take no job: %w", err)
	}
	return ack.Sequence, nil
}

// withdraw takes a job back that is not waited for any more.
func (q *Queue) withdraw(seq uint64) {
	ctx, cancel := context.WithTimeout(context.Background(), written)
	defer cancel()
	if stream, err := q.js.Stream(ctx, streamName); err == nil {
		_ = stream.DeleteMsg(ctx, seq) // if it is still there
	}
}

// Player is an engine whose thinking workers do, at a table that tells its players what
// was played. It is a table.Player.
type Player struct {
	Queue *Queue
	Spec  func() wire.Spec // of the game, asked once it has begun
	Level int
	Seed  uint64
	Home  table.Player // chooses where no worker does
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
		p.Queue.log.Warn("a move is thought about here", "level", p.Level, "why", err)
	}
	s.Now = s.Now.Add(time.Since(began))
	return p.Home.Choose(ctx, s)
}

// elsewhere asks the workers and checks what they say.
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
		return game.NoMove, fmt.Errorf("a worker answers what cannot be played: %w", err)
	}
	return m, nil
}

// patience is how long a player waits for a worker who has so long to choose: he must
// have time to think for himself after that.
func patience(l ai.Limits) time.Duration {
	if l.Time <= 0 {
		return mostWait
	}
	return min(mostWait, l.Time/2)
}
