package lines

import "testing"

// TestAmbush is lines 7: lower pieces leap over the same enemy one after another.
func TestAmbush(t *testing.T) {
	const rules = "kinds=M K m p; M.leap.over=enemyRank<=own; K.leap.over=enemyRank<=own; K.rank=2; p.rank=2; " +
		"M.step.dirs=; K.step.dirs=; m.step.dirs=; turn.ambush=on; "
	const two = `
		. . . . . . .
		. . . . . . .
		. . . . . . .
		. . . . . . .
		. M p . . . .
		. . M . . . .
		m . . . . . .`
	show(t, two,
		shown{"two men begin", rules, "", "may: b3^d3 c2^c4"},
		shown{"the other must follow", rules, "b3^d3", "may: c2^c4"},
		shown{"together they take him", rules, "b3^d3 c2^c4", "c3 by ambush, A by no-move"},
		shown{"ambushes are off", rules + "turn.ambush=off", "", "may: "},
		shown{"three ranks need three", rules + "p.rank=3", "", "may: "},
		shown{"the ambush stands", rules, "b3^d3 stop", "refused: complete the ambush of c3"},
		shown{"one who leaps again", rules + "p.rank=3; turn.ambushReuse=on", "", "may: b3^d3 c2^c4"},
		shown{"and again", rules + "p.rank=3; turn.ambushReuse=on", "b3^d3 d3^b3 c2^c4", "c3 by ambush, A by no-move"},
		shown{"too few actions are left", rules + "turn.actions=2; p.rank=3; turn.ambushReuse=on", "", "may: "})
	show(t, `
		. . . . . . .
		. . . . . . .
		. . . . . . .
		. . . . . . .
		. M p . . . .
		. . K . . . .
		m . . . . . .`,
		shown{"ranks are added up", rules + "p.rank=3", "b3^d3 c2^c4", "c3 by ambush, A by no-move"},
		shown{"leaps are counted", rules + "p.rank=3; turn.ambushCount=jumps", "", "may: "},
		shown{"nobody may be superfluous", rules + "p.rank=2", "", "may: c2^c4"})
}

// TestActions is lines 6: turns of several actions.
func TestActions(t *testing.T) {
	show(t, "M . . . m .",
		shown{"after an action another or the end", "turn.actions=2", "a1-b1", "may: b1-c1 stop"},
		shown{"one action", "turn.actions=1", "a1-b1", "may: e1-d1 e1-f1"},
		shown{"not back to where it began", "turn.actions=2", "a1-b1 b1-a1",
			"refused: a move may not return to the position it began from"},
		shown{"unless it may", "turn.actions=2; turn.allowNullTurn=on", "a1-b1", "may: b1-a1 b1-c1 stop"},
		shown{"a short first turn", "turn.actions=2; turn.firstTurnActions=1", "a1-b1", "may: e1-d1 e1-f1"},
		shown{"the second has all", "turn.actions=2; turn.firstTurnActions=1", "a1-b1 e1-d1", "may: d1-c1 stop"},
		shown{"three", "turn.actions=3", "a1-b1 b1-c1", "may: c1-b1 c1-d1 stop"},
		shown{"nothing to end", "turn.actions=2", "stop", "refused: there is no move in progress to end"})
	show(t, "M . m . m .",
		shown{"a duty binds the first action", "turn.actions=2; M.leap.over=anyEnemy; capture.compelled=M", "",
			"may: a1-b1"},
		shown{"not a later one", "turn.actions=2; M.leap.over=anyEnemy; capture.compelled=M", "a1-b1",
			"may: b1^d1 stop"},
		shown{"no chain goes on by itself", "turn.actions=2; M.leap.over=anyEnemy; M.leap.chain=mandatory",
			"a1-b1 b1^d1", "c1 by leap"},
		shown{"with the last enemy needed it ends", "turn.actions=3; M.leap.over=anyEnemy; minPieces.B=2",
			"a1-b1 b1^d1", "c1 by leap, A by min-pieces"})
}

// TestNullTurn: a turn leads back to where it began only if nothing has changed by it.
func TestNullTurn(t *testing.T) {
	const null = "refused: a move may not return to the position it began from"
	const file = "kinds=M K m; board=o: a1-a2-a3-a4-a5; M.promote=K; M.promote.on=a3; turn.actions=2; "
	show(t, "m\n.\n.\nM\n.",
		shown{"forward and back", file + "M.promote=none", "a2-a3 a3-a2", null},
		shown{"back, and nothing but forward is left: the turn is over", file + "M.promote=none", "a2-a1 a1-a2",
			"refused: the M on a1 belongs to the opponent"},
		shown{"a step backwards marks the man", file + "M.promote=none; M.promote.retreat=steps", "a2-a3 a3-a2", ""},
		shown{"who stepped back is another", file + "M.promote=none; M.promote.retreat=steps", "a2-a1 a1-a2", ""},
		shown{"he was promoted on the way", file, "a2-a3 a3-a2", "a3 is K"})
	show(t, "M M . . m",
		shown{"a hop and back", "M.leap.overFriend=on; turn.actions=2", "a1^c1 c1^a1", null},
		shown{"it may", "M.leap.overFriend=on; turn.actions=2; turn.allowNullTurn=on", "a1^c1 c1^a1", ""})
	show(t, ". . M . . m M .",
		shown{"a goal that was reached and left", "turn.actions=2; goalRest.A=b1", "c1-b1 b1-a1", ""},
		shown{"a goal that was reached by the first action", "turn.actions=2; goalRest.A=b1", "c1-b1 g1-h1",
			"A by goal-rest"})
}

// TestPending says what a turn under way waits for, and how many actions it has left.
func TestPending(t *testing.T) {
	for _, c := range []struct {
		set, rows, play string
		want            Pending
		left            int
	}{
		{"turn.actions=3", "M . . . m .", "", PendingNothing, 3},
		{"turn.actions=3", "M . . . m .", "a1-b1", PendingAction, 2},
		{"turn.actions=3; turn.firstTurnActions=2", "M . . . m .", "a1-b1", PendingAction, 1},
		{"M.leap.over=anyEnemy; M.leap.chain=optional", "M m . m .", "a1^c1", PendingChain, 1},
		{"mill=o; board=o: a1-b1-c1 a2-b2-c2 d1-c1", "m m . .\n M M . M", "d1-c1", PendingRemoval, 0},
		{"kinds=M m p; p.rank=2; M.leap.over=enemyRank<=own; turn.ambush=on", ". . .\nM p .\n. M .\n. . .", "",
			PendingNothing, 1},
		{"M.leap.over=anyEnemy; capture.compelled=M; capture.enforce=huff", "m . M m . M .", "f1-g1 *c1",
			PendingMove, 1},
		{"prephase=M; prephase.count=2", ". . . m .", "M@a1", PendingDrop, 0},
	} {
		p, h := at(t, c.set, c.rows)
		if said := told(t, p, h, c.play); p.Pending() != c.want || p.ActionsLeft() != c.left {
			t.Errorf("%s: %q, pending %d with %d left, want %d with %d", c.set, said, p.Pending(), p.ActionsLeft(),
				c.want, c.left)
		}
	}
}
