package rules_test

import (
	"fmt"
	"math"
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

// TestQuietSteps plays every step that Perft takes for quiet in random games of
// every tafl variant: none takes a piece or ends the game, and looking for them
// leaves the position as it was.
func TestQuietSteps(t *testing.T) {
	for _, v := range variant.All() {
		quiet, all := 0, 0
		games(v.Rules, rand.NewPCG(3, 4), 12, 150, func(w *walk) {
			ms := w.pos.Legal(nil, w.h)
			before := w.pos
			list := w.pos.QuietSteps(ms)
			if !slices.Equal(w.pos.Setup().Pieces, before.Setup().Pieces) || w.pos.Hash() != before.Hash() {
				t.Fatalf("%s: the look changes the position %v", v.ID, before.Setup())
			}
			quiet, all = quiet+len(list), all+len(ms)
			for _, m := range list {
				w.pos.Play(m, &w.d[0])
				if o := w.pos.Judge(nil); o.Over() || w.d[0].Captures() > 0 || !w.d[0].EndsTurn() {
					t.Fatalf("%s: %v is no quiet step: %v, %d taken, %v", v.ID, m, o, w.d[0].Captures(), before.Setup())
				}
				w.pos.Undo(&w.d[0])
			}
		})
		if v.ID == "copenhagen-11x11-tdiamond" && quiet < all/2 {
			t.Errorf("%s: only %d steps of %d are quiet", v.ID, quiet, all)
		}
	}
}

// TestSlip: the steps that are quiet with regard to the past take nothing and
// end nothing, Slip leads to the same board as Play, and Unslip back. Most
// steps of the variants that have quiet ones are found.
func TestSlip(t *testing.T) {
	quiet, all := 0, 0
	for _, v := range variant.Of("tafl") {
		p := v.Rules.Start()
		w := &walk{h: rules.NewHistory(&p), rng: rand.NewPCG(5, 6), pos: p}
		for n := 0; n < 300 && !w.over; n++ {
			q, a := slips(t, v.ID, w)
			quiet, all = quiet+q, all+a
			w.step()
		}
	}
	if quiet*3 < all*2 {
		t.Errorf("%d of %d steps are found quiet", quiet, all)
	}
}

// slips tries the quiet steps of one position. It returns how many steps are
// found quiet, of how many, where any may be.
func slips(t *testing.T, id string, w *walk) (quiet, all int) {
	var c rules.Calm
	var d rules.Delta
	ms := w.pos.Legal(nil, w.h)
	if !w.pos.Fast().Calm(&c, w.h) {
		return 0, 0
	}
	for _, m := range ms {
		if !w.pos.Fast().Quiet(&c, m, w.h) {
			continue
		}
		quiet++
		a, b := w.pos, w.pos
		a.Play(m, &w.d[0])
		w.h.Push(&a)
		if o := a.Judge(w.h); o.Over() || w.d[0].Captures() > 0 || a.MidTurn() {
			t.Fatalf("%s: %v is taken for quiet: %+v", id, m, o)
		}
		w.h.Pop()
		b.Fast().Slip(m, &d)
		if !slices.Equal(a.Setup().Pieces, b.Setup().Pieces) || a.Hash() != b.Hash() || a.Turn() != b.Turn() ||
			d.Move() != m || d.Piece() != w.d[0].Piece() {
			t.Fatalf("%s: %v slips to %v, is played to %v", id, m, b.Setup(), a.Setup())
		}
		if b.Fast().Unslip(&d); !slices.Equal(b.Setup().Pieces, w.pos.Setup().Pieces) || b.Hash() != w.pos.Hash() ||
			b.Turn() != w.pos.Turn() {
			t.Fatalf("%s: %v is not taken back", id, m)
		}
	}
	return quiet, len(ms)
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
	seeds := uint64(3)
	if testing.Short() {
		seeds = 1
	}
	for _, v := range variant.All() {
		t.Run(v.ID, func(t *testing.T) {
			first := v.Rules.Start()
			w := &walk{h: rules.NewHistory(&first), ms: make([]game.Move, 0, 1<<14)}
			for seed := range seeds {
				w.pos = first
				w.h.Reset(&first)
				w.rng = rand.NewPCG(seed, 7)
				for n := 0; n < 60 && !w.over; n++ {
					if w.allocates() {
						p := &w.pos
						t.Fatalf("allocations, seed %d, pending %v: %v", seed, p.Pending(), p.Setup())
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
	over bool
}

// games plays random games of so many steps at most, and looks at each position from
// which it steps on.
func games(r *rules.Rules, rng *rand.PCG, n, steps int, look func(*walk)) {
	first := r.Start()
	w := &walk{h: rules.NewHistory(&first), rng: rng}
	for range n {
		w.pos, w.over = first, false
		w.h.Reset(&first)
		for i := 0; i < steps && !w.over; i++ {
			look(w)
			w.step()
		}
	}
}

// allocates reports whether look allocates, twice, because what the runtime
// allocates beside it does not recur. Before it is measured look runs once,
// which makes the histories grow.
func (w *walk) allocates() bool {
	for range 2 {
		if testing.AllocsPerRun(1, w.look) == 0 {
			return false
		}
	}
	return true
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
		w.h.Push(&w.pos)
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
	if w.d[0].EndsTurn() {
		w.h.Push(&w.pos)
		w.over = w.pos.Judge(w.h).Over()
	}
}

// BenchmarkPerft counts in every variant, as deep as some ten thousand leaves
// need, and in Copenhagen as deep as programs are compared.
func BenchmarkPerft(b *testing.B) {
	b.Run("copenhagen-11x11-tdiamond/depth=4",
		func(b *testing.B) { perft(b, start(b, "copenhagen-11x11-tdiamond"), 4) })
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
				w.pos, w.over = first, false
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

// TestRandomStep checks in positions of random games of every variant that
// every legal step is drawn, none other, and all equally often: by a
// chi-squared test with a fixed seed.
func TestRandomStep(t *testing.T) {
	for _, v := range variant.All() {
		t.Run(v.ID, func(t *testing.T) {
			first := v.Rules.Start()
			w := &walk{pos: first, h: rules.NewHistory(&first), rng: rand.NewPCG(5, 6)}
			for n := 0; n < 90 && !w.over; n++ {
				if n%6 == 0 || w.pos.MidTurn() {
					drawEvenly(t, w)
				}
				w.step()
			}
			if w.rng = rand.NewPCG(7, 8); testing.AllocsPerRun(100, func() { w.pos.RandomStep(w.rng, w.h) }) != 0 {
				t.Error("a draw allocates")
			}
		})
	}
}

// drawEvenly draws some thirty times as many steps as are legal.
func drawEvenly(t *testing.T, w *walk) {
	t.Helper()
	const each = 30
	legal := w.pos.Legal(nil, w.h)
	drawn := map[game.Move]int{}
	for range each * len(legal) {
		m, ok := w.pos.RandomStep(w.rng, w.h)
		if !ok || !slices.Contains(legal, m) {
			t.Fatalf("%v is drawn but not legal: %v", m, w.pos.Setup())
		}
		drawn[m]++
	}
	chi := 0.0
	for _, m := range legal {
		d := float64(drawn[m] - each)
		chi += d * d / each
	}
	// Wilson and Hilferty: the cube root is nearly normal
	if k := float64(len(legal) - 1); k > 0 {
		if z := (math.Cbrt(chi/k) - 1 + 2/(9*k)) / math.Sqrt(2/(9*k)); z > 4.5 {
			t.Errorf("%.1f standard deviations from even draws: %v of %v, %v", z, drawn, legal, w.pos.Setup())
		}
	}
}
