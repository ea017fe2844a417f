package journal

import (
	"context"
	"errors"
	"time"
)

// atOnce is how many acts are written to a stream at the same time; the others wait in line, at most inLine. An
// overloaded service refuses acts before anything is done, so that it completes what it has begun.
const (
	atOnce = 64
	inLine = 2500 * time.Millisecond
)

// ErrBusy says that too many acts wait to be written.
var ErrBusy = errors.New("too many writes are waiting")

// Enter waits until an act of a game may be written. The error is ErrBusy, or that of ctx. The caller calls leave after
// the write.
func (j *Journal) Enter(ctx context.Context, game string) (leave func(), err error) {
	line := j.shard(game).line
	leave = func() { <-line }
	select {
	case line <- struct{}{}:
		return leave, nil
	default:
	}
	late := time.NewTimer(inLine)
	defer late.Stop()
	select {
	case line <- struct{}{}:
		return leave, nil
	case <-late.C:
		return nil, ErrBusy
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
