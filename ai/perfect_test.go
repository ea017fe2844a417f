package ai

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"tafl3d/ai/solve"
	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
	"tafl3d/internal/await"
)

// TestPerfect: who thinks by the clock, and who studies, answers from the table of a small game,
// wins in as many turns as it says, and tells every line; who counts positions searches as before.
func TestPerfect(t *testing.T) {
	v, err := variant.Get("hat-diviyan")
	if err != nil {
		t.Fatal(err)
	}
	table, err := solve.Solve(context.Background(), v.Rules, nil)
	if err != nil {
		t.Fatal(err)
	}
	tables.mu.Lock()
	tables.known = map[*rules.Rules]*solve.Table{v.Rules: table}
	tables.mu.Unlock()
	var told []Info
	study := NewReporting(Limits{Lines: 3, Nodes: 1000}, func(i Info) { told = append(told, i) })
	if _, _, err := study.Think(context.Background(), v.Rules.Start(), nil, Limits{}); err != nil {
		t.Fatal(err)
	}
	if len(told) != 3 || told[0].Line != 1 || told[0].Score < told[2].Score || len(told[0].PV) != 13 {
		t.Errorf("told %+v", told)
	}
	quick, counting := New(Limits{Time: time.Second}), New(Limits{Nodes: 500, Hash: 1})
	line := v.Rules.Line()
	for left := 13; !line.End().Over(); left-- {
		p := line.Position
		m, info, err := quick.Think(context.Background(), p, line.History(), Limits{})
		if n, _, ok := WinIn(info.Score); err != nil || !ok || n != left {
			t.Fatalf("%+v, %v: want an end in %d", info, err, left)
		}
		if _, info, err := counting.Think(context.Background(), p, line.History(), Limits{}); err != nil || left > 5 &&
			info.Nodes < 2 {
			t.Errorf("%+v, %v", info, err)
		}
		if _, err := line.Try(m); err != nil {
			t.Fatal(err)
		}
	}
	b, err := variant.Get("brandubh-gorrion")
	if err != nil {
		t.Fatal(err)
	}
	start := b.Rules.Start()
	if tableOf(context.Background(), &start) != nil || len(tables.known) != 1 {
		t.Error("Brandubh is being solved")
	}
}

// TestPerfectDraw: nobody who has a table gives a draw away, however short he looks; in bagh chal that
// ends with the second capture.
func TestPerfectDraw(t *testing.T) {
	v, err := variant.Get("bagh-chal")
	if err != nil {
		t.Fatal(err)
	}
	set := v.Rules.Ruleset()
	set.Lines.Ends.MinPieces[game.Attackers] = 19
	r, err := rules.Compile(set)
	if err != nil {
		t.Fatal(err)
	}
	table, err := solve.Solve(context.Background(), r, nil)
	if err != nil {
		t.Fatal(err)
	}
	tables.mu.Lock()
	tables.known = map[*rules.Rules]*solve.Table{r: table}
	tables.mu.Unlock()
	const goats, tigers = 20, 4
	chance, drawn, mended := rand.New(rand.NewPCG(5, 6)), 0, 0
	for range 2000 {
		setup := game.Setup{Pieces: make([]game.Piece, 25), Turn: game.Side(chance.IntN(game.Sides)),
			Hand: make([]int, 3)}
		for i, at := range chance.Perm(25)[:goats+tigers] {
			setup.Pieces[at] = 1
			if i < tigers {
				setup.Pieces[at] = 2
			}
		}
		p, err := r.Position(setup)
		if err != nil {
			t.Fatal(err)
		}
		if score, ok := table.Score(&p); !ok || score != 0 {
			continue
		}
		drawn++
		plain, _, err := New(Limits{Depth: 1}).Think(context.Background(), p, nil, Limits{})
		if err != nil {
			t.Fatal(err)
		}
		m, _, err := New(Limits{Depth: 1, Time: time.Minute}).Think(context.Background(), p, nil, Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if spoils(m, table.Lines(p)) {
			t.Errorf("%v gives the draw away", m)
		}
		if spoils(plain, table.Lines(p)) {
			mended++
		}
	}
	if t.Logf("%d drawn, in %d of them a look of one turn errs", drawn, mended); mended == 0 {
		t.Error("nothing was there to be mended")
	}
}

// lateBaghChal returns a position of bagh chal with so few goats in hand that the game is worth
// solving.
func lateBaghChal(t *testing.T) *rules.Position {
	t.Helper()
	v, err := variant.Get("bagh-chal")
	if err != nil {
		t.Fatal(err)
	}
	setup := game.Setup{Pieces: make([]game.Piece, 25), Turn: game.Attackers, Hand: []int{0, 4, 0}}
	for i := range 20 {
		setup.Pieces[i] = 1
		if i < 4 {
			setup.Pieces[i] = 2
		}
	}
	p, err := v.Rules.Position(setup)
	if err != nil {
		t.Fatal(err)
	}
	return &p
}

// TestSolverEndsWithItsPool: the engine answers at once while a game of minutes is being solved
// beside it, with one core for both, again and again; the solver ends with the pool, and what it
// has not finished is forgotten. Without a pool nothing goes on behind the answer.
func TestSolverEndsWithItsPool(t *testing.T) {
	p := lateBaghChal(t)
	solving := func() bool {
		tables.mu.Lock()
		defer tables.mu.Unlock()
		_, is := tables.known[p.Rules()]
		return is
	}
	quick := Limits{Time: 10 * time.Millisecond, Hash: 1}
	if _, _, err := New(quick).Think(t.Context(), *p, nil, Limits{}); err != nil || solving() {
		t.Fatalf("without an owner: %v, it is being solved: %v", err, solving())
	}
	pool := NewPool(1)
	for range 5 {
		_, _, err := pool.Engine(New(quick), ForPlay).Think(t.Context(), *p, nil, Limits{})
		if err != nil || !solving() {
			t.Fatalf("%v, it is being solved: %v", err, solving())
		}
		await.Until(t, "the solver does not go on", func() bool {
			pool.mu.Lock()
			defer pool.mu.Unlock()
			return pool.free == 0 && len(pool.lent) == 1
		})
	}
	pool.Close()
	if solving() {
		t.Error("the solver goes on behind Close")
	}
}
