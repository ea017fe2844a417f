package store

import (
	"database/sql"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/pressly/goose/v3"
)

// before is the version of a database that services of an older release have: without the length of live games, looks
// and the index of blocks (8, 9, 10).
const before = 7

// TestMigratesUnderUse brings a database up to date while services of an older release write to it: each of their
// statements goes on to work, during it and after it. Both databases; PostgreSQL where TAFL3D_POSTGRES names one.
func TestMigratesUnderUse(t *testing.T) {
	where := filepath.Join(t.TempDir(), "x.db")
	if dsn := os.Getenv("TAFL3D_POSTGRES"); dsn != "" {
		where = dsn
	}
	old, dialect, err := connect(where)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = old.Close() }()
	back(t, old, dialect)
	stop, work := make(chan struct{}), sync.WaitGroup{}
	write := func(who string) error {
		for i := 0; ; i++ {
			select {
			case <-stop:
				return nil
			default:
			}
			if err := olden(t, old, fmt.Sprint(who, i)); err != nil {
				return fmt.Errorf("%s%d: %w", who, i, err)
			}
		}
	}
	errs := make([]error, 3)
	for i := range errs {
		work.Go(func() { errs[i] = write(string(rune('a' + i))) })
	}
	s, err := Open(t.Context(), where)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	for i := range 20 { // the newer release serves beside the older ones
		person(t, s, fmt.Sprint("new", i))
	}
	close(stop)
	work.Wait()
	for _, err := range errs {
		if err != nil {
			t.Errorf("a service of the older release: %v", err)
		}
	}
	if err := olden(t, old, "last"); err != nil {
		t.Errorf("after it: %v", err)
	}
	games, err := s.LiveBriefs(t.Context())
	if err != nil || games["glast"].Seq != 0 || len(games) < 4 {
		t.Errorf("%d games, %+v, %v", len(games), games["glast"], err)
	}
	if err := s.GrowLive(t.Context(), map[string]uint64{"glast": 5}, false); err != nil {
		t.Error(err)
	}
	if seq, err := s.LiveSeq(t.Context(), "glast"); seq != 5 || err != nil {
		t.Errorf("a game of the older release has %d entries, %v", seq, err)
	}
}

// back makes a database of the older release, empty.
func back(t *testing.T, s *Store, dialect goose.Dialect) {
	t.Helper()
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		t.Fatal(err)
	}
	db := s.db
	if s.scribe != nil {
		db = s.scribe.db
	}
	p, err := goose.NewProvider(dialect, db, files)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.DownTo(t.Context(), 0); err != nil {
		t.Fatalf("the way back: %v", err)
	}
	if _, err := p.UpTo(t.Context(), before); err != nil {
		t.Fatal(err)
	}
}

// olden does what a service of the older release does when a player comes and begins a game, by its statements.
func olden(t *testing.T, s *Store, id string) error {
	for _, q := range []struct {
		text string
		args []any
	}{
		{`INSERT INTO accounts(id, name, name_key, kind, owner, created) VALUES ($1, $1, $1, 'person', '', 1)`, []any{id}},
		{`INSERT INTO live(id, spec, attackers, defenders, opened, event) VALUES ($1, '{}', $2, $2, 1, '') ON CONFLICT DO NOTHING`, []any{"g" + id, id}},
		{`INSERT INTO blocks(account, other) VALUES ($1, $2) ON CONFLICT DO NOTHING`, []any{id, id}},
	} {
		if _, err := s.exec(t.Context(), q.text, q.args...); err != nil {
			return err
		}
	}
	rows, err := s.db.QueryContext(t.Context(), `SELECT id, spec, attackers, defenders, opened, event FROM live WHERE attackers = $1 OR defenders = $1`, id)
	all, err := list(rows, err, (*Live).fields)
	if err == nil && len(all) != 1 {
		err = sql.ErrNoRows
	}
	return err
}
