package app_test

import (
	"strings"
	"testing"

	"tafl3d/app/board"
)

// The help explains the notation: drops in morris, jumps and chains in dablot, captures in tafl, each only
// where it occurs.
func TestHelpExplainsNotation(t *testing.T) {
	for id, want := range map[string][2]string{"morris-9": {"@c3", "d1-d4xe4"},
		"brandubh-gorrion": {"d1-d4xe4", "@c3"}} {
		p := open(t, t.TempDir(), &board.Setup{Variant: id})
		p.keys("F1")
		p.press("Move notation")
		p.wants("legend")
		all := ""
		for _, l := range p.dialog().Keys {
			if len(strings.Fields(l.Does)) < 3 {
				t.Errorf("%s: %q says nothing", l.Keys, l.Does)
			}
			all += " " + l.Keys + " "
		}
		if !strings.Contains(all, " "+want[0]+" ") || strings.Contains(all, " "+want[1]+" ") {
			t.Errorf("%s: %s", id, all)
		}
		p.keys("Esc")
		p.wants("help")
		p.Close()
	}
}
