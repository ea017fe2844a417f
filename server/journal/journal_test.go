package journal

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"tafl3d/internal/await"
	"tafl3d/net/host"
	"tafl3d/net/wire"
)

// broker starts JetStream in the process, over a folder.
func broker(t *testing.T, dir string) *nats.Conn {
	t.Helper()
	s, err := server.NewServer(&server.Options{JetStream: true, StoreDir: dir, DontListen: true, SyncAlways: true,
		NoSigs: true, NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	if !s.ReadyForConnections(10 * time.Second) {
		t.Fatal("the broker does not start")
	}
	nc, err := nats.Connect("", nats.InProcessServer(s))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { nc.Close(); s.Shutdown(); s.WaitForShutdown() })
	return nc
}

func open(t *testing.T, nc *nats.Conn, now func() time.Time) *Journal {
	t.Helper()
	j, err := Open(t.Context(), Options{Conn: nc, Shared: true, Now: now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(j.Close)
	return j
}

func entry(seq uint64) wire.Entry {
	return wire.Entry{Seq: seq, At: wire.Time(seq), By: wire.Attackers,
		Act: wire.Act{Kind: wire.Play, Token: fmt.Sprint(seq)}, Hash: "x"}
}

func TestAppendAndRead(t *testing.T) {
	nc := broker(t, t.TempDir())
	a, b, c := open(t, nc, nil), open(t, nc, nil), open(t, nc, nil)
	ctx := t.Context()
	if _, err := a.Read(ctx, "none", 1); !errors.Is(err, host.ErrNoGame) {
		t.Errorf("a game that is not there: %v", err)
	}
	if err := a.Append(ctx, "bad id", entry(1)); err == nil {
		t.Error("an id with a blank is taken")
	}
	got := make(chan wire.Entry, 100)
	stop, err := c.Follow("g", func(e wire.Entry) { got <- e })
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	for seq := uint64(1); seq <= 20; seq++ {
		j := []*Journal{a, b}[seq%2]
		if err := j.Append(ctx, "g", entry(seq)); err != nil {
			t.Fatal(err)
		}
		select {
		case e := <-got:
			if e.Seq != seq {
				t.Fatalf("followed %v, want %d", e, seq)
			}
		case <-time.After(20 * time.Second):
			t.Fatalf("who follows is not told of entry %d", seq)
		}
	}
	for _, seq := range []uint64{1, 5, 20, 22} {
		if err := b.Append(ctx, "g", entry(seq)); !errors.Is(err, host.ErrConflict) {
			t.Errorf("entry %d after 20: %v", seq, err)
		}
	}
	for from, want := range map[uint64]int{0: 20, 1: 20, 20: 1, 21: 0, 500: 0} {
		list, err := b.Read(ctx, "g", from)
		if err != nil || len(list) != want || want > 0 && list[want-1].Seq != 20 {
			t.Errorf("from %d: %d entries, %v", from, len(list), err)
		}
	}
	if ids, err := a.Games(ctx); err != nil || !slices.Equal(ids, []string{"g"}) {
		t.Errorf("games %v %v", ids, err)
	}
	if err := a.Forget(ctx, "g"); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Read(ctx, "g", 1); !errors.Is(err, host.ErrNoGame) {
		t.Errorf("a forgotten game: %v", err)
	}
}

// TestHasListener asks whether anybody hears a topic, which who hears it does not notice.
func TestHasListener(t *testing.T) {
	nc := broker(t, t.TempDir())
	a, b := open(t, nc, nil), open(t, nc, nil)
	heard := func(topic string, want bool) {
		t.Helper()
		if got, err := a.HasListener(t.Context(), topic); got != want || err != nil {
			t.Errorf("%s: %t, %v", topic, got, err)
		}
	}
	heard("player.dag", false)
	told := make(chan wire.Body, 8)
	stop, err := b.Hear("player.dag", func(b wire.Body) { told <- b })
	if err != nil {
		t.Fatal(err)
	}
	heard("player.dag", true)
	heard("player.astrid", false)
	notice := wire.Notice{Kind: "game", Game: "g"}
	a.Tell("player.dag", notice)
	if got := <-told; got != notice {
		t.Errorf("%+v", got)
	}
	stop()
	heard("player.dag", false)
}

// TestStrangeOnBus sends what no service says over the bus: it is in the log, and what
// comes after it is heard.
func TestStrangeOnBus(t *testing.T) {
	nc := broker(t, t.TempDir())
	j := open(t, nc, nil)
	var log await.Text
	j.log = slog.New(slog.NewTextHandler(&log, nil))
	told := make(chan wire.Body, 8)
	if _, err := j.Hear("g", func(b wire.Body) { told <- b }); err != nil {
		t.Fatal(err)
	}
	if err := nc.Publish("bus.g", []byte(`{"v":1,"type":"weather","body":{}}`)); err != nil {
		t.Fatal(err)
	}
	j.Tell("g", wire.Said{Game: "g", Text: "hail"})
	if got, ok := await.Next(t, told, "nothing is heard").(wire.Said); !ok || got.Text != "hail" {
		t.Errorf("%+v", got)
	}
	if !strings.Contains(log.String(), "weather") {
		t.Errorf("nobody is told of a strange message: %q", log.String())
	}
}

// TestRemovedMeanwhile reads a game that is removed between the question how long it is and
// the reading.
func TestRemovedMeanwhile(t *testing.T) {
	j := open(t, broker(t, t.TempDir()), nil)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	for seq := range uint64(5) {
		if err := j.Append(ctx, "g", entry(seq+1)); err != nil {
			t.Fatal(err)
		}
	}
	s := j.shard("g")
	_, end, err := s.newest(ctx, "g")
	c := &chain{game: "g"}
	if err := s.oneByOne(ctx, c, 1, end.stream); err != nil || len(c.entries) != 5 || c.entries[4].Seq != 5 {
		t.Errorf("one by one: %v, %v", c.entries, err)
	}
	if err == nil {
		err = j.Forget(ctx, "g")
	}
	if err != nil {
		t.Fatal(err)
	}
	if c := (&chain{game: "g"}); !errors.Is(s.upTo(ctx, c, end.stream), host.ErrNoGame) {
		t.Errorf("%v", c.entries)
	}
}

// TestChain reads games of which an entry was changed, taken out or put in behind our back:
// each is damaged. One whose entries an older version wrote, without links, is whole, and
// goes on.
func TestChain(t *testing.T) {
	ctx := t.Context()
	for name, tt := range map[string]struct {
		spoil  func(j *Journal, s *shard) error
		broken bool
	}{
		"nothing": {func(*Journal, *shard) error { return nil }, false},
		"a gap": {func(j *Journal, s *shard) error {
			return s.stream.DeleteMsg(ctx, 3)
		}, true},
		"an entry too many": {func(j *Journal, s *shard) error {
			_, err := j.js.Publish(ctx, j.subject("game", "g"), []byte(`{"seq":5}`))
			return err
		}, true},
		"no entry": {func(j *Journal, s *shard) error {
			_, err := j.js.Publish(ctx, j.subject("game", "g"), []byte(`?`))
			return err
		}, true},
		"an entry with another link": {func(j *Journal, s *shard) error {
			_, err := j.js.PublishMsg(ctx, &nats.Msg{Subject: j.subject("game", "g"), Data: []byte(`{"seq":6}`),
				Header: nats.Header{chainHeader: {"00"}}})
			return err
		}, true},
		"an older version": {func(j *Journal, s *shard) error {
			for seq := range 2 {
				if _, err := j.js.Publish(ctx, j.subject("game", "g"), fmt.Appendf(nil, `{"seq":%d}`, seq+6)); err !=
					nil {
					return err
				}
			}
			s.forget("g")
			return j.Append(ctx, "g", entry(8))
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			j := open(t, broker(t, t.TempDir()), nil)
			for seq := range uint64(5) {
				if err := j.Append(ctx, "g", entry(seq+1)); err != nil {
					t.Fatal(err)
				}
			}
			if got := j.Grown(); got["g"] != 5 {
				t.Errorf("grown: %v", got)
			}
			if err := tt.spoil(j, j.shard("g")); err != nil {
				t.Fatal(err)
			}
			if list, err := j.Read(ctx, "g", 1); errors.Is(err, host.ErrDamaged) != tt.broken ||
				!tt.broken && err != nil {
				t.Errorf("%v, %v", list, err)
			}
		})
	}
}

// TestChainOfOne: a game that has but its opening is looked at, too.
func TestChainOfOne(t *testing.T) {
	j := open(t, broker(t, t.TempDir()), nil)
	if _, err := j.js.PublishMsg(t.Context(), &nats.Msg{Subject: j.subject("game", "g"), Data: []byte(`{"seq":1}`),
		Header: nats.Header{chainHeader: {"00"}}}); err != nil {
		t.Fatal(err)
	}
	if list, err := j.Read(t.Context(), "g", 1); !errors.Is(err, host.ErrDamaged) {
		t.Errorf("%v, %v", list, err)
	}
}

// TestRace lets two services append to the same game at once: every place is
// taken once.
func TestRace(t *testing.T) {
	nc := broker(t, t.TempDir())
	var accepted atomic.Int64
	var work sync.WaitGroup
	for range 4 {
		j := open(t, nc, nil)
		work.Go(func() {
			for seq := uint64(1); seq <= 30; {
				switch err := j.Append(t.Context(), "g", entry(seq)); {
				case err == nil:
					accepted.Add(1)
					seq++
				case errors.Is(err, host.ErrConflict):
					seq++
				default:
					t.Error(err)
					return
				}
			}
		})
	}
	work.Wait()
	list, err := open(t, nc, nil).Read(t.Context(), "g", 1)
	if err != nil || len(list) != 30 || accepted.Load() != 30 {
		t.Fatalf("%d entries, %d accepted, %v", len(list), accepted.Load(), err)
	}
	for i, e := range list {
		if e.Seq != uint64(i)+1 {
			t.Errorf("place %d holds %v", i+1, e)
		}
	}
}

// handClock is a time of day that the test moves.
type handClock struct{ now atomic.Int64 }

func (h *handClock) Now() time.Time       { return time.UnixMicro(h.now.Load()) }
func (h *handClock) pass(d time.Duration) { h.now.Add(d.Microseconds()) }

// TestGameTime lets a service be silent for an hour while a game is under way,
// and again while nobody plays: only the first hour is lost.
func TestGameTime(t *testing.T) {
	nc := broker(t, t.TempDir())
	clock := &handClock{}
	clock.now.Store(1_000_000_000)
	first, err := Open(t.Context(), Options{Conn: nc, Shared: true, Now: clock.Now})
	if err != nil {
		t.Fatal(err)
	}
	p := first.shard("g").pulse
	clock.pass(time.Hour)
	if got := first.Now("g"); got != wire.At(clock.Now()) {
		t.Errorf("time at rest %d, want %d", got, wire.At(clock.Now()))
	}
	first.Use("g")
	await.Until(t, "the pulse does not beat", func() bool { _, rest := p.state(); return !rest })
	before := first.Now("g")
	first.cancel() // killed: nobody says goodbye
	first.work.Wait()
	// What the killed one wrote at its end is not what a kill leaves: put the beat back.
	restore(t, first, "g", clock)
	clock.pass(time.Hour)

	second := open(t, nc, clock.Now)
	if got := second.Now("g") - before; got.Time().After(time.UnixMicro(late.Microseconds())) {
		t.Errorf("%d microseconds went by while nobody could write", got)
	}
	release := second.Use("g")
	await.Until(t, "the pulse does not go on", func() bool { _, _, lost := look(second, "g"); return lost > 0 })
	if got := second.Now("g") - before; got < 0 || got > wire.Time(late.Microseconds()) {
		t.Errorf("game time went on by %d microseconds in an hour of silence", got)
	}
	release()
	await.Until(t, "the pulse does not rest", func() bool { _, rest := second.shard("g").pulse.state(); return rest })
	lostBefore := second.Now("g")
	clock.pass(time.Hour)
	if got := second.Now("g") - lostBefore; got != wire.Time(time.Hour.Microseconds()) {
		t.Errorf("an hour at rest counts %d microseconds", got)
	}
	second.Use("g")
	await.Until(t, "the pulse does not beat again",
		func() bool { at, rest, _ := look(second, "g"); return !rest && at == clock.now.Load() })
	if got := second.Now("g") - lostBefore; got != wire.Time(time.Hour.Microseconds()) {
		t.Errorf("an hour at rest was lost: %d microseconds", got)
	}
}

// TestSetBack has somebody set the clock of the machine back by an hour while games are
// under way, after an outage: game time goes on, and does not wait for the hour.
func TestSetBack(t *testing.T) {
	nc := broker(t, t.TempDir())
	clock := &handClock{}
	clock.now.Store(time.Unix(1e9, 0).UnixMicro())
	j := open(t, nc, clock.Now)
	defer j.Use("g")()
	beat := func() {
		t.Helper()
		await.Until(t, "the pulse does not beat",
			func() bool { at, rest, _ := look(j, "g"); return !rest && at == clock.now.Load() })
	}
	beat()
	clock.pass(10 * time.Minute) // nothing could be written
	beat()
	before := j.Now("g")
	clock.pass(-time.Hour)
	beat()
	for range 3 {
		now := j.Now("g")
		if now < before || now > before+wire.Time(late.Microseconds()) {
			t.Fatalf("game time went on by %d microseconds", now-before)
		}
		before = now
		clock.pass(period)
		beat()
	}
}

// TestOnlyUsersRest has one service use a shard and another one not: the other never says
// that time may rest, which would hide that nothing can be written.
func TestOnlyUsersRest(t *testing.T) {
	nc := broker(t, t.TempDir())
	user := open(t, nc, nil)
	user.Use("g")
	await.Until(t, "the pulse does not beat", func() bool { _, rest, _ := look(user, "g"); return !rest })
	open(t, nc, nil) // comes while time matters, as one that was killed does
	await.Stays(t, settle+time.Second, "the pulse rests while it is used",
		func() bool { _, rest, _ := look(user, "g"); return !rest })
}

// TestMark marks moments that a service knows little of: while it hears no beat although
// others write on, and before, in and after a time in which nobody could.
func TestMark(t *testing.T) {
	second := int64(time.Second / time.Microsecond)
	day := func(seconds float64) time.Time { return time.UnixMicro(int64(seconds * float64(second))) }
	p := &pulse{last: Beat{Rest: true}}
	p.learn(Beat{At: 100 * second}, 1)
	if got, want := p.time(day(104)), wire.Time(100*second+late.Microseconds()); got != want {
		t.Errorf("cut off: %d, want %d", got, want)
	}
	p.learn(Beat{At: 105 * second}, 2) // it hears again, and nothing was lost
	if got, want := p.time(day(104)), wire.Time(104*second); got != want {
		t.Errorf("afterwards: %d, want %d", got, want)
	}
	p.learn(Beat{At: 115 * second, Lost: 10*second - period.Microseconds()}, 3)
	p.learn(Beat{At: 120 * second, Lost: 10*second - period.Microseconds()}, 4)
	for moment, want := range map[float64]float64{104: 104, 105: 105, 110: 105.1, 115: 105.1, 118: 108.1, 120: 110.1} {
		if got := p.time(day(moment)).Time(); got != day(want) {
			t.Errorf("at %v it was %v, want %v", moment, got.Sub(day(0)), day(want).Sub(day(0)))
		}
	}
}

func look(j *Journal, game string) (at int64, rest bool, lost int64) {
	p := j.shard(game).pulse
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.last.At, p.last.Rest, p.last.Lost
}

// restore writes the beat that stands in the stream when a service is killed.
func restore(t *testing.T, j *Journal, game string, clock *handClock) {
	t.Helper()
	j.shard(game).pulse.users = 1
	j.shard(game).beat(context.Background(), false)
	if _, rest, _ := look(j, game); rest {
		t.Fatal("the beat was not put back")
	}
}

// TestOwnStreams opens a journal over a broker of our own as an older version left it: with a game under way all stays
// as
// it was, each stream with a time of its own; later there are more streams, and one time for all.
func TestOwnStreams(t *testing.T) {
	nc, ctx, clock := broker(t, t.TempDir()), t.Context(), &handClock{}
	clock.now.Store(1_000_000_000)
	own := func(opt Options) *Journal {
		opt.Conn, opt.Now = nc, clock.Now
		j, err := Open(ctx, opt)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(j.Close)
		return j
	}
	old := own(Options{Shards: 4, Apart: true})
	if err := old.Append(ctx, "g", entry(1)); err != nil {
		t.Fatal(err)
	}
	old.Close()
	kept := own(Options{})
	if len(kept.shards) != 4 || !kept.apart || kept.shards[0].pulse == kept.shards[1].pulse {
		t.Errorf("with a game: %d streams, %v", len(kept.shards), kept.apart)
	}
	if err := kept.Forget(ctx, "g"); err != nil {
		t.Fatal(err)
	}
	kept.Close()
	first := own(Options{})
	if len(first.shards) != ownShards || first.apart {
		t.Fatalf("without one: %d streams, %v", len(first.shards), first.apart)
	}
	const a, b = "a", "e"
	if first.number(a) == first.number(b) {
		t.Fatal("both games are on one stream")
	}
	for _, id := range []string{a, b} {
		if err := first.Append(ctx, id, entry(1)); err != nil {
			t.Fatal(err)
		}
	}
	first.Use(a)
	await.Until(t, "the time of a game on another stream does not go on",
		func() bool { _, rest, _ := look(first, b); return !rest })
	before := first.Now(b)
	first.cancel() // killed: nobody says goodbye
	first.work.Wait()
	first.shard(a).pulse.users = 1
	first.shards[0].beat(ctx, false)
	clock.pass(time.Hour)
	second := own(Options{})
	second.Use(b)
	for _, id := range []string{a, b} {
		await.Until(t, "the time does not go on", func() bool { _, _, lost := look(second, id); return lost > 0 })
		if got := second.Now(id) - before; got < 0 || got > wire.Time(late.Microseconds()) {
			t.Errorf("the time of %s went on by %d microseconds in an hour of silence", id, got)
		}
	}
	for i, s := range second.shards[4:] { // the first four had one of their own
		if _, err := s.stream.GetLastMsgForSubject(ctx, fmt.Sprintf("game.%d.%s", i+4, pulseName)); err == nil {
			t.Errorf("%s keeps a time of its own", s.name)
		}
	}
	if stood := second.Stand(); len(stood) != ownShards ||
		slices.ContainsFunc(stood, func(b Beat) bool { return b != stood[0] }) {
		t.Errorf("time stands at %v", stood)
	}
}

// TestRestoredTimes lets time go on in a journal from a backup whose streams had times of their own, and opens it as a
// service does that is told nothing of that.
func TestRestoredTimes(t *testing.T) {
	nc, ctx := broker(t, t.TempDir()), t.Context()
	stood := []Beat{{At: 1e6, Lost: 5e6}, {At: 2e6, Lost: 7e6}}
	restored, err := Open(ctx, Options{Conn: nc, Shards: len(stood), Apart: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(restored.Append(ctx, "g", entry(1)), restored.Resume(ctx, stood)); err != nil {
		t.Fatal(err)
	}
	restored.Close()
	j, err := Open(ctx, Options{Conn: nc})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(j.Close)
	if got := j.Stand(); len(got) != 2 || got[0].Lost < stood[0].Lost || got[1].Lost-got[0].Lost < 1e6 {
		t.Errorf("time stands at %+v", got)
	}
}

// TestShards spreads games over more streams than usual, and sees that the number cannot
// be changed under them.
func TestShards(t *testing.T) {
	nc := broker(t, t.TempDir())
	ctx := t.Context()
	first, err := Open(ctx, Options{Conn: nc, Shards: 4})
	if err != nil {
		t.Fatal(err)
	}
	first.Close()
	j, err := Open(ctx, Options{Conn: nc, Shards: 12})
	if err != nil {
		t.Fatalf("without games: %v", err)
	}
	t.Cleanup(j.Close)
	const games = 60
	used := map[int]bool{}
	for i := range games {
		id := fmt.Sprint("g", i)
		used[j.number(id)] = true
		if err := j.Append(ctx, id, entry(1)); err != nil {
			t.Fatal(err)
		}
	}
	if len(used) != 12 {
		t.Errorf("%d games are on %d streams", games, len(used))
	}
	for name, opt := range map[string]Options{"other streams": {Conn: nc, Shards: 4},
		"shared": {Conn: nc, Shared: true}} {
		if _, err := Open(ctx, opt); !errors.Is(err, ErrShards) {
			t.Errorf("%s with games: %v", name, err)
		}
	}
	again, err := Open(ctx, Options{Conn: nc})
	if err != nil || len(again.shards) != 12 {
		t.Fatalf("where nobody says how many: %d, %v", len(again.shards), err)
	}
	t.Cleanup(again.Close)
	all, err := again.Games(ctx)
	if err != nil || len(all) != games {
		t.Errorf("%d games, %v", len(all), err)
	}
	for _, id := range all {
		if err := again.Forget(ctx, id); err != nil {
			t.Fatal(err)
		}
	}
	last := open(t, nc, nil)
	if err := last.Append(ctx, "new", entry(1)); err != nil || len(last.shards) != SharedShards {
		t.Errorf("%d streams, %v", len(last.shards), err)
	}
}
