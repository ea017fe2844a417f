package tafl

import "testing"

// TestShieldwall is C3: a row on the rim, faced all along and closed at both ends.
func TestShieldwall(t *testing.T) {
	show(t, `
		. . . . . . .
		. . . . . . .
		. . . . . . .
		. . K . . . .
		. . . . . . .
		. . t t . . .
		. t T T . . t`,
		shown{"closed by the piece that moved", "shieldwall=on; custodial=off", "g1-e1",
			"c1 by shieldwall, d1 by shieldwall"},
		shown{"shieldwalls are off", "custodial=off", "g1-e1", ""},
		shown{"the row is too short", "shieldwall=on; shieldwall.min=3; custodial=off", "g1-e1", ""},
		shown{"no piece in front of one", "shieldwall=on; custodial=off", "d2-e2 c4-c5 g1-e1", ""})
	show(t, `
		. . . . . . .
		. . . . T . .
		. . . . . . .
		. . . . . . .
		. . . . . . .
		. t t . . . .
		. T K . . t .`,
		shown{"an empty corner closes, and the king stays", "shieldwall=on; corner=corners; escape=corner", "f1-d1",
			"b1 by shieldwall"},
		shown{"where corners do not close", "shieldwall=on; corner=corners; escape=corner; shieldwall.corner=off",
			"f1-d1", ""})
	show(t, `
		. . . . . . .
		. . . . . . .
		. . . . . . .
		. . . . K . .
		. . t t . . .
		. . t . . . .
		. t T T t . .`,
		shown{"shut in from the front", "shieldwall=on; shieldwall.trigger=any", "d3-d2",
			"c1 by shieldwall, d1 by shieldwall"},
		shown{"where an end must be closed", "shieldwall=on; shieldwall.trigger=flank", "d3-d2", ""})
}
