package suite

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
)

func find(id string) (*rules.Rules, error) {
	v, err := variant.Get(id)
	if err != nil {
		return nil, err
	}
	return v.Rules, nil
}

func collection(t *testing.T) []Problem {
	t.Helper()
	list, err := Problems(find)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestCollection: large and varied enough, nothing twice, not even as a mirror
// image, and most of it not at first sight.
func TestCollection(t *testing.T) {
	seen := map[string]bool{}
	variants, kinds := map[string]int{}, map[Kind]int{}
	deep := 0
	list := collection(t)
	for _, q := range list {
		key := q.Variant + Key(&q.Position)
		if seen[key] {
			t.Errorf("twice: %v", q)
		}
		seen[key] = true
		variants[q.Variant]++
		kinds[q.Kind]++
		if q.Turns > 2 {
			deep++
		}
		if (q.Turns%2 == 1) != (q.Kind == Win) || q.Turns > MaxTurns || q.Kind == Only && len(q.Moves) != 1 {
			t.Errorf("it cannot be: %v", q)
		}
	}
	if len(list) < 300 || len(variants) < 6 || kinds[Only] < 60 || deep < len(list)*3/4 {
		t.Errorf("%d problems, %d deeper than two turns, %v, %v", len(list), deep, variants, kinds)
	}
}

// TestText: what is written is read again.
func TestText(t *testing.T) {
	for _, q := range collection(t) {
		again, err := Read(strings.NewReader("\n# note\n"+q.String()+"\n"), find)
		if err != nil || len(again) != 1 || again[0].String() != q.String() {
			t.Fatalf("%v read as %v, %v", q, again, err)
		}
	}
	for text, want := range map[string]string{
		"x":                          "fields",
		"nosuch\twin\t1\t7 a\td1-d2": "nosuch",
		"brandubh-gorrion\tlose\t1\t3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a\td1-c1": "win or only",
		"brandubh-gorrion\twin\t1\t3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a\td1-d7":  "no legal step",
		"brandubh-gorrion\twin\t1\t3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a\t ":      "fields",
	} {
		if _, err := Read(strings.NewReader(text), find); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, %q was expected", text, err, want)
		}
	}
}

// TestProveAgain proves a sample of the collection anew.
func TestProveAgain(t *testing.T) {
	every := 9
	if testing.Short() {
		every = 60
	}
	for i, q := range collection(t) {
		if i%every != 0 || q.Turns > 5 {
			continue
		}
		v, err := NewProver(q.Position.Rules())
		if err != nil {
			t.Fatal(err)
		}
		if err := q.Prove(context.Background(), v, 40_000_000); err != nil {
			t.Error(err)
		}
	}
}

// TestProverKnows: situations that can be seen at a glance.
func TestProverKnows(t *testing.T) {
	for _, c := range []struct {
		kind  Kind
		turns int
		rows  string
		want  string // the turns and moves that are found
	}{
		{Win, 3, "7/3t3/7/7/7/K6/3t2t d", "1 Ka2-a1 Ka2-a7"},
		{Win, 1, "3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a", "0"},
		{Win, 3, "7/3t3/7/2T1K2/7/2t4/4t2 d", "3 Ke4-e7 Ke4-g4"}, // to a rim from which he reaches two corners
		{Only, 2, "7/t6/7/7/K6/3t3/5t1 a", "2 d2-a2"},            // or else he walks to a1
		{Only, 4, "7/t6/7/7/K6/3t3/5t1 a", "0"},                  // which helps for two turns only
		{Only, 4, "7/3t3/7/7/7/K6/3t2t d", "0"},
	} {
		r, _ := find("brandubh-gorrion")
		p, err := notation.ParsePosition(r, c.rows)
		if err != nil {
			t.Fatal(err)
		}
		v, _ := NewProver(r)
		q := Problem{Kind: c.kind, Turns: c.turns, Position: p}
		a, err := q.Solve(context.Background(), v, 1_000_000)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.TrimSpace(fmt.Sprint(a.Turns, " ", strings.Join(q.texts(a.Moves), " "))); got != c.want {
			t.Errorf("%s: found %q, want %q", c.rows, got, c.want)
		}
	}
}

