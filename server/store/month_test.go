package store

import (
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"
)

// openMonths opens an empty database of PostgreSQL with the months around noon, which several services make at once.
func openMonths(t *testing.T) *Store {
	t.Helper()
	s := open(t)
	if s.db.writes != nil {
		t.Skip("SQLite has no months: scripts/with-postgres go test ./server/store")
	}
	for _, m := range months(t, s) {
		if _, err := s.db.pool.ExecContext(t.Context(), "DROP TABLE "+m); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// months are the tables of months that there are.
func months(t *testing.T, s *Store) []string {
	t.Helper()
	rows, err := s.db.pool.QueryContext(t.Context(),
		`SELECT relname FROM pg_class WHERE relkind = 'r' AND relname LIKE 'game_entries_2%' ORDER BY relname`)
	all, err := list(rows, err, func(name *string) []any { return []any{name} })
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// endedAt archives a game that ended at a time.
func endedAt(t *testing.T, s *Store, id string, at time.Time) {
	t.Helper()
	g := Game{ID: id, Variant: "v", Attackers: "astrid", Defenders: "dag", Result: "draw", Ended: micros(at),
		Entries: "[" + id + "]"}
	if fresh, err := s.Archive.Add(t.Context(), g); err != nil || !fresh {
		t.Fatal(id, fresh, err)
	}
}

// lies returns the table in which the entries of a game lie.
func lies(t *testing.T, s *Store, id string) (table string) {
	t.Helper()
	if err := s.db.pool.QueryRowContext(t.Context(),
		`SELECT COALESCE((SELECT tableoid::regclass::text FROM game_entries WHERE id = $1), 'game_rows')`,
		id).Scan(&table); err != nil {
		t.Fatal(err)
	}
	return table
}

// TestMonths: what was played lies by the month in which it ended, whoever makes the months and how often; what came
// before
// its month moves there, and no game is archived twice.
func TestMonths(t *testing.T) {
	s := openMonths(t) // noon is in January 2027
	february := time.Date(2027, 2, 1, 0, 0, 0, 0, time.UTC)
	endedAt(t, s, "early", noon)
	if got := lies(t, s, "early"); got != "game_entries_rest" {
		t.Errorf("before its month there was, it lies in %s", got)
	}
	var work sync.WaitGroup
	for range 8 {
		work.Go(func() {
			if err := s.MakeMonths(t.Context(), noon); err != nil {
				t.Error(err)
			}
		})
	}
	work.Wait()
	if got := fmt.Sprint(months(t, s)); got !=
		"[game_entries_2026_12 game_entries_2027_01 game_entries_2027_02 game_entries_2027_03 game_entries_2027_04]" {
		t.Error(got)
	}
	endedAt(t, s, "last", february.Add(-time.Microsecond))
	endedAt(t, s, "next", february)
	endedAt(t, s, "far", february.AddDate(1, 0, 0))
	for id, want := range map[string]string{"early": "game_entries_2027_01", "last": "game_entries_2027_01",
		"next": "game_entries_2027_02", "far": "game_entries_rest"} {
		if got := lies(t, s, id); got != want {
			t.Errorf("%s lies in %s, want %s", id, got, want)
		}
		g, err := s.Archive.Get(t.Context(), id)
		if err != nil || g.Entries != "["+id+"]" {
			t.Errorf("%+v, %v", g, err)
		}
		g.Entries, g.Ended = "[]", g.Ended+1 // by a service that saw it otherwise
		if fresh, err := s.Archive.Add(t.Context(), g); fresh || err != nil {
			t.Errorf("%s is in the archive twice: %v", id, err)
		}
	}
	whole, err := s.Archive.Whole(t.Context(), []string{"early", "next"})
	if err != nil || len(whole) != 2 || whole[0].Entries == "" || whole[1].Entries == "" {
		t.Errorf("%+v, %v", whole, err)
	}
}

// TestMonthsAsTold does what docs/operation.md tells an operator: a month is detached and comes back, and the entries
// of an
// older release are moved into theirs. The games are listed all the while.
func TestMonthsAsTold(t *testing.T) {
	s := openMonths(t)
	january, march := time.Date(2026, 1, 31, 23, 59, 0, 0, time.UTC), time.Date(2025, 3, 1, 0, 0, 0, 0, time.UTC)
	if err := s.MakeMonths(t.Context(), january); err != nil {
		t.Fatal(err)
	}
	endedAt(t, s, "g", january)
	endedAt(t, s, "h", january.Add(time.Minute))
	if _, err := s.db.pool.ExecContext(t.Context(), `INSERT INTO game_rows(id, variant, pool,
		rated, attackers, defenders, result, cause, plies, opened, ended, entries)
		VALUES ('old', 'v', '', 0, 'astrid', 'dag', 'draw', '', 1, 1, $1, '[old]')`, micros(march)); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../../docs/operation.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(string(text), "```sql\n")[1:]
	if len(blocks) != 3 {
		t.Fatalf("%d blocks of SQL", len(blocks))
	}
	for i, after := range []struct{ of, old string }{{"", "game_rows"}, {"[g]", "game_rows"},
		{"[g]", "game_entries_2025_03"}} {
		block, _, _ := strings.Cut(blocks[i], "```")
		if _, err := s.db.pool.ExecContext(t.Context(), block); err != nil { // without arguments, so as psql does it
			t.Fatalf("%s\n%v", block, err)
		}
		for id, want := range map[string]string{"g": after.of, "h": "[h]", "old": "[old]"} {
			if g, err := s.Archive.Get(t.Context(), id); err != nil || g.Entries != want || g.Result != "draw" {
				t.Errorf("after\n%s%+v, %v", block, g, err)
			}
		}
		if got := lies(t, s, "old"); got != after.old {
			t.Errorf("after\n%sthe game of the older release lies in %s", block, got)
		}
		if games, err := s.Archive.Of(t.Context(), "astrid", micros(noon), 10); err != nil || len(games) != 3 {
			t.Errorf("after\n%s%d games are listed, %v", block, len(games), err)
		}
	}
}

// TestOneMonthIsRead: who reads a game looks into its month alone, and who lists games into none.
func TestOneMonthIsRead(t *testing.T) {
	s := openMonths(t)
	if err := s.MakeMonths(t.Context(), noon); err != nil {
		t.Fatal(err)
	}
	endedAt(t, s, "g", noon)
	explain := func(statement string, args ...any) string {
		t.Helper()
		rows, err := s.db.pool.QueryContext(t.Context(), "EXPLAIN (ANALYZE, COSTS OFF) "+statement, args...)
		all, err := list(rows, err, func(line *string) []any { return []any{line} })
		if err != nil {
			t.Fatal(err)
		}
		return strings.Join(all, "\n")
	}
	read := 0
	got := explain(`SELECT `+gameColumns+`, entries FROM games WHERE id = $1`, "g")
	for line := range strings.Lines(got) {
		if strings.Contains(line, "on game_entries") && !strings.Contains(line, "never executed") {
			read++
		}
	}
	if read != 1 {
		t.Errorf("%d months are read:\n%s", read, got)
	}
	if got := explain(gamesOf, "astrid", micros(noon.AddDate(1, 0, 0)), 10); strings.Contains(got, "game_entries") {
		t.Errorf("who lists games reads their entries:\n%s", got)
	}
}
