// Package journal keeps live games in JetStream: a subject for each game, a
// message for each accepted act, appended only if nothing else was appended since.
// So any number of services may serve the same game and never accept two acts
// for one place. It also keeps game time, which stands still while nothing can be
// written.
package journal

import (
	"bytes"
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
	// streams that the games are spread over; 0 is SharedShards where the journal is shared, else as they are, or 16
	Shards int
	Shared bool             // others write to it too, with as many streams: what they write is told to Follow
	Apart  bool             // each stream keeps a time of its own, as they all do where the journal is shared
	Now    func() time.Time // time of day; nil is the machine's
	Log    *slog.Logger     // of what took long; nil is nobody
	// Fault is asked before and after each entry is written, and what it returns is the
	// error of Append: tests let a service break at every step. nil is no fault.
	Fault func(step string) error
}

// Journal is a host.Journal and a host.Bus. It is safe for use by many
// goroutines.
type Journal struct {
	nc     *nats.Conn
	js     jetstream.JetStream
	now    func() time.Time
	log    *slog.Logger
	shared bool
	apart  bool // each stream keeps a time of its own
	fault  func(step string) error
	writer string // who we are, for those who share the journal
	shards []*shard
	failed atomic.Int64 // since when every write has failed, in microseconds since 1970; 0 if the last did not
	cancel context.CancelFunc
	work   sync.WaitGroup

	mu        sync.Mutex
	line      context.Context // ends when the connection to the broker breaks; then there is another
	cut       context.CancelFunc
	followers map[*func(wire.Entry)]bool
	mended    func() // nil is nobody
}

// Failing returns for how long every write has failed.
func (j *Journal) Failing() time.Duration {
	if at := j.failed.Load(); at != 0 {
		return j.now().Sub(time.UnixMicro(at))
	}
	return 0
}

// note keeps count of what became of a write. That another was first is no failure. After a failure the pulses write
// again and again until a write succeeds.
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

// Written returns how many messages were ever written. It is false if not every stream
// answers at once.
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
	ack    []byte // how an answer to what was written begins
	stream jetstream.Stream
	pulse  *pulse        // all have one, or each its own
	line   chan struct{} // has an item for each act that is being written

	mu    sync.Mutex
	tails map[string]tail   // of games, as far as they are known
	grown map[string]uint64 // entries of games that were appended here since Grown was asked
}

// tail is the newest entry of a game.
type tail struct {
	seq    uint64 // number of the entry
	stream uint64 // number of its message in the stream
	link   string // of its message
}

// Grown returns how many entries the games have that were appended to here since it was last
// called.
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

// Open makes the streams where they are missing and begins to keep time. The
// journal is to be closed; the connection stays the caller's.
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
	s := &shard{Journal: j, name: streamName(i), ack: fmt.Appendf(nil, `{"stream":%q,"seq":`, streamName(i)),
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

// askAgain is how long an answer is waited for at the beginning.
const askAgain = 3 * time.Second

// insist asks a cluster until there is an answer. A broker of our own answers at once.
func (j *Journal) insist(ctx context.Context, ask func(context.Context) error) error {
	if !j.shared {
		return ask(ctx)
	}
	return Insist(ctx, ask)
}

// Insist asks until there is an answer, or ctx ends: while the brokers of a cluster
// choose who leads, what they are asked is lost, or refused for the moment.
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
			return fmt.Errorf("the brokers do not answer: %w", err)
		case <-time.After(askAgain / 10):
		}
	}
}

// A question to a cluster, or what is to be written, is lost when the broker that leads ends, or
// the one that we are connected to. So it is asked again after a time that doubles, at once where
// we hear that it was lost, until ctx ends.
const (
	firstAgain = 400 * time.Millisecond
	breath     = 20 * time.Millisecond
)

// again asks until there is an answer, or ctx ends. A broker of our own loses nothing.
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

// noPeers is what a broker says that does not know enough others yet.
const noPeers jetstream.ErrorCode = 10005

// passing reports whether an error is one of a cluster that is just coming together.
func passing(err error) bool {
	var api *jetstream.APIError
	if errors.As(err, &api) {
		return api.Code == http.StatusServiceUnavailable || api.ErrorCode == noPeers
	}
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrTimeout) ||
		errors.Is(err, nats.ErrNoResponders) || errors.Is(err, jetstream.ErrNoStreamResponse)
}

// Close ends timekeeping: where no other service goes on, time stands still for
// games that are under way. What was begun can still be written.
func (j *Journal) Close() {
	j.cancel()
	j.work.Wait()
	for _, s := range j.timed() {
		if s != nil && s.pulse != nil && s.pulse.sub != nil {
			_ = s.pulse.sub.Unsubscribe()
		}
	}
}

// lookEvery is how often who follows a game looks whether he has missed anything:
// what is republished may get lost.
const lookEvery = 10 * time.Second

// attend looks after the connection: what was asked when it broke will not be answered,
// and what others have written meanwhile was not heard.
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

