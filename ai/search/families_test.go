package search

import (
	"context"
	"testing"

	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
)

// lineRules compiles a game of the other families from pairs of key and value.
func lineRules(t *testing.T, settings ...string) *rules.Rules {
	t.Helper()
	set := ruleset.LineGame()
	for i := 0; i < len(settings); i += 2 {
		if err := set.Set(settings[i], settings[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	r, err := rules.Compile(set)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func tigers(t *testing.T) *rules.Rules {
	return lineRules(t, "board", "alquerque5", "kinds", "G T", "T.side", "B", "T.leap.over", "anyEnemy",
		"setup.T", "a1 e1 a5 e5", "hands.A.G", "20", "minPieces.A", "16")
}

// setup places pieces by letter and square, "Gb2".
func setup(t *testing.T, r *rules.Rules, turn game.Side, hand int, men ...string) rules.Position {
	t.Helper()
	s := r.Setup()
	clear(s.Pieces)
	s.Turn, s.Hand[1] = turn, hand
	for _, m := range men {
		piece, _ := r.PieceOf(m[:1])
		at, ok := r.Board().Named(m[1:])
		if piece == game.Empty || !ok {
			t.Fatal(m)
		}
		s.Pieces[at] = piece
	}
	p, err := r.Position(s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestTigers: a tiger takes the goat that stands free, and the goats shut in
// the last tiger that can move.
func TestTigers(t *testing.T) {
	r := tigers(t)
	p := setup(t, r, game.Defenders, 18, "Ta1", "Te1", "Ta5", "Te5", "Gc3", "Gb1")
	res, err := New(r).Search(context.Background(), p, nil, Limits{Depth: 4, Hash: 1}, 0)
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Board().Name(res.Move.From) + r.Board().Name(res.Move.To); got != "a1c1" {
		t.Errorf("the tiger plays %s, a goat hangs", got)
	}
	p = setup(t, r, game.Attackers, 8, "Ta1", "Tb1", "Tc1", "Td1", "Ga2", "Ga3", "Gb2", "Gb3", "Gc2", "Gc3", "Gd2",
		"Gd3", "Ge3")
	res, err = New(r).Search(context.Background(), p, nil, Limits{Depth: 3, Hash: 1}, 0)
	if err != nil {
		t.Fatal(err)
	}
	if n, win, ok := WinIn(res.Info.Score); !ok || !win || n != 1 || r.Board().Name(res.Move.To) != "e1" {
		t.Errorf("%+v: a goat on e1 shuts in every tiger", res.Info)
	}
}

// TestFamiliesNoAllocation: searching positions of a graph board allocates
// nothing but what a search needs once.
func TestFamiliesNoAllocation(t *testing.T) {
	r := tigers(t)
	s := New(r)
	p := setup(t, r, game.Attackers, 0, "Ta1", "Tc3", "Ta5", "Te5", "Gb1", "Gc1", "Gd1", "Ge1", "Ga2", "Gb2",
		"Gc2", "Gd2",
		"Ge2", "Ga3", "Gb3", "Gd4", "Ge3", "Ge4")
	w := newWorker(s)
	s.prepare(Limits{Depth: 4, Hash: 1})
	h := rules.NewHistory(&p)
	w.reset(p, h, p.Legal(nil, h), 0, 0)
	w.searchRoot(5, -infinite, infinite)
	nodes := w.nodes
	got := testing.AllocsPerRun(1, func() { w.searchRoot(5, -infinite, infinite) })
	if per := got / float64(w.nodes-nodes); per > 0.001 {
		t.Errorf("%.0f allocations in %d nodes", got, w.nodes-nodes)
	}
}

// TestPlainFamilies: pruning does not change who wins small endings.
func TestPlainFamilies(t *testing.T) {
	r := tigers(t)
	for _, men := range [][]string{{"Ta1", "Gb2", "Gc3"}, {"Te5", "Gd4", "Gb2", "Gc1"}} {
		p := setup(t, r, game.Defenders, 14, men...)
		a, err := New(r).Search(context.Background(), p, nil, Limits{Depth: 4, Hash: 4}, 0)
		if err != nil {
			t.Fatal(err)
		}
		s := New(r)
		s.noPruning = true
		b, err := s.Search(context.Background(), p, nil, Limits{Depth: 4, Hash: 4}, 0)
		if err != nil {
			t.Fatal(err)
		}
		_, winA, okA := WinIn(a.Info.Score)
		_, winB, okB := WinIn(b.Info.Score)
		if okB && (!okA || winA != winB) {
			t.Errorf("%v: %+v, without pruning %+v", men, a.Info, b.Info)
		}
	}
}
