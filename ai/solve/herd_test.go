package solve

import (
	"context"
	"math/rand/v2"
	"testing"

	"tafl3d/ai/search"
	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
	"tafl3d/game/variant"
)

// baghChal returns bagh chal, in which the tigers win once there are fewer goats than least.
func baghChal(t *testing.T, least int) *rules.Rules {
	t.Helper()
	v, err := variant.Get("bagh-chal")
	if err != nil {
		t.Fatal(err)
	}
	set := v.Rules.Ruleset()
	set.Lines.Ends.MinPieces[game.Attackers] = least
	r, err := rules.Compile(set)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestHerdPositions: bagh chal has as many positions with all goats down, no two of them images of
// each other, as Lim and Nievergelt found (Tigers and Goats is a draw, 2009).
func TestHerdPositions(t *testing.T) {
	h, n := newHerd(baghChal(t, 16)), 0
	for goats := h.least; goats <= h.most; goats++ {
		each := game.Sides * len(h.sets[goats])
		for k, kind := range h.kinds {
			if len(kind.same) == 0 {
				n += each
				continue
			}
			for i := k * each; i < (k+1)*each; i++ {
				if h.first(h.at(goats, i), i) {
					n++
				}
			}
		}
	}
	if n != 88_260_972 {
		t.Errorf("%d positions", n)
	}
}

// TestHerd: in bagh chal that ends with the second capture every value fits those of the positions
// that the rules lead to, and no proof of the search contradicts one.
func TestHerd(t *testing.T) {
	r := baghChal(t, 19)
	table, err := Solve(context.Background(), r, nil)
	if err != nil {
		t.Fatal(err)
	}
	start := r.Start()
	if _, ok := table.Score(&start); ok {
		t.Error("there is a value while goats are in hand")
	}
	chance, s := rand.New(rand.NewPCG(1, 2)), search.New(r)
	seen, proved := [3]int{}, 0
	for n := range 4000 {
		p := herded(t, r, chance)
		if p.Judge(nil).Over() {
			continue
		}
		score, ok := table.Score(&p)
		lines := table.Lines(p)
		if !ok || len(lines) == 0 || lines[0].Score != score {
			t.Fatalf("%s: %d, %v, but %v", r.Board().Name(0), score, ok, lines)
		}
		_, win, over := search.WinIn(score)
		switch {
		case !over:
			seen[0]++
		case win:
			seen[1]++
		default:
			seen[2]++
		}
		if n%20 == 0 {
			proved += proofs(t, table, s, p)
		}
	}
	if t.Logf("drawn, won, lost %v; %d proved by the search", seen, proved); min(seen[0], seen[1], seen[2],
		proved) == 0 {
		t.Error("some kind of position was not seen")
	}
}

// herded returns a position with all goats down and at most one taken.
func herded(t *testing.T, r *rules.Rules, chance *rand.Rand) rules.Position {
	t.Helper()
	setup := game.Setup{Pieces: make([]game.Piece, points), Turn: game.Side(chance.IntN(game.Sides)),
		Hand: make([]int, 3)}
	order := chance.Perm(points)
	for i, at := range order[:tigers+19+chance.IntN(2)] {
		setup.Pieces[at] = game.Piece(1)
		if i < tigers {
			setup.Pieces[at] = game.Piece(2)
		}
	}
	p, err := r.Position(setup)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// proofs follows the best play from p and returns how often the search proved what the table says.
func proofs(t *testing.T, table *Table, s *search.Searcher, p rules.Position) (proved int) {
	t.Helper()
	for _, m := range table.Follow(p, nil) {
		score, _ := table.Score(&p)
		found, err := s.Search(context.Background(), p, nil, search.Limits{Nodes: 2000, Hash: 1}, 0)
		if err != nil {
			t.Fatal(err)
		}
		n, win, is := search.WinIn(score)
		if k, w, ok := search.WinIn(found.Info.Score); ok {
			proved++
			if !is || w != win || k < n {
				t.Errorf("the search says %v in %d, the table %d", w, k, score)
			}
		}
		var d rules.Delta
		p.Play(m, &d)
	}
	return proved
}

// TestIsHerd: a game with other rules is not taken for bagh chal.
func TestIsHerd(t *testing.T) {
	for name, change := range map[string]func(*ruleset.LineRules){
		"none":           func(*ruleset.LineRules) {},
		"chains":         func(l *ruleset.LineRules) { l.Kinds[1].Chain = 1 },
		"a duty to take": func(l *ruleset.LineRules) { l.Capture.Compelled = "all" },
		"goats leap":     func(l *ruleset.LineRules) { l.Kinds[0].Over = ruleset.OverEnemy },
		"fewer goats":    func(l *ruleset.LineRules) { l.Kinds[0].Hand = 18 },
	} {
		v, err := variant.Get("bagh-chal")
		if err != nil {
			t.Fatal(err)
		}
		set := v.Rules.Ruleset()
		change(set.Lines)
		r, err := rules.Compile(set)
		if err != nil {
			t.Fatal(err)
		}
		if want := name == "none" || name == "fewer goats"; isHerd(r) != want {
			t.Errorf("%s: %v", name, !want)
		}
	}
}
