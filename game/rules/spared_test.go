package rules_test

import (
	"testing"

	"tafl3d/game/notation"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
)

// TestKingSpared: by every rule of the king's capture it is known why he stands between two and is not captured.
func TestKingSpared(t *testing.T) {
	for _, c := range []struct {
		id, position, move string
		want               rules.Spared
		beyond             string
	}{
		{"brandubh-gorrion", "7/7/7/t1K4/7/7/4t2 a", "a4-b4", rules.SparedBySquare, "d4"},
		{"brandubh-weak", "7/7/7/t1K4/7/7/4t2 a", "a4-b4", rules.SparedBesideThrone, "d4"},
		{"brandubh-gorrion", "7/7/7/t2Kt2/7/7/4t2 a", "a4-c4", rules.SparedOnThrone, "e4"},
		{"brandubh-gorrion", "7/7/7/7/t1K4/7/4t2 a", "a3-b3", rules.NotSpared, "d3"},
		{"brandubh-gorrion", "7/7/7/7/t1KT3/7/4t2 a", "a3-b3", rules.NotSpared, "d3"},
		{"copenhagen-11x11-tdiamond", "11/11/11/t3Kt5/11/11/11/11/11/11/4t6 a", "a8-d8", rules.SparedEverywhere, "f8"},
	} {
		v, err := variant.Get(c.id)
		if err != nil {
			t.Fatal(err)
		}
		p, err := notation.ParsePosition(v.Rules, c.position)
		if err != nil {
			t.Fatal(err)
		}
		turn, err := notation.ParseTurn(&p, nil, c.move)
		if err != nil {
			t.Fatal(err)
		}
		var d rules.Delta
		p.Play(turn[0], &d)
		why, beyond := p.KingSpared(turn[0].To)
		if name := v.Rules.Board().Name(beyond); why != c.want || name != c.beyond {
			t.Errorf("%s %s: %d beyond %s, want %d beyond %s", c.id, c.move, why, name, c.want, c.beyond)
		}
	}
}
