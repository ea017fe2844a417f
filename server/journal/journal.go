// Package journal stores games in progress in JetStream: a subject for each game and a message for each accepted act. A
// message is appended only if nothing else was appended since, so any number of services may serve the same game and
// never accept two acts with the same number. The package also keeps game time, which stops while nothing can be
// written.
package journal

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"tafl3d/net/host"
	"tafl3d/net/wire"
)

// Options configures a journal. Only Conn is required.
type Options struct {
	Conn     *nats.Conn
	Replicas int // of each stream; 0 is 1
	// Shards is the number of streams for the games; 0 is SharedShards if the journal is shared, otherwise the present
	// number, or 16.
	Shards int
	Shared bool             // other services write to it too, with as many streams; Follow reports their entries
	Apart  bool             // each stream has a separate game time; always so if the journal is shared
	Now    func() time.Time // time of day; nil is time.Now
	Log    *slog.Logger     // for slow writes; nil logs nothing
	// Fault is called before and after each entry is written; its error becomes the error of Append. Tests use it to
	// let a service fail at every step. nil never fails.
	Fault func(step string) error
}

// Journal is a host.Journal and a host.Bus. It is safe for use by many goroutines.
type Journal struct {
	nc     *nats.Conn
	js     jetstream.JetStream
	now    func() time.Time
	log    *slog.Logger
	shared bool
	apart  bool // each stream has a separate game time
	fault  func(step string) error
	writer string // identifies this process to those that share the journal
	shards []*shard
	failed atomic.Int64 // since when every write has failed, in microseconds since 1970; 0 if the last one succeeded
	cancel context.CancelFunc
	work   sync.WaitGroup

	mu        sync.Mutex
	line      context.Context // ends when the connection to the broker breaks; then renew replaces it
	cut       context.CancelFunc
	followers map[*func(wire.Entry)]bool
	mended    func() // may be nil
}

// Failing returns for how long every write has failed.
func (j *Journal) Failing() time.Duration {
	if at := j.failed.Load(); at != 0 {
		return j.now().Sub(time.UnixMicro(at))
	}
	return 0
}

// note records the result of a write. A conflict with another writer is no failure. After a failure the pulses keep
// writing until a write succeeds.
func (j *Journal) note(err error) {
	if err == nil || conflict(err) {
		j.failed.Store(0)
		return
	}
	if j.failed.CompareAndSwap(0, j.now().UnixMicro()) {
		for _, s := range j.timed() {
			s.pulse.wake()
		}
	}
}

// Written returns how many messages were ever written. ok is false if a stream does not answer within a second.
func (j *Journal) Written(ctx context.Context) (n uint64, ok bool) {
	ctx, cancel := context.WithTimeout(ctx, slow)
	defer cancel()
	for _, s := range j.shards {
		info, err := s.stream.Info(ctx)
		if err != nil {
			return 0, false
		}
		n += info.State.LastSeq
	}
	return n, true
}

var (
	_ host.Journal = (*Journal)(nil)
	_ host.Bus     = (*Journal)(nil)
)

// shard is one stream and its pulse.
type shard struct {
	*Journal
	name   string
	stream jetstream.Stream
	pulse  *pulse        // common to all shards, or separate if apart
	line   chan struct{} // has an item for each act that is being written

	mu    sync.Mutex
	tails map[string]tail   // by game, as far as known
	grown map[string]uint64 // entry counts of games that were appended to here since the last call of Grown
}

// tail is the newest entry of a game.
type tail struct {
	seq    uint64 // number of the entry
	stream uint64 // sequence number of its message in the stream
	link   string // of its message
}

// Grown returns the number of entries of each game that was appended to here since the last call.
func (j *Journal) Grown() map[string]uint64 {
	all := map[string]uint64{}
	for _, s := range j.shards {
		s.mu.Lock()
		maps.Copy(all, s.grown)
		clear(s.grown)
		s.mu.Unlock()
	}
	return all
}

