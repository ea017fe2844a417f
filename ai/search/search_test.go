package search

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"tafl3d/ai/eval"
	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
)

func load(t testing.TB, id string) *rules.Rules {
	t.Helper()
	v, err := variant.Get(id)
	if err != nil {
		t.Fatal(err)
	}
	return v.Rules
}

// boards are the variants that tests of speed and size run on: each board and
// kind of goal once.
func boards(t testing.TB) (list []*variant.Variant) {
	t.Helper()
	for _, id := range []string{"brandubh-gorrion", "linnaean-9x9-tcross-w", "copenhagen-11x11-tdiamond",
		"haven-basic-11x11", "alea-evangelii-19x19"} {
		v, err := variant.Get(id)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, v)
	}
	return list
}

// TestEveryVariant plays the first turns of every game of the catalogue.
func TestEveryVariant(t *testing.T) {
	for _, v := range variant.All() {
		p := v.Rules.Start()
		h := rules.NewHistory(&p)
		s := New(v.Rules)
		for turns := 0; turns < 12; {
			m := find(t, s, p, h, Limits{Nodes: 150, Hash: 1}, 0).Move
			if _, err := p.Try(m, h); err != nil {
				t.Fatalf("%s: %v", v.ID, err)
			}
			if p.MidTurn() {
				continue
			}
			h.Push(&p)
			turns++
			if p.Judge(h).Over() {
				break
			}
		}
	}
}