// Mended has f called, which must not wait, each time that the connection to the broker has broken
// and is there again.
func (j *Journal) Mended(f func()) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.mended = f
}

// renew ends all questions to the broker that wait for an answer: the connection
// that they went out on has broken, so none will come.
func (j *Journal) renew() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.cut()
	j.line, j.cut = context.WithCancel(context.Background())
}

// look tells everybody who follows a game to read it again, since entries may have
// been missed.
func (j *Journal) look() {
	j.mu.Lock()
	list := slices.Collect(maps.Keys(j.followers))
	j.mu.Unlock()
	for _, f := range list {
		(*f)(wire.Entry{})
	}
}

// bound returns a context that ends with the connection, too, and after a time.
func (j *Journal) bound(ctx context.Context, most time.Duration) (context.Context, context.CancelFunc) {
	j.mu.Lock()
	line := j.line
	j.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, most)
	stop := context.AfterFunc(line, cancel)
	return ctx, func() { stop(); cancel() }
}

// slow is how long a write may take before the log speaks of it.
const slow = time.Second

// writerHeader tells who has appended an entry.
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

// checkID refuses an id that would not be one token of a subject.
func checkID(id string) error {
	if id == "" || len(id) > 64 || strings.ContainsAny(id, ".*> \t\r\n") || id == pulseName {
		return fmt.Errorf("%.70q is no id of a game: %w", id, host.ErrNoGame)
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
	data := e.Append(nil)
	msg := &nats.Msg{Subject: j.subject("game", game), Data: data,
		Header: nats.Header{writerHeader: {j.writer}, chainHeader: {link(after.link, data)}}}
	began := time.Now()
	now, err := s.publish(ctx, game, msg, after, e.Seq)
	j.note(err)
	if took := time.Since(began); took > slow {
		j.log.Warn("an act took long to be written", "game", game, "seq", e.Seq, "seconds", took.Seconds(),
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

// publish writes the message of entry seq of a game after another message, in a cluster again
// where it, or the answer, may be lost. Of several that are written so only one is taken.
func (s *shard) publish(ctx context.Context, game string, msg *nats.Msg, after tail, seq uint64) (now tail, err error) {
	now = tail{seq: seq, link: msg.Header.Get(chainHeader)}
	lost := false
	err = s.again(ctx, func(ctx context.Context) error {
		at, err := s.put(ctx, msg, after.stream)
		switch {
		case err == nil:
			now.stream = at
		case lost && conflict(err): // perhaps with what was written before
			_, t, looked := s.last(ctx, game)
			switch {
			case looked == nil && t.link == now.link:
				now.stream = t.stream
				return nil
			// that is still under way
			case looked == nil && t.stream == after.stream, errors.Is(looked, host.ErrNoGame):
				return nats.ErrTimeout
			}
		}
		lost = true
		return err
	})
	return now, err
}

// put writes a message after the one with the number after, the last of its subject, and returns its own number. It is
// what PublishMsg of the library does, but for reading the usual answer at once: there is one for each turn.
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
	if n, ok := s.written(answer.Data); ok {
		return n, nil
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

// unanswered is how long an answer is waited for where nobody says.
const unanswered = 5 * time.Second

// written reads the number of a message from an answer that says nothing else.
func (s *shard) written(answer []byte) (n uint64, ok bool) {
	text, ok := bytes.CutPrefix(answer, s.ack)
	if !ok || !bytes.HasSuffix(text, []byte("}")) {
		return 0, false
	}
	n, err := strconv.ParseUint(string(text[:len(text)-1]), 10, 64)
	return n, err == nil
}

func conflict(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence
}

// before returns the message after which entry seq must stand, a zero one for the first
// of a game.
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

// newest asks for the message of the last entry of a game, in a cluster again where there is no
// answer.
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
		return nil, tail{}, fmt.Errorf("%s: %w: message %d is no entry: %w", game, host.ErrDamaged, msg.Sequence, err)
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

// mostEntries is more than a game has.
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

// silent is how long a broker that hands out entries may say nothing: the game may have
// been removed meanwhile, or the broker has just come back and must catch up first.
const silent = 500 * time.Millisecond

// oneByOne asks the broker that leads for one entry after another, from a message of the
// stream up to another.
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

// Games returns the ids of all games in the journal: those that are not over,
// and those whose end is not yet archived.
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

// Forget removes the entries of a game that is archived.
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
	_ = j.nc.Publish("bus."+topic, letter) // what the bus carries may be lost
}

// Hear implements host.Bus.
func (j *Journal) Hear(topic string, f func(wire.Body)) (stop func(), err error) {
	return j.Collect(topic, func(data []byte) {
		_, b, err := wire.Decode(data)
		if err != nil {
			j.log.Warn("the bus carried what is not understood", "topic", topic, "error", err)
			return
		}
		f(b)
	})
}

// Collect implements host.Bus.
func (j *Journal) Collect(topic string, f func([]byte)) (stop func(), err error) {
	sub, err := j.nc.Subscribe("bus."+topic, func(m *nats.Msg) {
		if m.Reply != "" { // HasListener asks
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
