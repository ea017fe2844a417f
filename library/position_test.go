package library

import (
	"fmt"
	"testing"

	"tafl3d/game/record"
)

// TestManyWithPosition: a position that stood in many games is found as one that stood in few:
// alone, together with other filters, and counted.
func TestManyWithPosition(t *testing.T) {
	l, start := opened(t, t.TempDir()), rulesOf(t, brandubh).Start()
	const n = scanThreshold + 10
	if _, err := l.Import(t.Context(), made(t, n), record.Options{}, "", nil); err != nil {
		t.Fatal(err)
	}
	for _, q := range []Query{{}, {Player: "p7"}, {Result: "attackers"}, {MinTurns: 12, MaxTurns: 20}} {
		all, err := l.Find(t.Context(), q)
		if err != nil || len(all) == 0 {
			t.Fatal(len(all), err)
		}
		q.Variant, q.Position = brandubh, &start
		found, err := l.Find(t.Context(), q)
		count, err2 := l.Count(t.Context(), q)
		if err != nil || err2 != nil || len(found) != len(all) || count != len(all) {
			t.Errorf("%+v: %d and %d of %d games, %v, %v", q, len(found), count, len(all), err, err2)
		}
	}
}

// TestOlderLibrary: what a library of an older version did not tell of its games is told of them
// once it is opened: how often a position stood, also twice in a game, and how the games began.
func TestOlderLibrary(t *testing.T) {
	dir := t.TempDir()
	l, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	imported(t, l, "[Variant \"brandubh-gorrion\"]\n[Attackers \"P7\"]\n[ID \"twice\"]\n\n1. d6-f6 d5-f5 2. f6-d6 "+
		"f5-d5 3. d6-e6 d5-g5 4. e6-e7\n")
	if _, err := l.Import(t.Context(), made(t, 300), record.Options{}, "", nil); err != nil {
		t.Fatal(err)
	}
	start := rulesOf(t, brandubh).Start()
	tell := func() string {
		n, err := l.Count(t.Context(), Query{Variant: brandubh, Position: &start})
		stats, err2 := l.Record(t.Context(), Query{Player: "p7"})
		if err != nil || err2 != nil || n != 301 || len(stats.Openings) == 0 {
			t.Fatal(n, err, err2, stats.Openings)
		}
		return fmt.Sprint(stats.Openings)
	}
	want := tell()
	if _, err := l.db.Exec(`DROP INDEX games_list; ALTER TABLE games DROP COLUMN event_key;
		CREATE INDEX games_list ON games (date, id); ALTER TABLE positions DROP COLUMN again;
		ALTER TABLE games DROP COLUMN opening; PRAGMA user_version = 5`); err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if l, err = Open(dir); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	if now := tell(); now != want {
		t.Errorf("%s\nhas become\n%s", want, now)
	}
}