func position(t testing.TB, r *rules.Rules, text string) rules.Position {
	t.Helper()
	p, err := notation.ParsePosition(r, text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func find(t testing.TB, s *Searcher, p rules.Position, h *rules.History, l Limits, margin int) Result {
	t.Helper()
	res, err := s.Search(context.Background(), p, h, l, margin)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func words(p rules.Position, m game.Move) string {
	d, err := p.Try(m, nil)
	if err != nil {
		return err.Error()
	}
	return notation.Step(p.Rules(), &d)
}

// tactics are positions with a proven result: the side to move wins in so many
// turns, or loses (negative). best lists the moves that do it, empty where
// several serve.
var tactics = []struct {
	name, variant, board string
	turns                int
	best                 string
}{
	{"into the corner", "brandubh-gorrion", "3t3/7/3t3/K6/7/2T4/3t3 d", 1, "Ka4-a1 Ka4-a7"},
	{"between two", "brandubh-gorrion", "7/7/2T4/7/3t3/1tK4/5T1 a", 1, "d3-d2xKc2"},
	{"two ways out", "brandubh-gorrion", "7/3t3/5t1/K6/7/2T2t1/7 a", -2, ""},
	{"the corner's neighbour", "brandubh-gorrion", "3t3/7/1T1t3/t6/7/K1t4/3t3 d", 1, "Ka2-a1"},
	{"an open file and rank", "linnaean-9x9-tcross-w", "t8/9/9/9/4K4/9/9/9/8t a", -2, ""},
	{"to the rim", "linnaean-9x9-tcross-w", "9/9/9/9/2tKt4/9/3T5/9/9 d", 1, "Kd5-d9"},
	{"a strong king closed in", "copenhagen-11x11-tdiamond", "11/11/4t6/3tKt5/11/4t6/11/11/11/5T5/11 a", 1,
		"e6-e7xKe8"},
	{"the empty throne closes", "copenhagen-11x11-tdiamond", "11/11/11/11/4t6/3tK6/11/4t6/11/5T5/11 a", 1, "e4-e5xKe6"},
	{"along the rim", "copenhagen-11x11-tdiamond", "4K6/11/4t6/11/11/11/11/11/5T5/11/5t5 d", 1, "Ke11-a11 Ke11-k11"},
	{"four captors", "haven-basic-11x11", "11/11/4t6/3tKt5/11/4t6/11/11/11/5T5/11 a", 1, "e6-e7xKe8"},
	{"open water", "haven-basic-11x11", "11/11/4t6/3t1tK4/11/4t6/11/11/11/5T5/11 d", 1, ""},
	{"into the L", "alea-evangelii-19x19", "4K14/19/4t14/19/19/19/19/19/19/19/19/19/19/19/19/19/9T9/19/9t9 d", 1, ""},
}

func TestTactics(t *testing.T) {
	for _, c := range tactics {
		for _, threads := range []int{1, 3} {
			t.Run(c.name, func(t *testing.T) {
				r := load(t, c.variant)
				p := position(t, r, c.board)
				res := find(t, New(r), p, nil, Limits{Depth: 3, Hash: 1, Threads: threads}, 0)
				n, win, ok := WinIn(res.Info.Score)
				if !win {
					n = -n
				}
				got := words(p, res.Move)
				if !ok || n != c.turns || c.best != "" && !strings.Contains(c.best, got) {
					t.Errorf("%s: %s, score %d (%d turns); want %q in %d", c.board, got, res.Info.Score, n,
						c.best, c.turns)
				}
			})
		}
	}
}

// TestOnlyMove: the king threatens to walk into a corner; only one move of the
// attackers holds.
func TestOnlyMove(t *testing.T) {
	r := load(t, "brandubh-gorrion")
	p := position(t, r, "t2t3/7/3t3/K2t3/7/2t4/2T2T1 a")
	res := find(t, New(r), p, nil, Limits{Depth: 4, Hash: 1}, 2*Win)
	q := p
	var d rules.Delta
	q.Play(res.Move, &d)
	for _, m := range q.Legal(nil, nil) {
		after := q
		var e rules.Delta
		after.Play(m, &e)
		if after.Judge(nil).Over() && after.Judge(nil).Winner == game.Defenders {
			t.Fatalf("after %s the king still escapes by %s", words(p, res.Move), words(q, m))
		}
	}
}

// minimax is the plainest possible search, to compare with.
func minimax(p *rules.Position, h *rules.History, e *eval.Evaluator, depth, turns int) int {
	if depth == 0 {
		return clamp(e.Score(p).Score)
	}
	best := -infinite
	for _, m := range p.Legal(nil, h) {
		var d rules.Delta
		mover := p.Turn()
		p.Play(m, &d)
		e.Play(&d)
		h.Push(p)
		v := 0
		switch o := p.Judge(h); {
		case !o.Over():
			v = -minimax(p, h, e, depth-1, turns+1)
		case o.Draw:
		case o.Winner == mover:
			v = Win - turns - 1
		default:
			v = turns + 1 - Win
		}
		h.Pop()
		e.Undo(&d)
		p.Undo(&d)
		best = max(best, v)
	}
	return best
}

// TestPlain: without pruning by guess, the search with its table, windows and
// ordering finds exactly the minimax score.
func TestPlain(t *testing.T) {
	r := load(t, "brandubh-gorrion")
	chance := rand.New(rand.NewPCG(5, 6))
	games := 25
	if testing.Short() {
		games = 5
	}
	for range games {
		p, h := wander(r, chance, chance.IntN(20))
		s := New(r)
		s.noPruning = true
		for depth := 1; depth <= 3; depth++ {
			e := eval.New(eval.NewGeometry(r, nil))
			e.Reset(&p)
			want := minimax(&p, h.Clone(), e, depth, 0)
			got := find(t, s, p, h, Limits{Depth: depth, Hash: 1}, 0).Info.Score
			if _, _, proven := WinIn(want); got != want && !proven {
				t.Errorf("%s depth %d: %d, minimax %d", notation.Position(&p), depth, got, want)
			}
			tiny := New(r)
			tiny.noPruning, tiny.table, tiny.hash = true, newTable(0), 1
			if again := find(t, tiny, p, h, Limits{Depth: depth, Hash: 1}, 0).Info.Score; again != got {
				t.Errorf("%s depth %d: %d with a table of one bucket, else %d", notation.Position(&p),
					depth, again, got)
			}
		}
	}
}

// wander plays n random turns, fewer if the game would end.
func wander(r *rules.Rules, chance *rand.Rand, n int) (rules.Position, *rules.History) {
	p := r.Start()
	h := rules.NewHistory(&p)
	for range n {
		ms := p.Legal(nil, h)
		var d rules.Delta
		p.Play(ms[chance.IntN(len(ms))], &d)
		h.Push(&p)
		if p.Judge(h).Over() {
			h.Pop()
			p.Undo(&d)
			break
		}
	}
	return p, h
}

func TestDeterminism(t *testing.T) {
	for _, v := range boards(t) {
		p := v.Rules.Start()
		l := Limits{Nodes: 5000, Seed: 9, Hash: 1}
		a := find(t, New(v.Rules), p, nil, l, 0)
		b := find(t, New(v.Rules), p, nil, l, 0)
		if a.Move != b.Move || a.Info.Score != b.Info.Score || a.Info.Nodes != b.Info.Nodes ||
			a.Info.Depth != b.Info.Depth {
			t.Errorf("%s: %+v, then %+v", v.ID, a.Info, b.Info)
		}
		if a.Info.Nodes > l.Nodes {
			t.Errorf("%s: %d nodes, the limit is %d", v.ID, a.Info.Nodes, l.Nodes)
		}
		s := New(v.Rules)
		find(t, s, p, nil, Limits{Nodes: 3000, Hash: 1}, 0)
		s.Forget()
		if c := find(t, s, p, nil, l, 0); c.Move != a.Move || c.Info.Score != a.Info.Score ||
			c.Info.Depth != a.Info.Depth {
			t.Errorf("%s: after Forget %+v, fresh %+v", v.ID, c.Info, a.Info)
		}
	}
}

// TestStop: a search without limits ends within 50 ms of its context, on every
// board, and a search whose context has ended before still has a move.
func TestStop(t *testing.T) {
	const allowed = 50 * time.Millisecond
	for _, v := range boards(t) {
		s := New(v.Rules)
		p := v.Rules.Start()
		best := time.Hour
		// a busy machine may be late now and then
		for end := time.Now().Add(10 * time.Second); best > allowed && time.Now().Before(end); {
			ctx, cancel := context.WithCancel(context.Background())
			stopped := make(chan time.Time, 1)
			time.AfterFunc(60*time.Millisecond, func() { stopped <- time.Now(); cancel() })
			res, err := s.Search(ctx, p, nil, Limits{Threads: 2}, 0)
			late := time.Since(<-stopped)
			if err != nil {
				t.Fatal(err)
			}
			if words(p, res.Move) == "" {
				t.Fatalf("%s: no move", v.ID)
			}
			best = min(best, late)
		}
		t.Logf("%s: %v", v.ID, best)
		if best > allowed {
			t.Errorf("%s: stopped %v late", v.ID, best)
		}
		ended, cancel := context.WithCancel(context.Background())
		cancel()
		res, err := New(v.Rules).Search(ended, p, nil, Limits{}, 0)
		if _, illegal := p.Try(res.Move, nil); err != nil || illegal != nil {
			t.Errorf("%s: cancelled before the start: %v, %v", v.ID, err, illegal)
		}
	}
}

func TestTime(t *testing.T) {
	r := load(t, "copenhagen-11x11-tdiamond")
	best := time.Hour
	// as in TestStop
	for end := time.Now().Add(10 * time.Second); best > 150*time.Millisecond && time.Now().Before(end); {
		start := time.Now()
		find(t, New(r), r.Start(), nil, Limits{Time: 50 * time.Millisecond}, 0)
		best = min(best, time.Since(start))
	}
	if best > 150*time.Millisecond {
		t.Errorf("50 ms became %v", best)
	}
}

// line returns what a search of everything says of a move.
func line(t *testing.T, res Result, p rules.Position, move string) int {
	t.Helper()
	for _, l := range res.Lines {
		if words(p, l.Move) == move {
			return l.Score
		}
	}
	t.Fatalf("no line for %s", move)
	return 0
}

// TestRepetition: the third occurrence loses for the defenders in one game and
// is a draw in another; the second is nothing.
func TestRepetition(t *testing.T) {
	for _, c := range []struct {
		variant, board string
		rounds, want   int
	}{
		{"linnaean-9x9-tcross-w", "8t/T8/9/2t1t1t2/1t2K2t1/2t1t1t2/9/9/8t d", 2, 1 - Win},
		{"haven-basic-11x11", "10t/T10/11/11/4ttt4/4tKt4/4t1t4/5t5/11/11/10t d", 2, 0},
	} {
		r := load(t, c.variant)
		p := position(t, r, c.board)
		h := rules.NewHistory(&p)
		n := r.Board().Size()
		there, back := r.Board().Cell(0, n-2), r.Board().Cell(0, n-3)
		a, b := r.Board().Cell(n-1, n-1), r.Board().Cell(n-1, n-2)
		play := func(from, to game.Square) {
			if _, err := p.Try(game.Move{From: from, To: to}, h); err != nil {
				t.Fatal(err)
			}
			h.Push(&p)
		}
		for range c.rounds {
			play(there, back)
			play(a, b)
			play(back, there)
			play(b, a)
		}
		res := find(t, New(r), p, h, Limits{Depth: 1, Hash: 1}, 2*Win)
		move := words(p, game.Move{From: there, To: back})
		if got := line(t, res, p, move); got != c.want {
			t.Errorf("%s: %s repeats and scores %d, want %d", c.variant, move, got, c.want)
		}
		if c.want < 0 && words(p, res.Move) == move {
			t.Errorf("%s: plays the losing repetition", c.variant)
		}
	}
}

// TestChains: in a game of chains the search goes on with the same side and
// counts turns, not steps.
func TestChains(t *testing.T) {
	set := load(t, "copenhagen-11x11-tdiamond").Ruleset()
	for k, v := range map[string]string{"chain": "optional", "chain.escape": "on"} {
		if err := set.Set(k, v); err != nil {
			t.Fatal(err)
		}
	}
	r, err := rules.Compile(set)
	if err != nil {
		t.Fatal(err)
	}
	// The king takes e11 against d11 and runs on into the corner, all in one turn.
	p := position(t, r, "3Tt6/11/11/11/11/5K5/11/11/11/11/1t9 d")
	res := find(t, New(r), p, nil, Limits{Depth: 2, Hash: 1}, 0)
	if got := words(p, res.Move); got != "Kf6-f11xe11" || res.Info.Score != Win-1 || len(res.Info.PV) != 2 {
		t.Errorf("%s, score %d, line %v", got, res.Info.Score, res.Info.PV)
	}
	chance := rand.New(rand.NewPCG(1, 1))
	for range 20 { // whole games without a fault
		p := r.Start()
		h := rules.NewHistory(&p)
		for range 60 {
			m := find(t, New(r), p, h, Limits{Nodes: 300, Hash: 1, Seed: chance.Uint64()}, 0).Move
			if _, err := p.Try(m, h); err != nil {
				t.Fatal(err)
			}
			if p.MidTurn() {
				continue
			}
			h.Push(&p)
			if p.Judge(h).Over() {
				break
			}
		}
		if testing.Short() {
			break
		}
	}
}

// TestAllocs: a node allocates nothing, so twice the nodes cost no more.
func TestAllocs(t *testing.T) {
	if testing.Short() {
		t.Skip("counts allocations over many nodes")
	}
	for _, v := range boards(t) {
		s, p := New(v.Rules), v.Rules.Start()
		count := func(nodes int64) float64 {
			return testing.AllocsPerRun(3, func() { find(t, s, p, nil, Limits{Nodes: nodes, Hash: 1}, 0) })
		}
		count(20_000)
		few, many := count(5_000), count(20_000)
		if many > few+20 {
			t.Errorf("%s: %.0f allocations for 5000 nodes, %.0f for 20000", v.ID, few, many)
		}
	}
}

func TestNoMoves(t *testing.T) {
	r := load(t, "brandubh-gorrion")
	p := position(t, r, "3t3/7/7/K6/7/7/3t3 d")
	var d rules.Delta
	p.Play(game.Move{From: r.Board().Cell(0, 3), To: 0}, &d)
	if _, err := New(r).Search(context.Background(), p, nil, Limits{}, 0); err != ErrNoMoves {
		t.Errorf("a finished game: %v", err)
	}
}

type faulty struct{ *eval.Evaluator }

func (faulty) Score(*rules.Position) eval.View { panic("broken") }

func TestFault(t *testing.T) {
	r := load(t, "brandubh-gorrion")
	s := New(r)
	s.newEvaluator = func() Evaluator { return faulty{eval.New(eval.NewGeometry(r, nil))} }
	_, err := s.Search(context.Background(), r.Start(), nil, Limits{Threads: 2, Hash: 1}, 0)
	fault, ok := errors.AsType[*Fault](err)
	if !ok || !strings.Contains(fault.Error(), "broken") || strings.Contains(fault.Error(), "\n") ||
		!strings.Contains(string(fault.Stack), "Score") {
		t.Errorf("a panic became %v", err)
	}
	s.newEvaluator = func() Evaluator { return eval.New(eval.NewGeometry(r, nil)) }
	s.allWorkers = nil
	find(t, s, r.Start(), nil, Limits{Depth: 2, Hash: 1}, 0) // and the searcher lives
}

// TestShared lets several threads fight over a tiny table; meant for -race.
func TestShared(t *testing.T) {
	for _, v := range boards(t) {
		s := New(v.Rules)
		for range 3 {
			res := find(t, s, v.Rules.Start(), nil, Limits{Time: 30 * time.Millisecond, Threads: 4, Hash: 1}, 0)
			p := v.Rules.Start()
			for _, m := range res.Info.PV { // the expected line must be playable
				if _, err := p.Try(m, nil); err != nil {
					t.Errorf("%s: line %v: %v", v.ID, res.Info.PV, err)
					break
				}
			}
		}
	}
}

// TestFade: from one search to the next a half of the history stays, on small
// boards an eighth, and nothing where all is forgotten.
func TestFade(t *testing.T) {
	for id, want := range map[string]int32{"copenhagen-11x11-tdiamond": 400, "brandubh-gorrion": 100} {
		r := load(t, id)
		s := New(r)
		p := r.Start()
		begin := func() *worker {
			s.prepare(Limits{Hash: 1})
			w := s.workers[0]
			h := rules.NewHistory(&p)
			w.reset(p, h, p.Legal(nil, h), 0, 0)
			return w
		}
		begin().history[3] = 800
		if got := begin().history[3]; got != want {
			t.Errorf("%s: a credit of 800 is %d in the next search, want %d", id, got, want)
		}
		s.Forget()
		if got := begin().history[3]; got != 0 {
			t.Errorf("%s: forgotten, it is %d", id, got)
		}
	}
}
