package lines

import "testing"

// TestChain is lines 4: several leaps of one piece, and where they may end.
func TestChain(t *testing.T) {
	const over = "M.leap.over=anyEnemy; m.step.dirs=; "
	show(t, "M m . m . . m",
		shown{"it may go on", over + "M.leap.chain=optional", "a1^c1", "may: c1^e1 stop"},
		shown{"or stop", over + "M.leap.chain=optional", "a1^c1 stop", "b1 by leap, A by no-move"},
		shown{"it must go on", over + "M.leap.chain=mandatory", "a1^c1 stop",
			"refused: the piece on c1 must continue capturing"},
		shown{"one leap is a turn", over + "M.leap.chain=none; m.step.dirs=S", "a1^c1", "may: d1-e1 g1-f1"},
		shown{"steps and leaps do not mix", over + "M.leap.chain=optional", "a1^c1 c1-b1",
			"refused: only the piece on c1 may continue this move"},
		shown{"no turn may end there", over + "M.leap.chain=optional; noRest=c1", "a1^c1 stop",
			"refused: a move may not end on c1"},
		shown{"so it goes through", over + "M.leap.chain=optional; noRest=c1", "a1^c1", "may: c1^e1"},
		shown{"or is not begun", over + "M.leap.chain=optional; noRest=c1 e1", "", "may: "},
		shown{"the longest only", over + "M.leap.chain=optional; capture.longest=on; capture.compelled=M", "a1^c1",
			"may: c1^e1"})
	const hops = "M.leap.overFriend=on; M.leap.over=anyEnemy; M.leap.lines=o; M.leap.chain=optional; " +
		"M.step.dirs=; m.step.dirs="
	show(t, `
		. . . . . . .
		. . . . . . .
		. . . . . . .
		. . . . . . .
		. M . . . . .
		M . m . . . .
		M M . . . . m`,
		shown{"a hop does not lead back", hops, "a1^c1", "may: c1^c3 stop"},
		shown{"after a capture it leads to where the turn began", hops, "a1^c1 c1^c3 c3^a3", "may: a3^a1 stop"},
		shown{"but not to where it stood since", hops, "a1^c1 c1^c3 c3^a3 a3^c3", "refused: a move may not end on c3"})
}

