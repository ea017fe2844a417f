package solve_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"tafl3d/ai/search"
	"tafl3d/ai/solve"
	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
)

// TestSolve: the games that are known to be won are won by whom the sources say; every value fits
// those of the positions one step on, and no proof of the search contradicts one.
func TestSolve(t *testing.T) {
	for id, want := range map[string]struct {
		winner game.Side
		turns  int
	}{"fox-hounds": {game.Attackers, 44}, "hat-diviyan": {game.Attackers, 13}, "len-choa": {game.Attackers, 13}} {
		v, err := variant.Get(id)
		if err != nil {
			t.Fatal(err)
		}
		table, err := solve.Solve(context.Background(), v.Rules, nil)
		if err != nil {
			t.Fatal(err)
		}
		p := v.Rules.Start()
		score, _ := table.Score(&p)
		if n, win, ok := search.WinIn(score); !ok || win != (p.Turn() == want.winner) || n != want.turns {
			t.Errorf("%s, %d positions: %d for the side to move, want %v to win in %d", id, table.Positions(), score,
				want.winner, want.turns)
		}
		if n := len(table.Follow(p, nil)); n != want.turns {
			t.Errorf("%s: the best play has %d steps, want %d", id, n, want.turns)
		}
		agree(t, id, table, v.Rules)
	}
	v, err := variant.Get("brandubh-gorrion")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := solve.Solve(context.Background(), v.Rules, nil); !errors.Is(err, solve.ErrLarge) {
		t.Error(err)
	}
}

// agree compares the table with the search in random games.
func agree(t *testing.T, id string, table *solve.Table, r *rules.Rules) {
	t.Helper()
	chance := rand.New(rand.NewPCG(3, 4))
	proved, places := 0, 0
	for range 20 {
		line, s := r.Line(), search.New(r)
		for !line.End().Over() {
			lines := table.Lines(line.Position)
			score, ok := table.Score(&line.Position)
			if !ok || len(lines) == 0 || lines[0].Score != score {
				t.Fatalf("%s: %d, %v, but %v", id, score, ok, lines)
			}
			found, err := s.Search(context.Background(), line.Position, nil, search.Limits{Nodes: 5000, Hash: 1}, 0)
			if err != nil {
				t.Fatal(err)
			}
			places++
			n, win, is := search.WinIn(score)
			if m, w, ok := search.WinIn(found.Info.Score); ok {
				proved++
				if !is || w != win || m < n {
					t.Errorf("%s: the search says %v in %d, the table %d", id, w, m, score)
				}
			}
			pick := lines[0].Move
			if chance.IntN(3) > 0 {
				pick = lines[chance.IntN(len(lines))].Move
			}
			if _, err := line.Try(pick); err != nil {
				t.Fatal(err)
			}
		}
	}
	if t.Logf("%s: the search proved %d of %d places", id, proved, places); proved == 0 {
		t.Errorf("%s: the search proved nothing", id)
	}
}
