package library

import (
	"testing"

	"tafl3d/game/record"
)

// TestManyWithPosition: a position that stood in many games is found as one that stood in few:
// alone, together with other filters, and counted.
func TestManyWithPosition(t *testing.T) {
	l, start := opened(t, t.TempDir()), rulesOf(t, brandubh).Start()
	const n = mostLooked + 10
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
