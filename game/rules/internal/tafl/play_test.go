package tafl

import (
	"slices"
	"testing"

	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
	"tafl3d/game/ruleset"
)

// TestChain is step 7 of tafl 5: who has taken may go on, or must.
func TestChain(t *testing.T) {
	show(t, `
		. . . . . . .
		. K . . . . .
		. . T . T . .
		. . t . t . .
		T . . . . . .
		. . . . . t t
		. . . . . . .`,
		shown{"a further capture", "chain=optional; throne=none", "a3-c3 c3-e3", "c4 by custody, e4 by custody"},
		shown{"it may stop", "chain=optional; throne=none", "a3-c3 stop", "c4 by custody"},
		shown{"it must go on", "chain=mandatory; throne=none", "a3-c3 stop",
			"refused: the piece on c3 must continue capturing"},
		shown{"a step that takes nothing", "chain=optional; throne=none", "a3-c3 c3-d3",
			"refused: c3 to d3: a further step must capture"},
		shown{"another piece", "chain=optional; throne=none", "a3-c3 e5-e6",
			"refused: only the piece on c3 may continue this move"},
		shown{"a turn is over without chains", "throne=none", "a3-c3 c3-e3",
			"refused: the man on c3 belongs to the opponent"})
	show(t, `
		. . . . . . .
		. . . . . . .
		. . T . . . .
		. . t . . . .
		. . . K . . .
		. . . . . t t
		. . . . . . .`,
		shown{"the king flees after a capture", "chain=optional; chain.escape=on", "d3-c3 c3-a3",
			"c4 by custody, defenders by king-escaped"},
		shown{"he may not", "chain=optional; chain.escape=off", "d3-c3 c3-a3",
			"refused: the king on c3 belongs to the opponent"})
}

// TestTook: a chain counts as a capture by its end, which takes nothing itself.
func TestTook(t *testing.T) {
	const rows = `
		. . . . . . .
		. K . . . . .
		. . T . T . .
		. . t . t . .
		T . . . . . .
		. . . . . t t
		. . . . . . .`
	show(t, rows,
		shown{"no capture for a full move", "noCapture=1; chain=optional; throne=none", "a3-a4 f2-f3",
			"draw by no-capture"},
		shown{"a chain that ended", "noCapture=1; chain=optional; throne=none", "a3-c3 stop f2-f3", "c4 by custody"},
		shown{"the strict rule ends a chain", "chain=optional; throne=none; custodial.passive=men; steps.defender=0",
			"a3-c3 c3-e3 f2-f3", "c4 by custody, e4 by custody"})
}

// TestOrder is the order of a step in tafl 5: everything is found on one board,
// lifted at once, and the square that the piece left is empty on it.
func TestOrder(t *testing.T) {
	show(t, `
		. . . . . . .
		. . . . . . .
		. . . . . . .
		. . . K t . .
		. . . . . T .
		. . . . . . t
		. . . . . . .`,
		shown{"the king leaves the throne and takes against it", "jump.king=leap", "d4^f4", "e4 by custody"})
	show(t, `
		. . . . . . .
		. . . t . . .
		. . . T . . .
		. t T . . . t
		. . . T . . .
		. . . t . . .
		K . . . . . .`,
		shown{"three at once", "throne=none; custodial=on; escape=corner; corner=a7", "g4-d4",
			"c4 by custody, d3 by custody, d5 by custody"})
}

// TestUndo takes back steps of every kind: the position is as before.
func TestUndo(t *testing.T) {
	for _, text := range []string{"g4-d4", "g4-g5", "b4^d4"} {
		p, _ := at(t, "throne=none; jump.man=capture; custodial.passive=all; chain=optional; encirclement.when=immediate", `
			. . . . . . .
			. . . t . . .
			. . . T . . .
			. t T . . . t
			. . . T . . .
			. . K t . . .
			. . . . . . .`, game.Attackers)
		before := *p
		var d core.Delta
		p.Play(step(t, p, text), &d)
		if p.Hash == before.Hash {
			t.Errorf("%s leaves the hash as it was", text)
		}
		p.Undo(&d)
		p.Open = before.Open
		if *p != before {
			t.Errorf("%s and back is another position", text)
		}
	}
}

// TestEvents: a step is told in the order in which it happens, and back.
func TestEvents(t *testing.T) {
	p, _ := at(t, "custodial.passive=men", `
		. . . . . . .
		. . . . . . .
		. . T T . . .
		. . . . . . .
		. t T . t . .
		. . . T . . .
		. . . . K . .`, game.Attackers)
	var d core.Delta
	p.Play(step(t, p, "e3-d3"), &d)
	from, to, at := square(t, p, "e3"), square(t, p, "d3"), square(t, p, "c3")
	same(t, Events(&d), game.Moved{Piece: ruleset.Man, From: from, To: to},
		game.Captured{Piece: ruleset.Defender, At: at, By: game.ByCustody}, game.Turned{Side: game.Defenders})
	same(t, UndoEvents(&d), game.Moved{Piece: ruleset.Man, From: to, To: from},
		game.Restored{Piece: ruleset.Defender, At: at}, game.Turned{Side: game.Attackers})
	p.Play(step(t, p, "c5-c4"), &d)
	same(t, Events(&d), game.Moved{Piece: ruleset.Defender, From: square(t, p, "c5"), To: square(t, p, "c4")},
		game.Turned{Side: game.Attackers})
}

// TestEventsOfTheLost: a man whom the strict rule takes comes back before he moves back.
func TestEventsOfTheLost(t *testing.T) {
	p, _ := at(t, "custodial.passive=men", `
		. . . . .
		. T . K .
		. . . . .
		t . t . .
		. . . . .`, game.Defenders)
	var d core.Delta
	p.Play(step(t, p, "b4-b2"), &d)
	from, to := square(t, p, "b4"), square(t, p, "b2")
	same(t, Events(&d), game.Moved{Piece: ruleset.Defender, From: from, To: to},
		game.Captured{Piece: ruleset.Defender, At: to, By: game.ByStrictCustody}, game.Turned{Side: game.Attackers})
	same(t, UndoEvents(&d), game.Restored{Piece: ruleset.Defender, At: to},
		game.Moved{Piece: ruleset.Defender, From: to, To: from}, game.Turned{Side: game.Defenders})
}

func same(t *testing.T, got []game.Event, want ...game.Event) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%#v, want %#v", got, want)
	}
}
