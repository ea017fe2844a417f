package journal

import (
	"context"
	"errors"
	"time"
)

// Acts are written to a stream by so many at a time; the others wait in line. Whoever would wait
// too long is refused before anything was done: so a service that is asked for more than it can
// do writes what it can, instead of beginning everything and ending nothing.
const (
	atOnce = 64
	inLine = 2500 * time.Millisecond
)

// ErrBusy says that more is to be written than can be.
var ErrBusy = errors.New("too much is to be written")

// Enter waits until an act of a game may be written. The error is ErrBusy, or that of ctx.
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
