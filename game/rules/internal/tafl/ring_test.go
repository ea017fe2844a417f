package tafl

import (
	"testing"

	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
)

// TestEncirclement is E5: the defenders are cut off from the rim.
func TestEncirclement(t *testing.T) {
	const ring = `
		. . . . . . .
		. . t t t . .
		. t T . . t .
		. t . K . t .
		. t . . . t .
		. . t t . t .
		. . . . . . .`
	show(t, ring,
		shown{"it closes, and outlasts the reply", "", "f2-e2 c5-c4", "attackers by encirclement"},
		shown{"the defenders have their reply", "", "f2-e2", ""},
		shown{"where it is asked at once", "encirclement.when=immediate", "f2-e2", "attackers by encirclement"},
		shown{"rings are off", "encirclement=off", "f2-e2 c5-c4", ""},
		shown{"the king walks out in time", "escape=corner; corner=corners", "f2-g2 d4-e4 c2-c1", ""},
		shown{"it is open on one side", "encirclement.when=immediate", "f2-g2", ""})
	show(t, ring[:len(ring)-len(". .")]+"T .",
		shown{"a defender outside", "encirclement.when=immediate", "f2-e2", ""},
		shown{"all of them count from the rim, too", "encirclement=all; encirclement.when=immediate", "f2-e2", ""})
	show(t, `
		. . . . . . .
		. t t . . . .
		t . . t . . .
		t T . t t . .
		. t t . K t .
		. t . . . t .
		. . t t t . .`,
		shown{"two pockets are no region", "encirclement=region; encirclement.when=immediate", "b2-b1", ""},
		shown{"but all are shut in", "encirclement=all; encirclement.when=immediate", "b2-b1", ""})
}

// TestRingIsKept: what is known of a ring after two steps is what a new look finds.
func TestRingIsKept(t *testing.T) {
	for _, set := range []string{"", "encirclement=all", "jump.man=leap; escape=corner; corner=corners",
		"encirclement=all; jump.man=leap; custodial=off"} {
		for _, rows := range []string{`
			. . . . . . .
			. . t t t . .
			. t T . . t .
			. t . K . t .
			. t . . . t .
			. . t t . t .
			. . . . . . .`, `
			. . . . . . .
			. . . t . . .
			. t . T t . .
			t T . K . t .
			. t . . t . .
			. . t t . . .
			. . . t . T .`, `
			. t t . . . .
			t . . t . . .
			t T . t t . t
			. t t . K t .
			. t . . . t .
			. . t t t . .
			. . . . . . .`} {
			for _, turn := range []game.Side{game.Attackers, game.Defenders} {
				p, _ := at(t, set, rows, turn)
				findRing(p)
				eachStep(p, func() { eachStep(p, func() { ringIsFresh(t, p) }) })
			}
		}
	}
}

func eachStep(p *Position, f func()) {
	for _, m := range p.Legal(nil, nil) {
		var d core.Delta
		p.Play(m, &d)
		f()
		p.Undo(&d)
	}
}

func ringIsFresh(t *testing.T, p *Position) {
	t.Helper()
	q := *p
	findRing(&q)
	if p.Ring != ringUnknown && p.Ring != q.Ring {
		t.Fatalf("%q: the ring is %d, kept as %d", WriteRows(p.Rules, game.Setup{Pieces: p.Cell[:p.Rules.Squares]}),
			q.Ring, p.Ring)
	}
}
