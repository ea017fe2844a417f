//go:build !js

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

// TestMorris: every value of an ending of nine men's morris fits those of the positions that the rules
// lead to, and no proof of the search contradicts one.
func TestMorris(t *testing.T) {
	v, err := variant.Get("morris-9")
	if err != nil {
		t.Fatal(err)
	}
	most := 4
	if testing.Short() {
		most = 3
	}
	table, err := solveEndings(context.Background(), v.Rules, nil, most)
	if err != nil {
		t.Fatal(err)
	}
	start := v.Rules.Start()
	if _, ok := table.Score(&start); ok || Soon(&start) {
		t.Error("there is a value while men are in hand, or the game is to be solved")
	}
	chance, s := rand.New(rand.NewPCG(1, 2)), search.New(v.Rules)
	seen, proved, removals := [3]int{}, 0, 0
	for n := range 4000 {
		p := ending(t, v.Rules, chance, most)
		if p.Judge(nil).Over() {
			continue
		}
		score, ok := table.Score(&p)
		lines := table.Lines(p)
		if !Soon(&p) {
			t.Fatalf("%v: not to be solved", p.Setup())
		}
		if !ok || len(lines) == 0 || lines[0].Score != score {
			t.Fatalf("%v: %d, %v, but %v", p.Setup(), score, ok, lines)
		}
		removals += removalsIn(t, table, p, lines)
		_, win, over := search.WinIn(score)
		switch {
		case !over:
			seen[0]++
		case win:
			seen[1]++
		default:
			seen[2]++
		}
		if n%40 == 0 {
			proved += proofs(t, table, s, p)
		}
	}
	if t.Logf("drawn, won, lost %v; %d proved by the search; %d removals; %d positions", seen, proved, removals,
		table.Positions()); min(seen[0], seen[1], seen[2], proved, removals) == 0 {
		t.Error("some kind of position was not seen")
	}
}

// removalsIn checks that the value of each position with a man to remove is that of the best removal,
// and returns their number.
func removalsIn(t *testing.T, table *Table, p rules.Position, lines []Line) (n int) {
	t.Helper()
	var d rules.Delta
	for _, l := range lines {
		q := p
		if q.Play(l.Move, &d); !q.MidTurn() {
			continue
		}
		n++
		if next := table.Lines(q); len(next) == 0 || next[0].Score != l.Score {
			t.Fatalf("%v, %v: %d, but %v", p.Setup(), l, l.Score, next)
		}
	}
	return n
}

// ending returns a position with at most so many men of each side and none in hand.
func ending(t *testing.T, r *rules.Rules, chance *rand.Rand, most int) rules.Position {
	t.Helper()
	setup := game.Setup{Pieces: make([]game.Piece, morrisPoints), Turn: game.Side(chance.IntN(game.Sides)),
		Hand: make([]int, 3)}
	order := chance.Perm(morrisPoints)
	for i := range game.Piece(game.Sides) {
		n := leastMen + chance.IntN(most-leastMen+1)
		for _, at := range order[:n] {
			setup.Pieces[at] = i + 1
		}
		order = order[n:]
	}
	p, err := r.Position(setup)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestIsMorris: a game with other rules is not taken for nine men's morris.
func TestIsMorris(t *testing.T) {
	for name, change := range map[string]func(*ruleset.LineRules){
		"none":              func(*ruleset.LineRules) {},
		"no flying":         func(l *ruleset.LineRules) { l.Fly = 0 },
		"a man a mill":      func(l *ruleset.LineRules) { l.Mill.Removes = ruleset.RemovePerMill },
		"mills unprotected": func(l *ruleset.LineRules) { l.Mill.Protect = ruleset.ProtectNever },
		"leaps":             func(l *ruleset.LineRules) { l.Kinds[0].Over = ruleset.OverEnemy },
		"fewer men":         func(l *ruleset.LineRules) { l.Kinds[0].Hand = 7 },
	} {
		v, err := variant.Get("morris-9")
		if err != nil {
			t.Fatal(err)
		}
		set := v.Rules.Ruleset()
		change(set.Lines)
		r, err := rules.Compile(set)
		if err != nil {
			t.Fatal(err)
		}
		if want := name == "none" || name == "fewer men"; isMorris(r) != want {
			t.Errorf("%s: %v", name, !want)
		}
	}
}
