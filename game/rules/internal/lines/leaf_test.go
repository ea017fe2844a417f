package lines

import (
	"testing"

	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
)

// TestStir: a step is quiet if nothing can hang on it. The others are told.
func TestStir(t *testing.T) {
	const line = "board=cross33; step.lines=o; M.step.dirs=FS; behind.result=win; "
	const behind = ". . . . . . .\n. . . . . . .\n. . . . . . .\n. . . M . . .\nM . m . . . .\n. . . . . . .\n. " +
		". . . . . ."
	for _, c := range []struct{ name, set, rows, loud string }{
		{"plain steps", "", ". M . m . M .", ""},
		{"its goal", "goalRest.A=a1", ". M . m . M .", "b1-a1"},
		{"its own corner", "ownCorner.A=a1", ". M . m . M .", "b1-a1"},
		{"the goal of others", "goalRest.B=a1", ". M . m . M .", ""},
		{"the row of the runner", "behind.runner=A; reachRow.rank=1", ". M . m . M .", "b1-a1 b1-c1 f1-e1 f1-g1"},
		{"where it is promoted", "kinds=M K m; M.promote=K; M.promote.on=g1", ". M . m . M .", "f1-g1"},
		{"the last point of a region", "goalFill=A; goalFill.region=a1", ". M . m . M .", "b1-a1"},
		{"not the last but one", "goalFill=A; goalFill.region=a1 c1", ". M . m . M .", ""},
		{"leaps", "M.leap.over=anyEnemy", ". M m . . M .", "b1^d1"},
		{"drops are quiet", "hands.A.M=2; hands.B.m=1", ". M . m . M .", ""},
		{"where the runner is told behind", "foxPassed=on; hands.A.M=1", ". M . m . M .", "M@a1 M@c1 M@e1 M@g1"},
		{"captures by place", army + "R.step.dirs=S", ". . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . " +
			". . .\nR . p . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .", "a4-c4"},
		{"the last of the line steps on", line, behind, "a3-a4 a3-b3"},
		{"the runner gets below the line", line + "first=B", behind, "c3-c2"},
	} {
		p, _ := at(t, c.set, c.rows)
		var s core.Stirring
		if !p.Stir(&s) {
			t.Errorf("%s: nothing is quiet", c.name)
			continue
		}
		var loud []game.Move
		for _, m := range p.Legal(nil, nil) {
			if !s.Quiet(m) {
				loud = append(loud, m)
			}
		}
		got := ""
		for i, text := range texts(p, loud) {
			if i > 0 {
				got += " "
			}
			got += text
		}
		if got != c.loud {
			t.Errorf("%s: %q, want %q", c.name, got, c.loud)
		}
	}
}

// TestNothingIsQuiet: rules under which every step may decide something.
func TestNothingIsQuiet(t *testing.T) {
	for set, want := range map[string]bool{"": true, "fly=2": false, "sweep=B": false,
		"superko.afterHandEmpty=on": false, "mill=o": false,
		"singleCombat=on": false, "turn.actions=2": false,
		"goalFill=A; goalFill.region=a1; goalFill.counts=own+immobile": false,
		"minPieces.A=3": false, "prephase=M": false, "scriptedOpening=on; board=grid7": false} {
		p, _ := at(t, set, ". M . m . M .")
		if got := p.Stir(&core.Stirring{}); got != want {
			t.Errorf("%q: %v", set, got)
		}
	}
	p, h := at(t, "turn.actions=2", ". M . m . M .")
	if told(t, p, h, "b1-a1"); !p.Stir(&core.Stirring{}) {
		t.Error("the last of two actions may be quiet")
	}
}

