package net

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"tafl3d/ai/eval"
	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
)

// some returns numbers by chance, between -most and most.
func some(chance *rand.Rand, n, most int) []int16 {
	list := make([]int16, n)
	for i := range list {
		list[i] = int16(chance.IntN(2*most+1) - most)
	}
	return list
}

// random makes a net of that shape with weights by chance.
func random(t *testing.T, s Shape, goal string) *Net {
	t.Helper()
	chance := rand.New(rand.NewPCG(1, 2))
	var last []int32
	for range game.Sides * s.Stages {
		last = append(last, int32(chance.IntN(outUnit)), SkipUnit/2)
	}
	outs := game.Sides * s.Stages * s.Group()
	n, err := Make(Head{Shape: s, Goal: goal, Scale: 300, Trained: "by chance"},
		some(chance, s.inputs()*s.Group(), 60), some(chance, s.Group(), 200), some(chance, outs, greatest), last)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func game11(t *testing.T) *rules.Rules {
	t.Helper()
	v, err := variant.Get("copenhagen-11x11-tdiamond")
	if err != nil {
		t.Fatal(err)
	}
	return v.Rules
}

// TestFollow: whatever was played and taken back, the hidden numbers are those
// of the position worked out anew, and a glance tells what a look tells.
func TestFollow(t *testing.T) {
	r := game11(t)
	n := random(t, Shape{11, Regions, 64, 4}, "corner")
	chance := rand.New(rand.NewPCG(5, 6))
	ground := eval.NewGeometry(r, nil)
	e, fresh := New(n, eval.New(ground), r), New(n, eval.New(ground), r)
	for range 20 {
		p := r.Start()
		h := rules.NewHistory(&p)
		e.Reset(&p)
		var line []rules.Delta
		for range 300 {
			if len(line) > 0 && chance.IntN(3) == 0 {
				d := &line[len(line)-1]
				line = line[:len(line)-1]
				e.Undo(d)
				p.Undo(d)
				h.Pop()
				continue
			}
			moves := p.Legal(nil, h)
			if p.Judge(h).Over() || len(moves) == 0 {
				break
			}
			if chance.IntN(4) == 0 {
				glances(t, e, fresh, p, h, moves)
			}
			var d rules.Delta
			p.Play(moves[chance.IntN(len(moves))], &d)
			e.Play(&d)
			h.Push(&p)
			line = append(line, d)
			if p.King() == game.NoSquare {
				break
			}
			if chance.IntN(3) == 0 {
				fresh.Reset(&p)
				if got, want := e.Score(&p), fresh.Score(&p); got != want {
					t.Fatalf("followed: %+v, anew: %+v", got, want)
				}
			}
		}
	}
}

// glances compares a glance at every quiet step with a look at where it leads.
func glances(t *testing.T, e, fresh *Evaluator, p rules.Position, h *rules.History, moves []game.Move) {
	t.Helper()
	var calm rules.Calm
	if !p.Fast().Calm(&calm, h) {
		return
	}
	for _, m := range moves {
		if !p.Fast().Quiet(&calm, m, h) {
			continue
		}
		got := e.LazyScore(&p, m)
		q := p
		var d rules.Delta
		q.Play(m, &d)
		fresh.Reset(&q)
		if want := fresh.Score(&q); got != want {
			t.Fatalf("%v at a glance: %+v, played: %+v", m, got, want)
		}
	}
}

// TestSymmetric: a net says the same of a board and of its mirror images.
func TestSymmetric(t *testing.T) {
	r := game11(t)
	n := random(t, Shape{11, Regions, 128, 4}, "corner")
	chance := rand.New(rand.NewPCG(7, 8))
	e := New(n, eval.New(eval.NewGeometry(r, nil)), r)
	for range 50 {
		p := r.Start()
		for range 30 {
			moves := p.Legal(nil, nil)
			var d rules.Delta
			if p.Play(moves[chance.IntN(len(moves))], &d); p.Judge(nil).Over() {
				p.Undo(&d)
				break
			}
		}
		e.Reset(&p)
		want := dot(e.top(&p).acc, e.output(p.Turn(), men(&p)).weight)
		for _, to := range game.Images(11) {
			setup := p.Setup()
			turned := game.Setup{Pieces: make([]game.Piece, len(setup.Pieces)), Turn: setup.Turn}
			for s, q := range setup.Pieces {
				turned.Pieces[to[s]] = q
			}
			q, err := r.Position(turned)
			if err != nil {
				t.Fatal(err)
			}
			e.Reset(&q)
			if got := dot(e.top(&q).acc, e.output(q.Turn(), men(&q)).weight); got != want {
				t.Fatalf("%d, turned %d", want, got)
			}
		}
	}
}

// TestFile: a net that was written is read again, and what is broken or for
// other games is refused in words.
func TestFile(t *testing.T) {
	n := random(t, Shape{11, 3, 64, 2}, "corner")
	var b bytes.Buffer
	if err := n.Write(&b); err != nil {
		t.Fatal(err)
	}
	again, err := Read(b.Bytes())
	if err != nil || again.Head != n.Head || again.Hash != n.Hash || !bytes.Equal(bytesOf(again), b.Bytes()) {
		t.Fatalf("%+v, %v", again, err)
	}
	if err := n.Fits(game11(t)); err != nil {
		t.Error(err)
	}
	for id, word := range map[string]string{"brandubh-gorrion": "11 by 11", "fox-hounds": "tafl family",
		"simple-11x11": "edge"} {
		v, err := variant.Get(id)
		if err != nil {
			t.Fatal(err)
		}
		if err := n.Fits(v.Rules); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("%s: %v", id, err)
		}
	}
	damaged := bytes.Clone(b.Bytes())
	damaged[len(damaged)/2] ^= 1
	for name, data := range map[string][]byte{"nothing": nil, "words": []byte("no net at all"),
		"cut short": b.Bytes()[:b.Len()/2],
		"damaged":   damaged, "longer": append(bytes.Clone(b.Bytes()), 0), "magic alone": []byte(magic)} {
		if _, err := Read(data); !errors.Is(err, ErrFormat) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func bytesOf(n *Net) []byte {
	var b bytes.Buffer
	_ = n.Write(&b)
	return b.Bytes()
}

// TestNoAllocation: to follow, look and glance costs no memory.
func TestNoAllocation(t *testing.T) {
	r := game11(t)
	e := New(random(t, Shape{11, Regions, 128, 4}, "corner"), eval.New(eval.NewGeometry(r, nil)), r)
	p := r.Start()
	e.Reset(&p)
	moves := p.Legal(nil, nil)
	var d rules.Delta
	if n := testing.AllocsPerRun(100, func() {
		for _, m := range moves {
			e.LazyScore(&p, m)
			p.Play(m, &d)
			e.Play(&d)
			e.Score(&p)
			e.Undo(&d)
			p.Undo(&d)
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// FuzzRead: whatever the bytes, a net is read or refused.
func FuzzRead(f *testing.F) {
	f.Add([]byte(magic + "{}\n"))
	if data, err := os.ReadFile("testdata/tiny.net"); err == nil {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if _, err := Read(data); err != nil && !errors.Is(err, ErrFormat) {
			t.Error(err)
		}
	})
}

func BenchmarkKernels(b *testing.B) {
	chance := rand.New(rand.NewPCG(1, 1))
	x, y, z, w := some(chance, 128, 200), some(chance, 128, 60), some(chance, 128, 60), some(chance, 128, greatest)
	for name, f := range map[string]func([]int16, []int16, []int16, []int16) int32{"peek": peek, "plain": peekPlain} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				f(x, y, z, w)
			}
		})
	}
}
