package tafl

import "testing"

// TestImmobilise is C5: an enemy with no free side falls.
func TestImmobilise(t *testing.T) {
	const none = "custodial=off; "
	show(t, `
		. . . . . . .
		. . . . . . .
		. t . . . . .
		t T . t . K .
		. t . . . . .
		. . . . . . .
		. . . . . . .`,
		shown{"four enemies", none + "immobilise=men", "d4-c4", "b4 by immobilisation"},
		shown{"immobilisation is off", none + "immobilise=none", "d4-c4", ""},
		shown{"it takes the king only", none + "immobilise=king", "d4-c4", ""},
		shown{"it takes all", none + "immobilise=all", "d4-c4", "b4 by immobilisation"})
	show(t, `
		. . . . . . .
		. . . . . . .
		. t . . . . .
		T T . t . K .
		. t . . . . .
		. . . . . . .
		. . . . . . .`,
		shown{"a friend keeps him alive", none + "immobilise=men", "d4-c4", ""})
	show(t, `
		. . . . . . .
		. . . . . . .
		t . . . . . .
		T . t . . K .
		t . . . . . .
		. . . . . . .
		. . . . . . .`,
		shown{"the edge is a closed side", none + "immobilise=men", "c4-b4", "a4 by immobilisation"},
		shown{"or a free one", none + "immobilise=men; immobilise.edge=off", "c4-b4", ""})
	show(t, `
		. . . . . . .
		. . . . . . .
		. . . . . . .
		. . . . . K .
		. t . . . . .
		. . . . . . .
		. T . t . . .`,
		shown{"a side is free", none + "immobilise=men; corner=corners", "d1-c1", ""},
		shown{"an empty corner is a closed side", none + "immobilise=men; corner=corners", "d1-c1 f4-f5 b3-b2",
			"b1 by immobilisation"},
		shown{"a corner hostile to others is not", none + "immobilise=men; corner=corners; corner.hostile=a",
			"d1-c1 f4-f5 b3-b2", ""})
}

// TestGroup is C7: a connected group without a liberty falls.
func TestGroup(t *testing.T) {
	show(t, `
		. . . . . . .
		. . . . . . .
		. . . . . K .
		t . . . . . .
		T t . . . . .
		T t . . . . .
		. . . . . . t`,
		shown{"the last liberty is a plain square", "group=on", "g1-a1", "a2 by group, a3 by group"},
		shown{"groups are off", "group=off", "g1-a1", ""},
		shown{"a corner is a wall", "group=on; corner=corners; escape=corner", "b3-c3 f5-e5 c3-b3",
			"a2 by group, a3 by group"},
		shown{"it would need the plain square", "group=on", "b3-c3 f5-e5 c3-b3", ""})
	show(t, `
		. . . . . . .
		. . . . . . .
		. . . . . . .
		T . . . . . .
		t K . . . . .
		t . T . . . .
		T . . . . . t`,
		shown{"a king who holds shuts them in", "group=on; escape=corner; corner=corners", "c2-b2",
			"a2 by group, a3 by group"},
		shown{"one who cannot hold leaves them alive", "group=on; escape=corner; corner=corners; king.power=unarmed",
			"c2-b2", ""})
}
