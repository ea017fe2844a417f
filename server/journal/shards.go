package journal

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const (
	// usualShards is how many streams the games are spread over where nobody says: each
	// writes to the disk for itself, and in a cluster has a leader of its own.
	usualShards = 4
	// shardsKey is where a stream says how many there are.
	shardsKey = "tafl-shards"
)

func streamName(i int) string { return fmt.Sprintf("GAMES-%d", i) }

// ErrShards says that a journal with games in it is spread over another number of streams.
var ErrShards = errors.New("the log of live games is spread otherwise")

// spread settles over how many streams the games are spread. Where a game is follows
// from that: it can be changed only while there is none.
func (j *Journal) spread(ctx context.Context, n int) error {
	j.shards = make([]*shard, n)
	stream, err := j.js.Stream(ctx, streamName(0))
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("stream %s: %w", streamName(0), err)
	}
	old, err := strconv.Atoi(stream.CachedInfo().Config.Metadata[shardsKey])
	if err != nil {
		old = usualShards
	}
	for i := range old {
		if old == n {
			break
		}
		stream, err := j.js.Stream(ctx, streamName(i))
		if err != nil {
			return fmt.Errorf("stream %s: %w", streamName(i), err)
		}
		games, err := gamesIn(ctx, stream, i)
		if err != nil {
			return err
		}
		if len(games) > 0 {
			return fmt.Errorf("%w: over %d streams, not %d; that can be changed only while no game is under way", ErrShards, old, n)
		}
	}
	return nil
}

// Look returns the journal of a cluster as it is, only to be read: nothing is made or changed, and
// no time is kept. It is to be closed; the connection stays the caller's.
func Look(ctx context.Context, nc *nats.Conn) (*Journal, error) {
	js, err := jetstream.New(nc)
	if err != nil {
		return nil, err
	}
	first, err := js.Stream(ctx, streamName(0))
	if err != nil {
		return nil, fmt.Errorf("stream %s: %w", streamName(0), err)
	}
	n, err := strconv.Atoi(first.CachedInfo().Config.Metadata[shardsKey])
	if err != nil || n < 1 {
		n = usualShards
	}
	j := &Journal{nc: nc, js: js, now: time.Now, log: slog.New(slog.DiscardHandler), cancel: func() {}, shards: make([]*shard, n)}
	j.line, j.cut = context.WithCancel(context.Background())
	for i := range j.shards {
		s := &shard{Journal: j, name: streamName(i), tails: map[string]tail{}, grown: map[string]uint64{}}
		if s.stream, err = js.Stream(ctx, s.name); err != nil {
			return nil, fmt.Errorf("stream %s: %w", s.name, err)
		}
		j.shards[i] = s
	}
	return j, nil
}

// gamesIn returns the ids of the games in a stream.
func gamesIn(ctx context.Context, stream jetstream.Stream, i int) (ids []string, err error) {
	prefix := fmt.Sprintf("game.%d.", i)
	info, err := stream.Info(ctx, jetstream.WithSubjectFilter(prefix+">"))
	if err != nil {
		return nil, err
	}
	for name := range info.State.Subjects {
		if id := strings.TrimPrefix(name, prefix); id != pulseName {
			ids = append(ids, id)
		}
	}
	return ids, nil
}