// TestDuty is lines 5: who must capture, by whose captures, and what if he does not.
func TestDuty(t *testing.T) {
	const over = "kinds=M K m; K.leap.over=anyEnemy; M.leap.over=anyEnemy; "
	show(t, "m M . . K m . m M .",
		shown{"all may capture", over, "", "may: b1-c1 e1-d1 e1^g1 i1-j1 i1^g1"},
		shown{"the leader must", over + "capture.compelled=K", "", "may: e1^g1"},
		shown{"anybody's capture will do", over + "capture.compelled=K; capture.satisfiedBy=any", "",
			"may: e1^g1 i1^g1"},
		shown{"all must", over + "capture.compelled=all", "", "may: e1^g1 i1^g1"},
		shown{"nobody is held to it", over + "capture.compelled=K; capture.enforce=none", "",
			"may: b1-c1 e1-d1 e1^g1 i1-j1 i1^g1"},
		shown{"another turn is refused", over + "capture.compelled=K", "b1-c1",
			"refused: the piece on e1 must capture"},
		shown{"huffing: all turns are legal", over + "capture.compelled=K; capture.enforce=huff", "",
			"may: b1-c1 e1-d1 e1^g1 i1-j1 i1^g1"})
	show(t, "m . M m . . M . m .",
		shown{"who captured nothing may be taken off",
			"M.leap.over=anyEnemy; capture.compelled=M; capture.enforce=huff", "g1-h1", "may: *c1 a1-b1 d1-e1 i1-j1"},
		shown{"also where he went to", "M.leap.over=anyEnemy; capture.compelled=M; capture.enforce=huff", "c1-b1",
			"may: *b1 d1-c1 d1-e1 i1-h1 i1-j1"},
		shown{"and the turn goes on", "M.leap.over=anyEnemy; capture.compelled=M; capture.enforce=huff", "g1-h1 *c1",
			"may: a1-b1 d1-c1 d1-e1 i1-j1"},
		shown{"it is offered once", "M.leap.over=anyEnemy; capture.compelled=M; capture.enforce=huff",
			"g1-h1 d1-e1 h1-g1 *c1", "refused: the piece on c1 may not be removed"},
		shown{"who captured is safe", "M.leap.over=anyEnemy; capture.compelled=M; capture.enforce=huff", "c1^e1",
			"may: a1-b1 i1-h1 i1-j1"})
	const short = "M.leap.over=anyEnemy; M.leap.chain=mandatory; capture.compelled=M; capture.enforce=huff; "
	show(t, "M m . m . . m .",
		shown{"a chain that stopped short", short + "capture.huffShort=on", "a1^c1 stop", "may: *c1 d1-e1 g1-f1 g1-h1"},
		shown{"it may not stop", short + "capture.huffShort=off", "a1^c1 stop",
			"refused: the piece on c1 must continue capturing"})
	show(t, `
		. . . . . . .
		. . . . . . .
		. . . . . . .
		. . m . m . .
		. . M m . M .
		. . m . . . .
		m . . . . . .`,
		shown{"the longest capture",
			"M.leap.over=anyEnemy; M.leap.chain=optional; M.leap.lines=o; capture.compelled=M; capture.longest=on", "",
			"may: c3^e3"},
		shown{"any capture", "M.leap.over=anyEnemy; M.leap.chain=optional; M.leap.lines=o; capture.compelled=M", "",
			"may: c3^c1 c3^c5 c3^e3"},
		shown{"another leap is refused",
			"M.leap.over=anyEnemy; M.leap.chain=optional; M.leap.lines=o; capture.compelled=M; capture.longest=on",
			"c3^c5", "refused: another leap begins a longer capture"})
	show(t, "M M . M m . . m",
		shown{"a hop that leads to a capture meets the duty",
			"M.leap.over=anyEnemy; M.leap.overFriend=on; M.leap.chain=optional; capture.compelled=M", "", "may: d1^f1"})
	show(t, "M M . m . . m",
		shown{"a hop that leads to one",
			"M.leap.over=anyEnemy; M.leap.overFriend=on; M.leap.chain=optional; capture.compelled=M", "", "may: a1^c1"},
		shown{"where chains are off it meets nothing",
			"M.leap.over=anyEnemy; M.leap.overFriend=on; M.leap.chain=none; capture.compelled=M", "",
			"may: a1^c1 b1-c1"},
		shown{"so it must go on",
			"M.leap.over=anyEnemy; M.leap.overFriend=on; M.leap.chain=optional; capture.compelled=M", "a1^c1",
			"may: c1^e1"})
}

// TestScripted is the first turn into the centre, and its reply.
func TestScripted(t *testing.T) {
	show(t, `
		. . . . . . .
		. . . . . . .
		. . . m . . .
		. . . . . . .
		. . . M . . .
		. . . . . . .
		. . . . . . .`,
		shown{"it may not go round it", "scriptedOpening=on; M.step.dirs=S", "", "may: "},
		shown{"it enters the centre", "scriptedOpening=on; m.leap.over=anyEnemy", "", "may: d3-d4"},
		shown{"the reply captures", "scriptedOpening=on; m.leap.over=anyEnemy", "d3-d4", "may: d5^d3"},
		shown{"nothing else", "scriptedOpening=on; m.leap.over=anyEnemy", "d3-d4 d5-d6",
			"refused: the piece on d5 must capture"},
		shown{"no script", "m.leap.over=anyEnemy; M.step.dirs=S", "", "may: d3-c3 d3-e3"},
		shown{"elsewhere", "scriptedOpening=on", "d3-c3", "refused: a move may not end on c3"})
}