// Open makes the streams if they are missing and starts keeping time. Close the journal after use; the connection stays
// the caller's.
func Open(ctx context.Context, opt Options) (*Journal, error) {
	js, err := jetstream.New(opt.Conn)
	if err != nil {
		return nil, err
	}
	if opt.Now == nil {
		opt.Now = time.Now
	}
	if opt.Log == nil {
		opt.Log = slog.New(slog.DiscardHandler)
	}
	if opt.Fault == nil {
		opt.Fault = func(string) error { return nil }
	}
	life, cancel := context.WithCancel(context.Background())
	j := &Journal{nc: opt.Conn, js: js, now: opt.Now, log: opt.Log, shared: opt.Shared, fault: opt.Fault,
		writer: rand.Text(), cancel: cancel, followers: map[*func(wire.Entry)]bool{}}
	j.line, j.cut = context.WithCancel(context.Background())
	spread := func(ctx context.Context) error { return j.spread(ctx, opt) }
	if err := j.insist(ctx, spread); err != nil {
		j.Close()
		return nil, err
	}
	for i := range j.shards {
		if j.shards[i], err = j.openShard(ctx, i, max(opt.Replicas, 1)); err != nil {
			j.Close()
			return nil, err
		}
	}
	for _, s := range j.timed() {
		j.work.Go(func() { s.keepTime(life) })
	}
	if j.shared {
		j.work.Go(func() { j.attend(life) })
	}
	return j, nil
}

func (j *Journal) openShard(ctx context.Context, i, replicas int) (*shard, error) {
	s := &shard{Journal: j, name: streamName(i),
		tails: map[string]tail{}, grown: map[string]uint64{}, line: make(chan struct{}, atOnce)}
	config := jetstream.StreamConfig{
		Name:        s.name,
		Description: "live games: a subject for each, a message for each accepted act",
		Subjects:    []string{fmt.Sprintf("game.%d.>", i)},
		Storage:     jetstream.FileStorage,
		Replicas:    replicas,
		AllowRollup: true,
		Metadata:    map[string]string{shardsKey: strconv.Itoa(len(j.shards)), apartKey: strconv.FormatBool(j.apart)},
	}
	if j.shared {
		config.RePublish = &jetstream.RePublish{Source: fmt.Sprintf("game.%d.>", i),
			Destination: fmt.Sprintf("live.%d.>", i)}
	}
	err := j.insist(ctx, func(ctx context.Context) (err error) {
		s.stream, err = j.js.CreateOrUpdateStream(ctx, config)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("stream %s: %w", s.name, err)
	}
	if i > 0 && !j.apart {
		s.pulse = j.shards[0].pulse
		return s, nil
	}
	s.pulse = &pulse{}
	return s, s.openPulse(ctx, i)
}

// askAgain is the timeout of a request on startup.
const askAgain = 3 * time.Second

// insist repeats a request to a cluster until it is answered. The broker in this process answers immediately.
func (j *Journal) insist(ctx context.Context, ask func(context.Context) error) error {
	if !j.shared {
		return ask(ctx)
	}
	return Insist(ctx, ask)
}

// Insist repeats a request until it is answered or ctx ends: while the brokers of a cluster elect a leader, requests
// are lost or refused.
func Insist(ctx context.Context, ask func(context.Context) error) error {
	for {
		in, cancel := context.WithTimeout(ctx, askAgain)
		err := ask(in)
		cancel()
		if !passing(err) {
			return err
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("no answer from the brokers: %w", err)
		case <-time.After(askAgain / 10):
		}
	}
}

// Requests to a cluster are lost when the leading broker, or the one that we are connected to, ends. They are repeated
// after firstAgain, then after twice that time and so on; after breath if the loss is known.
const (
	firstAgain = 400 * time.Millisecond
	breath     = 20 * time.Millisecond
)

// again repeats a request until it is answered or ctx ends. The broker in this process loses none.
func (j *Journal) again(ctx context.Context, ask func(context.Context) error) error {
	if !j.shared {
		return ask(ctx)
	}
	for wait := firstAgain; ; wait *= 2 {
		in, done := j.bound(ctx, wait)
		err := ask(in)
		lost := in.Err() != nil || passing(err)
		done()
		if err == nil || !lost || ctx.Err() != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(breath):
		}
	}
}

// noPeers is the error of a broker that does not know enough other brokers yet.
const noPeers jetstream.ErrorCode = 10005

// passing reports whether an error is temporary, as while a cluster starts.
func passing(err error) bool {
	var api *jetstream.APIError
	if errors.As(err, &api) {
		return api.Code == http.StatusServiceUnavailable || api.ErrorCode == noPeers
	}
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrTimeout) ||
		errors.Is(err, nats.ErrNoResponders) || errors.Is(err, jetstream.ErrNoStreamResponse)
}

// Close stops keeping time: unless another service keeps it, the time of games in progress stops. Writes that have
// begun still complete.
func (j *Journal) Close() {
	j.cancel()
	j.work.Wait()
	for _, s := range j.timed() {
		if s != nil && s.pulse != nil && s.pulse.sub != nil {
			_ = s.pulse.sub.Unsubscribe()
		}
	}
}

