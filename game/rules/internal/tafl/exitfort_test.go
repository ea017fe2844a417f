package tafl

import "testing"

// TestExitFort is E6: a fort on the rim that no attacker stands beside.
func TestExitFort(t *testing.T) {
	const corners = "escape=corner; corner=corners; "
	show(t, `
		. . . . . . .
		. . . . . t .
		t . . . . . T
		. . . . . . .
		. . . . . . .
		. . T T . . .
		. T . K T . .`,
		shown{"it has outlasted a reply", corners + "exitFort=survive", "f6-f5", "defenders by exit-fort"},
		shown{"forts are off", corners, "f6-f5", ""},
		shown{"no reply yet", corners + "exitFort=survive", "g5-g4", ""},
		shown{"nobody can break it", corners + "exitFort=unbreakable", "g5-g4", "defenders by exit-fort"},
		shown{"where the edge holds men somebody can", corners + "exitFort=unbreakable; edge.anvil=d", "g5-g4", ""},
		shown{"it has been opened", corners + "exitFort=survive", "c2-c3 f6-f5", ""})
	const weak = `
		. . . . . . .
		. . . . . t .
		. . . . . . T
		. . T . . . .
		. T . T . . .
		. T . T . . .
		. T . K T . .`
	show(t, weak,
		shown{"c4 may fall, but has not", corners + "exitFort=survive", "f6-f5", "defenders by exit-fort"},
		shown{"a single attacker cannot take him", corners + "exitFort=unbreakable; throne=none", "f6-f5",
			"defenders by exit-fort"},
		shown{"against the empty throne he could", corners + "exitFort=unbreakable", "f6-f5", ""})
	show(t, "t"+weak[len("\n\t\t."):],
		shown{"two could", corners + "exitFort=unbreakable; throne=none", "f6-f5", ""})
	show(t, `
		. . . . . . .
		. . . . . t .
		t . . . . . T
		. . . . . . .
		. . . . . . .
		. . . T . . .
		. . T K T . .`,
		shown{"the king has no room", corners + "exitFort=survive", "f6-f5", ""})
}
