// Package store is the database of the matching service: accounts, the archive of games, ratings. The same statements
// serve SQLite, for a service on one machine, and PostgreSQL.
package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	_ "github.com/jackc/pgx/v5/stdlib" // PostgreSQL driver
	"github.com/pressly/goose/v3"
	turns "github.com/pressly/goose/v3/lock"
	_ "modernc.org/sqlite" // SQLite driver
)

//go:embed migrations/*.sql
var migrations embed.FS

// Store is a database. It is safe for use by many goroutines, and with PostgreSQL by many services.
type Store struct {
	db *sql.DB
	// Changed is called after each change of what the lobby shows; it may be nil. Set it before the store is used.
	Changed   func(Change)
	writes    *writeQueue // for SQLite; nil for PostgreSQL, which has concurrent writers
	standby   *standby    // nil if there is none
	archivist *archivist
	// Gather is how long ended games are collected after the first one, to be archived together; 0 collects only those
	// that end while others are being archived. Set it before the store is used.
	Gather time.Duration
	// Fault is called before and after each change, with "archive" and "archived" or "change" and "changed"; its error
	// becomes the change's error. Tests use it to let a service fail at every step. Set it before the store is used.
	Fault func(step string) error
}

// faulty does a change between the two calls of Fault.
func (s *Store) faulty(what string, do func() error) error {
	if s.Fault == nil {
		return do()
	}
	if err := s.Fault(what); err != nil {
		return err
	}
	if err := do(); err != nil {
		return err
	}
	return s.Fault(what + "d")
}

// Errors of stores.
var (
	ErrNone  = errors.New("not found")
	ErrTaken = errors.New("already taken")
	ErrFull  = errors.New("limit reached")
)

// Open opens a database, "postgres://..." or the path of a file, and migrates it to the newest version.
func Open(ctx context.Context, where string) (*Store, error) {
	if err := makePrivate(where); err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}
	s, dialect, err := connect(where)
	if err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}
	if err := s.migrate(ctx, dialect); err != nil {
		return nil, errors.Join(fmt.Errorf("database: %w", err), s.Close())
	}
	return s, nil
}

// makePrivate creates a missing SQLite file for its owner only. SQLite gives its other files the same permissions.
func makePrivate(where string) error {
	if isPostgres(where) {
		return nil
	}
	f, err := os.OpenFile(where, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	return f.Close()
}

func isPostgres(where string) bool {
	return strings.HasPrefix(where, "postgres://") || strings.HasPrefix(where, "postgresql://")
}

// Visit opens a database without migrating it.
func Visit(ctx context.Context, where string) (*Store, error) {
	s, _, err := connect(where)
	if err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}
	if err := s.Ping(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("database: %w", err), s.Close())
	}
	return s, nil
}

// A connection is a process in PostgreSQL: making one costs more than a usual query. So some are kept open for a while.
const (
	mostIdle = 8
	idleTime = 5 * time.Minute
)

// connect opens a database. SQLite has one writer at a time, and a writer that finds it locked polls, in the worst case
// without success; so writers wait in a queue.
func connect(where string) (s *Store, dialect goose.Dialect, err error) {
	if isPostgres(where) {
		db, err := sql.Open("pgx", where)
		if err != nil {
			return nil, "", err
		}
		db.SetMaxOpenConns(32)
		db.SetMaxIdleConns(mostIdle)
		db.SetConnMaxIdleTime(idleTime)
		s = &Store{db: db}
		s.archivist = newArchivist(s)
		return s, goose.DialectPostgres, nil
	}
	dsn := liteName(where)
	s = &Store{}
	if s.db, err = openLite(dsn); err != nil {
		return nil, "", err
	}
	write, err := openLite(dsn)
	if err != nil {
		return nil, "", errors.Join(err, s.db.Close())
	}
	s.db.SetMaxOpenConns(8)
	s.db.SetMaxIdleConns(8)
	write.SetMaxOpenConns(1)
	s.writes = newWriteQueue(write)
	s.archivist = newArchivist(s)
	return s, goose.DialectSQLite3, nil
}

