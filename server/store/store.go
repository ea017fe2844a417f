// Package store is the database of the matching service: accounts, the archive of
// games, ratings. The same statements serve SQLite, for a service on one machine,
// and PostgreSQL.
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
	_ "github.com/jackc/pgx/v5/stdlib" // the driver of PostgreSQL
	"github.com/pressly/goose/v3"
	turns "github.com/pressly/goose/v3/lock"
	_ "modernc.org/sqlite" // the driver of SQLite
)

//go:embed migrations/*.sql
var migrations embed.FS

// Store is a database. It is safe for use by many goroutines, and a PostgreSQL one
// by many services.
type Store struct {
	db *sql.DB
	// Changed is told of each change of what the lobby shows, once it is done; nil is nobody. It
	// is set before the store is used.
	Changed   func(Change)
	scribe    *scribe  // of SQLite; nil for PostgreSQL, which lets many write at a time
	standby   *standby // nil is none
	archivist *archivist
	// Gather is how long games that end are gathered that are archived together, after the first;
	// 0 takes those together that end while others are being archived. It is set before the store is
	// used.
	Gather time.Duration
	// Fault is asked before and after each change, "archive" and "archived" or "change" and "changed",
	// and what it returns is the change's error: tests let a service break at every step. It is set
	// before anything is asked of the store.
	Fault func(step string) error
}

// faulty does a change between the two questions of Fault.
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
	ErrNone  = errors.New("there is no such thing")
	ErrTaken = errors.New("that is taken")
	ErrFull  = errors.New("there are too many already")
)

// Open opens a database, "postgres://..." or the path of a file, and brings it up
// to date.
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

// makePrivate makes the file of a SQLite database that is missing, for its owner alone. SQLite gives the files beside
// it the same rights.
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

// Visit opens a database as it is, without bringing it up to date.
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

// A connection to PostgreSQL is a process there: to make one costs more than what it is asked for. So
// some are kept for a while.
const (
	mostIdle = 8
	idleTime = 5 * time.Minute
)

// connect opens a database. SQLite lets one write at a time, and whoever finds it taken
// looks again only after a while, at worst never in time: those who write wait in line.
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
	s.scribe = newScribe(write)
	s.archivist = newArchivist(s)
	return s, goose.DialectSQLite3, nil
}

// liteName is what a file of SQLite is called, with how it is used.
func liteName(file string) string {
	return "file:" + (&url.URL{Path: file}).EscapedPath() +
		"?_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)" +
		"&_pragma=busy_timeout(10000)&_pragma=foreign_keys(1)&_txlock=immediate"
}

func (s *Store) migrate(ctx context.Context, dialect goose.Dialect) error {
	options, err := alone(dialect)
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

// sqliteNever are the versions that only PostgreSQL has.
var sqliteNever = []int64{11}

// versions returns the versions of a database, up and down.
func (s *Store) versions(dialect goose.Dialect, options ...goose.ProviderOption) (*goose.Provider, error) {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	db := s.db
	if s.scribe != nil {
		db, options = s.scribe.db, append(options, goose.WithExcludeVersions(sqliteNever))
	}
	return goose.NewProvider(dialect, db, files, options...)
}

// alone lets one service after another bring a database up to date that they share.
func alone(dialect goose.Dialect) ([]goose.ProviderOption, error) {
	if dialect != goose.DialectPostgres {
		return nil, nil
	}
	l, err := turns.NewPostgresSessionLocker()
	return []goose.ProviderOption{goose.WithSessionLocker(l)}, err
}

// Close closes the database.
func (s *Store) Close() error {
	s.archivist.close()
	if s.scribe == nil {
		return errors.Join(s.standby.close(), s.db.Close())
	}
	return errors.Join(s.scribe.close(), s.db.Close())
}

// Ping reports whether the database answers.
func (s *Store) Ping(ctx context.Context) error { return s.db.PingContext(ctx) }

// Check reports whether a SQLite database is whole. PostgreSQL looks after itself.
func (s *Store) Check(ctx context.Context) error {
	if s.scribe == nil {
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

// Copy writes a whole copy of the database, as it stands at one moment, into a new
// file. PostgreSQL has its own tools for that.
func (s *Store) Copy(ctx context.Context, file string) error {
	if s.scribe == nil {
		return errors.New("the database is PostgreSQL: use pg_dump")
	}
	_, err := s.db.ExecContext(ctx, `VACUUM INTO $1`, file)
	return err
}

// inside does a change in a transaction, which is undone if it fails.
func (s *Store) inside(ctx context.Context, do change) error {
	return s.faulty("change", func() error { return s.transact(ctx, do) })
}

func (s *Store) transact(ctx context.Context, do change) error {
	if s.scribe != nil {
		return s.scribe.ask(ctx, do)
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

// exec does a change of one statement.
func (s *Store) exec(ctx context.Context, statement string, args ...any) (r sql.Result, err error) {
	err = s.faulty("change", func() (err error) {
		if s.scribe == nil {
			r, err = s.db.ExecContext(ctx, statement, args...)
			return err
		}
		return s.scribe.ask(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
			r, err = tx.ExecContext(ctx, statement, args...)
			return err
		})
	})
	return r, err
}

// changed makes ErrNone of a statement that found nothing to change.
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

// none makes ErrNone of a row that is not there.
func none(err error) error {
	if errors.Is(err, sql.ErrNoRows) || unstorable(err) {
		return ErrNone
	}
	return err
}

// unstorable reports whether PostgreSQL refused a text because it holds a zero byte. No row has such a text.
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

// told tells of a change, and returns how it went.
func (s *Store) told(c Change, err error) error {
	seekGone := errors.Is(err, ErrNone) && len(c.Began) > 0 // of which a game was to begin: somebody was shown it
	if s.Changed == nil || !seekGone && (errors.Is(err, ErrNone) || errors.Is(err, ErrTaken)) {
		return err
	}
	if err != nil {
		c = Change{Unknown: true}
	}
	s.Changed(c)
	return err
}
