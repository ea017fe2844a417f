package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

// A standby is a replica of a PostgreSQL database (hot standby). Data that may be some seconds old is read from it: the
// archive, ladders and rating histories. While it is unavailable or too far behind, the primary is read.

// Timing of a standby.
const (
	lookEvery   = time.Second
	mostBehind  = 10              // checks
	standbyTime = 2 * time.Second // time limit of an answer
)

var (
	errNoStandby = errors.New("it is not a standby of another database")
	errBehind    = fmt.Errorf("it is more than %v behind", mostBehind*lookEvery)
)

// standby is a replica that is read while it is fit.
type standby struct {
	db, primary *sql.DB
	fit         atomic.Bool
	marks       []string // WAL positions of the primary at the last checks, the oldest first; used by watch only
	notify      func(why error)
	cancel      context.CancelFunc
	work        sync.WaitGroup
}

// close stops watching. A nil standby does nothing.
func (b *standby) close() error {
	if b == nil {
		return nil
	}
	b.cancel()
	b.work.Wait()
	return b.db.Close()
}

// watch checks periodically whether the standby may be read.
func (b *standby) watch(ctx context.Context) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for was := errNoStandby; ; {
		why := b.look(ctx)
		if ctx.Err() != nil {
			return
		}
		b.fit.Store(why == nil)
		if (why == nil) != (was == nil) {
			b.notify(why)
		}
		was = why
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// look returns why the standby may not be read: it must have reached the position of the primary some checks ago. While
// the primary does not answer, that is its last known position.
func (b *standby) look(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, standbyTime)
	defer cancel()
	var mark string
	if err := b.primary.QueryRowContext(ctx, `SELECT pg_current_wal_lsn()::text`).Scan(&mark); err == nil {
		b.marks = append(b.marks, mark)
		b.marks = b.marks[max(0, len(b.marks)-mostBehind):]
	}
	if len(b.marks) == 0 {
		return errBehind // the primary's position is unknown
	}
	var follows, near bool
	err := b.db.QueryRowContext(ctx,
		`SELECT pg_is_in_recovery(), COALESCE(pg_last_wal_replay_lsn() >= $1::text::pg_lsn, false)`,
		b.marks[0]).Scan(&follows, &near)
	switch {
	case err != nil:
		return err
	case !follows:
		return errNoStandby
	case !near:
		return errBehind
	}
	return nil
}
