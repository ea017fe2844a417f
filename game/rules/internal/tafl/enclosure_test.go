package tafl

import "testing"

// TestLinnaeus is C4: the fourth man beside the king falls against the throne.
func TestLinnaeus(t *testing.T) {
	show(t, `
		. . . . . . .
		. . . . . . .
		. . . t . . .
		. . t K T . .
		. . . t . t .
		. . . . . . .
		. . . . . . .`,
		shown{"three attackers beside him", "linnaeus10=on", "f3-f4", "e4 by rule 10"},
		shown{"the rule is off", "linnaeus10=off", "f3-f4", ""},
		shown{"he sits on no throne", "linnaeus10=on; throne=none", "f3-f4", ""})
	show(t, `
		. . . . . . .
		. . . . . . .
		. . . T . . .
		. . t K T . .
		. . . t . t .
		. . . . . . .
		. . . . . . .`,
		shown{"two attackers and two men", "linnaeus10=on", "f3-f4", ""})
}

// TestEnclosure is C6: the king falls between four, between two, between commanders.
func TestEnclosure(t *testing.T) {
	show(t, `
		. . . . . . .
		. . . . . . .
		. . . t . . .
		. . t K . t .
		. . . t . . .
		. . . . . . .
		. . . . . . .`,
		shown{"the last of four on the throne", "", "f4-e4", "d4 by enclosure, attackers by king-captured"},
		shown{"in every mode", "king.capture=enclosed", "f4-e4", "d4 by enclosure, attackers by king-captured"},
		shown{"who passes by closes nothing", "", "f4-f3", ""})
	show(t, `
		. . . . . . .
		. . . . . . .
		. . . . . . .
		. . . . . . .
		. . t K . t .
		. . . . . . .
		. . . . . . .`,
		shown{"beside the throne he is protected", "king.capture=near-throne", "f3-e3", ""},
		shown{"there only the throne protects", "king.capture=on-throne", "f3-e3",
			"d3 by custody, attackers by king-captured"},
		shown{"nothing protects him", "king.capture=custodial", "f3-e3", "d3 by custody, attackers by king-captured"},
		shown{"everything does", "king.capture=enclosed; throne=none", "f3-e3", ""})
	show(t, `
		. . . . . . .
		. . . . . . .
		. . . . . . .
		. . c K . c .
		. . . . . . .
		. . . . . . .
		. . . . . . .`,
		shown{"commanders pierce the throne", "", "f4-e4", "d4 by commanders, attackers by king-captured"},
		shown{"not where the throne is proof", "commander.piercingOnThrone=off", "f4-e4", ""},
		shown{"nor where they do not pierce", "commander.piercing=off", "f4-e4", ""})
	show(t, `
		. . . . . . .
		. . . . . . .
		. . . . . . .
		. . . . . . .
		. . . . . . .
		. . . . . t .
		. K . c . . .`,
		shown{"a commander against a corner",
			"escape=corner; corner=corners; corner.piercing=on; king.capture=enclosed", "d1-c1",
			"b1 by commanders, attackers by king-captured"},
		shown{"no corner pierces", "escape=corner; corner=corners; king.capture=enclosed", "d1-c1", ""},
		shown{"an unprotected king against a corner", "escape=corner; corner=corners", "d1-c1",
			"b1 by custody, attackers by king-captured"},
		shown{"a corner that holds no king", "escape=corner; corner=corners; king.custodialSquares=throne",
			"d1-c1", ""})
	show(t, `
		. . . . . . .
		. . . . . T .
		t . . . . . .
		K . t . . . .
		t . . . . . .
		. . . . . . .
		. . . . . . .`,
		shown{"confined by the edge", "escape=corner; corner=corners; king.capture=enclosed; king.edge=confine",
			"c4-b4", "a4 by enclosure, attackers by king-captured"},
		shown{"safe on the edge", "escape=corner; corner=corners; king.capture=enclosed; king.edge=safe", "c4-b4", ""},
		shown{"the edge as an anvil against him", "escape=corner; corner=corners; edge.anvil=k", "c4-b4",
			"a4 by custody, attackers by king-captured"})
}
