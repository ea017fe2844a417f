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

// A standby is a copy of a PostgreSQL database that follows it (hot standby). What may be some
// seconds old is read from it: the archive, ladders and how ratings went. While it is away, or
// too far behind, the primary is asked.

// Times of a standby.
const (
	lookEvery   = time.Second
	mostBehind  = 10              // looks
	standbyTime = 2 * time.Second // within which it must answer
)

var (
	errNoStandby = errors.New("it follows no other database")
	errBehind    = fmt.Errorf("it is more than %v behind", mostBehind*lookEvery)
)

// standby is read where it is fit.
type standby struct {
	db, primary *sql.DB
	fit         atomic.Bool
	marks       []string // how far the primary was at the last looks, the oldest first; of the goroutine that looks
	told        func(why error)
	cancel      context.CancelFunc
	work        sync.WaitGroup
}

// Follow has what may be some seconds old read from a standby until the store is closed. told
// hears each time that it begins to be read (nil), or is read no longer. It is called before the
// store is used.
func (s *Store) Follow(where string, told func(why error)) error {
	db, err := sql.Open("pgx", where)
	if err != nil {
		return fmt.Errorf("standby: %w", err)
	}
	db.SetMaxOpenConns(32)
	ctx, cancel := context.WithCancel(context.Background())
	s.standby = &standby{db: db, primary: s.db, told: told, cancel: cancel}
	s.standby.work.Go(func() { s.standby.watch(ctx) })
	return nil
}

// close ends looking. A nil standby is none.
func (b *standby) close() error {
	if b == nil {
		return nil
	}
	b.cancel()
	b.work.Wait()
	return b.db.Close()
}

// watch looks whether the standby may be read.
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
			b.told(why)
		}
		was = why
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// look returns why the standby may not be read: it must be where the primary was some looks ago.
// While the primary does not answer, that is where it was last.
func (b *standby) look(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, standbyTime)
	defer cancel()
	var mark string
	if err := b.primary.QueryRowContext(ctx, `SELECT pg_current_wal_lsn()::text`).Scan(&mark); err == nil {
		b.marks = append(b.marks, mark)
		b.marks = b.marks[max(0, len(b.marks)-mostBehind):]
	}
	if len(b.marks) == 0 {
		return errBehind // nobody knows
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

// stale asks for rows that may be some seconds old.
func stale[T any](ctx context.Context, s *Store, scan func(*T) []any, query string, args ...any) ([]T, error) {
	if b := s.standby; b != nil && b.fit.Load() {
		in, cancel := context.WithTimeout(ctx, standbyTime)
		rows, err := b.db.QueryContext(in, query, args...)
		all, err := list(rows, err, scan)
		cancel()
		if err == nil || ctx.Err() != nil {
			return all, err
		}
		b.fit.Store(false) // until the next look
	}
	rows, err := s.db.QueryContext(ctx, query, args...)
	return list(rows, err, scan)
}
