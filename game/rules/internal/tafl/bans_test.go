package tafl

import "testing"

// TestForbiddenRepetition is tafl 8: a turn that recreates an earlier position.
func TestForbiddenRepetition(t *testing.T) {
	const again = "refused: this move repeats an earlier position, which is forbidden"
	show(t, `
		. . . . . . .
		. . . . . . .
		. . . . . . .
		. . . . K . t
		. . . . . . .
		T . . . . . .
		. . . . . . .`,
		shown{"for both sides", "repetition=mover-forbidden", "e4-e5 g4-g5 e5-e4 g5-g4", again},
		shown{"for the defenders only", "repetition=defender-forbidden", "e4-e5 g4-g5 e5-e4 g5-g4", ""},
		shown{"and they are the defenders", "repetition=defender-forbidden", "g4-g5 e4-e5 g5-g4 e5-e4", again},
		shown{"another way is open", "repetition=defender-forbidden", "g4-g5 e4-e5 g5-g4 e5-d5", ""},
		shown{"it is not forbidden", "repetition=off", "g4-g5 e4-e5 g5-g4 e5-e4", ""})
}

// TestWatchedKing is tafl 9: the king may not step where he can be taken.
func TestWatchedKing(t *testing.T) {
	const exposed = "refused: the king could be captured on c2"
	show(t, `
		. . . . . . .
		. . . . . . .
		. . . . . . .
		. . K . . . .
		. . . . . . .
		. t . . . . t
		. . . T . . .`,
		shown{"he steps beside an attacker", "watchKing=forbid; king.capture=custodial", "c4-c2", exposed},
		shown{"he is warned only", "watchKing=warn; king.capture=custodial", "c4-c2", ""},
		shown{"it takes four there", "watchKing=forbid; king.capture=enclosed", "c4-c2", ""},
		shown{"a winning square is never forbidden", "watchKing=forbid; king.capture=custodial", "c4-c1",
			"defenders by king-escaped"},
		shown{"where nobody watches he may", "watchKing=off; king.capture=custodial", "c4-c2", ""},
		shown{"nobody has to answer a threat", "watchKing=forbid; king.capture=custodial", "d1-d3", ""})
}

// TestWatchedChain: he may step there if the same turn leads away again.
func TestWatchedChain(t *testing.T) {
	const rules = "throne=none; chain=optional; watchKing=forbid; king.capture=custodial; escape=corner; corner=corners"
	show(t, `
		. . . . . . .
		. t . . . . .
		T t . t . . .
		. . . . . . .
		. . K . . . .
		T t . . . . .
		. . . . . . .`,
		shown{"he takes and stays", rules, "c3-c5 stop", "refused: the king could be captured on c5"},
		shown{"he takes and goes on", rules, "c3-c5 c5-c2", "b5 by custody, b2 by custody"})
	show(t, `
		. . . . . . .
		. t . . . . .
		T t . t . . .
		. . . . . . .
		. . K . . . .
		. . . . . . .
		. . . . . . .`,
		shown{"he could not go on", rules, "c3-c5", "refused: the king could be captured on c5"})
}
