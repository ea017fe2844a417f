package shell

import (
	"testing"

	"tafl3d/panel"
)

// TestSeveralLines writes a text of several lines: Shift+Enter breaks it, the arrows go from line to line in the same
// column, Home and End stay in the line. An entry of one line has no line breaks.
func TestSeveralLines(t *testing.T) {
	e := NewText("one", 100, 4)
	shift := panel.Key{Name: "Enter", Shift: true}
	if !e.key(shift) || !e.put("two longer\r\nx") || e.String() != "one\ntwo longer\nx" {
		t.Fatalf("%q", e)
	}
	for _, step := range []struct {
		key panel.Key
		at  int
	}{
		{panel.Key{Name: "Up"}, 5}, {panel.Key{Name: "End"}, 14}, {panel.Key{Name: "Up"}, 3},
		{panel.Key{Name: "Home"}, 0},
		{panel.Key{Name: "End"}, 3}, {panel.Key{Name: "Down"}, 7}, {panel.Key{Name: "Down"}, 16},
		{panel.Key{Name: "Home", Ctrl: true}, 0}, {panel.Key{Name: "End", Ctrl: true}, 16},
	} {
		if !e.key(step.key) || e.at != step.at {
			t.Errorf("%v: at %d, want %d", step.key, e.at, step.at)
		}
	}
	for _, k := range []string{"Down", "Enter"} {
		if e.key(panel.Key{Name: k}) {
			t.Errorf("%s in the last line is taken", k)
		}
	}
	if e.key(panel.Key{Name: "Home", Ctrl: true}); e.key(panel.Key{Name: "Up"}) {
		t.Error("up in the first line is taken")
	}
	single := NewEntry("a", 100)
	if single.key(shift) || !single.put("b\nc") || single.String() != "ab c" {
		t.Errorf("%q", single)
	}
	full := NewText("ab", 2, 2)
	full.key(shift)
	if full.String() != "ab" {
		t.Errorf("%q has more than there is room for", full)
	}
}
