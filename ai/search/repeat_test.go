package search

import (
	"math/rand/v2"
	"testing"

	"tafl3d/ai/eval"
	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
)

// TestPlainRepetition is TestPlain where the past matters: few men who went to
// and fro before, under each rule of repetition.
func TestPlainRepetition(t *testing.T) {
	chance := rand.New(rand.NewPCG(7, 8))
	games, mattered := 30, 0
	if testing.Short() {
		games = 5
	}
	for _, rule := range []string{"draw", "defender-loses", "mover-loses", "mover-wins", "defender-forbidden",
		"mover-forbidden"} {
		set := load(t, "brandubh-gorrion").Ruleset()
		if err := set.Set("repetition", rule); err != nil {
			t.Fatal(err)
		}
		r, err := rules.Compile(set)
		if err != nil {
			t.Fatal(err)
		}
		for range games {
			p := position(t, r, "3t3/7/7/1tTKTt1/7/7/3t3 d")
			h := rules.NewHistory(&p)
			shuttle(&p, h, chance, 4+chance.IntN(8))
			e := eval.New(eval.NewGeometry(r, nil))
			e.Reset(&p)
			want := minimax(&p, h.Clone(), e, 3, 0)
			s := New(r)
			s.noPruning = true
			if got := find(t, s, p, h, Limits{Depth: 3, Hash: 1}, 0).Info.Score; got != want {
				t.Errorf("%s %s: %d, minimax %d", rule, notation.Position(&p), got, want)
			}
			if minimax(&p, rules.NewHistory(&p), e, 3, 0) != want {
				mattered++
			}
		}
	}
	if mattered < games {
		t.Errorf("the past mattered in %d positions only", mattered)
	}
}

// shuttle plays n turns, mostly back to where the piece came from.
func shuttle(p *rules.Position, h *rules.History, chance *rand.Rand, n int) {
	var last [game.Sides]game.Move
	for range n {
		ms := p.Legal(nil, h)
		m := ms[chance.IntN(len(ms))]
		back := last[p.Turn()]
		for _, x := range ms {
			if x.From == back.To && x.To == back.From && back.From != back.To {
				m = x
			}
		}
		last[p.Turn()] = m
		var d rules.Delta
		p.Play(m, &d)
		h.Push(p)
		if p.Judge(h).Over() {
			h.Pop()
			p.Undo(&d)
			return
		}
	}
}
