package lines

import "testing"

// TestDrops is lines 4: pieces in hand, and those that are dropped before the first turn.
func TestDrops(t *testing.T) {
	show(t, "M . m . .",
		shown{"drops come first", "hands.A.M=1", "", "may: M@b1 M@d1 M@e1"},
		shown{"a step is refused", "hands.A.M=1", "a1-b1", "refused: drop the pieces in hand first"},
		shown{"unless they may wait", "hands.A.M=1; mustDropFirst=off", "", "may: M@b1 M@d1 M@e1 a1-b1"},
		shown{"the hand is empty then", "hands.A.M=1", "M@b1 c1-d1", "may: b1-c1"},
		shown{"not onto a closed point", "hands.A.M=1; noRest=b1", "", "may: M@d1 M@e1"},
		shown{"nothing in hand", "", "M@b1", "refused: there is no such piece in hand"},
		shown{"the point is taken", "hands.A.M=1", "M@c1", "refused: c1 to c1: c1 is occupied"},
		shown{"the other side's hand", "hands.B.m=1", "", "may: a1-b1"})
	show(t, ". . m . .",
		shown{"a turn of drops, where they may be", "first=B; prephase=M; prephase.region=a1 e1", "", "may: M@a1 M@e1"},
		shown{"then the other side begins", "first=B; prephase=M; prephase.region=a1 e1", "M@a1", "may: c1-b1 c1-d1"},
		shown{"or the same goes on with a move", "first=A; prephase=M; prephase.region=a1 e1", "M@a1", "may: a1-b1"},
		shown{"several in one turn", "first=B; prephase=M; prephase.count=2; prephase.region=a1 b1 e1", "M@e1",
			"may: M@a1 M@b1"},
		shown{"impossible number of pieces in hand: before other",
			"kinds=M K m; first=B; prephase=M; prephase.region=a1 e1; hands.A.K=1; mustDropFirst=off", "",
			"may: M@a1 M@e1"},
		shown{"which come then",
			"kinds=M K m; first=B; prephase=M; prephase.region=a1 e1; hands.A.K=1; mustDropFirst=off", "M@a1 c1-d1",
			"may: K@b1 K@c1 K@e1 a1-b1"},
		shown{"elsewhere", "first=B; prephase=M; prephase.region=a1 e1", "M@b1",
			"refused: no piece may be dropped on b1"})
}

// TestMills is lines 8: a line of three takes an enemy off.
func TestMills(t *testing.T) {
	const rules = "board=morris24; M.step.lines=o; m.step.lines=o; mill=o; "
	show(t, `
		. - - . - - .
		- . - . - . -
		- - . . . - -
		. . . - . . M
		- - . . m - -
		- m - m - m -
		M - - M - - .`,
		shown{"one outside mills", rules, "g4-g1", "may: *e3"},
		shown{"he is taken off", rules, "g4-g1 *e3", "e3 by mill"},
		shown{"mills are off", rules + "mill=off", "g4-g1 e3-e4", ""},
		shown{"mills on other lines only", rules + "mill=d", "g4-g1 e3-e4", ""},
		shown{"men in mills are always safe", rules + "mill.protectMills=always", "g4-g1", "may: *e3"},
		shown{"they are never safe", rules + "mill.protectMills=never", "g4-g1", "may: *b2 *d2 *e3 *f2"},
		shown{"somebody must be taken off", rules, "g4-g1 a1-a4",
			"refused: a mill is closed: remove one of the opponent's men"},
		shown{"a safe man", rules, "g4-g1 *b2", "refused: the piece on b2 may not be removed"},
		shown{"no mill is closed", rules, "g4-g7 e3-e4", ""})
	show(t, `
		. - - . - - .
		- . - . - . -
		- - . . . - -
		. . . - . . M
		- - . . . - -
		- m - m - m -
		M - - M - - .`,
		shown{"all stand in mills", rules, "g4-g1", "may: *b2 *d2 *f2"},
		shown{"and are safe", rules + "mill.protectMills=always", "g4-g1 b2-b4", ""})
	show(t, `
		. - - . - - M
		- . - . - . -
		- - m . . - -
		. . . - . . M
		- - . . m - -
		- . - . - . -
		M - - M - - .`,
		shown{"two mills, one man", rules + "hands.A.M=1", "M@g1 *e3 c5-c4", "e3 by mill"},
		shown{"a man for each", rules + "hands.A.M=1; mill.removePerTurn=perMill", "M@g1 *e3", "may: *c5"})
}

// TestRedundant: of the orders of the same steps only that of their squares is counted.
func TestRedundant(t *testing.T) {
	for _, c := range []struct {
		set, rows, play, next string
		want                  bool
	}{
		{"prephase=M; prephase.count=2", ". . . m .", "M@e1", "M@a1", true},
		{"prephase=M; prephase.count=2", ". . . m .", "M@a1", "M@e1", false},
		{"kinds=M m p; p.rank=2; M.leap.over=enemyRank<=own; turn.ambush=on", ". . .\n. . .\nM p .\n. M .\n. . .",
			"a3^c3", "b2^b4", true},
		{"kinds=M m p; p.rank=2; M.leap.over=enemyRank<=own; turn.ambush=on", ". . .\n. . .\nM p .\n. M .\n. . .",
			"b2^b4", "a3^c3", false},
		{"board=o: a1-b1-c1 c1-c2-c3 a3-b3; mill=o; mill.removePerTurn=perMill; hands.A.M=1", "m m M\n. . M\nM M .",
			"M@c1 *b3", "*a3", true},
		{"board=o: a1-b1-c1 c1-c2-c3 a3-b3; mill=o; mill.removePerTurn=perMill; hands.A.M=1", "m m M\n. . M\nM M .",
			"M@c1 *a3", "*b3", false},
	} {
		p, h := at(t, c.set, c.rows)
		said := told(t, p, h, c.play)
		if got := Redundant(p, step(t, p, c.next)); got != c.want {
			t.Errorf("%s, then %s: %v (%q)", c.play, c.next, got, said)
		}
	}
}
