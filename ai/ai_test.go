package ai

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tafl3d/ai/search"
	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
	"tafl3d/internal/await"
)

func brandubh(t testing.TB) *rules.Rules {
	t.Helper()
	v, err := variant.Get("brandubh-gorrion")
	if err != nil {
		t.Fatal(err)
	}
	return v.Rules
}

// contest plays a game and returns its outcome, a draw after 300 turns.
func contest(t *testing.T, r *rules.Rules, seats [game.Sides]Engine) game.Outcome {
	t.Helper()
	return within(t, r, seats, 300)
}

// within plays a game and returns its outcome, a draw after so many turns.
func within(t *testing.T, r *rules.Rules, seats [game.Sides]Engine, turns int) game.Outcome {
	t.Helper()
	p := r.Start()
	h := rules.NewHistory(&p)
	for range turns {
		m, _, err := seats[p.Turn()].Think(context.Background(), p, h, Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Try(m, h); err != nil {
			t.Fatal(err)
		}
		h.Push(&p)
		if o := p.Judge(h); o.Over() {
			return o
		}
	}
	return game.Drawn(game.Adjudicated)
}

// TestLevel3: level 3 beats random play at least 19 times of 20 with either
// side.
func TestLevel3(t *testing.T) {
	r := brandubh(t)
	for side := range game.Side(game.Sides) {
		won := 0
		for seed := range uint64(20) {
			seats := [game.Sides]Engine{Random(seed), Random(seed)}
			seats[side] = Level(3, seed+1)
			if o := contest(t, r, seats); !o.Draw && o.Winner == side {
				won++
			}
		}
		if won < 19 {
			t.Errorf("as %v level 3 won %d of 20", side, won)
		}
	}
}

// TestLevel1: the lowest level beats random play on a large board, too, in no more turns than a
// child would bear.
func TestLevel1(t *testing.T) {
	if testing.Short() {
		t.Skip("plays 30 games")
	}
	v, err := variant.Get("copenhagen-11x11-tdiamond")
	if err != nil {
		t.Fatal(err)
	}
	won, lost := 0, 0
	for i := range uint64(30) {
		side := game.Side(i % game.Sides)
		seats := [game.Sides]Engine{Random(i), Random(i)}
		seats[side] = Level(1, i+1)
		switch o := within(t, v.Rules, seats, 200); {
		case o.Draw:
		case o.Winner == side:
			won++
		default:
			lost++
		}
	}
	if t.Logf("%d won, %d lost", won, lost); won < 10 || won < 2*lost {
		t.Errorf("level 1 won %d and lost %d of 30 games", won, lost)
	}
}

// TestLadder: a level beats the one two steps below in most games.
func TestLadder(t *testing.T) {
	if testing.Short() {
		t.Skip("plays 72 games")
	}
	r := brandubh(t)
	for low := 1; low <= 3; low++ {
		points := 0
		const games = 24
		for i := range games {
			strong := game.Side(i % game.Sides)
			var seats [game.Sides]Engine
			seats[strong], seats[strong.Other()] = Level(low+2, uint64(i+1)), Level(low, uint64(i+1))
			switch o := contest(t, r, seats); {
			case o.Draw:
				points++
			case o.Winner == strong:
				points += 2
			}
		}
		if points < games*5/4 {
			t.Errorf("level %d against %d: %d of %d points", low+2, low, points, 2*games)
		}
	}
}

// TestLevelsRepeat: below the highest, the same seed plays the same move even
// after other positions were thought about; all levels play legal moves on
// every board.
func TestLevelsRepeat(t *testing.T) {
	for _, id := range []string{"brandubh-gorrion", "linnaean-9x9-tcross-w", "copenhagen-11x11-tdiamond",
		"haven-basic-11x11", "alea-evangelii-19x19"} {
		v, err := variant.Get(id)
		if err != nil {
			t.Fatal(err)
		}
		p := v.Rules.Start()
		top := 6
		if testing.Short() {
			top = 3
		}
		for n := 1; n <= top; n++ {
			a, b := Level(n, 7), Level(n, 7)
			q := p
			var d rules.Delta
			q.Play(p.Legal(nil, nil)[0], &d)
			if _, _, err := b.Think(context.Background(), q, nil, Limits{}); err != nil {
				t.Fatal(err)
			}
			m, info, err := a.Think(context.Background(), p, nil, Limits{})
			if err != nil {
				t.Fatal(err)
			}
			again, _, _ := b.Think(context.Background(), p, nil, Limits{})
			if m != again {
				t.Errorf("%s level %d: %v, then %v", v.ID, n, m, again)
			}
			if _, err := p.Try(m, nil); err != nil || p.Turn() == v.Rules.Setup().Turn && info.Nodes == 0 {
				t.Errorf("%s level %d: %v, %+v", v.ID, n, err, info)
			}
			p = v.Rules.Start()
		}
	}
}

// TestSeedOfALevel: the seed of the limits counts for more than the level's own, and different seeds
// choose differently.
func TestSeedOfALevel(t *testing.T) {
	p := brandubh(t).Start()
	think := func(own, asked uint64) game.Move {
		t.Helper()
		m, _, err := Level(1, own).Think(t.Context(), p, nil, Limits{Seed: asked})
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	chosen := map[game.Move]bool{}
	for seed := uint64(1); seed <= 12; seed++ {
		own, asked := think(seed, 0), think(100, seed)
		if own != asked {
			t.Errorf("seed %d: %v as the level's own, %v as that of the limits", seed, own, asked)
		}
		chosen[own] = true
	}
	if len(chosen) < 2 {
		t.Errorf("12 seeds choose the same move: %v", chosen)
	}
}

// TestError: among levels that look equally far the expected loss of a choice
// shrinks from one to the next, and nothing beyond the margin is chosen where
// nothing is overlooked.
func TestError(t *testing.T) {
	lines := make([]search.Line, 40)
	for i := range lines {
		lines[i] = search.Line{Move: game.Move{To: game.Square(i)}, Score: 100 - 10*i}
	}
	for _, skills := range ladders() {
		errs(t, skills, lines)
	}
}

// ladders are the skills on small boards and on large ones, from level 1.
func ladders() (list [2][]skill) {
	for _, s := range skills {
		list[0], list[1] = append(list[0], s.small), append(list[1], s.large)
	}
	return list
}

func errs(t *testing.T, skills []skill, lines []search.Line) {
	last := 1e9
	for n, s := range skills {
		r := rand.New(rand.NewPCG(1, uint64(n)))
		loss := 0
		const tries = 4000
		for range tries {
			l := s.choose(lines, r)
			if d := lines[0].Score - l.Score; d > s.margin && s.overlook == 0 {
				t.Fatalf("level %d chose a move worse by %d, its margin is %d", n+1, d, s.margin)
			} else {
				loss += d
			}
		}
		mean := float64(loss) / tries
		t.Logf("level %d: mean error %.1f", n+1, mean)
		if n > 0 && s.depth == skills[n-1].depth && mean > last {
			t.Errorf("level %d errs by %.1f, the level below by %.1f", n+1, mean, last)
		}
		last = mean
	}
}

// TestSight: long ways are missed, the more easily the lower the level; short
// ones are not, and something is always seen.
func TestSight(t *testing.T) {
	b := brandubh(t).Board()
	at := func(name string) game.Square { s, _ := b.Named(name); return s }
	long := search.Line{Move: game.Move{From: at("a4"), To: at("g4")}}
	short := search.Line{Move: game.Move{From: at("d1"), To: at("c1")}}
	for _, skills := range ladders() {
		sights(t, b, skills, long, short)
	}
}

func sights(t *testing.T, b *game.Board, skills []skill, long, short search.Line) {
	last := -1
	for n := range skills {
		seen := 0
		for seed := range uint64(400) {
			got := skills[n].noticed(b, []search.Line{long, short}, rand.New(rand.NewPCG(seed, 1)))
			if !slices.Contains(got, short) {
				t.Fatalf("level %d misses a step to the next square", n+1)
			}
			if slices.Contains(got, long) {
				seen++
			}
		}
		if got := skills[n].noticed(b, []search.Line{long}, rand.New(rand.NewPCG(7, 1))); len(got) != 1 {
			t.Errorf("level %d sees nothing", n+1)
		}
		if seen < last && skills[n].sight < skills[n-1].sight {
			t.Errorf("level %d sees %d of 400 long ways, the level below %d", n+1, seen, last)
		}
		last = seen
	}
	if last != 400 {
		t.Errorf("level %d misses some of 400", len(skills))
	}
}

// TestBeginner: a beginner wins where he can at once, parries where he can,
// takes what he can, and beats the lowest level: that wins 31 in 100 games
// against him (docs/lab/levels.md), more than 41 once in 75 times; an equal would stay
// below that once in 23.
func TestBeginner(t *testing.T) {
	r := brandubh(t)
	for rows, want := range map[string]string{
		"7/3t3/7/7/7/K6/3t2t d":   "a1 a7",
		"7/t6/7/7/K6/3t3/5t1 a":   "a2",
		"7/7/5t1/2T4/2t4/4K2/7 a": "c5",
	} {
		p, err := notation.ParsePosition(r, rows)
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(10) {
			m, _, err := Beginner(seed).Think(context.Background(), p, nil, Limits{})
			if err != nil || !strings.Contains(want, r.Board().Name(m.To)) {
				t.Errorf("%s: %s, %v", rows, r.Board().Name(m.To), err)
			}
		}
	}
	if testing.Short() {
		t.Skip("plays 100 games")
	}
	won := 0
	for i := range uint64(100) {
		seats := [game.Sides]Engine{Beginner(i), Beginner(i)}
		side := game.Side(i % game.Sides)
		seats[side] = Level(1, i+1)
		if o := contest(t, r, seats); !o.Draw && o.Winner == side {
			won++
		}
	}
	t.Logf("level 1 won %d of 100 games", won)
	if won > 41 {
		t.Errorf("level 1 won %d of 100 games against a beginner", won)
	}
}

// TestWinAtOnce: every level plays a win that it has on this turn, in many games.
func TestWinAtOnce(t *testing.T) {
	tried := 0
	for i, v := range variant.All() {
		if testing.Short() && i%5 > 0 {
			continue
		}
		line, chance := v.Rules.Line(), Random(7)
		for range 120 {
			if canWin(line) {
				tried++
				for n := 1; n < Levels; n++ {
					p := line.Position
					if o := turnOf(t, Level(n, uint64(tried)), line.Clone()); !o.Over() || o.Draw ||
						o.Winner != p.Turn() {
						t.Errorf("%s, level %d does not win on %s", v.ID, n, notation.Position(&p))
					}
				}
				break
			}
			m, _, err := chance.Think(context.Background(), line.Position, line.History(), Limits{})
			if err != nil {
				break
			}
			if _, err := line.Try(m); err != nil || line.End().Over() {
				break
			}
		}
	}
	t.Logf("%d games with a win at once", tried)
	if tried < 10 {
		t.Errorf("only %d games with a win at once", tried)
	}
}

// turnOf lets an engine play a whole turn and returns how the game stands then.
func turnOf(t *testing.T, e Engine, line *rules.Line) (o game.Outcome) {
	for first := true; first || line.MidTurn() && !o.Over(); first = false {
		m, _, err := e.Think(context.Background(), line.Position, line.History(), Limits{})
		if err != nil {
			t.Fatal(err)
		}
		var d rules.Delta
		o = line.Step(m, &d)
	}
	return o
}

// canWin reports whether one step wins for the side to move.
func canWin(line *rules.Line) bool {
	p := line.Position
	return slices.ContainsFunc(p.Legal(nil, line.History()), func(m game.Move) bool { return winsBy(line, m) })
}

// winsBy reports whether a step wins for the side to move.
func winsBy(line *rules.Line, m game.Move) bool {
	var d rules.Delta
	o := line.Clone().Step(m, &d)
	return o.Over() && !o.Draw && o.Winner == line.Turn()
}

// TestProven: from level 3 on a win at hand is taken.
func TestProven(t *testing.T) {
	lines := []search.Line{{Move: game.Move{To: 1}, Score: search.Win - 1},
		{Move: game.Move{To: 2}, Score: search.Win - 3}}
	for _, skills := range ladders() {
		for n, s := range skills[2:] {
			for seed := range uint64(50) {
				if l := s.choose(lines, rand.New(rand.NewPCG(seed, 0))); l != lines[0] {
					t.Fatalf("level %d chose %+v", n+3, l)
				}
			}
		}
	}
}

func TestTighter(t *testing.T) {
	got := Tighter(Limits{Depth: 5, Time: time.Second, Threads: 1, Seed: 1, Hash: 4},
		Limits{Nodes: 10, Time: time.Minute, Threads: 8, Seed: 2})
	want := Limits{Depth: 5, Nodes: 10, Time: time.Second, Threads: 1, Seed: 2, Hash: 4}
	if got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := Tighter(Limits{}, Limits{Threads: 3, Depth: 2}); got != (Limits{Threads: 3, Depth: 2}) {
		t.Errorf("%+v", got)
	}
}

// TestTopLevelListens: the highest level keeps to a shorter time and stops
// when it is told to.
func TestTopLevelListens(t *testing.T) {
	p := brandubh(t).Start()
	think := func(what string, ctx context.Context, l Limits) {
		t.Helper()
		e := Level(10, 1).(*engine)
		e.own.Time = time.Hour // for one that does not listen
		done := make(chan error, 1)
		go func() {
			_, _, err := e.Think(ctx, p, nil, l)
			done <- err
		}()
		if err := await.Next(t, done, what); err != nil {
			t.Fatal(err)
		}
	}
	think("it does not keep to 40 ms", context.Background(), Limits{Time: 40 * time.Millisecond})
	ctx, cancel := context.WithTimeout(context.Background(), 40*time.Millisecond)
	defer cancel()
	think("it does not stop after 40 ms", ctx, Limits{})
}

// gauge is an engine that thinks until it may go on and notes the cores it
// was given.
type gauge struct {
	now, most *atomic.Int32
	goOn      chan struct{}
	threads   chan int
}

func (g *gauge) Think(ctx context.Context, _ rules.Position, _ *rules.History, l Limits) (game.Move, Info, error) {
	n := g.now.Add(int32(l.Threads))
	for m := g.most.Load(); n > m && !g.most.CompareAndSwap(m, n); m = g.most.Load() {
	}
	g.threads <- l.Threads
	select {
	case <-g.goOn:
	case <-ctx.Done():
	}
	g.now.Add(-int32(l.Threads))
	return game.NoMove, Info{}, ctx.Err()
}

func TestPoolShares(t *testing.T) {
	pool := NewPool(3)
	g := &gauge{new(atomic.Int32), new(atomic.Int32), make(chan struct{}), make(chan int, 20)}
	p := brandubh(t).Start()
	var wg sync.WaitGroup
	for i := range 12 {
		wg.Go(func() {
			_, _, err := pool.Engine(g, Use(i%3)).Think(context.Background(), p, nil, Limits{Threads: 2})
			if err != nil {
				t.Error(err)
			}
		})
	}
	for range 12 {
		if n := await.Next(t, g.threads, "nobody thinks"); n < 1 || n > 2 {
			t.Errorf("%d cores granted, 2 wanted", n)
		}
		g.goOn <- struct{}{}
	}
	wg.Wait()
	if m := g.most.Load(); m > 3 {
		t.Errorf("%d cores in use at once, there are 3", m)
	}
	if pool.free != 3 {
		t.Errorf("%d cores left, of 3", pool.free)
	}
}

// TestPoolOrder: play goes before hints, hints before analysis.
func TestPoolOrder(t *testing.T) {
	pool := NewPool(1)
	n, err := pool.take(context.Background(), ForPlay, 4)
	if n != 1 || err != nil {
		t.Fatal(n, err)
	}
	order := make(chan Use, 3)
	var wg sync.WaitGroup
	for i, use := range []Use{ForAnalysis, ForHint, ForPlay} {
		wg.Go(func() {
			n, _ := pool.take(context.Background(), use, 1)
			order <- use
			pool.give(n)
		})
		await.Until(t, "it does not wait", func() bool {
			pool.mu.Lock()
			defer pool.mu.Unlock()
			return len(pool.waiting) > i
		})
	}
	pool.give(1)
	for want := range ForAnalysis + 1 {
		if got := await.Next(t, order, "somebody waits for ever"); got != want {
			t.Errorf("use %d went when it was the turn of %d", got, want)
		}
	}
}

func TestPoolEnds(t *testing.T) {
	pool := NewPool(1)
	p := brandubh(t).Start()
	thinking := make(chan error, 1)
	go func() {
		_, _, err := pool.Engine(New(Limits{Hash: 1}), ForPlay).Think(context.Background(), p, nil, Limits{})
		thinking <- err
	}()
	await.Until(t, "nobody thinks", func() bool {
		pool.mu.Lock()
		defer pool.mu.Unlock()
		return pool.free == 0
	})
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	if _, _, err := pool.Engine(Random(1), ForHint).Think(ctx, p, nil, Limits{}); !errors.Is(err,
		context.DeadlineExceeded) {
		t.Errorf("waiting in vain: %v", err)
	}
	pool.Close()
	if err := await.Next(t, thinking, "the search does not end"); err != nil {
		t.Errorf("the search that was ended: %v", err)
	}
	if _, _, err := pool.Engine(Random(1), ForPlay).Think(context.Background(), p, nil,
		Limits{}); !errors.Is(err, ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
}
