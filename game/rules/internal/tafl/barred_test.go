package tafl

import (
	"testing"

	"tafl3d/game"
)

// TestBarred: a barrier is there if the king could not come out even without his own men (tafl 8, blockade).
func TestBarred(t *testing.T) {
	const shut, open = `
		. . . . . . .
		. . t t t . .
		. t . T . t .
		. t . K . t .
		. t . . . t .
		. . t t t . .
		. . . . . . .`, `
		. . . . . . .
		. . t t t . .
		. t . T . t .
		. t . K . t .
		. t . . T t .
		. . t t . . .
		. . . . . . .`
	for _, c := range []struct {
		set, rows string
		want      bool
	}{
		{"", shut, true},
		{"", open, false},
		{"escape=edge-safe", open, false},
		{"escape=edge-safe", shut, true},
		{"steps.king=1; escape=corner; corner=corners", shut, true},
		{"escape=corner; corner=corners; jump.king=leap", shut, false},
	} {
		p, _ := at(t, c.set, c.rows, game.Attackers)
		before := *p
		if got := Barred(p); got != c.want {
			t.Errorf("%s by %q: %v", c.rows, c.set, got)
		}
		if *p != before {
			t.Errorf("the board has changed")
		}
	}
}
