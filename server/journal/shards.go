package journal

import (
	"cmp"
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
	// SharedShards is the default number of streams in a cluster. Each stream is written to disk independently and has
	// its own leader.
	SharedShards = 4
	// ownShards is the number of streams with the broker in this process. More streams let finished games be removed
	// faster, since removal reads everything written to the same stream since.
	ownShards = 16
	// shardsKey is the stream metadata key of the number of streams, apartKey that of whether each has a separate game
	// time.
	shardsKey = "tafl-shards"
	apartKey  = "tafl-apart"
)

func streamName(i int) string { return fmt.Sprintf("GAMES-%d", i) }

// ErrShards says that a journal with games in it uses another number of streams.
var ErrShards = errors.New("the log of games in progress uses another number of streams")

// spread decides the number of streams and whether each has a separate game time. The place of a game and its time
// depend on both, so they change only while there are no games.
func (j *Journal) spread(ctx context.Context, opt Options) error {
	n, apart := opt.Shards, opt.Shared || opt.Apart
	if n == 0 && opt.Shared {
		n = SharedShards
	}
	first, err := j.js.Stream(ctx, streamName(0))
	switch {
	case errors.Is(err, jetstream.ErrStreamNotFound):
	case err != nil:
		return fmt.Errorf("stream %s: %w", streamName(0), err)
	default:
		old, oldApart := spreadOf(first)
		if opt.Shared && n == old {
			break
		}
		games, err := j.games(ctx, old)
		if err != nil {
			return err
		}
		if !games {
			break
		}
		if n = cmp.Or(n, old); n != old {
			return fmt.Errorf("%w: %d, not %d; it can be changed only while no game is in progress",
				ErrShards, old, n)
		}
		apart = oldApart
	}
	j.shards, j.apart = make([]*shard, cmp.Or(n, ownShards)), apart
	return nil
}

// timed returns the shards that keep time: only the first if all share its time.
func (j *Journal) timed() []*shard {
	if j.apart {
		return j.shards
	}
	return j.shards[:min(1, len(j.shards))]
}

// games reports whether any of the first n streams has a game.
func (j *Journal) games(ctx context.Context, n int) (bool, error) {
	for i := range n {
		stream, err := j.js.Stream(ctx, streamName(i))
		if errors.Is(err, jetstream.ErrStreamNotFound) { // it was never made
			continue
		}
		if err != nil {
			return false, fmt.Errorf("stream %s: %w", streamName(i), err)
		}
		if games, err := gamesIn(ctx, stream, i); err != nil || len(games) > 0 {
			return true, err
		}
	}
	return false, nil
}

// spreadOf returns the number of streams from a stream's metadata, and whether each has a separate game time, which is
// so in older versions.
func spreadOf(first jetstream.Stream) (n int, apart bool) {
	says := first.CachedInfo().Config.Metadata
	n, err := strconv.Atoi(says[shardsKey])
	if err != nil || n < 1 {
		n = SharedShards
	}
	return n, says[apartKey] != strconv.FormatBool(false)
}

// Look returns the journal of a cluster for reading only: it makes and changes nothing and keeps no time. Close it
// after use; the connection stays the caller's.
func Look(ctx context.Context, nc *nats.Conn) (*Journal, error) {
	js, err := jetstream.New(nc)
	if err != nil {
		return nil, err
	}
	first, err := js.Stream(ctx, streamName(0))
	if err != nil {
		return nil, fmt.Errorf("stream %s: %w", streamName(0), err)
	}
	n, _ := spreadOf(first)
	j := &Journal{nc: nc, js: js, now: time.Now, log: slog.New(slog.DiscardHandler), cancel: func() {},
		shards: make([]*shard, n)}
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
