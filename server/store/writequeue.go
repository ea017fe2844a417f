package store

import (
	"context"
	"database/sql"
	"errors"
)

// change is done in a transaction: completely or not at all.
type change func(context.Context, *sql.Tx) error

// writeQueue carries out the changes of a SQLite database one after another. Changes that wait are committed together,
// with one write to disk.
type writeQueue struct {
	db   *sql.DB // has one connection
	jobs chan job
	quit chan struct{}
	done chan struct{}
}

type job struct {
	do     change
	answer chan<- error // has room
}

// mostAtOnce is how many changes are committed together.
const mostAtOnce = 64

var errClosed = errors.New("the database is closed")

func newWriteQueue(db *sql.DB) *writeQueue {
	s := &writeQueue{db: db, jobs: make(chan job, mostAtOnce), quit: make(chan struct{}), done: make(chan struct{})}
	go s.run()
	return s
}

// ask waits until a change is committed or has failed. A change that has begun is not cancelled, since others share its
// transaction.
func (s *writeQueue) ask(ctx context.Context, do change) error {
	answers := make(chan error, 1)
	select {
	case s.jobs <- job{func(_ context.Context, tx *sql.Tx) error { return do(context.WithoutCancel(ctx), tx) },
		answers}:
	case <-ctx.Done():
		return ctx.Err()
	case <-s.quit:
		return errClosed
	}
	select {
	case err := <-answers:
		return err
	case <-s.done:
		return errClosed
	}
}

// close completes the changes under way and closes the database.
func (s *writeQueue) close() error {
	close(s.quit)
	<-s.done
	return s.db.Close()
}

func (s *writeQueue) run() {
	defer close(s.done)
	for {
		select {
		case <-s.quit:
			return
		case j := <-s.jobs:
			s.carry(s.waiting(j))
		}
	}
}

// waiting returns a job and those that wait behind it.
func (s *writeQueue) waiting(first job) []job {
	list := []job{first}
	for len(list) < mostAtOnce {
		select {
		case j := <-s.jobs:
			list = append(list, j)
		default:
			return list
		}
	}
	return list
}

// carry does jobs in one transaction, each within a savepoint.
func (s *writeQueue) carry(list []job) {
	ctx := context.Background()
	errs := make([]error, len(list))
	tx, err := s.db.BeginTx(ctx, nil)
	if err == nil {
		for i, j := range list {
			errs[i] = within(ctx, tx, j.do)
		}
		err = tx.Commit()
	}
	for i, j := range list {
		if errs[i] == nil {
			errs[i] = err
		}
		j.answer <- errs[i]
	}
}

// within does a change in a savepoint, which it rolls back on an error.
func within(ctx context.Context, tx *sql.Tx, do change) error {
	if _, err := tx.ExecContext(ctx, `SAVEPOINT one`); err != nil {
		return err
	}
	err := do(ctx, tx)
	if err != nil {
		_, undo := tx.ExecContext(ctx, `ROLLBACK TO one`)
		err = errors.Join(err, undo)
	}
	_, end := tx.ExecContext(ctx, `RELEASE one`)
	return errors.Join(err, end)
}
