package search

import (
	"testing"

	"tafl3d/game/rules"
	"tafl3d/game/variant"
)

// TestForbiddenEscape: the way to a corner is open, but each step to one leads to a
// position that has stood, which the rules forbid. Such a king has not escaped.
func TestForbiddenEscape(t *testing.T) {
	v, err := variant.Get("brandubh-gorrion")
	if err != nil {
		t.Fatal(err)
	}
	set := v.Rules.Ruleset()
	if err := set.Set("repetition", "mover-forbidden"); err != nil {
		t.Fatal(err)
	}
	r, err := rules.Compile(set)
	if err != nil {
		t.Fatal(err)
	}
	p := position(t, r, "7/7/7/K6/7/5T1/2tt3 a")
	free := find(t, New(r), p, nil, Limits{Depth: 1, Hash: 1}, 2*Win)
	if _, win, ok := WinIn(free.Info.Score); !ok || win {
		t.Fatalf("without a past he escapes at once, but the score is %d", free.Info.Score)
	}
	h := rules.NewHistory(&p)
	for _, m := range p.Legal(nil, nil) {
		q := p
		var d rules.Delta
		q.Play(m, &d)
		for _, out := range q.Legal(nil, nil) {
			if g := q; out.From == q.King() && r.Goal(out.To) {
				g.Play(out, &d)
				h.Push(&g)
			}
		}
	}
	h.Push(&p)
	res := find(t, New(r), p, h, Limits{Depth: 1, Hash: 1}, 2*Win)
	if _, win, ok := WinIn(res.Info.Score); ok {
		t.Errorf("score %d after %v: the game is said to be decided (for us: %v), but he may not step to the corner",
			res.Info.Score, res.Move, win)
	}
}