// lookEvery is how often followers of games check for missed entries: republished messages may be lost.
const lookEvery = 10 * time.Second

// attend watches the connection: when it breaks, open requests get no answer, and entries of others may be missed.
func (j *Journal) attend(ctx context.Context) {
	changes := j.nc.StatusChanged(nats.RECONNECTING, nats.CONNECTED)
	defer j.nc.RemoveStatusListener(changes)
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			j.look()
		case now := <-changes:
			j.renew()
			if now != nats.CONNECTED {
				continue
			}
			j.look()
			j.mu.Lock()
			mended := j.mended
			j.mu.Unlock()
			if mended != nil {
				mended()
			}
		}
	}
}

// Mended sets f to be called each time that the connection to the broker is restored. f must not block.
func (j *Journal) Mended(f func()) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.mended = f
}

// renew cancels all open requests: their connection has broken, so no answer will come.
func (j *Journal) renew() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.cut()
	j.line, j.cut = context.WithCancel(context.Background())
}

// look makes every follower of a game read it again, since entries may have been missed.
func (j *Journal) look() {
	j.mu.Lock()
	list := slices.Collect(maps.Keys(j.followers))
	j.mu.Unlock()
	for _, f := range list {
		(*f)(wire.Entry{})
	}
}

// bound returns a context with a timeout that also ends when the connection breaks.
func (j *Journal) bound(ctx context.Context, most time.Duration) (context.Context, context.CancelFunc) {
	j.mu.Lock()
	line := j.line
	j.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, most)
	stop := context.AfterFunc(line, cancel)
	return ctx, func() { stop(); cancel() }
}

// slow is how long a write may take before it is logged.
const slow = time.Second

// writerHeader is the message header with the process that appended an entry.
const writerHeader = "Tafl-Writer"

func (j *Journal) number(game string) int {
	h := fnv.New32a()
	_, _ = h.Write([]byte(game))
	return int(h.Sum32() % uint32(len(j.shards)))
}

func (j *Journal) shard(game string) *shard { return j.shards[j.number(game)] }

func (j *Journal) subject(kind, game string) string {
	return kind + "." + strconv.Itoa(j.number(game)) + "." + game
}

// checkID refuses an id that is not one token of a subject.
func checkID(id string) error {
	if id == "" || len(id) > 64 || strings.ContainsAny(id, ".*> \t\r\n") || id == pulseName {
		return fmt.Errorf("invalid game id %.70q: %w", id, host.ErrNoGame)
	}
	return nil
}

// Append implements host.Journal.
func (j *Journal) Append(ctx context.Context, game string, e wire.Entry) error {
	if err := checkID(game); err != nil {
		return err
	}
	s := j.shard(game)
	after, err := s.before(ctx, game, e.Seq)
	if err != nil {
		return err
	}
	if err := j.fault("append"); err != nil {
		return err
	}
	data, err := json.Marshal(e)
	if err != nil {
		return err
	}
	msg := &nats.Msg{Subject: j.subject("game", game), Data: data,
		Header: nats.Header{writerHeader: {j.writer}, chainHeader: {link(after.link, data)}}}
	began := time.Now()
	now, err := s.publish(ctx, game, msg, after, e.Seq)
	j.note(err)
	if took := time.Since(began); took > slow {
		j.log.Warn("slow write of an act", "game", game, "seq", e.Seq, "seconds", took.Seconds(),
			"error", err)
	}
	if err != nil {
		s.forget(game)
		if conflict(err) {
			return fmt.Errorf("entry %d of %s: %w", e.Seq, game, host.ErrConflict)
		}
		return err
	}
	s.learn(game, now)
	s.mu.Lock()
	s.grown[game] = e.Seq
	s.mu.Unlock()
	return j.fault("appended")
}

// publish writes the message of entry seq of a game after another message. In a cluster it retries if the message or
// its acknowledgement may be lost; only one copy is accepted.
func (s *shard) publish(ctx context.Context, game string, msg *nats.Msg, after tail, seq uint64) (now tail, err error) {
	now = tail{seq: seq, link: msg.Header.Get(chainHeader)}
	lost := false
	err = s.again(ctx, func(ctx context.Context) error {
		at, err := s.put(ctx, msg, after.stream)
		switch {
		case err == nil:
			now.stream = at
		case lost && conflict(err): // perhaps with our own earlier attempt
			_, t, looked := s.last(ctx, game)
			switch {
			case looked == nil && t.link == now.link:
				now.stream = t.stream
				return nil
			// our earlier attempt is still under way
			case looked == nil && t.stream == after.stream, errors.Is(looked, host.ErrNoGame):
				return nats.ErrTimeout
			}
		}
		lost = true
		return err
	})
	return now, err
}

