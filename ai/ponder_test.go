package ai

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/internal/await"
)

// thinkers returns an engine that has thought about the start, and the game
// after the turn that it chose.
func thinkers(t *testing.T) (*engine, rules.Position, *rules.History) {
	t.Helper()
	e := &engine{own: Limits{Time: LevelTime, Hash: 4}}
	p := brandubh(t).Start()
	h := rules.NewHistory(&p)
	m, info, err := e.Think(context.Background(), p, h, Limits{Depth: 4})
	if err != nil || len(info.PV) < 2 {
		t.Fatal(info, err)
	}
	if _, err := p.Try(m, h); err != nil {
		t.Fatal(err)
	}
	h.Push(&p)
	return e, p, h
}

// TestHope: what is pondered on is the position after the expected reply, and
// the opponent's own where another move than the engine's was played.
func TestHope(t *testing.T) {
	e, p, h := thinkers(t)
	q, past := e.hope.after(p, h)
	want := p
	if _, err := want.Try(e.hope.line[1], h); err != nil {
		t.Fatal(err)
	}
	if q.Hash() != want.Hash() || past.Len() != h.Len()+1 || h.Len() != 2 {
		t.Errorf("the expected reply %v leads elsewhere", e.hope.line[1])
	}
	other := brandubh(t).Start()
	past = rules.NewHistory(&other)
	for _, m := range other.Legal(nil, past) {
		if m != e.hope.line[0] {
			if _, err := other.Try(m, past); err != nil {
				t.Fatal(err)
			}
			break
		}
	}
	if q, _ := e.hope.after(other, past); q.Hash() != other.Hash() {
		t.Error("after another move something is hoped for")
	}
}

// TestPonder: pondering makes the answer to the expected reply come sooner, has
// no limit but its context, and ends within 50 ms of that.
func TestPonder(t *testing.T) {
	const allowed = 50 * time.Millisecond
	e, p, h := thinkers(t)
	e.own.Time = time.Millisecond // for Think, not for Ponder
	best := time.Hour
	// a busy machine may be late now and then
	for end := time.Now().Add(10 * time.Second); best > allowed && time.Now().Before(end); {
		ctx, cancel := context.WithCancel(context.Background())
		stopped := make(chan time.Time, 1)
		time.AfterFunc(80*time.Millisecond, func() { stopped <- time.Now(); cancel() })
		e.Ponder(ctx, p, h, Limits{Threads: 1})
		select {
		case at := <-stopped:
			best = min(best, time.Since(at))
		default:
			t.Fatal("pondering ended by itself")
		}
	}
	if best > allowed {
		t.Errorf("stopped %v late", best)
	}
	q, past := e.hope.after(p, h)
	e.own.Time = 0
	nodes := func(e *engine) int64 {
		_, info, err := e.Think(context.Background(), q, past, Limits{Depth: 4})
		if err != nil {
			t.Fatal(err)
		}
		return info.Nodes
	}
	if warm, cold := nodes(e), nodes(&engine{own: Limits{Hash: 4}}); warm >= cold {
		t.Errorf("%d positions after pondering, %d without", warm, cold)
	}
}

// idler ponders until it is told to stop and thinks for no time at all.
type idler struct {
	pondering, began atomic.Int32
}

func (i *idler) Think(context.Context, rules.Position, *rules.History, Limits) (game.Move, Info, error) {
	return game.NoMove, Info{}, nil
}

func (i *idler) Ponder(ctx context.Context, _ rules.Position, _ *rules.History, l Limits) {
	i.pondering.Add(int32(l.Threads))
	i.began.Add(1)
	<-ctx.Done()
	i.pondering.Add(-int32(l.Threads))
}

// TestPonderYields: whoever ponders has only cores that nobody wants, gives
// them back at once when they are wanted, and goes on afterwards.
func TestPonderYields(t *testing.T) {
	pool := NewPool(1)
	defer pool.Close()
	i := new(idler)
	e := pool.Engine(i, ForPlay)
	ctx, cancel := context.WithTimeout(context.Background(), 2*await.Patience)
	defer cancel()
	ended := make(chan struct{})
	p := brandubh(t).Start()
	go func() {
		defer close(ended)
		e.(Ponderer).Ponder(ctx, p, nil, Limits{Threads: 4})
	}()
	for n := range int32(3) {
		await.Until(t, "nobody ponders", func() bool { return i.began.Load() == n+1 })
		if _, _, err := pool.Engine(i, ForAnalysis).Think(ctx, p, nil, Limits{}); err != nil {
			t.Fatal(err)
		}
	}
	await.Until(t, "pondering does not go on", func() bool { return i.pondering.Load() == 1 })
	cancel()
	await.Next(t, ended, "pondering does not end")
	if n, err := pool.take(context.Background(), ForHint, 1); n != 1 || err != nil {
		t.Errorf("%d cores, %v", n, err)
	}
	pool.give(1)
}
