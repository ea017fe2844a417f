package lines

import (
	"slices"
	"testing"

	"tafl3d/game"
	"tafl3d/game/ruleset"
)

// TestPromotion is lines 9, 1 and 2: promotion of who comes to rest, and men who have gone backward.
func TestPromotion(t *testing.T) {
	const rules = "board=o: a1-a2-a3-a4-a5-a6-a7; kinds=M K m; M.promote=K; M.promote.on=a5; "
	show(t, ".\nm\n.\nM\n.\n.\n.",
		shown{"it comes to rest there", rules, "a4-a5", "a5 is K"},
		shown{"on the far row", rules + "M.promote.on=far", "a4-a5", ""},
		shown{"it is not promoted", rules + "M.promote=none", "a4-a5", ""},
		shown{"it has gone backward", rules + "M.promote.retreat=steps", "a4-a3 a6-a7 a3-a4 a7-a6 a4-a5", ""},
		shown{"which spoils nobody", rules + "M.promote.retreat=off", "a4-a3 a6-a7 a3-a4 a7-a6 a4-a5", "a5 is K"},
		shown{"forward is no retreat", rules + "M.promote.retreat=all; M.promote.on=a3",
			"a4-a5 a6-a7 a5-a4 a7-a6 a4-a3", ""})
	show(t, ".\n.\nM\nm\n.\nM\nm",
		shown{"a leap backward may spoil nobody",
			rules + "M.leap.over=anyEnemy; M.promote.retreat=steps; M.promote.on=a3", "a5^a3",
			"a4 by leap, a3 is K, A by no-move"},
		shown{"or whoever makes it", rules + "M.leap.over=anyEnemy; M.promote.retreat=all; M.promote.on=a3", "a5^a3",
			"a4 by leap, A by no-move"})
}

// TestSweep is lines 9, 3: who can neither step nor leap comes off, all judged on one board.
func TestSweep(t *testing.T) {
	show(t, "m m M . . M m",
		shown{"three of them", "sweep=B", "f1-e1", "a1 by sweep, b1 by sweep"},
		shown{"who can move stays", "sweep=B", "c1-d1", "a1 by sweep, g1 by sweep"},
		shown{"the other side is swept", "sweep=A", "f1-e1 g1-f1", ""},
		shown{"nobody is", "sweep=off", "f1-e1", ""})
}

// TestUndo takes back a step of every kind: the position and its hash are as before.
func TestUndo(t *testing.T) {
	for _, c := range []struct{ set, rows, play, last string }{
		{"", "M . . m .", "", "a1-b1"},
		{"M.leap.over=anyEnemy; M.leap.chain=optional", "M m . m .", "", "a1^c1"},
		{"M.leap.over=anyEnemy; M.leap.chain=optional", "M m . m .", "a1^c1", "c1^e1"},
		{"M.leap.over=anyEnemy; M.leap.chain=optional", "M m . m .", "a1^c1", "stop"},
		{"hands.A.M=1", "M . . m .", "", "M@c1"},
		{"sweep=B", "m m M . . M m", "", "f1-e1"},
		{"M.leap.over=anyEnemy; capture.compelled=M; capture.enforce=huff", "m . M m . M .", "f1-g1", "*c1"},
		{"kinds=M K m; K.royal=on; M.promote=K; M.promote.on=b1; royalLost=off", "M . . m .", "", "a1-b1"},
		{army + "check=on; castle=K R", ". . . k . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . " +
			". . . .\n. . . . . . . .\n. . . . . . . .\n. . . . K . . R", "", "O-O"},
		{army + "check=on", ". . . k . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. " +
			". . . . . . .\n. . . . . . r .\n. . . . K . . R", "", "h1-h2"},
		{"kinds=M m p; p.rank=2; M.leap.over=enemyRank<=own; turn.ambush=on", ". . .\n. . .\nM p .\n. M .\n. . .",
			"a3^c3", "b2^b4"},
	} {
		p, h := at(t, c.set, c.rows)
		told(t, p, h, c.play)
		m := step(t, p, c.last)
		if !slices.Contains(p.Legal(nil, h), m) {
			t.Fatalf("%s: %v", c.last, Explain(p, m, h))
		}
		before, hash := *p, p.FullHash()
		var d Delta
		p.Play(m, &d)
		if p.FullHash() == hash {
			t.Errorf("%s leaves the hash as it was", c.last)
		}
		p.Undo(&d)
		p.Open, before.State.duty, before.State.due = before.Open, p.State.duty, p.State.due // looked up, not changed
		if *p != before {
			t.Errorf("%s and back is another position", c.last)
		}
	}
}