// put writes a message after the one with sequence number after, the last of its subject, and returns its sequence
// number. It does what PublishMsg of the library does, but parses the usual acknowledgement faster: there is one for
// each move.
func (s *shard) put(ctx context.Context, msg *nats.Msg, after uint64) (uint64, error) {
	if _, ends := ctx.Deadline(); !ends {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, unanswered)
		defer cancel()
	}
	msg.Header[jetstream.ExpectedLastSubjSeqHeader] = []string{strconv.FormatUint(after, 10)}
	answer, err := s.nc.RequestMsgWithContext(ctx, msg)
	switch {
	case errors.Is(err, nats.ErrNoResponders):
		return 0, jetstream.ErrNoStreamResponse
	case err != nil:
		return 0, err
	}
	var ack struct {
		jetstream.PubAck
		Error *jetstream.APIError `json:"error"`
	}
	switch err := json.Unmarshal(answer.Data, &ack); {
	case err != nil:
		return 0, fmt.Errorf("%w: %w", jetstream.ErrInvalidJSAck, err)
	case ack.Error != nil:
		return 0, ack.Error
	case ack.Stream == "":
		return 0, jetstream.ErrInvalidJSAck
	}
	return ack.Sequence, nil
}

// unanswered is the default timeout of a write.
const unanswered = 5 * time.Second

func conflict(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence
}

// before returns the message that entry seq must follow, a zero one for the first entry.
func (s *shard) before(ctx context.Context, game string, seq uint64) (tail, error) {
	if seq == 1 {
		return tail{}, nil
	}
	s.mu.Lock()
	t := s.tails[game]
	s.mu.Unlock()
	if t.seq == seq-1 {
		return t, nil
	}
	_, t, err := s.newest(ctx, game)
	if err != nil {
		return t, err
	}
	if t.seq != seq-1 {
		return t, fmt.Errorf("entry %d of %s: %w", seq, game, host.ErrConflict)
	}
	return t, nil
}

func (s *shard) learn(game string, t tail) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.tails[game].stream < t.stream {
		s.tails[game] = t
	}
}

func (s *shard) forget(game string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.tails, game)
}

// newest requests the message of the last entry of a game. In a cluster it retries.
func (s *shard) newest(ctx context.Context, game string) (msg *jetstream.RawStreamMsg, t tail, err error) {
	err = s.again(ctx, func(ctx context.Context) (err error) {
		msg, t, err = s.last(ctx, game)
		return err
	})
	return msg, t, err
}

func (s *shard) last(ctx context.Context, game string) (*jetstream.RawStreamMsg, tail, error) {
	msg, err := s.stream.GetLastMsgForSubject(ctx, s.subject("game", game))
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil, tail{}, fmt.Errorf("%s: %w", game, host.ErrNoGame)
	}
	if err != nil {
		return nil, tail{}, err
	}
	var e wire.Entry
	if err := json.Unmarshal(msg.Data, &e); err != nil {
		return nil, tail{}, fmt.Errorf("%s: %w: message %d is not an entry: %w", game, host.ErrDamaged,
			msg.Sequence, err)
	}
	return msg, tail{e.Seq, msg.Sequence, linkOf(msg.Header, msg.Data)}, nil
}

// Read implements host.Journal.
func (j *Journal) Read(ctx context.Context, game string, from uint64) ([]wire.Entry, error) {
	if err := checkID(game); err != nil {
		return nil, err
	}
	s := j.shard(game)
	last, end, err := s.newest(ctx, game)
	if err != nil {
		return nil, err
	}
	if end.seq < from {
		return nil, nil
	}
	c := &chain{game: game, entries: make([]wire.Entry, 0, min(end.seq, mostEntries))}
	if end.seq > 1 {
		err = s.upTo(ctx, c, end.stream)
	} else {
		err = c.add(last.Header, last.Data)
	}
	if err != nil {
		return nil, err
	}
	s.learn(game, end)
	entries := c.entries
	return entries[min(max(from, 1)-1, uint64(len(entries))):], nil
}

// mostEntries is more than any game has.
const mostEntries = 10_000

