package lines

import "testing"

// TestEnds is lines 10, the ends in their order.
func TestEnds(t *testing.T) {
	show(t, ". M . . m . .",
		shown{"1: it rests in its own corner", "ownCorner.A=a1", "b1-a1", "B by own-corner"},
		shown{"that of the other side", "ownCorner.B=a1", "b1-a1", ""},
		shown{"2a: it rests on its goal", "goalRest.A=a1", "b1-a1", "A by goal-rest"},
		shown{"that of the other side", "goalRest.B=a1", "b1-a1", ""},
		shown{"the corner comes first", "ownCorner.A=a1; goalRest.A=a1", "b1-a1", "B by own-corner"},
		shown{"2b: a region is full", "goalFill=A; goalFill.region=c1", "b1-c1", "A by goal-fill"},
		shown{"the other side is to fill it", "goalFill=B; goalFill.region=c1", "b1-c1", ""},
		shown{"anybody may", "goalFill=B; goalFill.region=c1; goalFill.counts=any", "b1-c1", "B by goal-fill"},
		shown{"there is more to fill", "goalFill=A; goalFill.region=c1 d1", "b1-c1", ""},
		shown{"4: too few", "minPieces.B=2", "b1-a1", "A by min-pieces"},
		shown{"the other side is asked first", "minPieces=2", "b1-a1", "A by min-pieces"},
		shown{"the mover has too few", "minPieces.A=2", "b1-a1", "B by min-pieces"},
		shown{"a hand counts", "minPieces.B=2; hands.B.m=1", "b1-a1", ""},
		shown{"8: the third time", "", "b1-a1 e1-f1 a1-b1 f1-e1 b1-a1 e1-f1 a1-b1 f1-e1", "draw by repetition"},
		shown{"the second", "repetition=2", "b1-a1 e1-f1 a1-b1 f1-e1", "draw by repetition"},
		shown{"repetition is off", "repetition=0", "b1-a1 e1-f1 a1-b1 f1-e1 b1-a1 e1-f1 a1-b1 f1-e1", ""},
		shown{"A loses by it", "repetition=2; repetitionLoss=A", "b1-a1 e1-f1 a1-b1 f1-e1", "B by repetition"},
		shown{"B loses by it", "repetition=2; repetitionLoss=B", "b1-a1 e1-f1 a1-b1 f1-e1", "A by repetition"},
		shown{"the mover does", "repetition=2; repetitionLoss=mover", "b1-a1 e1-f1 a1-b1 f1-e1", "A by repetition"},
		shown{"12: nothing comes back", "superko.afterHandEmpty=on", "b1-a1 e1-f1 a1-b1 f1-e1",
			"refused: this move repeats an earlier position, which is forbidden"},
		shown{"9: two quiet turns", "quiet=2", "b1-a1 e1-f1", "draw by quiet"},
		shown{"one is not enough", "quiet=2", "b1-a1", ""},
		shown{"quiet turns are not counted", "quiet=0", "b1-a1 e1-f1", ""})
	show(t, ". M m . . M .",
		shown{"7: no turn", "m.step.dirs=", "b1-a1", "A by no-move"},
		shown{"or a draw", "m.step.dirs=; noMove.B=draw", "b1-a1", "draw by no-move"},
		shown{"that of the other side", "m.step.dirs=; noMove.A=draw", "b1-a1", "A by no-move"},
		shown{"a capture is no quiet turn", "quiet=1; M.leap.over=anyEnemy; hands.B.m=1", "b1^d1", "c1 by leap"})
	show(t, ". M . . . m M",
		shown{"he can move", "goalFill=A; goalFill.region=f1 g1; goalFill.counts=own+immobile", "b1-c1", ""},
		shown{"he cannot", "goalFill=A; goalFill.region=f1 g1; goalFill.counts=own+immobile; m.step.dirs=", "b1-c1",
			"A by goal-fill"},
		shown{"he does not count", "goalFill=A; goalFill.region=f1 g1; m.step.dirs=; noMove=draw", "b1-c1",
			"draw by no-move"})
}

