package tafl

import "testing"

// TestCustody is C2: a man between the piece that moved and an anvil.
func TestCustody(t *testing.T) {
	show(t, `
		. . . . . . .
		. t . . . . .
		. . . . . . .
		. . . K . . .
		. . T t . . .
		. . . . . . .
		. . . . . . .`,
		shown{"between two enemies", "", "b6-b3", "c3 by custody"},
		shown{"custody is off", "custodial=off", "b6-b3", ""},
		shown{"who leaves in time is safe", "", "c3-c2 b6-b3", ""})
	show(t, `
		. . . . . . .
		. t . . . . .
		. . . . . . .
		. . . K . . .
		. . T T t . .
		. . . . . . .
		. . . . . . .`,
		shown{"two in a line are not taken", "", "b6-b3", ""})
}

// TestAnvil is the standing half of a capture (tafl 6, anvil).
func TestAnvil(t *testing.T) {
	show(t, `
		. . . . . . .
		. . . . . . .
		. K . . . . .
		. . . . . . .
		. . . T . . .
		t . . . . . .
		. . . . . . .`,
		shown{"the empty throne", "", "a2-d2", "d3 by custody"},
		shown{"a throne hostile to others", "throne.hostile=a k", "a2-d2", ""})
	show(t, `
		. . . . . . .
		. T . . . . .
		. . . . . . .
		. . t K . . .
		. . . . . . .
		. . . . . . .
		. t . . . . T`,
		shown{"a king who may hold", "king.power=anvil", "b6-b4", "c4 by custody"},
		shown{"one who may not", "king.power=hammer", "b6-b4", ""},
		shown{"his throne may in his place", "king.power=hammer; throne.hostileOccupied=a", "b6-b4", "c4 by custody"},
		shown{"if it is hostile to the victim", "king.power=hammer; throne.hostileOccupied=d", "b6-b4", ""},
		shown{"an empty corner", "corner=corners", "g1-c1", "b1 by custody"},
		shown{"the same square where it is no corner", "corner=none", "g1-c1", ""})
	show(t, `
		. . . . . . .
		. . . . . . t
		. . T . . . .
		. . . K . . .
		. . . . . . .
		. . . . . . .
		. . t . . . .`,
		shown{"the edge, where it holds him", "edge.anvil=a", "c5-c2", "c1 by custody"},
		shown{"the edge, where it holds others", "edge.anvil=d", "c5-c2", ""})
}

// TestOccupiedAnvil covers squares that are hostile while a piece stands on them (anvil, rule 2).
func TestOccupiedAnvil(t *testing.T) {
	show(t, `
		. . . . . . .
		. . . . . . .
		. . . . . . .
		. . . K . . .
		. . . T . . .
		. . . . . . .
		. . . t . . .`,
		shown{"the throne behind the king's own man", "throne.hostileOccupied=ad", "d1-d2", "d3 by custody"},
		shown{"only where it is hostile to him", "throne.hostileOccupied=a", "d1-d2", ""},
		shown{"the empty throne does not matter here", "throne.hostile=adk", "d1-d2", ""})
	camps := "throne=none; camps=a3 a4 a5 b4; camp.hostile=adk; king.capture=custodial; escape=edge; first=defenders"
	show(t, `
		. . . . . . .
		. . . . . . .
		t . . . . . .
		t t t . . . .
		t . . . . . .
		. . . . . K .
		. . . T . . .`,
		shown{"a manned camp square", camps + "; camp.hostileOccupied=adk", "d1-d4", "c4 by custody"},
		shown{"harms only where the rules say so", camps, "d1-d4", ""},
		shown{"or where it is not neutral", camps + "; camp.hostileOccupied=adk; camp.neutral=b4", "d1-d4", ""})
	show(t, `
		. . . . . . .
		. . . . . . .
		t . . . . . .
		t T K . . . t
		t . . . . . .
		. . . . . . .
		. . . . . . .`,
		shown{"against the king if it may hold him",
			camps + "; first=attackers; camp.hostileOccupied=k; king.custodialSquares=camp",
			"g4-d4", "c4 by custody, attackers by king-captured"},
		shown{"and not otherwise",
			camps + "; first=attackers; camp.hostileOccupied=k; king.custodialSquares=corner", "g4-d4", ""})
}

// TestStrict is C8: the piece that moved must not rest between two enemies.
func TestStrict(t *testing.T) {
	show(t, `
		. . . . . . .
		. T T . . K .
		. . . . . . .
		. . . . . . .
		t . t T t . t
		. . . . . . .
		. . . . . . .`,
		shown{"a man comes to rest", "custodial.passive=men; custodial=off", "b6-b3", "b3 by the strict rule"},
		shown{"the rule is off", "custodial.passive=none; custodial=off", "b6-b3", ""},
		shown{"he may run through", "custodial.passive=men; custodial=off", "b6-b2", ""},
		shown{"his own capture comes first", "custodial.passive=men", "b6-b3", "c3 by custody"},
		shown{"the king is no man", "custodial.passive=men", "f6-f3", "e3 by custody"})
	show(t, `
		. . . . . . .
		. . . . . K .
		. . . . . . .
		. . . . . . .
		. T . . t . t
		. . . . . . .
		. . t . . . .`,
		shown{"the king is no man", "custodial.passive=men", "f6-f3", ""},
		shown{"unless all in mills meant", "custodial.passive=all", "f6-f3",
			"f3 by the strict rule, attackers by king-captured"},
		shown{"a hostile square is no enemy", "corner=corners; custodial.passive=men", "b3-b1", ""},
		shown{"unless squares count", "corner=corners; custodial.passive=men; custodial.passiveSquares=on", "b3-b1",
			"b1 by the strict rule"})
	show(t, `
		. . . . . . .
		. . . . . . .
		. . . . . . .
		t . . . . . .
		. . . K . . .
		t . . . . . .
		. . . . . . .`,
		shown{"a king on a winning square is exempt", "custodial.passive=all", "d3-a3", "defenders by king-escaped"},
		shown{"on another he is not", "custodial.passive=all; escape=corner; corner=corners; king.power=unarmed",
			"d3-a3", "a3 by the strict rule, attackers by king-captured"})
}
