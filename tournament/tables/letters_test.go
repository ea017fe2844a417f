package tables

import (
	"strings"
	"testing"

	"tafl3d/game"
	"tafl3d/tongue"
)

// TestLettersOfSides: in every language the letters of the cross-table are those that its note explains.
func TestLettersOfSides(t *testing.T) {
	for _, l := range tongue.Languages() {
		e := drawn(t, "Astrid", "Dag")
		e.Say = tongue.Accepted(l.ID)
		note := e.Cross().Note
		for side := range game.Side(game.Sides) {
			letter, is := strings.CutPrefix(e.withSide("1", side), "1")
			if !is || !strings.Contains(note, letter+": ") {
				t.Errorf("%s: %s play as %q, but the note says %q", l.ID, side, letter, note)
			}
		}
	}
}
