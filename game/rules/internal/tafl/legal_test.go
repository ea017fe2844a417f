package tafl

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
)

// TestSteps lists where a piece may go (tafl 4). Legal, LegalTo and steps drawn at random agree on it.
func TestSteps(t *testing.T) {
	const board = `
		. . . . . . .
		. . . . . . .
		. t t T . . t
		t T . . . . N
		. . . . . . .
		. . . K T . .
		c t . . . . .`
	for _, c := range []struct{ name, set, from, want string }{
		{"a slide ends before a piece", "", "b5", "a5 b6 b7"},
		{"the king goes onto the throne", "", "d2", "a2 b2 c2 d1 d3 d4"},
		{"men only across it", "", "g4", "c4 e4 f4 g1 g2 g3"},
		{"pass", "throne.pass=king", "g4", "e4 f4 g1 g2 g3"},
		{"enter", "throne.enter=all", "g4", "c4 d4 e4 f4 g1 g2 g3"},
		{"corners are closed to men", "corner=corners", "a4", "a2 a3 a5 a6"},
		{"and otherwise plain", "corner=none", "a4", "a2 a3 a5 a6 a7"},
		{"steps.king", "steps.king=1", "d2", "c2 d1 d3"},
		{"steps.attacker", "steps.attacker=1", "a1", "a2"},
		{"steps.defender", "steps.defender=2", "g4", "e4 f4 g2 g3"},
		{"a man leaps over an enemy", "jump.man=leap", "b5", "a5 b3 b6 b7"},
		{"or over anybody", "jump.man=leap-any", "c5", "a5 c1 c2 c3 c4 c6 c7 e5"},
		{"restricted, onto a throne", "jump.man=restricted; throne=c4; throne.enter=all", "a4", "a2 a3 a5 a6 a7 c4"},
		{"restricted, elsewhere", "jump.man=restricted", "a4", "a2 a3 a5 a6 a7"},
		{"not onto a closed square", "jump.man=leap; throne=c4", "a4", "a2 a3 a5 a6 a7"},
		{"commanders do not leap as men do", "jump.man=leap-any", "a1", "a2 a3"},
		{"but have a leap of their own", "jump.commander=leap-any", "a1", "a2 a3 c1"},
		{"knights do", "jump.knight=leap", "g4", "c4 e4 f4 g1 g2 g3 g6"},
		{"and the king", "jump.king=leap-any", "d2", "a2 b2 c2 d1 d3 d4 f2"},
		{"in his own camp he is free", "camps=a4 a5 a6", "a4", "a2 a3 a5 a6 a7"},
		{"unless that is off", "camps=a4 a5 a6; camp.inside=off", "a4", "a2 a3"},
		{"once outside it is closed", "camps=a4 a6", "a4", "a2 a3 a5"},
		{"a leap inside", "camps=b5 c5 d5 a5; jump.man=leap-any; camp.inside=on", "c5", "a5 c1 c2 c3 c4 c6 c7 e5"},
		{"a leap into another camp", "camps=a5 / c5; jump.man=leap-any", "c5", "c1 c2 c3 c4 c6 c7 e5"},
		{"a leap over a square outside", "camps=a5 c5; jump.man=leap-any", "c5", "c1 c2 c3 c4 c6 c7 e5"},
		{"a camp gives defenders nothing", "camps=g4 g3; camp.pass=nobody", "g4", "c4 e4 f4"},
		{"nor does a throne give men", "throne=g4 g3; throne.pass=nobody", "g4", "c4 d4 e4 f4"},
		{"as to others", "camps=a4 a5 a6", "b5", "b6 b7"},
		{"the king shifts on a throne of two squares", "throne=d2 d3; throne.enter=nobody", "d2", "a2 b2 c2 d1 d3 d4"},
		{"from outside he could not", "throne=d3; throne.enter=nobody", "d2", "a2 b2 c2 d1 d4"},
		{"bans are asked", "watchKing=forbid; escape=corner; corner=corners; steps.king=3", "d2", "b2 c2 d1 d3 d4"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, h := at(t, c.set, board, mover(board, c.from))
			legal := p.Legal(nil, h)
			if got := ends(t, p, legal, c.from); got != c.want {
				t.Errorf("%s goes to %q, want %q", c.from, got, c.want)
			}
			var all game.Bitboard
			for s := range game.Square(p.Rules.Squares) {
				all.Set(s)
			}
			sameMoves(t, "LegalTo", p.LegalTo(nil, all, h), legal)
			rng, drawn := rand.NewPCG(1, 2), []game.Move{}
			for range 40 * len(legal) {
				m, _ := p.Random(rng, h)
				drawn = append(drawn, m)
			}
			sameMoves(t, "Random", drawn, legal)
		})
	}
}

func sameMoves(t *testing.T, what string, got, want []game.Move) {
	t.Helper()
	order := func(a, b game.Move) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To), cmp.Compare(a.Op, b.Op))
	}
	slices.SortFunc(got, order)
	slices.SortFunc(want, order)
	if got = slices.Compact(got); !slices.Equal(got, want) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// TestRandomInChains: in a chain, and when all is over, what is drawn is legal, too.
func TestRandomInChains(t *testing.T) {
	p, h := at(t, "chain=optional; throne=none", `
		. . . . . . .
		. K . . . . .
		. . T . T . .
		. . t . t . .
		T . . . . . .
		. . . . . t t
		. . . . . . .`, game.Defenders)
	var d core.Delta
	for _, text := range []string{"a3-c3", "c3-e3"} {
		p.Play(step(t, p, text), &d)
		legal := p.Legal(nil, h)
		for range 20 {
			if m, ok := p.Random(rand.NewPCG(3, 4), h); !ok || !slices.Contains(legal, m) {
				t.Errorf("after %s: %v is drawn", text, m)
			}
		}
		if got := p.LegalTo(nil, game.BitboardOf(1<<square(t, p, "e3"), 0, 0, 0), h); text == "a3-c3" && len(got) != 1 {
			t.Errorf("to e3: %v", got)
		}
	}
	p.End = game.Won(game.Attackers, game.KingCaptured)
	if _, ok := p.Random(rand.NewPCG(3, 4), h); ok {
		t.Error("a step is drawn when the game is over")
	}
}

// TestNoSteps: a side that is shut in has no step, and none is drawn.
func TestNoSteps(t *testing.T) {
	p, h := at(t, "escape=corner; corner=corners", `
		. . . . .
		. . . . .
		t t . . .
		T K t . .
		. t . . .`, game.Defenders)
	if m, ok := p.Random(rand.NewPCG(1, 2), h); ok || len(p.Legal(nil, h)) > 0 || p.canMove(h) {
		t.Errorf("there is a step %v", m)
	}
}