// TestLeaders is end 3: royal pieces lost, bare or alone.
func TestLeaders(t *testing.T) {
	const rules = "kinds=M K m k; K.royal=on; k.royal=on; M.leap.over=anyEnemy; K.leap.over=anyEnemy; "
	show(t, "M k . . . K m",
		shown{"the last leader is lost", rules + "royalLost=on", "a1^c1", "b1 by leap, A by royal-lost"},
		shown{"he is no loss", rules, "a1^c1", "b1 by leap, A by no-move"})
	show(t, "m M . . . K m . k",
		shown{"a leader alone loses", rules + "bareLeader=on", "b1-c1 a1-b1 f1^h1", "g1 by leap"},
		shown{"nobody is left beside him", rules + "bareLeader=on; setup.m=g1; m.side=B", "b1-c1", ""})
	show(t, "K m . k .",
		shown{"of two bare leaders the opponent's is asked first", rules + "bareLeader=on", "a1^c1",
			"b1 by leap, A by bare-leader"},
		shown{"leaders alone", rules + "loneLeaders=on", "a1^c1", "b1 by leap, draw by lone-leaders"},
		shown{"neither is asked", rules, "a1^c1", "b1 by leap"})
}

// TestRunner is ends 5 and 6: behind the line, and home.
func TestRunner(t *testing.T) {
	const rules = "board=cross33; M.step.dirs=F; "
	const rows = `
		- - . . . - -
		- - . . . - -
		. . . . . . .
		. . . M . . .
		M . m . . . .
		- - . . . - -
		- - . . . - -`
	show(t, rows,
		shown{"the last goes past", rules + "behind.result=win", "a3-a4", "B by behind"},
		shown{"which is a draw", rules + "behind.result=draw", "a3-a4", "draw by behind"},
		shown{"or nothing", rules + "behind.result=off", "a3-a4", ""},
		shown{"one is left on his rank", rules + "behind.result=win", "d4-d5", ""},
		shown{"none is left behind him", rules + "foxPassed=on", "d4-d5", "B by behind"},
		shown{"he runs on", rules + "behind.result=win; first=B", "c3-c2", "B by behind"},
		shown{"he comes to a row", rules + "reachRow.rank=2; first=B", "c3-c2", "B by reach-row"},
		shown{"to another", rules + "reachRow.rank=1; first=B", "c3-c2", ""},
		shown{"he comes home", rules + "foxHome=on; first=B", "c3-c2 d4-d5 c2-c1", "B by reach-row"},
		shown{"no home", rules + "foxHome=off; first=B", "c3-c2 d4-d5 c2-c1", ""},
		shown{"the other side runs", rules + "reachRow.rank=5; behind.runner=A", "d4-d5", "A by reach-row"})
}

// TestCombat is lines 4: two last pieces of equal rank must go for each other.
func TestCombat(t *testing.T) {
	const on = "singleCombat=on; M.leap.over=anyEnemy; "
	show(t, ". . M . . m .",
		shown{"nearer only", on, "", "may: c1-d1"},
		shown{"not away", on, "c1-b1", "refused: c1 to b1: the M may not move that way"},
		shown{"combat is off", "singleCombat=off", "", "may: c1-b1 c1-d1"},
		shown{"unequal ranks", on + "m.rank=2", "", "may: c1-b1 c1-d1"},
		shown{"leaders do not", on + "M.royal=on; m.royal=on", "", "may: c1-b1 c1-d1"},
		shown{"a piece is in hand", on + "mustDropFirst=off; hands.B.m=1", "", "may: c1-b1 c1-d1"})
	show(t, ". . M m . . .",
		shown{"he must be taken", on, "", "may: c1^e1"},
		shown{"nothing else", on, "c1-b1", "refused: the piece on c1 must capture"})
	show(t, "M . M . . m .", shown{"others are left", on, "", "may: a1-b1 c1-b1 c1-d1"})
}
