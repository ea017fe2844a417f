package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/pressly/goose/v3"
)

// Errors of stores.
var (
	ErrNone  = errors.New("not found")
	ErrTaken = errors.New("already taken")
	ErrFull  = errors.New("limit reached")
)

// database is an open database, with what is shared by the types for its groups of tables.
type database struct {
	pool     *sql.DB
	writes   *writeQueue // for SQLite; nil for PostgreSQL, which has concurrent writers
	standby  *standby    // nil if there is none
	onChange func(Change)
	fault    func(step string) error
}

func isPostgres(where string) bool {
	return strings.HasPrefix(where, "postgres://") || strings.HasPrefix(where, "postgresql://")
}

// A connection is a process in PostgreSQL: making one costs more than a usual query. So some are kept open for a while.
const (
	mostIdle = 8
	idleTime = 5 * time.Minute
)

// openDatabase opens a database. SQLite has one writer at a time, and a writer that finds it locked polls, in the worst
// case without success; so writers wait in a queue.
func openDatabase(where string) (d *database, dialect goose.Dialect, err error) {
	if isPostgres(where) {
		pool, err := sql.Open("pgx", where)
		if err != nil {
			return nil, "", err
		}
		pool.SetMaxOpenConns(32)
		pool.SetMaxIdleConns(mostIdle)
		pool.SetConnMaxIdleTime(idleTime)
		return &database{pool: pool}, goose.DialectPostgres, nil
	}
	dsn := liteName(where)
	pool, err := sql.Open("sqlite", dsn)
	if err != nil {
		return nil, "", err
	}
	write, err := sql.Open("sqlite", dsn)
	if err != nil {
		return nil, "", errors.Join(err, pool.Close())
	}
	pool.SetMaxOpenConns(8)
	pool.SetMaxIdleConns(8)
	write.SetMaxOpenConns(1)
	return &database{pool: pool, writes: newWriteQueue(write)}, goose.DialectSQLite3, nil
}

// liteName returns the connection string of a SQLite file.
func liteName(file string) string {
	return "file:" + (&url.URL{Path: file}).EscapedPath() +
		"?_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)" +
		"&_pragma=busy_timeout(10000)&_pragma=foreign_keys(1)&_txlock=immediate"
}

// close closes the database.
func (d *database) close() error {
	if d.writes == nil {
		return errors.Join(d.standby.close(), d.pool.Close())
	}
	return errors.Join(d.writes.close(), d.pool.Close())
}

// faulty does a change between the two calls of fault.
func (d *database) faulty(what string, do func() error) error {
	if d.fault == nil {
		return do()
	}
	if err := d.fault(what); err != nil {
		return err
	}
	if err := do(); err != nil {
		return err
	}
	return d.fault(what + "d")
}

// inTransaction does a change in a transaction, which is rolled back on an error.
func (d *database) inTransaction(ctx context.Context, do change) error {
	return d.faulty("change", func() error { return d.transact(ctx, do) })
}

func (d *database) transact(ctx context.Context, do change) error {
	if d.writes != nil {
		return d.writes.ask(ctx, do)
	}
	tx, err := d.pool.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := do(ctx, tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

// exec does a change that is one statement.
func (d *database) exec(ctx context.Context, statement string, args ...any) (r sql.Result, err error) {
	err = d.faulty("change", func() (err error) {
		if d.writes == nil {
			r, err = d.pool.ExecContext(ctx, statement, args...)
			return err
		}
		return d.writes.ask(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
			r, err = tx.ExecContext(ctx, statement, args...)
			return err
		})
	})
	return r, err
}

// inOrder returns a clause that locks rows in an order that is the same for all services, until the transaction ends.
// SQLite has only one writer.
func (d *database) inOrder(by string) string {
	if d.writes != nil {
		return ""
	}
	return ` ORDER BY ` + by + ` COLLATE "C" FOR NO KEY UPDATE`
}

// notify reports a change to onChange and returns err.
func (d *database) notify(c Change, err error) error {
	seekGone := errors.Is(err, ErrNone) && len(c.Began) > 0 // a challenge is gone that was shown to others
	if d.onChange == nil || !seekGone && (errors.Is(err, ErrNone) || errors.Is(err, ErrTaken)) {
		return err
	}
	if err != nil {
		c = Change{Unknown: true}
	}
	d.onChange(c)
	return err
}

// queryStandby queries rows that may be some seconds old.
func queryStandby[T any](
	ctx context.Context, d *database, scan func(*T) []any, query string, args ...any,
) ([]T, error) {
	if b := d.standby; b != nil && b.fit.Load() {
		in, cancel := context.WithTimeout(ctx, standbyTime)
		rows, err := b.db.QueryContext(in, query, args...)
		all, err := list(rows, err, scan)
		cancel()
		if err == nil || ctx.Err() != nil {
			return all, err
		}
		b.fit.Store(false) // until the next check
	}
	rows, err := d.pool.QueryContext(ctx, query, args...)
	return list(rows, err, scan)
}

// changed returns ErrNone if a statement has changed no row.
func changed(r sql.Result, err error) error {
	if err != nil {
		return none(err)
	}
	n, err := r.RowsAffected()
	if err == nil && n == 0 {
		return ErrNone
	}
	return err
}

// none converts the error for a missing row to ErrNone.
func none(err error) error {
	if errors.Is(err, sql.ErrNoRows) || unstorable(err) {
		return ErrNone
	}
	return err
}

// unstorable reports whether PostgreSQL refused a text with a zero byte. No row has such a text.
func unstorable(err error) bool {
	const characterNotInRepertoire = "22021"
	e, is := errors.AsType[*pgconn.PgError](err)
	return is && e.Code == characterNotInRepertoire
}

// list reads rows.
func list[T any](rows *sql.Rows, err error, scan func(*T) []any) (all []T, _ error) {
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var one T
		if err := rows.Scan(scan(&one)...); err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, rows.Err()
}

func micros(t time.Time) int64 { return t.UnixMicro() }

// startTime is how long to wait for PostgreSQL to start, for example to recover after a crash. startPause is the time
// between attempts.
const (
	startTime  = time.Minute
	startPause = 200 * time.Millisecond
)

// awaitStart waits while PostgreSQL answers that it is starting. Other errors are left to the first statement.
func (d *database) awaitStart(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startTime)
	defer cancel()
	pause := time.NewTicker(startPause)
	defer pause.Stop()
	for starting(d.pool.PingContext(ctx)) {
		select {
		case <-pause.C:
		case <-ctx.Done():
			return fmt.Errorf("PostgreSQL is still starting after %v: %w", startTime, ctx.Err())
		}
	}
	return nil
}

// starting reports whether an error says that PostgreSQL is starting and accepts no connections yet.
func starting(err error) bool {
	e, is := errors.AsType[*pgconn.PgError](err)
	return is && e.Code == "57P03" // cannot_connect_now
}
