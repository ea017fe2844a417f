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
	// SharedShards is how many streams the games are spread over in a cluster where nobody says: each
	// writes to the disk for itself, and has a leader of its own.
	SharedShards = 4
	// ownShards is how many there are over a broker of our own: the more, the sooner a game that has
	// ended is removed, since what was written to its stream meanwhile is looked through for it.
	ownShards = 16
	// shardsKey is where a stream says how many there are, apartKey whether each keeps a time of its own.
	shardsKey = "tafl-shards"
	apartKey  = "tafl-apart"
)

func streamName(i int) string { return fmt.Sprintf("GAMES-%d", i) }

// ErrShards says that a journal with games in it is spread over another number of streams.
var ErrShards = errors.New("the log of live games is spread otherwise")

// spread settles over how many streams the games are spread, and whether each of them keeps a time of
// its own. Where a game is and how late it is there follow from that: it can be changed only while
// there is none.
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
			return fmt.Errorf("%w: over %d streams, not %d; that can be changed only while no game is under way",
				ErrShards, old, n)
		}
		apart = oldApart
	}
	j.shards, j.apart = make([]*shard, cmp.Or(n, ownShards)), apart
	return nil
}

// timed returns the shards that keep a time: the first one alone where it is that of all.
func (j *Journal) timed() []*shard {
	if j.apart {
		return j.shards
	}
	return j.shards[:min(1, len(j.shards))]
}

// games reports whether there is a game in any of n streams.
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

// spreadOf returns what a stream says of how many there are, and whether each keeps a time of its
// own: those of older versions do.
func spreadOf(first jetstream.Stream) (n int, apart bool) {
	says := first.CachedInfo().Config.Metadata
	n, err := strconv.Atoi(says[shardsKey])
	if err != nil || n < 1 {
		n = SharedShards
	}
	return n, says[apartKey] != strconv.FormatBool(false)
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