// TestLeaf: false means that the other side may not be able to move, or that the step is not quiet after all.
func TestLeaf(t *testing.T) {
	for _, c := range []struct {
		set, rows, play string
		want            bool
	}{
		{"", "M . . m .", "a1-b1", true},
		{"m.step.dirs=", "M . . m .", "a1-b1", false},
		{"kinds=M K m; M.promote=K; M.promote.on=e5; M.promote.retreat=steps; board=o: a1-a2-a3-a4-a5-b5-e5",
			".\nm\n.\n.\nM", "a1-a2", true},
		{"kinds=M K m; M.promote=K; M.promote.on=e5; M.promote.retreat=steps; board=o: a1-a2-a3-a4-a5-b5-e5",
			".\nm\n.\nM\n.", "a2-a1", false},
		{"hands.A.M=1", "M . . m .", "M@b1", true},
		{"hands.A.M=1", "M . m .", "M@b1", false}, // the step that was open is shut
		{"hands.A.M=1; hands.B.m=1", "M . . m", "M@b1", true},
		{"M.leap.over=anyEnemy; capture.compelled=M; capture.enforce=huff", "M . . M m . . m", "a1-b1", true},
		{army + "check=on", ". . . . . . . k\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. " +
			". . . . . . .\n. . . . . . . R\nK . . . . . . .", "a1-a2", true},
	} {
		p, h := at(t, c.set, c.rows)
		p.Turn ^= 1
		p.canMove(h) // which step was open to the other side
		p.Turn ^= 1
		p.State.duty = dutyUnknown
		if p.Game.huff {
			findDue(p)
		}
		before := *p
		if got := p.Leaf(step(t, p, c.play)); got != c.want {
			t.Errorf("%s, %s: %v", c.set, c.play, got)
		}
		p.Open = before.Open
		if *p != before {
			t.Errorf("%s, %s: the position has changed", c.set, c.play)
		}
	}
}

// TestLeapLeaves counts the turns that begin with a leap, by hand.
func TestLeapLeaves(t *testing.T) {
	const over = "M.leap.over=anyEnemy; "
	for _, c := range []struct {
		set, rows, leap string
		want            int64
	}{
		{over + "M.leap.chain=none", "M m . m . m .", "a1^c1", 1},
		{over + "M.leap.chain=optional", "M m . m . m .", "a1^c1", 3},
		{over + "M.leap.chain=mandatory", "M m . m . m .", "a1^c1", 1},
		{over + "M.leap.chain=optional; noRest=e1", "M m . m . m .", "a1^c1", 2},
		{over + "M.leap.overFriend=on; M.leap.chain=optional", "M m . M . m .", "a1^c1", 3},
		{over + "M.leap.overFriend=on; M.leap.chain=optional", "M M . . . m .", "a1^c1", 1},
	} {
		p, _ := at(t, c.set, c.rows)
		before := *p
		if n := LeapLeaves(p, step(t, p, c.leap)); n != c.want {
			t.Errorf("%s: %d turns, want %d", c.set, n, c.want)
		}
		p.Open = before.Open
		if *p != before {
			t.Errorf("%s: the position has changed", c.set)
		}
	}
	for set, want := range map[string]bool{over: true, "turn.actions=2": false, over + "turn.ambush=on": false,
		over + "capture.longest=on":                                              false,
		over + "capture.compelled=M; M.leap.overFriend=on":                       false,
		over + "capture.compelled=M; capture.enforce=huff; capture.huffShort=on": false,
		over + "M.leap.chain=mandatory; noRest=e1":                               false,
		over + "M.leap.chain=optional; noRest=e1":                                true,
		over + "kinds=M K m; M.promote=K":                                        false} {
		if p, _ := at(t, set, "M m . m . m ."); p.Game.plain != want {
			t.Errorf("%q: leaps are plain: %v", set, !want)
		}
	}
}

// TestPerft counts turns by hand: none follows the end of a game.
func TestPerft(t *testing.T) {
	for _, c := range []struct {
		set, rows string
		want      [3]int64
	}{
		{"", "M . . . m", [3]int64{1, 1, 1}},
		{"", ". M . . m .", [3]int64{1, 2, 4}},
		{"goalRest.A=a1", ". M . . m .", [3]int64{1, 2, 2}},
		{"M.leap.over=anyEnemy; M.leap.chain=optional", "M m . m . m .", [3]int64{1, 3, 4}},
		{"turn.actions=2", "M . . . . . m .", [3]int64{1, 2, 6}},
		{"hands.A.M=2", ". . m", [3]int64{1, 2, 1}},
	} {
		p, _ := at(t, c.set, c.rows)
		before := *p
		for depth, want := range c.want {
			if n, _ := p.Perft(depth, nil); n != want {
				t.Errorf("%s %s: %d at %d, want %d", c.set, c.rows, n, depth, want)
			}
		}
		p.Open, p.State.duty, p.State.due = before.Open, before.State.duty, before.State.due
		if *p != before {
			t.Errorf("%s: the position has changed", c.set)
		}
	}
}
