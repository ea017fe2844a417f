package tafl

import (
	"testing"

	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
)

// TestRefusals: why a step is refused, and that nothing worse is said of it.
func TestRefusals(t *testing.T) {
	show(t, `
		. . . . . . .
		. . . . . . .
		. . . . . . .
		t . . . . . .
		. T . K . . .
		. . . . . . .
		. . . . . . .`,
		shown{"nothing there", "", "a4-a5 c4-c5", "refused: there is no piece on c4"},
		shown{"the opponent's", "", "a4-a5 a5-a6", "refused: the man on a5 belongs to the opponent"},
		shown{"no straight line", "", "a4-b5",
			"refused: a4 to b5: pieces move in a straight line along a rank or file"},
		shown{"blocked", "", "b3-e3", "refused: b3 to e3: the way is blocked on d3"},
		shown{"too far", "steps.defender=1", "b3-b5", "refused: b3 to b5 is farther than the man may move"},
		shown{"it may not stop", "", "a4-d4", "refused: a man may not stop on d4, the throne"},
		shown{"it may not cross", "throne.pass=nobody", "a4-f4", "refused: a man may not cross d4, the throne"},
		shown{"nor a camp", "camps=a6", "a4-a7", "refused: a man may not cross a6, a camp"},
		shown{"his own camp he may", "camps=a4 a5 a6", "a4-a6", ""},
		shown{"not into it again", "camps=a4 a6", "a4-a6", "refused: a man may not stop on a6, a camp"},
		shown{"nor out of another and on", "camps=a4 a5 / a6", "a4-a7", "refused: a man may not cross a6, a camp"},
		shown{"another stands in the way", "camps=a4 a5", "b3-e3", "refused: b3 to e3: the way is blocked on d3"},
		shown{"no leap", "", "a4^c4", "refused: the man may not leap from a4 to c4"},
		shown{"nothing to end", "", "a4-a5 stop", "refused: there is no capture to continue or end"},
		shown{"the game is over", "", "d3-g3 a4-a5", "refused: the game is over"})
}

// TestOffBoard: squares that are not there are refused before they are looked at.
func TestOffBoard(t *testing.T) {
	p, h := at(t, "", ". . . . .\n. . . . .\n. K . . .\n. . . . .\n. . . t .", game.Attackers)
	for _, m := range []game.Move{{From: 3, To: -1}, {From: 3, To: 25}, {From: -1, To: 3}, {From: 99, To: 3}} {
		if e := Explain(p, m, h); e.Reason != core.OffBoard {
			t.Errorf("%v: %v", m, e)
		}
	}
}
