package eval

import "testing"

// TestMills: what a side's lines and steps are worth is what the weights say. Nobody has a man in hand; three men fly.
func TestMills(t *testing.T) {
	for _, c := range []struct {
		name, term string
		i          int
		men        map[string]string // by square
		times      int
	}{
		{"a mill of men who step", "mill.closed", moving,
			map[string]string{"a1": "W", "d1": "W", "g1": "W", "b2": "W", "f6": "B"}, 1},
		{"of men who fly", "mill.closed", flying, map[string]string{"a1": "W", "d1": "W", "g1": "W", "f6": "B"}, 1},
		{"two with an enemy on the third point", "mill.two", moving,
			map[string]string{"a1": "W", "d1": "W", "g1": "B", "c3": "W", "e5": "W"}, 0},
		{"two that g4 completes with a step", "mill.ready", moving,
			map[string]string{"a1": "W", "d1": "W", "g4": "W", "c3": "W", "b6": "B"}, 1},
		{"nobody is near", "mill.ready", moving,
			map[string]string{"a1": "W", "d1": "W", "c3": "W", "e5": "W", "b6": "B"}, 0},
		{"any third man is near if he flies", "mill.ready", flying,
			map[string]string{"a1": "W", "d1": "W", "c3": "W", "b6": "B"}, 1},
		{"the man of one mill closes another", "mill.double", moving,
			map[string]string{"a1": "W", "d1": "W", "g1": "W", "d2": "B", "b4": "W", "c4": "W", "f6": "B"}, 1},
		{"seven steps against five", "mill.step", moving,
			map[string]string{"a1": "B", "d1": "B", "a4": "B", "d2": "B", "g1": "W", "f6": "W", "e5": "W", "c5": "W"},
			1 + 2 + 2 + 2 - 2 - 3},
	} {
		with, without := Defaults(), Defaults()
		without.Field.Row(c.term)[c.i] = 0
		want := c.times * int(with.Field.Row(c.term)[c.i])
		if got := raw(t, "morris-9", with, c.men) - raw(t, "morris-9", without, c.men); got != want {
			t.Errorf("%s: %v: %s is worth %d, want %d", c.name, c.men, c.term, got, want)
		}
	}
}
