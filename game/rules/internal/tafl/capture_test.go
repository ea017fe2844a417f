package tafl

import "testing"

// TestMeans is tafl 6: who closes, and which means take part. Each has a file and a test of its own.
func TestMeans(t *testing.T) {
	show(t, `
		. . . . . . .
		. . . . . . .
		. . . . . . .
		. . . . . K .
		. . . . . t .
		. . . . . . .
		T t . . . . .`,
		shown{"C1: a leap takes whom it passes", "jump.man=capture", "a1^c1", "b1 by leap"},
		shown{"a leap of another kind does not", "jump.man=leap", "a1^c1", ""})
	show(t, `
		. . . . . . .
		. . T . . . .
		. . t . . . .
		. . . . K . .
		. . . . t . .
		. . . . . . .
		. t . . . . .`,
		shown{"an armed king strikes", "throne=none", "e4-c4", "c5 by custody"},
		shown{"a hammer strikes", "throne=none; king.power=hammer", "e4-c4", "c5 by custody"},
		shown{"an anvil does not", "throne=none; king.power=anvil", "e4-c4", ""},
		shown{"nor one without arms", "throne=none; king.power=unarmed", "e4-c4", ""},
		shown{"C1 needs no striking", "throne=none; king.power=unarmed; jump.king=capture", "e4^e2", "e3 by leap"},
		shown{"who strikes at nothing leaves all as they are", "throne=none; shieldwall=on", "b1-b2", ""})
	show(t, `
		. . . . . . .
		. . . . . . .
		. t . . . . .
		t T . t . . .
		. t . K . . .
		. . . t . . .
		. . . . . . .`,
		shown{"what two means take is taken once, by the first", "immobilise=men", "d4-c4", "b4 by custody"},
		shown{"the other takes it alone", "immobilise=men; custodial=off", "d4-c4", "b4 by immobilisation"})
}