// upTo reads the entries of a game up to a message of the stream.
func (s *shard) upTo(ctx context.Context, c *chain, end uint64) error {
	var reader jetstream.Consumer
	err := s.again(ctx, func(ctx context.Context) (err error) {
		reader, err = s.stream.OrderedConsumer(ctx,
			jetstream.OrderedConsumerConfig{FilterSubjects: []string{s.subject("game", c.game)}})
		return err
	})
	if err != nil {
		return err
	}
	it, err := reader.Messages(jetstream.PullMaxMessages(500))
	if err != nil {
		return err
	}
	defer it.Stop()
	defer context.AfterFunc(ctx, it.Stop)()
	for after := uint64(0); ; {
		msg, err := it.Next(jetstream.NextMaxWait(silent))
		if errors.Is(err, nats.ErrTimeout) {
			return s.oneByOne(ctx, c, after+1, end)
		}
		if err != nil {
			return errors.Join(err, ctx.Err())
		}
		if err := c.add(msg.Headers(), msg.Data()); err != nil {
			return err
		}
		meta, err := msg.Metadata()
		if err != nil {
			return err
		}
		if after = meta.Sequence.Stream; after >= end {
			return nil
		}
	}
}

// silent is how long a broker that delivers entries may be silent: the game may have been removed meanwhile, or the
// broker has just restarted and must catch up.
const silent = 500 * time.Millisecond

// oneByOne requests one entry after another from the leading broker, from a message of the stream up to another.
func (s *shard) oneByOne(ctx context.Context, c *chain, from, end uint64) error {
	for from <= end {
		msg, err := s.stream.GetMsg(ctx, from, jetstream.WithGetMsgSubject(s.subject("game", c.game)))
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return fmt.Errorf("%s: %w", c.game, host.ErrNoGame)
		}
		if err == nil {
			err = c.add(msg.Header, msg.Data)
		}
		if err != nil {
			return err
		}
		from = msg.Sequence + 1
	}
	return nil
}

// Follow implements host.Journal.
func (j *Journal) Follow(game string, f func(wire.Entry)) (stop func(), err error) {
	if err := checkID(game); err != nil {
		return nil, err
	}
	if !j.shared {
		return func() {}, nil
	}
	sub, err := j.nc.Subscribe(j.subject("live", game), func(m *nats.Msg) {
		var e wire.Entry
		if m.Header.Get(writerHeader) != j.writer && json.Unmarshal(m.Data, &e) == nil {
			f(e)
		}
	})
	if err != nil {
		return nil, err
	}
	j.mu.Lock()
	j.followers[&f] = true
	j.mu.Unlock()
	return func() {
		_ = sub.Unsubscribe()
		j.mu.Lock()
		delete(j.followers, &f)
		j.mu.Unlock()
	}, nil
}

// Games returns the ids of all games in the journal: those in progress, and those that are not archived yet.
func (j *Journal) Games(ctx context.Context) (ids []string, err error) {
	for i, s := range j.shards {
		some, err := gamesIn(ctx, s.stream, i)
		if err != nil {
			return nil, err
		}
		ids = append(ids, some...)
	}
	return ids, nil
}

// Forget removes the entries of an archived game.
func (j *Journal) Forget(ctx context.Context, game string) error {
	if err := checkID(game); err != nil {
		return err
	}
	s := j.shard(game)
	s.forget(game)
	return s.stream.Purge(ctx, jetstream.WithPurgeSubject(j.subject("game", game)))
}

// Tell implements host.Bus.
func (j *Journal) Tell(topic string, b wire.Body) {
	if data, err := wire.Encode(0, b); err == nil {
		j.Post(topic, data)
	}
}

// Post implements host.Bus.
func (j *Journal) Post(topic string, letter []byte) {
	_ = j.nc.Publish("bus."+topic, letter) // messages on the bus may be lost
}

// Hear implements host.Bus.
func (j *Journal) Hear(topic string, f func(wire.Body)) (stop func(), err error) {
	return j.Collect(topic, func(data []byte) {
		_, b, err := wire.Decode(data)
		if err != nil {
			j.log.Warn("unreadable message on the bus", "topic", topic, "error", err)
			return
		}
		f(b)
	})
}

// Collect implements host.Bus.
func (j *Journal) Collect(topic string, f func([]byte)) (stop func(), err error) {
	sub, err := j.nc.Subscribe("bus."+topic, func(m *nats.Msg) {
		if m.Reply != "" { // a request of HasListener
			_ = m.Respond(nil)
			return
		}
		f(m.Data)
	})
	if err != nil {
		return nil, err
	}
	return func() { _ = sub.Unsubscribe() }, nil
}

// HasListener implements host.Bus.
func (j *Journal) HasListener(ctx context.Context, topic string) (bool, error) {
	_, err := j.nc.RequestWithContext(ctx, "bus."+topic, nil)
	if errors.Is(err, nats.ErrNoResponders) {
		return false, nil
	}
	return err == nil, err
}