// TestHash: what Play depends on is in the hash, and nothing else.
func TestHash(t *testing.T) {
	same := func(set, rows, one, other string) bool {
		p, h := at(t, set, rows)
		q, g := at(t, set, rows)
		told(t, p, h, one)
		told(t, q, g, other)
		return p.FullHash() == q.FullHash()
	}
	const line = "M . . m . M ."
	if !same("", line, "a1-b1 d1-c1 f1-g1", "f1-g1 d1-c1 a1-b1") {
		t.Error("the order of turns makes another position")
	}
	if same("hands.A.M=2; hands.B.m=1; mustDropFirst=off", line, "a1-b1 d1-c1", "M@b1 d1-c1") {
		t.Error("a hand is not in the hash")
	}
	if same("turn.actions=2", line, "a1-b1 f1-g1", "a1-b1") || same("turn.actions=3", line, "a1-b1 b1-c1", "a1-b1") {
		t.Error("a turn under way is not in the hash")
	}
	if same("turn.actions=4; turn.allowNullTurn=on", line, "a1-b1 b1-a1", "") ||
		same("turn.actions=4; turn.allowNullTurn=on", line, "a1-b1", "a1-b1 b1-c1 c1-b1") {
		t.Error("how many actions were made is not in the hash")
	}
	const hops = "M.leap.overFriend=on; M.leap.lines=o; M.leap.chain=optional; M.step.dirs="
	if same(hops, ". . . m\n. M . .\nM . M .\nM M . .", "a1^c1 c1^c3", "a1^a3 a3^c3") {
		t.Error("where a chain has come by is not in the hash")
	}
	if same("kinds=M K m; M.promote=K; M.promote.retreat=steps; board=o: a1-a2-a3-a4-a5-a6", ".\nm\n.\n.\nM\n.",
		"a2-a1 a5-a6 a1-a2 a6-a5", "") {
		t.Error("a man who went back is not in the hash")
	}
	if same("M.leap.over=anyEnemy; capture.compelled=M; capture.enforce=huff", "m . M m . M .", "f1-g1", "c1-b1") {
		t.Error("who may be huffed is not in the hash")
	}
}

