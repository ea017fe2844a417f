package journal

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"tafl3d/net/wire"
)

// pulse checks that a shard can write, and keeps game time. While games are played on the shard, a message (a beat) is
// written periodically and replaces the previous one. A gap between two beats is time in which no act could be
// acknowledged; it is subtracted from the time of day, for all services alike. With a broker in the process, all shards
// share one pulse.
type pulse struct {
	subject string
	sub     *nats.Subscription
	poke    chan struct{} // has room for one

	mu     sync.Mutex
	last   Beat
	stream uint64 // sequence number of its message
	heard  time.Time
	gaps   []gap // the latest gaps, the oldest first
	users  int   // rooms here whose clocks may run
}

// gap is a time in which nothing could be written: from the beat before it to the beat after it.
type gap struct{ before, after Beat }

// keptGaps is how many gaps are remembered. Times before all of them are counted to the oldest gap.
const keptGaps = 16

// Beat is one message of a pulse.
type Beat struct {
	At   int64 `json:"at"`   // time of day, in microseconds since 1970
	Lost int64 `json:"lost"` // total of microseconds in which nothing could be written
	Rest bool  `json:"rest"` // the next beat may come at any time
}

const (
	pulseName = "@pulse"
	period    = 100 * time.Millisecond
	// late is how long a beat may take before it counts as an outage.
	late = 3 * period
	// settle is how long time stays stopped after an outage, so that players can reconnect: the longest pause between
	// two attempts of a client.
	settle = 3 * time.Second
)

// openPulse reads the newest beat and follows later ones.
func (s *shard) openPulse(ctx context.Context, i int) error {
	p := s.pulse
	p.subject = fmt.Sprintf("game.%d.%s", i, pulseName)
	p.poke = make(chan struct{}, 1)
	p.last.Rest = true
	var err error
	p.sub, err = s.nc.Subscribe(fmt.Sprintf("live.%d.%s", i, pulseName), func(m *nats.Msg) {
		var b Beat
		if json.Unmarshal(m.Data, &b) == nil {
			p.learn(b, sequence(m))
		}
	})
	if err != nil {
		return err
	}
	return s.insist(ctx, s.readPulse)
}

func (s *shard) readPulse(ctx context.Context) error {
	msg, err := s.stream.GetLastMsgForSubject(ctx, s.pulse.subject)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	var b Beat
	if err := json.Unmarshal(msg.Data, &b); err != nil {
		return fmt.Errorf("%s: %w", s.pulse.subject, err)
	}
	s.pulse.learn(b, msg.Sequence)
	return nil
}

// sequence returns the sequence number of a republished message.
func sequence(m *nats.Msg) uint64 {
	n, _ := strconv.ParseUint(m.Header.Get(jetstream.SequenceHeader), 10, 64)
	return n
}

func (p *pulse) learn(b Beat, stream uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if stream <= p.stream {
		return
	}
	if setBack(p.last.At, b.At) { // gaps by the old time of day are invalid
		p.gaps = nil
	}
	if b.Lost > p.last.Lost && !p.last.Rest {
		p.gaps = append(p.gaps, gap{p.last, b})
		p.gaps = p.gaps[max(0, len(p.gaps)-keptGaps):]
	}
	p.last, p.stream, p.heard = b, stream, time.Now()
}

// setBack reports whether the system clock was set back between two beats, by more than clocks of several machines
// differ.
func setBack(before, after int64) bool { return before-after > late.Microseconds() }

// Now returns the game time of a game.
func (j *Journal) Now(game string) wire.Time {
	s := j.shard(game)
	return s.pulse.time(j.now())
}

// Mark implements host.Clock. A service that was cut off learns later how game time has continued.
func (j *Journal) Mark(game string) (then func() wire.Time) {
	p, day := j.shard(game).pulse, j.now()
	return func() wire.Time { return p.time(day) }
}

// time returns the game time at a time of day, as far as known. It stops while beats are missing.
func (p *pulse) time(day time.Time) wire.Time {
	p.mu.Lock()
	defer p.mu.Unlock()
	t := day.UnixMicro()
	for _, g := range p.gaps {
		if t < g.after.At {
			return wire.Time(min(t, g.before.At+period.Microseconds()) - g.before.Lost)
		}
	}
	if !p.last.Rest {
		t = min(t, p.last.At+late.Microseconds())
	}
	return wire.Time(t - p.last.Lost)
}

