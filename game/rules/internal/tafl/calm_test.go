package tafl

import (
	"testing"

	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
)

const (
	atRest = `
		. . . . . . .
		. . . . . . t
		t . . . . . .
		. . . K . . T
		. . T . . . t
		. . . . t . .
		. . . . . T .`
	onTheRim = `
		. . . . . . .
		. . . . . . T
		. . . . . . .
		. . . t . . .
		. . . . . . .
		. . T . T . .
		. . T K T . .`
	inTheMiddle = `
		. . . . . . .
		. . . . . . .
		. . . . . . t
		. . . K . . .
		. . . . . . .
		. . . . . . .
		T . . . . . .`
)

// TestStir: a step is quiet if nothing can hang on it. The others are those that take, end or open something.
func TestStir(t *testing.T) {
	const forts = "encirclement=off; escape=corner; corner=corners; "
	for _, c := range []struct{ name, set, rows, from, loud string }{
		{"where it takes", "encirclement=off", atRest, "g6", "g5"},
		{"against a hostile square", "encirclement=off; corner=corners", atRest, "e2", "e1 e4"},
		{"which is none elsewhere", "encirclement=off", atRest, "e2", "e4"},
		{"the king's steps", "steps.king=1", atRest, "d4", "c4 d3 d5 e4"},
		{"beside the king", "encirclement=off", atRest, "a5", "d5 g5"},
		{"beside a man on the rim, by a shieldwall", "encirclement=off; shieldwall=on", atRest, "e2", "e1 e4"},
		{"beside any man, whom it may shut in", "encirclement=off; immobilise=men", atRest, "e2", "c2 e1 e4 f2"},
		{"or take against the edge", "encirclement=off; edge.anvil=d", atRest, "e2", "c2 e1 e4 f2"},
		{"on the king's way to the rim", "encirclement=region", inTheMiddle, "g5", "d5 g4"},
		{"nobody asks for it", "encirclement=off", inTheMiddle, "g5", "d5"},
		{"who keeps the king out of a fort has to stay", forts + "exitFort=survive; steps.attacker=1", onTheRim, "d4",
			"c4 d3 d5 e4"},
		{"and the way to him open", forts + "exitFort=unbreakable", onTheRim, "c2", "d2"},
		{"where a fort is looked for after that turn", forts + "exitFort=survive", onTheRim, "c2", ""},
	} {
		p, _ := at(t, c.set, c.rows, mover(c.rows, c.from))
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
		if got := ends(t, p, loud, c.from); got != c.loud {
			t.Errorf("%s: %q, want %q", c.name, got, c.loud)
		}
	}
}

// TestNothingIsQuiet: rules and positions in which every step may decide something.
func TestNothingIsQuiet(t *testing.T) {
	for _, c := range []struct {
		set, rows string
		calm      bool // Stir finds quiet steps nevertheless
	}{
		{"watchKing=forbid", atRest, false},
		{"custodial.passive=men", atRest, false},
		{"shieldwall=on; shieldwall.trigger=any", atRest, false},
		{"escape=edge-safe", onTheRim, false},
		{"noCapture=1", atRest, true},
	} {
		p, h := at(t, c.set, c.rows, game.Attackers)
		h.Push(p.core(), false)
		var s core.Stirring
		if p.Stir(&s) != c.calm {
			t.Errorf("%s: Stir says %v", c.set, !c.calm)
		}
		if p.Calm(&Calm{}, h) {
			t.Errorf("%s: Calm says true", c.set)
		}
	}
	for set, want := range map[string]bool{"noCapture=3": true, "drawFort=3": true} {
		p, h := at(t, set, atRest, game.Attackers)
		if p.Calm(&Calm{}, h) != want {
			t.Errorf("%s: Calm says %v", set, !want)
		}
	}
	if p, h := at(t, "drawFort=3", atRest, game.Defenders); p.Calm(&Calm{}, h) {
		t.Error("a defender's step may be the last of a draw fort")
	}
}