// TestEvents: a step is told in the order in which it happens, and back.
func TestEvents(t *testing.T) {
	one := func(set, rows, play, last string) (*Position, Delta) {
		p, h := at(t, set, rows)
		told(t, p, h, play)
		var d Delta
		p.Play(step(t, p, last), &d)
		return p, d
	}
	same := func(got []game.Event, want ...game.Event) {
		t.Helper()
		if !slices.Equal(got, want) {
			t.Errorf("%#v, want %#v", got, want)
		}
	}
	_, d := one("M.leap.over=anyEnemy; kinds=M K m; M.leap.over=anyEnemy; M.promote=K; M.promote.on=c1",
		"M m . m .", "", "a1^c1")
	same(d.Events(), game.Moved{Piece: 1, Op: game.Leap, From: 0, To: 2},
		game.Captured{Piece: 3, At: 1, By: game.ByJump}, game.Promoted{From: 1, To: 2, At: 2},
		game.Turned{Side: game.Defenders})
	same(d.UndoEvents(), game.Promoted{From: 2, To: 1, At: 2}, game.Moved{Piece: 1, Op: game.Leap, From: 2, To: 0},
		game.Restored{Piece: 3, At: 1}, game.Turned{Side: game.Attackers})
	_, d = one("M.replaces=on", "M m . m .", "", "a1-b1")
	same(d.Events(), game.Captured{Piece: 2, At: 1, By: game.ByPlace}, game.Moved{Piece: 1, From: 0, To: 1},
		game.Turned{Side: game.Defenders})
	_, d = one("M.leap.over=anyEnemy; M.leap.chain=optional", "M m . m .", "a1^c1", "stop")
	same(d.Events(), game.Turned{Side: game.Defenders})
	_, d = one(army+"castle=K R", ". . . k . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . "+
		".\n. . . . . . . .\n. . . . . . . .\n. . . . K . . R", "", "O-O")
	same(d.Events(), game.Moved{Piece: 2, Op: game.Castle, From: 7, To: 5},
		game.Moved{Piece: 1, Op: game.Castle, From: 4, To: 6}, game.Turned{Side: game.Defenders})
	same(d.UndoEvents(), game.Moved{Piece: 2, Op: game.Castle, From: 5, To: 7},
		game.Moved{Piece: 1, Op: game.Castle, From: 6, To: 4}, game.Turned{Side: game.Attackers})
	for set, want := range map[string]bool{"hands.A.M=1": false, "kinds=M K m; hands.A.M=1; hands.A.K=1": true,
		"kinds=M K m; hands.A.M=1; hands.B.m=1": false} {
		p, d := one(set, "M . . m .", "", "M@b1")
		if d.NamesDrop(p.Game) != want {
			t.Errorf("%s: the drop names its piece: %v", set, !want)
		}
	}
}

// TestRefusals: reasons that belong to no other mechanic.
func TestRefusals(t *testing.T) {
	show(t, "M . m . . M .",
		shown{"nothing there", "", "b1-c1", "refused: there is no piece on b1"},
		shown{"the opponent's", "M.name=man; m.name=foe", "c1-b1", "refused: the foe on c1 belongs to the opponent"},
		shown{"occupied", "", "f1-c1", "refused: f1 to c1: c1 is occupied"},
		shown{"too far", "M.name=man", "f1-d1", "refused: f1 to d1 is farther than the man may step"},
		shown{"a slide is blocked", "M.name=man; M.step.range=inf", "f1-b1", "refused: f1 to b1: c1 is occupied"},
		shown{"nothing to leap over", "M.name=man; M.leap.over=anyEnemy", "a1^c1", "refused: a1 to c1: c1 is occupied"},
		shown{"nobody between", "M.name=man; M.leap.over=anyEnemy", "f1^d1",
			"refused: the man has nothing to leap over from f1 to d1"},
		shown{"nowhere", "", "a1-a1", "refused: that square is off the board"},
		shown{"no turn is under way", "", "stop", "refused: there is no move in progress to end"},
		shown{"nobody may be removed", "", "*c1", "refused: the piece on c1 may not be removed"})
	show(t, `
		. . .
		. M .
		. m .`,
		shown{"backward", "board=o: a1-b1-c1 a2-b2-c2 a3-b3-c3 a1-a2-a3 b1-b2-b3 c1-c2-c3; M.step.dirs=FS; M.name=man",
			"b2-a1", "refused: b2 to a1: the man may not move that way"},
		shown{"no line", "board=o: a1-b1-c1 a2-b2-c2 a3-b3-c3 a1-a2-a3 b1-b2-b3 c1-c2-c3; M.step.dirs=FS; M.name=man",
			"b2-a3", "refused: no line leads from b2 to a3 for the man"})
	show(t, "M k . . .",
		shown{"a higher rank", "kinds=M m k; k.rank=2; M.name=man; M.leap.over=enemyRank<=own", "a1^c1",
			"refused: the piece on b1 outranks the man"})
}

// TestSides: the men of side A move first unless the rules say otherwise.
func TestSides(t *testing.T) {
	for set, want := range map[string]game.Side{"first=A": game.Attackers, "first=B": game.Defenders} {
		if p, _ := at(t, set, "M . m . ."); p.Turn != want {
			t.Errorf("%s: %s", set, ruleset.SideWords[p.Turn])
		}
	}
}
