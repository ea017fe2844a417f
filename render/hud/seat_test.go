package hud

import "testing"

// TestSplitClock has a clock's figures stand apart from what is said beside them.
func TestSplitClock(t *testing.T) {
	for text, want := range map[string][2]string{
		"4:59":              {"4:59", ""},
		"byo-yomi 0:25 (2)": {"0:25", "byo-yomi (2)"},
		"2 d 23:59:58":      {"2 d", "23:59:58"},
		"1 Tag 0:00:01":     {"1 Tag", "0:00:01"},
	} {
		if figures, words := splitClock(text); figures != want[0] || words != want[1] {
			t.Errorf("%q: %q and %q instead of %q", text, figures, words, want)
		}
	}
}
