package store

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// plan returns how SQLite would carry a statement out.
func plan(t *testing.T, s *Store, statement string, args ...any) string {
	t.Helper()
	rows, err := s.db.pool.QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+statement, args...)
	type step struct {
		id, parent, unused int
		text               string
	}
	steps, err := list(rows, err, func(p *step) []any { return []any{&p.id, &p.parent, &p.unused, &p.text} })
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, p := range steps {
		fmt.Fprintln(&b, p.text)
	}
	return b.String()
}

// TestPlans: what is asked for often, or by anybody, goes through no table from end to end,
// however much there is in it.
func TestPlans(t *testing.T) {
	s := open(t)
	if s.db.writes == nil {
		t.Skip("PostgreSQL tells its plans otherwise")
	}
	for _, tt := range []struct {
		statement string
		args      []any
		want      string // that each table is looked up by
	}{
		{gamesOf, []any{"a", 5, 50}, "(attackers=? AND ended<?)"},
		{gamesOf, []any{"a", 5, 50}, "(defenders=? AND ended<?)"},
		{gamesOfAll, []any{5, 50}, "games_ended"},
		{archivedAfter, []any{5, "g", 50}, "games_ended (ended>?)"},
		{gamesAfter, []any{"a", 5, "g", 50}, "(attackers=? AND ended>?)"},
		{gamesAfter, []any{"a", 5, "g", 50}, "(defenders=? AND ended>?)"},
		{liveOf, []any{"a"}, "live_attackers"},
		{tiltOf, []any{"a", "p"}, "COVERING INDEX games_defenders_pool"},
		{newestSteps, []any{"a", "p", 10}, "rating_steps_pool"},
		{botsOf, []any{"a"}, "accounts_owner"},
		{`WITH p(account, pool, since) AS (VALUES ($1, $2, $3), ($1, $2, $3)) ` + metOf, []any{"a", "p", 5},
			"(attackers=? AND ended>?)"},
		{`WITH p(account, pool, since) AS (VALUES ($1, $2, $3), ($1, $2, $3)) ` + metOf, []any{"a", "p", 5},
			"(defenders=? AND ended>?)"},
		{`WITH v(id, attackers, defenders, pool, since) AS (VALUES ($1, $2, $2, $3, $4), ($1, $2, $2, $3, $4)) ` +
			beforeOf, []any{"g", "a", "p", 5}, "MULTI-INDEX OR"},
		{`SELECT ` + haveMet + `, ` + hasPlayed + ` FROM ` + pair, []any{"a", "b"}, "games_attackers"},
		{calledOff, []any{"a", 5}, "(attackers=? AND ended>?)"},
		{barring, []any{"a", 5}, "sqlite_autoindex_sanctions_1"},
		{barringDevice, []any{"m", 5}, "marks_mark"},
		{relatedTo, []any{"a"}, "marks_mark"},
		{pushesOf, []any{"a"}, "pushes_account"},
		{conditionalsOf, []any{"g"}, "sqlite_autoindex_conditionals_1"},
		{conditionalsOfAccount, []any{"a"}, "conditionals_account"},
	} {
		got := plan(t, s, tt.statement, tt.args...)
		whole := func(table string) bool { return strings.Contains(got, "SCAN "+table+"\n") }
		if !strings.Contains(got, tt.want) ||
			slices.ContainsFunc([]string{"games", "g", "live", "rating_steps", "accounts", "seeks", "blocks"}, whole) {
			t.Errorf("%s: not by %s:\n%s", tt.statement, tt.want, got)
		}
	}
}