// liteName returns the connection string of a SQLite file.
func liteName(file string) string {
	return "file:" + (&url.URL{Path: file}).EscapedPath() +
		"?_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)" +
		"&_pragma=busy_timeout(10000)&_pragma=foreign_keys(1)&_txlock=immediate"
}

func (s *Store) migrate(ctx context.Context, dialect goose.Dialect) error {
	options, err := migrationLock(dialect)
	if err != nil {
		return err
	}
	p, err := s.versions(dialect, options...)
	if err != nil {
		return err
	}
	_, err = p.Up(ctx)
	return err
}

// sqliteNever are the migrations for PostgreSQL only.
var sqliteNever = []int64{11}

// versions returns the migrations of a database.
func (s *Store) versions(dialect goose.Dialect, options ...goose.ProviderOption) (*goose.Provider, error) {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	db := s.db
	if s.writes != nil {
		db, options = s.writes.db, append(options, goose.WithExcludeVersions(sqliteNever))
	}
	return goose.NewProvider(dialect, db, files, options...)
}

// migrationLock returns an option by which services that share a database migrate it one after another.
func migrationLock(dialect goose.Dialect) ([]goose.ProviderOption, error) {
	if dialect != goose.DialectPostgres {
		return nil, nil
	}
	l, err := turns.NewPostgresSessionLocker()
	return []goose.ProviderOption{goose.WithSessionLocker(l)}, err
}

// Close closes the database.
func (s *Store) Close() error {
	s.archivist.close()
	if s.writes == nil {
		return errors.Join(s.standby.close(), s.db.Close())
	}
	return errors.Join(s.writes.close(), s.db.Close())
}

// Ping reports whether the database answers.
func (s *Store) Ping(ctx context.Context) error { return s.db.PingContext(ctx) }

// Check checks the integrity of a SQLite database. PostgreSQL checks itself.
func (s *Store) Check(ctx context.Context) error {
	if s.writes == nil {
		return nil
	}
	var verdict string
	if err := s.db.QueryRowContext(ctx, `PRAGMA integrity_check(1)`).Scan(&verdict); err != nil {
		return err
	}
	if verdict != "ok" {
		return errors.New(verdict)
	}
	return nil
}

// Copy writes a consistent copy of the database into a new file. It fails for PostgreSQL, which has other tools for
// that.
func (s *Store) Copy(ctx context.Context, file string) error {
	if s.writes == nil {
		return errors.New("the database is PostgreSQL: use pg_dump")
	}
	_, err := s.db.ExecContext(ctx, `VACUUM INTO $1`, file)
	return err
}

// inTransaction does a change in a transaction, which is rolled back on an error.
func (s *Store) inTransaction(ctx context.Context, do change) error {
	return s.faulty("change", func() error { return s.transact(ctx, do) })
}

func (s *Store) transact(ctx context.Context, do change) error {
	if s.writes != nil {
		return s.writes.ask(ctx, do)
	}
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := do(ctx, tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

// exec does a change that is one statement.
func (s *Store) exec(ctx context.Context, statement string, args ...any) (r sql.Result, err error) {
	err = s.faulty("change", func() (err error) {
		if s.writes == nil {
			r, err = s.db.ExecContext(ctx, statement, args...)
			return err
		}
		return s.writes.ask(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
			r, err = tx.ExecContext(ctx, statement, args...)
			return err
		})
	})
	return r, err
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

// notify reports a change to Changed and returns err.
func (s *Store) notify(c Change, err error) error {
	seekGone := errors.Is(err, ErrNone) && len(c.Began) > 0 // a challenge is gone that was shown to others
	if s.Changed == nil || !seekGone && (errors.Is(err, ErrNone) || errors.Is(err, ErrTaken)) {
		return err
	}
	if err != nil {
		c = Change{Unknown: true}
	}
	s.Changed(c)
	return err
}
