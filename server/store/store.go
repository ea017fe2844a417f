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
	"os"

	_ "github.com/jackc/pgx/v5/stdlib" // PostgreSQL driver
	"github.com/pressly/goose/v3"
	turns "github.com/pressly/goose/v3/lock"
	_ "modernc.org/sqlite" // SQLite driver
)

//go:embed migrations/*.sql
var migrations embed.FS

// Store is a database. It is safe for use by many goroutines, and with PostgreSQL by many services. Each group of
// tables has a type of its own.
type Store struct {
	Accounts   Accounts
	Sessions   Sessions
	Seeks      Seeks
	Live       LiveGames
	Archive    Archive
	Ratings    Ratings
	Events     Events
	Conduct    Conduct
	Vacations  Vacations
	Friends    Friends
	Moderation Moderation
	Pushes     Pushes
	// Conditionals are what the service plays for players of correspondence games.
	Conditionals Conditionals
	db           *database
}

// connect opens a database.
func connect(where string) (s *Store, dialect goose.Dialect, err error) {
	d, dialect, err := openDatabase(where)
	if err != nil {
		return nil, "", err
	}
	return &Store{Accounts: Accounts{d}, Sessions: Sessions{d}, Seeks: Seeks{d}, Live: LiveGames{d},
		Archive: Archive{d, newArchivist(d)}, Ratings: Ratings{d}, Events: Events{d}, Conduct: Conduct{d},
		Vacations: Vacations{d}, Friends: Friends{d}, Moderation: Moderation{d}, Pushes: Pushes{d},
		Conditionals: Conditionals{d}, db: d}, dialect, nil
}

// OnChange sets a function that is called after each change of what the lobby shows. Call it before the store is used.
func (s *Store) OnChange(f func(Change)) { s.db.onChange = f }

// OnStep sets a function that is called before and after each change, with "archive" and "archived" or "change" and
// "changed"; its error becomes the change's error. Tests use it to let a service fail at every step. Call it before the
// store is used.
func (s *Store) OnStep(f func(step string) error) { s.db.fault = f }

// Open opens a database, "postgres://..." or the path of a file, and migrates it to the newest version. It waits for a
// PostgreSQL that is starting, at most startTime.
func Open(ctx context.Context, where string) (*Store, error) {
	if err := makePrivate(where); err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}
	s, dialect, err := connect(where)
	if err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}
	if err := s.db.awaitStart(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("database: %w", err), s.Close())
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
	db := s.db.pool
	if s.db.writes != nil {
		db, options = s.db.writes.db, append(options, goose.WithExcludeVersions(sqliteNever))
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
	s.Archive.archivist.close()
	return s.db.close()
}

// Ping reports whether the database answers.
func (s *Store) Ping(ctx context.Context) error { return s.db.pool.PingContext(ctx) }

// Check checks the integrity of a SQLite database. PostgreSQL checks itself.
func (s *Store) Check(ctx context.Context) error {
	if s.db.writes == nil {
		return nil
	}
	var verdict string
	if err := s.db.pool.QueryRowContext(ctx, `PRAGMA integrity_check(1)`).Scan(&verdict); err != nil {
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
	if s.db.writes == nil {
		return errors.New("the database is PostgreSQL: use pg_dump")
	}
	_, err := s.db.pool.ExecContext(ctx, `VACUUM INTO $1`, file)
	return err
}

// Follow reads data that may be some seconds old from a standby until the store is closed. notify is called when
// reading from it begins (nil) or stops. Call it before the store is used.
func (s *Store) Follow(where string, notify func(why error)) error {
	db, err := sql.Open("pgx", where)
	if err != nil {
		return fmt.Errorf("standby: %w", err)
	}
	db.SetMaxOpenConns(32)
	ctx, cancel := context.WithCancel(context.Background())
	s.db.standby = &standby{db: db, primary: s.db.pool, notify: notify, cancel: cancel}
	s.db.standby.work.Go(func() { s.db.standby.watch(ctx) })
	return nil
}
