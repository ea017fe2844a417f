package engines

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"tafl3d/ai"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/rules"
	"tafl3d/game/table"
	"tafl3d/game/variant"
	"tafl3d/internal/await"
	"tafl3d/net/ledger"
	"tafl3d/net/wire"
)

// broker starts one with JetStream in the process.
func broker(t *testing.T) *server.Server {
	t.Helper()
	s, err := server.NewServer(&server.Options{JetStream: true, StoreDir: t.TempDir(), DontListen: true, NoSigs: true,
		NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	if !s.ReadyForConnections(10 * time.Second) {
		t.Fatal("the broker does not start")
	}
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	return s
}

func line(t *testing.T, s *server.Server) *nats.Conn {
	t.Helper()
	nc, err := nats.Connect("", nats.InProcessServer(s))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	return nc
}

func open(t *testing.T, s *server.Server) *Queue {
	t.Helper()
	q, err := Open(t.Context(), line(t, s), 0, slog.New(slog.NewTextHandler(t.Output(), nil)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(q.Close)
	return q
}

// hire lets a worker work until the test or the function that it returns ends it.
func hire(t *testing.T, s *server.Server) (log *await.Text, dismiss func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	nc := line(t, s)
	log = &await.Text{}
	var work sync.WaitGroup
	work.Go(func() {
		if err := Work(ctx, nc, 2, slog.New(slog.NewTextHandler(log, nil))); err != nil {
			t.Error(err)
		}
	})
	dismiss = sync.OnceFunc(func() { cancel(); work.Wait() })
	t.Cleanup(dismiss)
	return log, dismiss
}

// waiting returns how many jobs are in the queue.
func waiting(t *testing.T, q *Queue) uint64 {
	t.Helper()
	stream, err := q.js.Stream(t.Context(), streamName)
	if err != nil {
		t.Fatal(err)
	}
	return stream.CachedInfo().State.Msgs
}

// drained waits until the queue is empty.
func drained(t *testing.T, q *Queue) {
	t.Helper()
	await.Until(t, "a job stays in the queue", func() bool { return waiting(t, q) == 0 })
}

// home is a player who notes when he was asked, and plays the first legal step.
type home struct{ asked []table.Situation }

func (h *home) Choose(_ context.Context, s table.Situation) (game.Move, error) {
	h.asked = append(h.asked, s)
	return s.Position.Legal(nil, s.History)[0], nil
}

func get(t *testing.T, id string) *variant.Variant {
	t.Helper()
	v, err := variant.Get(id)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// seated returns a player of a level, and who plays in his place.
func seated(q *Queue, id string, level int) (Player, *home) {
	h := &home{}
	return Player{Queue: q, Spec: func() wire.Spec { return wire.Spec{Variant: id} }, Level: level, Seed: 7, Home: h}, h
}

// begun returns the situation at the start of a game with a clock.
func begun(t *testing.T, id, clock string) table.Situation {
	t.Helper()
	c, err := match.ParseControl(clock)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	m := match.New(get(t, id).Rules.Start(), c)
	m.Begin(now)
	s := m.State()
	return table.Situation{Position: s.Position, History: s.History, Clock: s.Clock, Now: now, Played: s.Played()}
}

// TestGame has two bots play whole games, in one of which a turn has several steps, whose
// moves all come from a worker, who was there first: the same moves as they would find
// themselves.
func TestGame(t *testing.T) {
	s := broker(t)
	log, _ := hire(t, s)
	await.Until(t, "the worker does not say that there is no queue", func() bool {
		return strings.Contains(log.String(), "no bots have made the queue yet")
	})
	q := open(t, s)
	for _, id := range []string{"brandubh-gorrion", "haven-halatafl"} {
		a, first := seated(q, id, 2)
		d, second := seated(q, id, 3)
		control, err := match.ParseControl("5m+3s")
		if err != nil {
			t.Fatal(err)
		}
		l := table.Start(t.Context(), table.Options{Match: match.New(get(t, id).Rules.Start(), control),
			Players: [game.Sides]table.Player{a, d}})
		var end match.State
		for end = range states(t, l) {
			if end.Outcome.Over() || end.Record.Ply() >= 120 {
				break
			}
		}
		l.Close()
		l.Wait()
		if first.asked != nil || second.asked != nil {
			t.Errorf("%s: %d moves are not a worker's", id, len(first.asked)+len(second.asked))
		}
		same(t, id, end, [game.Sides]int{2, 3})
		t.Logf("%s: %d turns, %d steps, %v", id, end.Record.Ply(), len(end.Played()), end.Outcome)
	}
	drained(t, q)
}

// states follows a table.
func states(t *testing.T, l *table.Local) func(func(match.State) bool) {
	return func(yield func(match.State) bool) {
		for u := range l.Updates() {
			if u.Err != nil {
				t.Error(u.Err)
				return
			}
			if !yield(u.State) {
				return
			}
		}
	}
}

// same plays a game again and asks engines here what they choose in each position.
func same(t *testing.T, id string, s match.State, levels [game.Sides]int) {
	t.Helper()
	line := rules.NewLine(s.Start, nil)
	engines := [game.Sides]ai.Engine{ai.Level(levels[0], 7), ai.Level(levels[1], 7)}
	steps := s.Played()
	for i, m := range steps {
		if got, _, err := engines[line.Turn()].Think(t.Context(), line.Position, line.History(),
			ai.Limits{Threads: 1}); err != nil || got != m {
			t.Fatalf("%s: step %d is %v, here it would be %v, %v", id, i+1, m, got, err)
		}
		if err := replay(line, []wire.Move{ledger.Move(line.Rules(), m)}); err != nil {
			t.Fatal(err)
		}
	}
}

// take is a worker that takes one job and does what he is told.
func take(t *testing.T, nc *nats.Conn, then func(Job, jetstream.Msg)) {
	t.Helper()
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	c, err := js.CreateOrUpdateConsumer(t.Context(), streamName, shared)
	if err != nil {
		t.Fatal(err)
	}
	msg, err := c.Next(jetstream.FetchMaxWait(20 * time.Second))
	if err != nil {
		t.Error(err)
		return
	}
	j, err := read(msg.Data())
	if err != nil {
		t.Error(err)
	}
	then(j, msg)
}

// TestWorkerDies kills the worker that is at a job: another one does it.
func TestWorkerDies(t *testing.T) {
	s := broker(t)
	q := open(t, s)
	p, instead := seated(q, "brandubh-gorrion", 2)
	var work sync.WaitGroup
	work.Go(func() {
		nc := line(t, s)
		take(t, nc, func(_ Job, msg jetstream.Msg) {
			_ = msg.InProgress()
			nc.Close()
		})
		hire(t, s)
	})
	began := time.Now()
	if _, err := p.Choose(t.Context(), begun(t, "brandubh-gorrion", "none")); err != nil || instead.asked != nil {
		t.Errorf("%v, %d moves are not a worker's", err, len(instead.asked))
	}
	work.Wait()
	t.Logf("it took %v", time.Since(began))
	drained(t, q)
}

// TestDismissed has a worker that is told to end in mid-thought give its job back at once.
func TestDismissed(t *testing.T) {
	s := broker(t)
	q := open(t, s)
	p, instead := seated(q, "copenhagen-2015", ai.Levels) // thinks for seconds
	_, dismiss := hire(t, s)
	nc := line(t, s)
	beats, err := nc.SubscribeSync("$JS.ACK." + streamName + "." + consumerName + ".>") // first: it is in progress
	given, err2 := nc.SubscribeSync("$JS.EVENT.ADVISORY.CONSUMER.MSG_NAKED." + streamName + "." + consumerName)
	if err := errors.Join(err, err2, nc.Flush()); err != nil {
		t.Fatal(err)
	}
	at := begun(t, "copenhagen-2015", "none")
	chosen := make(chan error, 1)
	go func() {
		_, err := p.Choose(t.Context(), at)
		chosen <- err
	}()
	if _, err := beats.NextMsg(await.Patience); err != nil {
		t.Fatalf("no worker thinks about the job: %v", err)
	}
	dismiss()
	if _, err := given.NextMsg(10 * time.Second); err != nil {
		t.Errorf("the job was not given back: %v", err)
	}
	take(t, nc, func(j Job, msg jetstream.Msg) {
		_ = nc.Publish(answers+j.ID, []byte(`{"move":{"from":"a4","to":"a3"}}`))
		_ = msg.Ack()
	})
	if err := <-chosen; err != nil || instead.asked != nil {
		t.Errorf("%v, %d moves are not a worker's", err, len(instead.asked))
	}
}

// TestNobody plays where there is no worker: the bot chooses itself as long as its clock
// allows, asks nobody for a while, and its jobs do not stay.
func TestNobody(t *testing.T) {
	q := open(t, broker(t))
	var log await.Text
	q.log = slog.New(slog.NewTextHandler(&log, nil))
	p, instead := seated(q, "brandubh-gorrion", 2)
	s := begun(t, "brandubh-gorrion", "10s")
	if _, err := p.Choose(t.Context(), s); err != nil || len(instead.asked) != 1 {
		t.Fatalf("%v, asked %d times", err, len(instead.asked))
	}
	if late := instead.asked[0].Now.Sub(s.Now); late < leastWait || late > 10*time.Second {
		t.Errorf("the clock of who chooses instead is put on by %v", late)
	}
	jobs := q.next.Load()
	if _, err := p.Choose(t.Context(), s); err != nil || len(instead.asked) != 2 || q.next.Load() != jobs {
		t.Errorf("%v, asked %d times, workers %d times more", err, len(instead.asked), q.next.Load()-jobs)
	}
	drained(t, q)
	if _, err := q.publish(t.Context(), Job{Level: 1}, 0); err != nil { // of a process that died; the broker has it
		t.Fatal(err)
	}
	drained(t, q)
	q.alone.Store(0)
	if _, err := p.Choose(t.Context(), begun(t, "brandubh-gorrion", "1s")); err != nil || len(instead.asked) != 3 ||
		waiting(t, q) > 0 {
		t.Errorf("no time: %v, asked %d times, %d jobs", err, len(instead.asked), waiting(t, q))
	}
	if n := strings.Count(log.String(), "level=WARN"); n != 1 {
		t.Errorf("%d warnings: one when no worker answers, and none while nobody is asked\n%s", n, log.String())
	}
}

// TestNewBroker loses the queue with its broker: it is made anew.
func TestNewBroker(t *testing.T) {
	s := broker(t)
	q := open(t, s)
	hire(t, s)
	p, instead := seated(q, "brandubh-gorrion", 1)
	if err := q.js.DeleteStream(t.Context(), streamName); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Choose(t.Context(), begun(t, "brandubh-gorrion", "none")); err != nil || instead.asked != nil {
		t.Errorf("%v, %d moves are not a worker's", err, len(instead.asked))
	}
}

// good is a job that can be done.
func good(t *testing.T) Job {
	start := get(t, "brandubh-gorrion").Rules.Start()
	return Job{V: version, ID: "a.b", Variant: "brandubh-gorrion", Hash: hashOf(start), Level: 1, Seed: 1,
		Time: time.Second}
}

// TestRefused puts into the queue what no worker can do: each is refused in words and
// gone, and the worker goes on.
func TestRefused(t *testing.T) {
	s := broker(t)
	q := open(t, s)
	log, _ := hire(t, s)
	nc := line(t, s)
	told, err := nc.SubscribeSync(answers + "a.b")
	if err == nil {
		err = nc.Flush() // the broker knows who listens before the first job is put
	}
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, want string
		bad        func(*Job)
	}{
		{"variant", "no-such-game", func(j *Job) { j.Variant = "no-such-game" }},
		{"rules", "mine.toml", func(j *Job) { j.Variant, j.Rules = "mine", "speed = 12" }},
		{"start", "start position", func(j *Job) { j.Start = "nonsense" }},
		{"square", "step 1: there is no square", func(j *Job) { j.Played = []wire.Move{{From: "z9", To: "z8"}} }},
		{"move", "step 1: ", func(j *Job) { j.Played = []wire.Move{{From: "a1", To: "a2"}} }},
		{"position", "the steps lead to position", func(j *Job) { j.Hash = "12" }},
		{"level", "unknown level 11", func(j *Job) { j.Level = 11 }},
		{"time", "time limit", func(j *Job) { j.Time = 0 }},
		{"endless", "time limit", func(j *Job) { j.Time = time.Hour }},
		{"version", "version 2", func(j *Job) { j.V = 2 }},
		{"id", "invalid id", func(j *Job) { j.ID = "x.*" }},
	}
	put := func(data []byte) {
		t.Helper()
		if _, err := q.js.Publish(t.Context(), jobs+"1", data); err != nil {
			t.Fatal(err)
		}
		drained(t, q)
	}
	for _, tt := range tests {
		j := good(t)
		tt.bad(&j)
		data, err := json.Marshal(j)
		if err != nil {
			t.Fatal(err)
		}
		put(data)
		if got := log.String(); !strings.Contains(got, tt.want) {
			t.Errorf("%s: the log says nothing of %q:\n%s", tt.name, tt.want, got)
		}
		if j.ID != "a.b" {
			continue
		}
		got, err := told.NextMsg(10 * time.Second)
		if err != nil {
			t.Fatalf("%s: who asked is told nothing: %v", tt.name, err)
		}
		if !strings.Contains(string(got.Data), `"refused":"bad job: `) {
			t.Errorf("%s: who asked is told %s", tt.name, got.Data)
		}
	}
	for _, data := range []string{"", "hello", "[1]", `{"hello":1}`, `{"v":`} {
		put([]byte(data))
	}
	if n := strings.Count(log.String(), "job refused"); n != len(tests)+5 {
		t.Errorf("%d jobs are refused:\n%s", n, log)
	}
	p, instead := seated(q, "brandubh-gorrion", 1)
	if _, err := p.Choose(t.Context(), begun(t, "brandubh-gorrion", "none")); err != nil || instead.asked != nil {
		t.Errorf("after all that: %v, %d moves are not a worker's", err, len(instead.asked))
	}
	p.Spec = func() wire.Spec { return wire.Spec{Variant: "no-such-game"} }
	// Who waits in vain asks nobody for a while: he was told at once.
	if _, err := p.Choose(t.Context(), begun(t, "brandubh-gorrion", "none")); err != nil || len(instead.asked) != 1 ||
		q.alone.Load() != 0 {
		t.Errorf("refused: %v, asked %d times, alone until %d", err, len(instead.asked), q.alone.Load())
	}
}

// TestTakenOnce has a worker answer twice, late, and nonsense.
func TestTakenOnce(t *testing.T) {
	s := broker(t)
	q := open(t, s)
	p, instead := seated(q, "brandubh-gorrion", 1)
	at := begun(t, "brandubh-gorrion", "none")
	legal := at.Position.Legal(nil, at.History)
	nc := line(t, s)
	tell := func(j Job, m game.Move) {
		data, err := json.Marshal(Answer{Move: ledger.Move(at.Position.Rules(), m)})
		if err == nil {
			err = nc.Publish(answers+j.ID, data)
		}
		if err != nil {
			t.Error(err)
		}
	}
	var before Job
	for i, turn := range []struct {
		does func(Job)
		want game.Move
	}{
		{func(j Job) { tell(j, legal[3]); tell(j, legal[4]) }, legal[3]},
		{func(j Job) { tell(before, legal[5]); tell(j, legal[6]) }, legal[6]},
		{func(j Job) { tell(j, game.Move{From: legal[0].From, To: legal[0].From}) }, legal[0]}, // by the one at home
	} {
		var work sync.WaitGroup
		work.Go(func() {
			take(t, nc, func(j Job, msg jetstream.Msg) { turn.does(j); before = j; _ = msg.Ack() })
		})
		if m, err := p.Choose(t.Context(), at); err != nil || m != turn.want {
			t.Errorf("%d: %v, %v; want %v", i, m, err, turn.want)
		}
		work.Wait()
	}
	if len(instead.asked) != 1 {
		t.Errorf("%d moves are not a worker's", len(instead.asked))
	}
	drained(t, q)
}

// TestOwnRules reads a job that brings its rules along.
func TestOwnRules(t *testing.T) {
	parent := get(t, "brandubh-gorrion")
	own := *parent
	own.ID, own.Name = "mine", "Mine"
	j := good(t)
	j.Variant, j.Rules = own.ID, string(variant.Encode(&own, parent))
	p, h, err := j.position()
	if err != nil || p.Rules() == parent.Rules || hashOf(p) != j.Hash || h.Len() != 1 {
		t.Errorf("%v, position %s, %d turns\n%s", err, hashOf(p), h.Len()-1, j.Rules)
	}
}

// FuzzJob reads anything whatever: it is refused, or there is a position to think about.
func FuzzJob(f *testing.F) {
	f.Add(
		[]byte(
			`{"v":1,"id":"a.b","variant":"brandubh-gorrion","played":[{"op":"step","from":"a4","to":"a3"}],"hash":"1","level":1,"seed":1,"time":1,"soft":0}`))
	f.Add([]byte(`{"v":1,"id":"a.b","variant":"x","rules":"extends = ` +
		`\"bagh-chal\"","start":"","played":[{"op":"drop","piece":"G","to":"a5"},{"op":"end"}],"hash":"0","level":10,"time":1}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		j, err := read(data)
		if err != nil {
			return
		}
		if p, h, err := j.position(); err == nil && (hashOf(p) != j.Hash || h.Len() < 1) {
			t.Errorf("%s leads to %x after %d turns", data, p.Hash(), h.Len())
		}
	})
}
