package tafl

import "testing"

// TestEnds is E1 to E9 of tafl 5 as far as they have no file of their own.
func TestEnds(t *testing.T) {
	show(t, `
		. . . . . . .
		. . . . . . .
		. . . . . . .
		. . . . K . .
		. . . . . . .
		T . t T . . t
		. . . . . . .`,
		shown{"E2: the king on the edge", "", "e4-e7", "defenders by king-escaped"},
		shown{"a corner is asked for", "escape=corner; corner=corners", "e4-e7", ""},
		shown{"E7: who can be taken nowhere is safe", "escape=edge-safe", "e4-e7", "defenders by king-escaped"},
		shown{"he can be taken there", "escape=edge-safe; edge.anvil=k; king.capture=custodial", "e4-e1", ""},
		shown{"he is still there after the reply", "escape=edge-safe; edge.anvil=k; king.capture=custodial",
			"e4-e1 g2-g3", "defenders by king-escaped"},
		shown{"camp squares are no edge", "camps=e7; camp.enter=king", "e4-e7", ""},
		shown{"unless they count", "camps=e7; escape.excludeCamps=off; camp.enter=king", "e4-e7",
			"defenders by king-escaped"})
	show(t, `
		. . . . . . .
		. . . . . . .
		. . . . . . .
		. . . . K . .
		. . . . . . .
		T . t T . . .
		. . . . . . .`,
		shown{"E3: the last attacker", "", "a2-b2", "c2 by custody, defenders by attackers-gone"},
		shown{"where that wins nothing he has no turn", "attackersGone=off", "a2-b2",
			"c2 by custody, defenders by no-move"},
		shown{"E8: or it is a draw", "attackersGone=off; noMove=draw", "a2-b2", "c2 by custody, draw by no-move"},
		shown{"E9: no capture for a full move", "noCapture=1", "a2-a3 c2-c3", "draw by no-capture"},
		shown{"half a move is not enough", "noCapture=1", "a2-a3", ""},
		shown{"moves without a capture are not counted", "noCapture=0", "a2-a3 c2-c3", ""})
}

// TestRepetition is E4: a position that has come back, and the draw fort.
func TestRepetition(t *testing.T) {
	const twice = "g4-g5 e4-e5 g5-g4 e5-e4"
	show(t, `
		. . . . . . .
		. . . . . . .
		. . . . . . .
		. . . . K . t
		. . . . . . .
		T . t T T T .
		. . . . . . .`,
		shown{"draw", "repetition=draw; repetition.count=2", twice, "draw by repetition"},
		shown{"not yet often enough", "repetition=draw; repetition.count=3", twice, ""},
		shown{"the third time", "repetition=draw; repetition.count=3", twice + " " + twice, "draw by repetition"},
		shown{"repetition is off", "repetition=off; repetition.count=2", twice, ""},
		shown{"the defenders lose by their turn", "repetition=defender-loses; repetition.count=2", twice,
			"attackers by repetition"},
		shown{"not by the attackers'", "repetition=defender-loses; repetition.count=2", "e4-e5 g4-g5 e5-e4 g5-g4", ""},
		shown{"the mover loses", "repetition=mover-loses; repetition.count=2", "e4-e5 g4-g5 e5-e4 g5-g4",
			"defenders by repetition"},
		shown{"the mover wins", "repetition=mover-wins; repetition.count=2", "e4-e5 g4-g5 e5-e4 g5-g4",
			"attackers by repetition"},
		shown{"who presses must be named", "repetition=aggressor-claim; repetition.count=2", twice, ""},
		shown{"the defenders stand as they stood", "repetition=off; drawFort=2", twice, "attackers by draw-fort"},
		shown{"draw forts are off", "repetition=off; drawFort=0", twice, ""},
		shown{"not often enough", "repetition=off; drawFort=3", twice, ""})
}
