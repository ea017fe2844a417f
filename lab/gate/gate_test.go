package gate

import (
	"context"
	"math"
	"testing"

	"tafl3d/ai/search"
	"tafl3d/game"
	"tafl3d/game/variant"
)

// TestPlay: who looks at more positions wins, with either side, and the match
// ends once that is clear.
func TestPlay(t *testing.T) {
	v, err := variant.Get("brandubh-gorrion")
	if err != nil {
		t.Fatal(err)
	}
	m := &Match{Rules: v.Rules, Pairs: 16, Jobs: 2, Max: 60, Low: -50, High: 50, Seed: 1, Openings: [][]game.Move{nil},
		A:      func() *search.Searcher { return search.New(v.Rules) },
		B:      func() *search.Searcher { return search.New(v.Rules) },
		Limits: [game.Sides]search.Limits{{Nodes: 500, Hash: 1}, {Nodes: 30, Hash: 1}}}
	pairs := 0
	s, err := m.Play(context.Background(), func(*Score) { pairs++ })
	if err != nil {
		t.Fatal(err)
	}
	if s.Accepted() || s.As[game.Attackers][2]+s.As[game.Attackers][1] == 0 || pairs == 0 {
		t.Errorf("%+v after %d pairs", s, pairs)
	}
}

func TestScore(t *testing.T) {
	var s Score
	for range 40 {
		s.add([game.Sides]float64{1, 0.5}, 0, 30)
	}
	elo, off := s.Elo()
	if !s.Accepted() || s.Refused() || math.Abs(elo-190) > 20 || off <= 0 {
		t.Errorf("%+v: %v, %v", s, elo, off)
	}
	if got := s.As[game.Defenders].String(); got != "+0 =40 -0" {
		t.Error(got)
	}
}
