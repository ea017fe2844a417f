package eval

import (
	"cmp"
	"math/rand/v2"
	"testing"

	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
)

// walk plays a random game and calls f on every position.
func walk(t *testing.T, r *rules.Rules, seed uint64, f func(p *rules.Position, d *rules.Delta)) {
	t.Helper()
	chance := rand.New(rand.NewPCG(seed, 3))
	p := r.Start()
	h := rules.NewHistory(&p)
	for range 150 {
		ms := p.Legal(nil, h)
		var d rules.Delta
		p.Play(ms[chance.IntN(len(ms))], &d)
		h.Push(&p)
		f(&p, &d)
		if p.Judge(h).Over() {
			return
		}
	}
}

// TestFollows: an evaluator that followed the moves agrees with a fresh one,
// and taking moves back restores it.
func TestFollows(t *testing.T) {
	for _, v := range variant.Of("tafl") {
		g := NewGeometry(v.Rules, nil)
		for seed := range uint64(4) {
			e := New(g)
			start := v.Rules.Start()
			e.Reset(&start)
			first := e.static
			var deltas []rules.Delta
			walk(t, v.Rules, seed, func(p *rules.Position, d *rules.Delta) {
				e.Play(d)
				deltas = append(deltas, *d)
				fresh := New(g)
				fresh.Reset(p)
				if e.static != fresh.static || e.Score(p) != fresh.Score(p) {
					t.Fatalf("%s: %s: followed %d, fresh %d", v.ID, notation.Position(p), e.static, fresh.static)
				}
			})
			for i := len(deltas) - 1; i >= 0; i-- {
				e.Undo(&deltas[i])
			}
			if e.static != first {
				t.Errorf("%s: %d after taking everything back, %d before", v.ID, e.static, first)
			}
		}
	}
}

