package library

import (
	"testing"

	"tafl3d/game/notation"
)

// icelandic has a player whose name is composed in one game and not in the other, and an event
// that begins with a capital beyond ASCII.
const icelandic = "[Variant \"brandubh-gorrion\"]\n[Attackers \"Þórdís Ásta\"]\n[Defenders \"Ólafur Berg\"]\n" +
	"[Date \"2026-01-01\"]\n[Event \"Íslandsmót\"]\n\n1. d6-f6 d5-f5\n\n" +
	"[Variant \"brandubh-gorrion\"]\n[Attackers \"ólafur berg\"]\n[Defenders \"Þo\u0301rdi\u0301s A\u0301sta\"]\n" +
	"[Date \"2026-01-02\"]\n[Event \"ÍSLANDSMÓT\"]\n\n1. d6-f6 d5-e5 2. d7-e7\n"

// TestNamesAreFolded: names are the same that differ in case or in how they are composed, also in a
// library of an older version.
func TestNamesAreFolded(t *testing.T) {
	dir := t.TempDir()
	l, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	imported(t, l, icelandic)
	finds := func(when string) {
		t.Helper()
		for want, list := range map[int][]Query{
			2: {{Words: "íslandsmót"}, {Words: "i\u0301slandsmo\u0301t"}, {Player: "þórdís ásta"},
				{Name: "ÁSTA"}, {Name: "berg ÓLAFUR"},
				{Tag: "Event=íslandsmót"}, {Player: "Ólafur Berg", Against: "Þo\u0301rdi\u0301s A\u0301sta"}},
			1: {{Name: "þórdís", Side: "defenders"}, {Player: "ÓLAFUR BERG", Side: "attackers"}},
			0: {{Name: "þórdís berg"}, {Player: "Þórdís"}},
		} {
			for _, q := range list {
				if n, err := l.Count(t.Context(), q); err != nil || n != want {
					t.Errorf("%s: %+v finds %d, want %d, %v", when, q, n, want, err)
				}
			}
		}
		if s, err := l.Record(t.Context(), Query{Player: "ólafur berg"}); err != nil || len(s.Opponents) != 1 {
			t.Errorf("%s: one opponent is %v, %v", when, s.Opponents, err)
		}
	}
	finds("now")
	if _, err := l.db.Exec(`DROP INDEX games_list; ALTER TABLE games DROP COLUMN event_key;
		CREATE INDEX games_list ON games (date, id);
		UPDATE games SET attackers_key = lower(attackers), defenders_key = lower(defenders), tags = lower(tags);
		UPDATE games SET tags = replace(tags, 'event=', 'Event='); PRAGMA user_version = 6`); err != nil {
		t.Fatal(err)
	}
	l.Close()
	l = opened(t, dir)
	finds("after the migration")
	if rep := imported(t, l, icelandic); rep.Added != 0 {
		t.Errorf("they are not the same games any more: %+v", rep.Progress)
	}
}

// TestOrder sorts games by each column, both ways.
func TestOrder(t *testing.T) {
	l := opened(t, t.TempDir())
	imported(t, l, icelandic)
	for order := range orders {
		a, err := l.Find(t.Context(), Query{Order: order})
		b, err2 := l.Find(t.Context(), Query{Order: order, Reverse: true})
		if err != nil || err2 != nil || len(a) != 2 || len(b) != 2 {
			t.Fatalf("%q: %v, %v", order, err, err2)
		}
		alike := order == "variant" || order == "result" || order == "cause"
		if alike != (a[0].ID == b[0].ID) {
			t.Errorf("%q: %d and %d are first", order, a[0].ID, b[0].ID)
		}
	}
	if list, err := l.Find(t.Context(), Query{Order: "moves"}); err != nil || list[0].Turns != 2 {
		t.Error(list, err)
	}
	if _, err := l.Find(t.Context(), Query{Order: "date; DROP TABLE games"}); err == nil {
		t.Error("sorted by what is no column")
	}
}

// TestReached tells where in a game a position or a pattern stood first, turned ones too.
func TestReached(t *testing.T) {
	l := opened(t, t.TempDir())
	imported(t, l, icelandic)
	list, err := l.Find(t.Context(), Query{Order: "moves", Reverse: true})
	if err != nil {
		t.Fatal(err)
	}
	g, err := l.Game(list[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	c := g.Cursor()
	c.To(g.Root.Last().Parent())
	at := c.Line().Position
	q := Query{Variant: "brandubh-gorrion", Position: &at}
	if n := l.Reached(g, q); n != 2 {
		t.Errorf("%s stood after %d, want 2", notation.Position(&at), n)
	}
	for pattern, want := range map[string]int{"f6=t": 1, "b2=t": 1, "d5=. e5=T": 2, "": 0} {
		q := Query{Variant: "brandubh-gorrion", Pattern: pattern}
		if n := l.Reached(g, q); n != want {
			t.Errorf("%q: behind %d, want %d", pattern, n, want)
		}
	}
}
