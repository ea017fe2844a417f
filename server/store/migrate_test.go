package store

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/pressly/goose/v3"
)

// before is the version of a database that services of an older release have: without the length of live games, looks,
// the index of blocks and the months of the archive (8, 9, 10, 11).
const before = 7

// TestMigratesUnderUse brings a database up to date while services of an older release write to it: each of their
// statements goes on to work, during it and after it, and each release reads what the other wrote. On the way back
// nothing is
// lost. Both databases; PostgreSQL where TAFL3D_POSTGRES names one.
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
	games, err := s.Live.Briefs(t.Context())
	if err != nil || games["glast"].Seq != 0 || len(games) < 4 {
		t.Errorf("%d games, %+v, %v", len(games), games["glast"], err)
	}
	if err := s.Live.Grow(t.Context(), map[string]uint64{"glast": 5}, false); err != nil {
		t.Error(err)
	}
	if seq, err := s.Live.Seq(t.Context(), "glast"); seq != 5 || err != nil {
		t.Errorf("a game of the older release has %d entries, %v", seq, err)
	}
	for _, id := range []string{"olda0", "oldlast"} {
		if g, err := s.Archive.Get(t.Context(), id); err != nil || g.Entries != "[1]" {
			t.Errorf("%s was archived by the older release: %+v, %v", id, g, err)
		}
	}
	if fresh, err := s.Archive.Add(t.Context(), Game{ID: "oldlast", Ended: micros(noon), Entries: "[2]"}); fresh ||
		err != nil {
		t.Errorf("a game of the older release is archived a second time: %v", err)
	}
	if fresh, err := s.Archive.Add(t.Context(), Game{ID: "young", Ended: micros(noon), Entries: "[3]"}); !fresh ||
		err != nil {
		t.Fatal(fresh, err)
	}
	reads := func() {
		t.Helper()
		var entries string
		if err := old.db.pool.QueryRowContext(t.Context(),
			`SELECT entries FROM games WHERE id = 'young'`).Scan(&entries); err != nil || entries != "[3]" {
			t.Errorf("the older release reads %q, %v", entries, err)
		}
	}
	reads()
	p, err := old.versions(dialect)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.DownTo(t.Context(), before); err != nil {
		t.Fatal(err)
	}
	reads()
	if err := olden(t, old, "back"); err != nil {
		t.Error(err)
	}
	if _, err := p.Up(t.Context()); err != nil { // for the tests that follow
		t.Error(err)
	}
}

// back makes a database of the older release, empty.
func back(t *testing.T, s *Store, dialect goose.Dialect) {
	t.Helper()
	p, err := s.versions(dialect)
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

// olden does what a service of the older release does when a player comes, begins a game and ends another, by its
// statements.
func olden(t *testing.T, s *Store, id string) error {
	for _, q := range []struct {
		text string
		args []any
	}{
		{`INSERT INTO accounts(id, name, name_key, kind, owner, created) VALUES ($1, $1, $1, 'person', '', 1)`,
			[]any{id}},
		{`INSERT INTO live(id, spec, attackers, defenders, opened, event) VALUES ($1, '{}', $2, $2, 1, '') ON ` +
			`CONFLICT DO NOTHING`, []any{"g" + id, id}},
		{`INSERT INTO blocks(account, other) VALUES ($1, $2) ON CONFLICT DO NOTHING`, []any{id, id}},
	} {
		if _, err := s.db.exec(t.Context(), q.text, q.args...); err != nil {
			return err
		}
	}
	const archive = `INSERT INTO games(id, variant, pool, rated,
		attackers, defenders, result, cause, plies, opened, ended, event, called_off, entries)
		VALUES ($1, 'v', '', 0, $2, $2, 'draw', '', 3, 1, $3, '', '', '[1]') ON CONFLICT DO NOTHING RETURNING id`
	for _, want := range []int64{1, 0} { // and once more, in vain
		r, err := s.db.exec(t.Context(), archive, "old"+id, id, micros(noon))
		if err != nil {
			return err
		}
		if n, err := r.RowsAffected(); err != nil || n != want {
			return fmt.Errorf("%d games were archived, want %d, %w", n, want, err)
		}
	}
	var entries string
	if err := s.db.pool.QueryRowContext(t.Context(), `SELECT entries FROM games WHERE id = $1`,
		"old"+id).Scan(&entries); err != nil || entries != "[1]" {
		return fmt.Errorf("the entries of a game are %q, %w", entries, err)
	}
	rows, err := s.db.pool.QueryContext(t.Context(),
		`SELECT id, spec, attackers, defenders, opened, event FROM live WHERE attackers = $1 OR defenders = $1`, id)
	all, err := list(rows, err, (*Live).fields)
	if err == nil && len(all) != 1 {
		err = sql.ErrNoRows
	}
	return err
}
