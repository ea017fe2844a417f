package lines

import (
	"math/rand/v2"
	"testing"

	"tafl3d/game"
)

// TestSteps is lines 4: steps, slides and flights.
func TestSteps(t *testing.T) {
	show(t, `
		. . . . . . .
		. . . . . . .
		. . . . . . .
		. . m M . . .
		. . . . . . .
		. . . . . . .
		. . . . . . .`,
		shown{"along ranks, files and drawn diagonals", "", "", "may: d4-c3 d4-c5 d4-d3 d4-d5 d4-e3 d4-e4 d4-e5"},
		shown{"forward", "M.step.dirs=F", "", "may: d4-c5 d4-d5 d4-e5"},
		shown{"sideways", "M.step.dirs=S", "", "may: d4-e4"},
		shown{"backward", "M.step.dirs=B", "", "may: d4-c3 d4-d3 d4-e3"},
		shown{"side A at the top", "M.step.dirs=F; sides.flipped=on", "", "may: d4-c3 d4-d3 d4-e3"},
		shown{"no diagonals", "M.step.lines=o", "", "may: d4-d3 d4-d5 d4-e4"},
		shown{"a slide", "M.step.range=inf; M.step.dirs=S", "", "may: d4-e4 d4-f4 d4-g4"},
		shown{"no turn ends there", "M.step.dirs=F; noRest=d5", "", "may: d4-c5 d4-e5"},
		shown{"a slide passes", "M.step.range=inf; M.step.dirs=S; noRest=e4", "", "may: d4-f4 d4-g4"})
	show(t, "M m . . .",
		shown{"the last man flies", "fly=1", "", "may: a1-c1 a1-d1 a1-e1"},
		shown{"two men do not", "fly=2", "", "may: "},
		shown{"flights are off", "fly=0", "", "may: "},
		shown{"not onto a closed point", "fly=1; noRest=d1", "", "may: a1-c1 a1-e1"})
	show(t, `
		- - . . . - -
		- - . . . - -
		. . . . . . .
		. . . M . . .
		. . . . . . .
		- - . . . - -
		- - . . . - -`,
		shown{"not farther from the fortress", "board=cross33; M.step.lines=o; M.step.filter=weak", "",
			"may: d4-c4 d4-d5 d4-e4"},
		shown{"only nearer to it", "board=cross33; M.step.lines=o; M.step.filter=strict", "", "may: d4-d5"},
		shown{"why not", "board=cross33; M.step.lines=o; M.step.filter=strict; M.name=man", "d4-c4",
			"refused: d4 to c4: the man may not move that way"},
		shown{"anywhere", "board=cross33; M.step.lines=o", "", "may: d4-c4 d4-d3 d4-d5 d4-e4"})
}

// TestLeaps is lines 4: over whom a piece leaps, and in which direction.
func TestLeaps(t *testing.T) {
	const over = "M.leap.over=anyEnemy; "
	show(t, "M m . . .",
		shown{"over an enemy", over, "", "may: a1^c1"},
		shown{"he is taken", over, "a1^c1", "b1 by leap, A by no-move"},
		shown{"leaps are off", "M.leap.over=none", "", "may: "},
		shown{"an equal", "M.leap.over=enemyRank<=own", "", "may: a1^c1"},
		shown{"a higher one", "M.leap.over=enemyRank<=own; m.rank=2", "", "may: "},
		shown{"backward only", over + "M.leap.dirs=B", "", "may: "},
		shown{"along diagonals only", over + "M.leap.lines=d", "", "may: "},
		shown{"it may not rest there", over + "noRest=c1", "", "may: "})
	show(t, "M m m . .", shown{"the landing is not empty", over, "", "may: "})
	show(t, "M . m . .", shown{"the enemy is not next to it", over, "", "may: a1-b1"})
	show(t, ". M M . .",
		shown{"over a friend, who stays", "M.leap.overFriend=on", "", "may: b1-a1 b1^d1 c1-d1 c1^a1"},
		shown{"not over friends", over, "", "may: b1-a1 c1-d1"})
}

// TestRipe: where there are more pieces than kinds of hops, those that surely take nobody are left out.
func TestRipe(t *testing.T) {
	p, _ := at(t, "M.leap.over=anyEnemy", "M M m . M M M M m")
	if got := names(p, p.Ripe().List()); got != "b1" {
		t.Errorf("ripe are %q", got)
	}
	p, _ = at(t, "M.leap.over=anyEnemy", "M m . . . . M")
	if got := names(p, p.Ripe().List()); got != "a1 g1" {
		t.Errorf("of few pieces all are returned, not %q", got)
	}
	p, _ = at(t, "M.leap.over=anyEnemy; M.leap.overFriend=on", "M M m . M M M M m")
	if got := p.Ripe().Len(); got != 6 {
		t.Errorf("where pieces leap over friends all are returned, not %d", got)
	}
}

func names(p *Position, squares []game.Square) (text string) {
	for i, s := range squares {
		if i > 0 {
			text += " "
		}
		text += p.Rules.Board.Name(s)
	}
	return text
}

// TestNothingDrawn: when there is no step none is drawn.
func TestNothingDrawn(t *testing.T) {
	p, h := at(t, "", "M m . . .")
	if m, ok := p.Random(rand.NewPCG(1, 2), h); ok {
		t.Errorf("%v is drawn", m)
	}
}
