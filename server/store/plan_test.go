package store

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// plan returns how SQLite would carry a statement out.
func plan(t *testing.T, s *Store, statement string, args ...any) string {
	t.Helper()
	rows, err := s.db.QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+statement, args...)
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
	if s.scribe == nil {
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
		{liveOfAll, nil, "live_opened"},
		{tiltOf, []any{"a", "p"}, "COVERING INDEX games_defenders_pool"},
		{newestSteps, []any{"a", "p", 10}, "rating_steps_pool"},
		{botsOf, []any{"a"}, "accounts_owner"},
		{calledOff, []any{"a", 5}, "(attackers=? AND ended>?)"},
		{newestSeeks, []any{OpenSeek, 5, 100}, "USING INDEX seeks_kind (kind=?)"},
		{apartFrom, []any{"a"}, "blocks_other (other=?)"},
	} {
		got := plan(t, s, tt.statement, tt.args...)
		whole := func(table string) bool { return strings.Contains(got, "SCAN "+table+"\n") }
		if !strings.Contains(got, tt.want) || slices.ContainsFunc([]string{"games", "live", "rating_steps", "accounts", "seeks", "blocks"}, whole) {
			t.Errorf("%s: not by %s:\n%s", tt.statement, tt.want, got)
		}
	}
}

// TestNewest lists open seeks, the newest first, and who is apart from whom.
func TestNewest(t *testing.T) {
	s, ctx := open(t), t.Context()
	told := 0
	s.Listed = func() { told++ }
	for i, id := range []string{"astrid", "dag", "eve", "knut"} {
		person(t, s, id)
		for n := range 3 {
			k := Seek{ID: fmt.Sprint(id[:1], n), Kind: OpenSeek, Account: id, Opened: int64(10*n + i), Ends: micros(noon) + int64(n)}
			if err := s.AddSeek(ctx, k); err != nil {
				t.Fatal(err)
			}
		}
	}
	if told != 12 {
		t.Errorf("12 seeks are told %d times", told)
	}
	for most, want := range map[int]string{20: "k2 e2 d2 a2 k1 e1 d1 a1", 3: "k2 e2 d2"} {
		seeks, err := s.Newest(ctx, noon, most)
		var ids []string
		for _, k := range seeks {
			ids = append(ids, k.ID)
		}
		if got := strings.Join(ids, " "); err != nil || got != want {
			t.Errorf("%q, %v", got, err)
		}
	}
	for _, b := range [][2]string{{"astrid", "eve"}, {"knut", "astrid"}, {"knut", "eve"}, {"eve", "knut"}} {
		if err := s.Block(ctx, b[0], b[1], true); err != nil {
			t.Fatal(err)
		}
	}
	for account, want := range map[string]string{"astrid": "eve knut", "dag": "", "eve": "astrid knut", "knut": "astrid eve"} {
		ids, err := s.Apart(ctx, account)
		if slices.Sort(ids); err != nil || strings.Join(ids, " ") != want {
			t.Errorf("%s: %q, %v", account, ids, err)
		}
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
		g := Game{ID: fmt.Sprint("g", i), Variant: "v", Pool: "tafl blitz", Rated: true, Attackers: p[0], Defenders: p[1], Result: "draw", Ended: int64(i + 1)}
		if _, err := s.Archive(t.Context(), g); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		account string
		before  int64
		limit   int
		want    string
	}{
		{"astrid", 100, 10, "g4 g1 g0"}, {"astrid", 5, 10, "g1 g0"}, {"dag", 100, 2, "g3 g2"}, {"", 100, 4, "g4 g3 g2 g1"}, {"nobody", 100, 4, ""},
	} {
		games, err := s.Games(t.Context(), tt.account, tt.before, tt.limit)
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
		{"astrid", "", 0, 10, "g0 g1 g4"}, {"astrid", "g0", 1, 10, "g1 g4"}, {"astrid", "g", 1, 1, "g0"}, {"dag", "g1", 2, 1, "g2"}, {"nobody", "", 0, 4, ""},
	} {
		games, err := s.GamesAfter(t.Context(), tt.account, tt.ended, tt.after, tt.limit)
		var ids []string
		for _, g := range games {
			ids = append(ids, g.ID)
		}
		if got := strings.Join(ids, " "); err != nil || got != tt.want {
			t.Errorf("%v: %q %v", tt, got, err)
		}
	}
	steps, err := s.Steps(t.Context(), "dag", "tafl blitz", 2)
	if err != nil || len(steps) != 2 || steps[0].Game != "g2" || steps[1].Game != "g3" {
		t.Errorf("%+v %v", steps, err)
	}
	if _, tilt, err := s.Rating(t.Context(), "astrid", "tafl blitz"); err != nil || tilt != 1 {
		t.Errorf("tilt %d %v", tilt, err)
	}
}