// TestChanges tells of each change of what the lobby shows, once it is done, and reads all of it at
// the start.
func TestChanges(t *testing.T) {
	s, ctx := open(t), t.Context()
	var told []Change
	s.OnChange(func(c Change) { told = append(told, c) })
	next := func() (c Change) {
		t.Helper()
		if len(told) != 1 {
			t.Fatalf("told %+v", told)
		}
		c, told = told[0], nil
		return c
	}
	for i, id := range []string{"astrid", "dag", "eve", "knut"} {
		person(t, s, id)
		for n := range 3 {
			k := Seek{ID: fmt.Sprint(id[:1], n), Kind: OpenSeek, Account: id, Opened: int64(10*n + i),
				Ends: micros(noon) + int64(n)}
			if err := s.Seeks.Add(ctx, k, SeekLimits{}); err != nil {
				t.Fatal(err)
			}
			if c := next(); len(c.Opened) != 1 || c.Opened[0] != k {
				t.Errorf("%+v", c)
			}
		}
	}
	all, err := s.Seeks.All(ctx, noon)
	var ids []string
	for _, k := range all {
		ids = append(ids, k.ID)
	}
	if slices.Sort(ids); err != nil || strings.Join(ids, " ") != "a1 a2 d1 d2 e1 e2 k1 k2" {
		t.Errorf("%q, %v", ids, err)
	}
	for _, b := range [][2]string{{"astrid", "eve"}, {"knut", "astrid"}, {"knut", "eve"}, {"eve", "knut"}} {
		if err := s.Conduct.Block(ctx, b[0], b[1], true); err != nil {
			t.Fatal(err)
		}
		if c := next(); len(c.Blocks) != 1 || c.Blocks[0] != (Block{b[0], b[1], false}) {
			t.Errorf("%+v", c)
		}
	}
	blocks, err := s.Conduct.AllBlocks(ctx)
	if err != nil || len(blocks) != 4 {
		t.Errorf("%+v, %v", blocks, err)
	}
	if err := s.Seeks.Renew(ctx, []Renewal{{"a0", micros(noon) + 9}, {"gone", 7}}); err != nil {
		t.Fatal(err)
	}
	if c := next(); len(c.Renewed) != 2 || c.Renewed[0].ID != "a0" {
		t.Errorf("%+v", c)
	}
	if k, err := s.Seeks.Get(ctx, "a0", noon); err != nil || k.Ends != micros(noon)+9 {
		t.Errorf("%+v, %v", k, err)
	}
	if err := s.Seeks.Drop(ctx, "a0", "dag"); !errors.Is(err, ErrNone) || len(told) > 0 {
		t.Errorf("another's is dropped: %v, told %+v", err, told)
	}
	l := Live{ID: "g", Spec: "{}", Attackers: "astrid", Defenders: "dag"}
	if err := s.Live.Open(ctx, l, "a1", "d1"); err != nil {
		t.Fatal(err)
	}
	if c := next(); !slices.Equal(c.Gone, []string{"a1", "d1"}) || len(c.Began) != 1 || c.Began[0].ID != "g" {
		t.Errorf("%+v", c)
	}
	if err := s.Live.Open(ctx, Live{ID: "h", Spec: "{}"}, "e1", "d1"); !errors.Is(err, ErrNone) {
		t.Error(err)
	}
	if c := next(); !c.Unknown {
		t.Errorf("a seek that is gone is not looked for: %+v", c)
	}
	if live, err := s.Live.All(ctx); err != nil || len(live) != 1 || live[0].ID != "g" {
		t.Errorf("%+v, %v", live, err)
	}
	if _, err := s.Archive.Add(ctx, Game{ID: "g", Attackers: "astrid", Defenders: "dag", Entries: "[]"}); err != nil {
		t.Fatal(err)
	}
	if c := next(); len(c.Ended) != 1 || c.Ended[0].ID != "g" || c.Ended[0].Entries != "" {
		t.Errorf("%+v", c)
	}
	s.OnStep(func(string) error { return errors.New("the disk is gone") })
	if err := s.Seeks.Drop(ctx, "e2", "eve"); err == nil {
		t.Error("it is written on a disk that is gone")
	}
	if c := next(); !c.Unknown {
		t.Errorf("%+v", c)
	}
}

// TestGamesOf lists games of either side, the newest first, and no more than were asked for.
func TestGamesOf(t *testing.T) {
	s := open(t)
	for _, id := range []string{"astrid", "dag", "eve"} {
		person(t, s, id)
	}
	pairs := [][2]string{{"astrid", "dag"}, {"dag", "astrid"}, {"eve", "dag"}, {"dag", "eve"}, {"astrid", "eve"}}
	for i, p := range pairs {
		g := Game{ID: fmt.Sprint("g", i), Variant: "v", Pool: "tafl blitz", Rated: true, Attackers: p[0],
			Defenders: p[1], Result: "draw", Ended: int64(i + 1)}
		if _, err := s.Archive.Add(t.Context(), g); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		account string
		before  int64
		limit   int
		want    string
	}{
		{"astrid", 100, 10, "g4 g1 g0"}, {"astrid", 5, 10, "g1 g0"}, {"dag", 100, 2, "g3 g2"},
		{"", 100, 4, "g4 g3 g2 g1"}, {"nobody", 100, 4, ""},
	} {
		games, err := s.Archive.Of(t.Context(), tt.account, tt.before, tt.limit)
		var ids []string
		for _, g := range games {
			ids = append(ids, g.ID)
		}
		if got := strings.Join(ids, " "); err != nil || got != tt.want {
			t.Errorf("%v: %q %v", tt, got, err)
		}
	}
	for _, tt := range []struct {
		account, after string
		ended          int64
		limit          int
		want           string
	}{
		{"astrid", "", 0, 10, "g0 g1 g4"}, {"astrid", "g0", 1, 10, "g1 g4"}, {"astrid", "g", 1, 1, "g0"},
		{"dag", "g1", 2, 1, "g2"}, {"nobody", "", 0, 4, ""},
	} {
		games, err := s.Archive.OfAfter(t.Context(), tt.account, tt.ended, tt.after, tt.limit)
		var ids []string
		for _, g := range games {
			ids = append(ids, g.ID)
		}
		if got := strings.Join(ids, " "); err != nil || got != tt.want {
			t.Errorf("%v: %q %v", tt, got, err)
		}
	}
	steps, err := s.Ratings.Steps(t.Context(), "dag", "tafl blitz", 2)
	if err != nil || len(steps) != 2 || steps[0].Game != "g2" || steps[1].Game != "g3" {
		t.Errorf("%+v %v", steps, err)
	}
	if _, tilt, err := s.Ratings.Rating(t.Context(), "astrid", "tafl blitz"); err != nil || tilt != 1 {
		t.Errorf("tilt %d %v", tilt, err)
	}
}