// Use declares that a clock may run in a game until release is called. The pulse of its shard beats while it is used.
func (j *Journal) Use(game string) (release func()) {
	p := j.shard(game).pulse
	p.count(1)
	return sync.OnceFunc(func() { p.count(-1) })
}

func (p *pulse) count(n int) {
	p.mu.Lock()
	p.users += n
	p.mu.Unlock()
	p.wake()
}

// wake makes the pulse check immediately whether to beat.
func (p *pulse) wake() {
	select {
	case p.poke <- struct{}{}:
	default:
	}
}

// Stand returns the newest beat of each stream, which is the state of game time.
func (j *Journal) Stand() []Beat {
	var list []Beat
	for _, s := range j.timed() {
		s.pulse.mu.Lock()
		list = append(list, s.pulse.last)
		s.pulse.mu.Unlock()
	}
	for len(list) < len(j.shards) {
		list = append(list, list[0])
	}
	return list
}

// Resume continues the game time of another journal with as many streams, as if nothing could have been written since.
func (j *Journal) Resume(ctx context.Context, stood []Beat) error {
	for i, b := range stood[:min(len(stood), len(j.timed()))] {
		data, err := json.Marshal(b)
		if err != nil {
			return err
		}
		if _, err := j.js.Publish(ctx, j.shards[i].pulse.subject, data,
			jetstream.WithExpectLastSequencePerSubject(0)); err != nil {
			return fmt.Errorf("%s: %w", j.shards[i].pulse.subject, err)
		}
	}
	return nil
}

// keepTime beats while the shard is in use, and while writes fail, so that the service notices when they succeed again
// although no one plays.
func (s *shard) keepTime(ctx context.Context) {
	if _, resting := s.pulse.state(); !resting { // clients were cut off
		select {
		case <-ctx.Done():
			return
		case <-time.After(settle):
		}
	}
	tick := time.NewTicker(period)
	defer tick.Stop()
	for {
		used, resting := s.pulse.state()
		failing := s.Failing() > 0
		if !used && resting && !failing {
			select {
			case <-ctx.Done():
				return
			case <-s.pulse.poke:
			}
			continue
		}
		silent := s.pulse.silent()
		if used || failing || silent { // a service that does not use the shard leaves the beat to those that do
			s.beat(ctx, !used && (resting || silent))
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// silent reports whether there was no beat for a while: then no service uses the shard.
func (p *pulse) silent() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return time.Since(p.heard) > settle
}

func (p *pulse) state() (used, resting bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.users > 0, p.last.Rest
}

// beatTime is how long a beat is awaited: in a cluster it may be lost.
func (s *shard) beatTime() time.Duration {
	if s.shared {
		return firstAgain
	}
	return 2 * time.Second
}

// beat writes the beat that follows the newest known one. If another service was first, its beat is used.
func (s *shard) beat(ctx context.Context, rest bool) {
	p := s.pulse
	p.mu.Lock()
	b, after := p.last, p.stream
	p.mu.Unlock()
	lost := b.Lost
	now := s.now().UnixMicro()
	if gap := now - b.At; !b.Rest && (gap > late.Microseconds() || setBack(b.At, now)) {
		b.Lost += gap - period.Microseconds()
	}
	b.At, b.Rest = now, rest
	data, err := json.Marshal(b)
	if err != nil {
		return
	}
	msg := &nats.Msg{Subject: p.subject, Data: data, Header: nats.Header{"Nats-Rollup": {"sub"}}}
	in, cancel := s.bound(ctx, s.beatTime())
	defer cancel()
	at, err := s.put(in, msg, after)
	if ctx.Err() == nil {
		s.note(err)
	}
	switch {
	case err == nil:
		if still := time.Duration(b.Lost-lost) * time.Microsecond; still > slow {
			s.log.Warn("the journal could not be written for a while: game clocks were stopped", "stream",
				s.name, "seconds",
				still.Seconds())
		}
		p.learn(b, at)
	case ctx.Err() == nil:
		in, cancel := s.bound(ctx, s.beatTime())
		defer cancel()
		_ = s.readPulse(in) // if this fails, it is read before the next beat
	}
}
