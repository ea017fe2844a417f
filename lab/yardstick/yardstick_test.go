package yardstick

import (
	"context"
	"testing"
	"time"

	"tafl3d/ai/search"
	"tafl3d/game"
	"tafl3d/game/gametest"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
)

func brandubh(t *testing.T) *rules.Rules {
	t.Helper()
	v, err := variant.Get("brandubh-gorrion")
	if err != nil {
		t.Fatal(err)
	}
	return v.Rules
}

// TestSame: what the yardstick plays is fixed; a change of these figures is a
// change of the measure.
func TestSame(t *testing.T) {
	r := brandubh(t)
	p := r.Start()
	_, info, err := New(search.Limits{Depth: 4}).Think(context.Background(), p, nil, search.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if info.Nodes != 17045 || info.Depth != 4 {
		t.Errorf("%d positions to depth %d", info.Nodes, info.Depth)
	}
}

// TestWin: the king walks out, and the attackers stop him where they can.
func TestWin(t *testing.T) {
	r := brandubh(t)
	p, err := notation.ParsePosition(r, "7/3t3/7/7/7/K6/3t2t d")
	if err != nil {
		t.Fatal(err)
	}
	m, info, err := New(search.Limits{Depth: 3}).Think(context.Background(), p, nil, search.Limits{})
	if n, win, ok := search.WinIn(info.Score); err != nil || !ok || !win || n != 1 || !r.Goal(m.To) {
		t.Errorf("%v, %+v, %v", m, info, err)
	}
}

// TestLimits: it stops in time, at the latest after some positions, and when
// it is told to.
func TestLimits(t *testing.T) {
	p := brandubh(t).Start()
	begin := time.Now()
	_, info, err := New(search.Limits{Nodes: 5000}).Think(context.Background(), p, nil, search.Limits{Time: time.Hour})
	if err != nil || info.Nodes > 5001 {
		t.Errorf("%+v, %v", info, err)
	}
	if _, _, err := New(search.Limits{}).Think(context.Background(), p, nil,
		search.Limits{Time: 30 * time.Millisecond}); err != nil {
		t.Error(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Millisecond)
	defer cancel()
	if _, _, err := New(search.Limits{}).Think(ctx, p, nil, search.Limits{}); err != nil {
		t.Error(err)
	}
	if d := time.Since(begin); d > 30*time.Second {
		t.Errorf("it took %v", d)
	}
}

// TestChainEnded: a chain that is stopped has captured, so that the turn is no
// quiet one.
func TestChainEnded(t *testing.T) {
	r, err := rules.Compile(gametest.Changed(t, brandubh(t).Ruleset(), "chain=optional; noCapture=1"))
	if err != nil {
		t.Fatal(err)
	}
	p, err := notation.ParsePosition(r, "7/7/3tT2/3K3/T2tT2/7/t6 a")
	if err != nil {
		t.Fatal(err)
	}
	at := func(name string) game.Square { s, _ := r.Board().Named(name); return s }
	h := rules.NewHistory(&p)
	if _, err := p.Try(game.Move{From: at("a1"), To: at("b1")}, h); err != nil {
		t.Fatal(err)
	}
	h.Push(&p)
	if _, err := p.Try(game.Move{From: at("a3"), To: at("c3")}, h); err != nil {
		t.Fatal(err)
	}
	e := New(search.Limits{})
	e.begin(context.Background(), p, h, search.Limits{})
	if v := e.step(game.Move{Op: game.End, From: at("c3"), To: at("c3")}, 1, -never, never); v == 0 {
		t.Error("a draw for want of captures after a capture")
	}
}