// turned returns p turned a quarter, or mirrored.
func turned(t *testing.T, p *rules.Position, mirror bool) rules.Position {
	t.Helper()
	r, s := p.Rules(), p.Setup()
	b := r.Board()
	out := game.Setup{Pieces: make([]game.Piece, len(s.Pieces)), Turn: s.Turn}
	for i, q := range s.Pieces {
		f, k := b.FileRank(game.Square(i))
		to := b.Cell(k, b.Size()-1-f)
		if mirror {
			to = b.Cell(b.Size()-1-f, k)
		}
		out.Pieces[to] = q
	}
	q, err := r.Position(out)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// TestSymmetry: the same position seen from another side of the table, or in a
// mirror, is worth the same.
func TestSymmetry(t *testing.T) {
	for _, v := range variant.Of("tafl") {
		e := New(NewGeometry(v.Rules, nil))
		score := func(p *rules.Position) View {
			e.Reset(p)
			return e.Score(p)
		}
		for seed := range uint64(4) {
			walk(t, v.Rules, seed, func(p *rules.Position, _ *rules.Delta) {
				if p.King() == game.NoSquare {
					return
				}
				q, m := turned(t, p, false), turned(t, p, true)
				if a, b, c := score(p), score(&q), score(&m); a != b || a != c {
					t.Fatalf("%s: %s: %+v, turned %+v, mirrored %+v", v.ID, notation.Position(p), a, b, c)
				}
			})
		}
	}
}

// TestEscapes: the goals that the evaluation counts are those that the king
// really has.
func TestEscapes(t *testing.T) {
	for _, v := range variant.Of("tafl") {
		g := NewGeometry(v.Rules, nil)
		e := New(g)
		for seed := range uint64(6) {
			walk(t, v.Rules, seed, func(p *rules.Position, _ *rules.Delta) {
				if p.Turn() != game.Defenders || p.Judge(nil).Over() {
					return
				}
				ways := map[[2]int]bool{}
				b := v.Rules.Board()
				for _, m := range p.Legal(nil, nil) {
					if m.From == p.King() && g.Goal[m.To] {
						f, k := b.FileRank(m.From)
						x, y := b.FileRank(m.To)
						ways[[2]int{cmp.Compare(x, f), cmp.Compare(y, k)}] = true
					}
				}
				want := len(ways)
				e.Reset(p)
				if got := e.Score(p).Escapes; got != want {
					t.Fatalf("%s: %s: %d escapes, there are %d", v.ID, notation.Position(p), got, want)
				}
			})
		}
	}
}

// TestScan: following the king along lines of bits sees the same ways out as
// going square by square.
func TestScan(t *testing.T) {
	for _, v := range variant.Of("tafl") {
		fast := New(NewGeometry(v.Rules, nil))
		ground := *fast.Geometry
		ground.slides = false
		slow := New(&ground)
		if !fast.slides {
			continue
		}
		walk(t, v.Rules, 8, func(p *rules.Position, _ *rules.Delta) {
			if p.Judge(nil).Over() {
				return
			}
			fast.Reset(p)
			slow.Reset(p)
			a, b := fast.Score(p), slow.Score(p)
			if (a.Escapes > 0) != (b.Escapes > 0) || a.Escapes > b.Escapes {
				t.Fatalf("%s: %s: %d escapes along lines, %d square by square", v.ID, notation.Position(p),
					a.Escapes, b.Escapes)
			}
		})
	}
}

func at0(t *testing.T, id, text string) View {
	t.Helper()
	v, err := variant.Get(id)
	if err != nil {
		t.Fatal(err)
	}
	p, err := notation.ParsePosition(v.Rules, text)
	if err != nil {
		t.Fatal(err)
	}
	e := New(NewGeometry(v.Rules, nil))
	e.Reset(&p)
	return e.Score(&p)
}

// TestSense: the evaluation prefers what any player prefers. Each pair is for
// the attackers to move, better for them first.
func TestSense(t *testing.T) {
	for _, c := range []struct{ name, variant, better, worse string }{
		{"a man more", "brandubh-gorrion", "3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a", "3t3/7/3T3/ttTKTtt/3T3/3t3/3t3 a"},
		{"a defender less", "linnaean-9x9-tcross-w", "3ttt3/4t4/9/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 a",
			"3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 a"},
		{"no way out against one", "linnaean-9x9-tcross-w", "4t4/9/2t1K1t2/9/4t4/9/9/4T4/9 a",
			"4t4/9/2t1K4/9/4t4/6t2/9/4T4/9 a"},
		{"one corner against two", "brandubh-gorrion", "7/t2T3/7/K6/7/7/3t3 a", "3t3/3T3/7/K6/7/7/3t3 a"},
		{"a closed ring", "copenhagen-11x11-tdiamond", "11/3ttttt3/3t3t3/3t1K1t3/3t3t3/3ttttt3/11/11/11/11/11 a",
			"11/3tt1tt3/3t3t3/3t1K1t3/3t3t3/3ttttt3/11/8t2/11/11/11 a"},
		{"three beside the king", "haven-basic-11x11", "11/11/11/3tKt5/4t6/11/11/11/11/5T5/t9t a",
			"11/11/11/3tK6/4t6/11/5t5/11/11/5T5/t9t a"},
	} {
		b, w := at0(t, c.variant, c.better), at0(t, c.variant, c.worse)
		if b.Score <= w.Score {
			t.Errorf("%s: %+v is not better than %+v", c.name, b, w)
		}
	}
}

func TestStartIsEven(t *testing.T) {
	for _, v := range variant.Of("tafl") {
		e := New(NewGeometry(v.Rules, nil))
		p := v.Rules.Start()
		e.Reset(&p)
		if s := e.Score(&p).Score; s < -300 || s > 300 {
			t.Errorf("%s: the start is worth %d", v.ID, s)
		}
	}
}

func BenchmarkScore(b *testing.B) {
	for _, v := range variant.Of("tafl") {
		b.Run(v.ID, func(b *testing.B) {
			e := New(NewGeometry(v.Rules, nil))
			p := v.Rules.Start()
			e.Reset(&p)
			for b.Loop() {
				e.Score(&p)
			}
		})
	}
}

// TestNoAllocation: to follow a move, judge and take it back allocates nothing.
func TestNoAllocation(t *testing.T) {
	for _, id := range []string{"brandubh-gorrion", "linnaean-9x9-tcross-w", "copenhagen-11x11-tdiamond",
		"alea-evangelii-19x19"} {
		v, err := variant.Get(id)
		if err != nil {
			t.Fatal(err)
		}
		e, p := New(NewGeometry(v.Rules, nil)), v.Rules.Start()
		e.Reset(&p)
		moves := p.Legal(nil, nil)
		var d rules.Delta
		i := 0
		if n := testing.AllocsPerRun(200, func() {
			p.Play(moves[i%len(moves)], &d)
			e.Play(&d)
			e.Score(&p)
			e.Undo(&d)
			p.Undo(&d)
			i++
		}); n != 0 {
			t.Errorf("%s: %v allocations a move", id, n)
		}
	}
}