// TestSlip: a quiet step has the hash and the board of a played one, and is taken back.
func TestSlip(t *testing.T) {
	p, h := at(t, "", atRest, game.Attackers)
	var c Calm
	if !p.Calm(&c, h) {
		t.Fatal("nothing is quiet")
	}
	m := step(t, p, "g6-f6")
	if !p.Quiet(&c, m, h) || p.Quiet(&c, step(t, p, "g6-g5"), h) {
		t.Error("g6-f6 is quiet, g6-g5 is not")
	}
	before, played := *p, *p
	var d core.Delta
	played.Play(m, &d)
	p.Slip(m, &d)
	if p.Hash != played.Hash || p.Cell != played.Cell || p.Turn != played.Turn {
		t.Error("slipped and played are two positions")
	}
	h.Push(played.core(), false)
	p.Unslip(&d)
	if p.Open = before.Open; *p != before {
		t.Error("slipped and back is another position")
	}
	played.Play(step(t, p, "c3-c2"), &d)
	h.Push(played.core(), false)
	played.Play(step(t, p, "f6-g6"), &d)
	h.Push(played.core(), false)
	if played.Quiet(&c, step(t, p, "c2-c3"), h) {
		t.Error("a step that repeats a position is not quiet")
	}
}

// TestLeaf: a step after which the other side's open step is gone must be looked at.
func TestLeaf(t *testing.T) {
	p, h := at(t, "escape=corner; corner=corners", `
		. . . . .
		. . t . .
		. t K . t
		. t t . .
		. . . . .`, game.Attackers)
	p.Turn = game.Defenders
	if !p.canMove(h) {
		t.Fatal("the king has a step")
	}
	p.Turn = game.Attackers
	before := *p
	if !p.Leaf(step(t, p, "e3-e4")) || p.Leaf(step(t, p, "e3-d3")) {
		t.Error("d3 is the king's only way")
	}
	if *p != before {
		t.Error("the board has changed")
	}
}

// TestPerft counts turns by hand: none follows the end of a game.
func TestPerft(t *testing.T) {
	const alone, two = `
		. . . . .
		. . . . .
		. . K . .
		. . . . .
		t . . . .`, `
		. . . . .
		. . . . .
		. . K . .
		. . . . .
		. t . . .`
	for _, c := range []struct {
		set, rows string
		turn      game.Side
		want      [3]int64
	}{
		{"steps.attacker=1", alone, game.Defenders, [3]int64{1, 8, 8}}, // the edge wins: four ways are left
		{"steps.attacker=1; steps.king=1", alone, game.Defenders, [3]int64{1, 4, 8}},
		{"escape=corner; corner=corners", two, game.Attackers, [3]int64{1, 6, 45}},
	} {
		p, _ := at(t, c.set, c.rows, c.turn)
		for depth, want := range c.want {
			if n, _ := p.Perft(depth, nil); n != want {
				t.Errorf("%s: %d at %d, want %d", c.set, n, depth, want)
			}
		}
	}
}

// TestStrikes: squares from which something may be taken. No rank goes on in the next.
func TestStrikes(t *testing.T) {
	for _, c := range []struct{ rows, want string }{
		{atRest, "c4 d3 d5 e4 g5"},
		{`
		. . . . . . . . .
		. T t T . . . t .
		. . . t . . . T .
		. . . . . . . . .
		. . . . K . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .`, "a8 d5 d9 e4 e6 e8 f5 h6"},
		{`
		. . . . . . . . .
		t T . . . . . . .
		. . . . . . . . T
		. . . . . . . . .
		. . . . K . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .`, "c8 d5 e4 e6 f5"},
	} {
		p, _ := at(t, "throne=none", c.rows, game.Attackers)
		x := strikes(p)
		var list []game.Square
		for s := range game.Square(p.Rules.Squares) {
			if x[s>>6]>>(s&63)&1 != 0 && p.Cell[s] == game.Empty {
				list = append(list, s)
			}
		}
		if got := names(p, list...); got != c.want {
			t.Errorf("%s: %q, want %q", c.rows, got, c.want)
		}
	}
}
