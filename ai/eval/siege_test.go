package eval

import (
	"math/rand/v2"
	"testing"

	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
)

// wander is besiege square by square.
func wander(g *Geometry, p *rules.Position) siege {
	var s siege
	b := p.Rules().Board()
	seen := map[game.Square]bool{p.King(): true}
	for queue := []game.Square{p.King()}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		s.room++
		if b.Edge(at) {
			s.edge++
		}
		if g.Goal[at] {
			s.goals++
		}
		for d := range game.GridDirs {
			n := b.Next(at, d)
			if n == game.NoSquare || seen[n] || g.side[p.At(n)] == int8(game.Attackers) {
				continue
			}
			seen[n] = true
			queue = append(queue, n)
		}
	}
	return s
}

// stirring is how many squares the defenders reach, step by step.
func stirring(g *Geometry, p *rules.Position) (n int) {
	b := p.Rules().Board()
	for d := range game.GridDirs / 2 {
		for s := range game.Square(b.Squares()) {
			reached := false
			for _, dir := range []game.Dir{d, d.Opposite()} {
				at := b.Next(s, dir)
				for at != game.NoSquare && p.At(at) == game.Empty && g.access[at] != 0 {
					at = b.Next(at, dir)
				}
				reached = reached || at != game.NoSquare && g.side[p.At(at)] == int8(game.Defenders)
			}
			if reached && p.At(s) == game.Empty && g.access[s] != 0 {
				n++
			}
		}
	}
	return n
}

// TestStirring: line by line, the squares that defenders reach are what a walk
// over the squares finds.
func TestStirring(t *testing.T) {
	v, err := variant.Get("copenhagen-11x11-tdiamond")
	if err != nil {
		t.Fatal(err)
	}
	g := NewGeometry(v.Rules, nil)
	for _, text := range []string{ringText, fortText, penText} {
		p, err := notation.ParsePosition(v.Rules, text)
		if err != nil {
			t.Fatal(err)
		}
		e := New(g)
		e.Reset(&p)
		if got, want := e.penMobility(), stirring(g, &p); got != want || want == 0 {
			t.Errorf("%s: %d squares, want %d", text, got, want)
		}
	}
}

// TestSiege: rank by rank and remembered, the siege is what a walk over the
// squares finds, also after moves were taken back.
func TestSiege(t *testing.T) {
	for _, id := range []string{"brandubh-gorrion", "copenhagen-11x11-tdiamond", "alea-evangelii-19x19",
		"linnaean-9x9-tcross-w"} {
		v, err := variant.Get(id)
		if err != nil {
			t.Fatal(err)
		}
		g := NewGeometry(v.Rules, nil)
		chance := rand.New(rand.NewPCG(1, 2))
		for range 20 {
			p := v.Rules.Start()
			e := New(g)
			e.Reset(&p)
			var done []rules.Delta
			for range 60 {
				if !p.Judge(nil).Over() && chance.IntN(4) > 0 {
					ms := p.Legal(nil, nil)
					var d rules.Delta
					p.Play(ms[chance.IntN(len(ms))], &d)
					e.Play(&d)
					done = append(done, d)
				} else if n := len(done); n > 0 {
					e.Undo(&done[n-1])
					p.Undo(&done[n-1])
					done = done[:n-1]
				}
				if e.king = p.King(); e.king == game.NoSquare {
					continue
				}
				want := wander(g, &p)
				if got := e.updateSiege(); got != want {
					t.Fatalf("%s: %+v, want %+v", id, got, want)
				}
				worth := g.siegeWorth(want) + g.links*e.pairs()
				if want.room <= penRoom {
					worth -= g.penned * stirring(g, &p)
				}
				if got, want := e.siege(), worth; got != want {
					t.Fatalf("%s: worth %d, want %d", id, got, want)
				}
			}
		}
	}
}
