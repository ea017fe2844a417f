package rules_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
)

// TestPerft compares with counts that several programs agree on.
func TestPerft(t *testing.T) {
	for id, want := range map[string][]int64{
		"copenhagen-11x11-tdiamond": {116, 6788, 806344, 50456804},
		"brandubh-gorrion":          {40, 960, 39512, 1007392},
		"linnaean-9x9-tcross-w":     {56, 4408, 251856, 20023920},
		"haven-basic-11x11":         {60, 7380},
		"alea-evangelii-19x19":      {220, 120248},
	} {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			p := start(t, id)
			for i, n := range want {
				if testing.Short() && n > 1e6 {
					break
				}
				if got := rules.Perft(&p, i+1); got != n {
					t.Errorf("depth %d: %d sequences, want %d", i+1, got, n)
				}
			}
		})
	}
}

func start(t testing.TB, id string) rules.Position {
	t.Helper()
	v, err := variant.Get(id)
	if err != nil {
		t.Fatal(err)
	}
	return v.Rules.Start()
}

// TestNoAllocation walks through games of every variant, turns under way
// included. At each step it makes, judges and takes back every legal step two
// deep, draws a step at random and plays it.
func TestNoAllocation(t *testing.T) {
	for _, v := range variant.All() {
		t.Run(v.ID, func(t *testing.T) {
			first := v.Rules.Start()
			w := &walk{h: rules.NewHistory(&first), ms: make([]game.Move, 0, 1<<14)}
			for seed := range uint64(3) {
				w.pos = first
				w.h.Reset(&first)
				w.rng = rand.NewPCG(seed, 7)
				for n := 0; n < 60 && !w.over; n++ {
					// the first run makes the histories grow
					if n := testing.AllocsPerRun(1, w.look); n != 0 {
						p := &w.pos
						t.Fatalf("%v allocations, seed %d, pending %v: %v", n, seed, p.Pending(), p.Setup())
					}
					w.step()
				}
				w.over = false
			}
		})
	}
}

// walk is a game played at random.
type walk struct {
	pos  rules.Position
	h    *rules.History
	rng  *rand.PCG
	ms   []game.Move
	d    [2]rules.Delta
	took bool
	over bool
}

// look makes every step and some of those that follow it.
func (w *walk) look() {
	w.pos.RandomStep(w.rng, w.h)
	ms := w.pos.Legal(w.ms[:0], w.h)
	for _, m := range ms {
		w.make(m, &w.d[0], func() {
			next := w.pos.Legal(ms, w.h)[len(ms):]
			for i := 0; i < len(next); i += 7 {
				w.make(next[i], &w.d[1], func() {})
			}
		})
	}
}

// make makes a step, judges, calls then and takes the step back.
func (w *walk) make(m game.Move, d *rules.Delta, then func()) {
	w.pos.Play(m, d)
	if d.EndsTurn() {
		w.h.Push(&w.pos, d.Captures() > 0)
		w.pos.Judge(w.h)
	}
	then()
	if d.EndsTurn() {
		w.h.Pop()
	}
	w.pos.Undo(d)
}

func (w *walk) step() {
	m, ok := w.pos.RandomStep(w.rng, w.h)
	if !ok {
		w.over = true
		return
	}
	w.pos.Play(m, &w.d[0])
	w.took = w.took || w.d[0].Captures() > 0
	if w.d[0].EndsTurn() {
		w.h.Push(&w.pos, w.took)
		w.took = false
		w.over = w.pos.Judge(w.h).Over()
	}
}

// BenchmarkPerft counts in every variant, as deep as some ten thousand leaves
// need, and in Copenhagen as deep as programs are compared.
func BenchmarkPerft(b *testing.B) {
	b.Run("copenhagen-11x11-tdiamond/depth=4", func(b *testing.B) { perft(b, start(b, "copenhagen-11x11-tdiamond"), 4) })
	for _, v := range variant.All() {
		p, depth := v.Rules.Start(), 1
		for depth < 12 && rules.Perft(&p, depth) < 20000 {
			depth++
		}
		b.Run(fmt.Sprintf("%s/depth=%d", v.ID, depth), func(b *testing.B) { perft(b, p, depth) })
	}
}

func perft(b *testing.B, p rules.Position, depth int) {
	n := int64(0)
	for b.Loop() {
		n += rules.Perft(&p, depth)
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "positions/s")
}

// BenchmarkPlayout plays random games of every variant with every ending
// tested.
func BenchmarkPlayout(b *testing.B) {
	const longest = 400
	for _, v := range variant.All() {
		b.Run(v.ID, func(b *testing.B) {
			first := v.Rules.Start()
			w := walk{h: rules.NewHistory(&first), rng: rand.NewPCG(1, 1)}
			plies := 0
			for b.Loop() {
				w.pos, w.took, w.over = first, false, false
				w.h.Reset(&first)
				for n := 0; n < longest && !w.over; n++ {
					w.step()
					plies++
				}
			}
			b.ReportMetric(float64(plies)/b.Elapsed().Seconds(), "plies/s")
		})
	}
}

// TestRandomStep checks that every legal step is drawn, none other, and all
// about equally often.
func TestRandomStep(t *testing.T) {
	for _, id := range []string{"brandubh-gorrion", "haven-basic-11x11", "alea-evangelii-19x19"} {
		p := start(t, id)
		legal := p.Legal(nil, nil)
		rng := rand.NewPCG(5, 6)
		drawn := map[game.Move]int{}
		const each = 200
		for range each * len(legal) {
			m, ok := p.RandomStep(rng, nil)
			if !ok || !slices.Contains(legal, m) {
				t.Fatalf("%s: %v is not legal", id, m)
			}
			drawn[m]++
		}
		for _, m := range legal { // five standard deviations
			if n := drawn[m]; n < each-71 || n > each+71 {
				t.Errorf("%s: %v was drawn %d times, %d expected", id, m, n, each)
			}
		}
		if n := testing.AllocsPerRun(100, func() { p.RandomStep(rng, nil) }); n != 0 {
			t.Errorf("%s: %v allocations", id, n)
		}
	}
}