// plainly is the prover's question answered without a table, an order of moves
// or anything else that could be wrong.
func plainly(p rules.Position, hope game.Side, turns int) bool {
	if turns == 0 {
		return false
	}
	ours := p.Turn() == hope
	for _, m := range p.Legal(nil, nil) {
		q := p
		var d rules.Delta
		q.Play(m, &d)
		o, left := q.Judge(nil), turns
		if !q.MidTurn() {
			left--
		}
		won := o.Over() && !o.Draw && o.Winner == hope
		if !o.Over() {
			won = plainly(q, hope, left)
		}
		if won == ours {
			return ours
		}
	}
	return !ours
}

// TestProverPlainly: the prover finds what trying everything in any order does,
// wins and their absence, in random positions of several games.
func TestProverPlainly(t *testing.T) {
	won := 0
	for _, id := range []string{"brandubh-gorrion", "fox-geese-13", "bagh-chal", "berserk-11x11-tdiamondberserk"} {
		r, err := find(id)
		if err != nil {
			t.Fatal(err)
		}
		v, err := NewProver(r)
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.NewPCG(5, 7)
		for range 12 {
			p := wander(r, rng)
			turns := 3
			if r.Board().Squares() > 81 {
				turns = 1
			}
			a, err := v.Win(context.Background(), p, turns, 1<<40)
			if err != nil {
				t.Fatal(err)
			}
			if want := plainly(p, p.Turn(), turns); want != (len(a.Moves) > 0) {
				t.Errorf("%s: %s: won %v, found %v", id, notation.Position(&p), want, a)
			}
			if len(a.Moves) > 0 {
				won++
			}
			for _, m := range a.Moves {
				if !wins(p, m, a.Turns) {
					t.Errorf("%s: %s: %s does not win in %d", id, notation.Position(&p), stepText(p, m), a.Turns)
				}
			}
		}
	}
	if won < 4 {
		t.Errorf("only %d positions were won", won)
	}
}

// wins reports whether a step wins within so many turns for whoever makes it.
func wins(p rules.Position, m game.Move, turns int) bool {
	hope := p.Turn()
	var d rules.Delta
	p.Play(m, &d)
	o := p.Judge(nil)
	if p.MidTurn() {
		return o.Over() && o.Winner == hope || plainly(p, hope, turns)
	}
	return o.Over() && o.Winner == hope || !o.Over() && plainly(p, hope, turns-1)
}

// wander plays at random and returns a position near the end of the game.
func wander(r *rules.Rules, rng *rand.PCG) rules.Position {
	for {
		p := r.Start()
		h := rules.NewHistory(&p)
		var past []rules.Position
		for range 200 {
			var d rules.Delta
			m, ok := p.RandomStep(rng, h)
			if !ok {
				break
			}
			if !p.MidTurn() {
				past = append(past, p)
			}
			p.Play(m, &d)
			if p.MidTurn() {
				continue
			}
			h.Push(&p)
			if p.Judge(h).Over() {
				return past[max(0, len(past)-1-int(rng.Uint64()%4))]
			}
		}
	}
}

// TestProverEnds: a proof stops at its budget and when it is told to, and asks
// for no more than it can give.
func TestProverEnds(t *testing.T) {
	r, _ := find("brandubh-gorrion")
	v, _ := NewProver(r)
	if _, err := v.Win(context.Background(), r.Start(), 7, 5000); !errors.Is(err, ErrBudget) {
		t.Errorf("%v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := v.Only(ctx, r.Start(), 6, 1<<40); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if _, err := v.Win(context.Background(), r.Start(), 8, 1); err == nil {
		t.Error("8 turns are too many")
	}
	set := r.Ruleset()
	set.RepetitionCount = 2
	early, err := rules.Compile(set)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := NewProver(early); err == nil {
		t.Error("the past matters")
	}
}
